package rules

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about creations that are told apart by a key or an id.
const (
	CodeDoneAgain = 1019 // a call with the same Idempotency-Key makes a second thing
	CodeSameID    = 1020 // two things have one id
)

// doneAgain looks for the second of two equal creations with the same key that makes something else than the first one.
func doneAgain(x *oracle.Exchange) []oracle.Finding {
	name, key := keyOf(x)
	now, ok := got(x)
	if key == "" || x.Request.Method != "POST" || !x.Succeeded() || x.Invalid != nil || !ok || idOf(now, "") == "" {
		return nil
	}
	for _, b := range slices.Backward(x.Before) {
		_, same := keyOf(b)
		if repeats(b, x) && same == key && b.Succeeded() && string(b.Request.Body) == string(x.Request.Body) {
			if was, _ := got(b); idOf(was, "") != "" && idOf(was, "") != idOf(now, "") {
				return one(name, "the same call with the same %s makes a second one", name)
			}
		}
		if changes(b) {
			return nil
		}
	}
	return nil
}

// keyOf returns the declared header of a call that names the call, and its value.
func keyOf(x *oracle.Exchange) (name, key string) {
	for _, p := range x.Operation.Parameters {
		if p.In == "header" && api.IsOnce(p.Name) {
			return p.Name, x.Request.Header.Get(p.Name)
		}
	}
	return "", ""
}

// idTwice looks for a creation with the id of another one, which was not deleted. What shares a text with the other one may
// be the same thing, which the service found.
func idTwice(x *oracle.Exchange) []oracle.Finding {
	id := chosenID(x)
	if id == "" {
		return nil
	}
	said, _ := sent(x)
	for _, b := range slices.Backward(x.Before) {
		if b.Request.Method == "DELETE" && path.Base(b.Path()) == id {
			return nil
		}
		if b.Operation != x.Operation || b.Path() != x.Path() || chosenID(b) != id {
			continue
		}
		other, ok := sent(b)
		texts := 0
		for _, m := range other {
			v, both := said.Get(m.Name)
			if was, isText := m.Value.(string); isText && both && len(was) > 0 {
				if strings.EqualFold(was, text(v)) {
					return nil
				}
				texts++
			}
		}
		if !ok || texts == 0 {
			return nil
		}
		return one("id", "what it makes has the id of another one, which was not deleted")
	}
	return nil
}

// chosenID returns the id that the service gave what a call made, "" for none.
func chosenID(x *oracle.Exchange) string {
	now, ok := got(x)
	if x.Request.Method != "POST" || x.Status() != 201 || x.Invalid != nil || !ok {
		return ""
	}
	for _, name := range []string{"id", "uuid", "_id", api.Noun(x.Operation.Path) + "Id"} {
		if v, has := now.Get(name); has && text(v) != "" {
			if said, sends := sent(x); sends {
				if _, own := said.Get(name); own {
					return ""
				}
			}
			return text(v)
		}
	}
	return ""
}

// CodeDefault is the code of members that are left out and get another value than their declared default.
const CodeDefault = 1021

// otherDefault looks for creations that leave a member out and show another value of it than the default that the schema
// declares.
func otherDefault(x *oracle.Exchange) (found []oracle.Finding) {
	now, ok := got(x)
	if x.Request.Method != "POST" || !x.Succeeded() || x.Invalid != nil || !ok {
		return nil
	}
	if _, sends := x.Sent(); !sends {
		return nil
	}
	said, _ := sent(x)
	for _, in := range inputsOf(x.Operation) {
		s := in.Schema
		is, shown := now.Get(in.Name)
		if _, given := said.Get(in.Name); given || !shown || !s.HasDefault || s.ReadOnly || !isScalar(is) || !isScalar(s.Default) || nothing(s.Default) || same(s.Default, is) {
			continue
		}
		if s.Is("string") && (restless.MatchString(in.Name) || strings.HasPrefix(s.Format, "date")) {
			continue // "now"
		}
		found = append(found, oracle.Finding{Detail: in.Name, Reason: fmt.Sprintf("%s is left out and becomes %s, and its declared default is %s", in.Name, text(is), text(s.Default))})
	}
	return found
}

// CodeLocation is EvoMaster's code for a Location that does not lead to what was made.
const CodeLocation = 907

// mislocated looks for a Location of what was made that names something else, that leads where no operation
// of the schema is, or where nothing is found.
func mislocated(x *oracle.Exchange) []oracle.Finding {
	if x.Status() == http.StatusCreated && x.Request.Method == "POST" {
		return locatedWrong(x)
	}
	if x.Request.Method != "GET" || x.Status() != 404 && x.Status() != 405 && x.Status() != 410 && x.Status() != 501 {
		return nil
	}
	w, _ := lastChange(x.Before)
	if w == nil || w.Status() != http.StatusCreated || w.User != x.User {
		return nil
	}
	l := w.Response.Header.Get("Location")
	if l == "" || below(oracle.PathOf(l), w.Base) != below(x.Path(), x.Base) {
		return nil
	}
	return []oracle.Finding{{Of: w.Operation, Detail: "leads nowhere", Reason: fmt.Sprintf("GET of its Location answers %d", x.Status())}}
}

// locatedWrong compares the Location of a 201 with the answer and with the schema.
func locatedWrong(x *oracle.Exchange) []oracle.Finding {
	l := x.Response.Header.Get("Location")
	at := below(oracle.PathOf(l), x.Base)
	if l == "" || at == "" || strings.Contains(strings.ToLower(l), "%2f") || !strings.HasPrefix(at, "/") {
		return nil
	}
	reader := readerOf(x.Operations, x.Operation.Path)
	if reader == nil {
		return nil
	}
	if !slices.ContainsFunc(x.Operations, func(op *operation) bool { return op.Method == "GET" && fits(op.Path, at) }) {
		return []oracle.Finding{{Detail: "no such path", Reason: "the path of its Location is none of the schema, which has GET " + reader.Path}}
	}
	o, ok := got(x)
	if !ok || !fits(reader.Path, at) {
		return nil
	}
	if own, has := o.Get(api.LastParam(reader.Path)); has && isScalar(own) && text(own) != path.Base(at) {
		return []oracle.Finding{{Detail: "another id", Reason: "its Location names another " + api.LastParam(reader.Path) + " than the answer"}}
	}
	id, has := o.Get("id")
	if !has || !isScalar(id) {
		return nil
	}
	if last := path.Base(at); text(id) != last && !slices.ContainsFunc(o, func(m value.Member) bool { return text(m.Value) == last }) {
		return []oracle.Finding{{Detail: "another id", Reason: "its Location names another id than the answer"}}
	}
	return nil
}

// fits reports whether a path is one of a template.
func fits(template, at string) bool {
	want, is := strings.Split(strings.Trim(template, "/"), "/"), strings.Split(strings.Trim(at, "/"), "/")
	if len(want) != len(is) {
		return false
	}
	for i := range want {
		if !strings.Contains(want[i], "{") && want[i] != is[i] {
			return false
		}
	}
	return true
}
