package rules

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about creations that a key or an id tells apart.
const (
	CodeDoneAgain = 1019 // a call with the same Idempotency-Key makes a second element
	CodeSameID    = 1020 // two elements have the same id
)

// doneAgain looks for two equal creations with the same idempotency key of which the second makes a new element.
func doneAgain(x *oracle.Exchange) []oracle.Finding {
	name, key := keyOf(x)
	now, ok := got(x)
	if key == "" || verb(x) != "POST" || !x.Succeeded() || x.Invalid != nil || !ok || idOf(now, "") == "" {
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

// keyOf returns the name and the value of the declared header that carries the idempotency key of a call.
func keyOf(x *oracle.Exchange) (name, key string) {
	for _, p := range x.Operation.Parameters {
		if p.In == "header" && words.Once().MatchString(p.Name) {
			return p.Name, x.Request.Header.Get(p.Name)
		}
	}
	return "", ""
}

// idTwice looks for a creation that gets the id of an earlier element which was not deleted. Elements that share a
// text may be the same one, which the service found again, so they do not count.
func idTwice(x *oracle.Exchange) []oracle.Finding {
	if f := twiceInList(x); f != nil {
		return f
	}
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
		_, key := keyOf(x)
		if _, same := keyOf(b); key != "" && same == key {
			return nil // the service repeats the answer to the first call
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

// twiceInList looks for two elements with the same id in the list that an answer to a creation or a read has. The last
// word of the path names the list.
func twiceInList(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() || x.Invalid != nil || x.Request.Method != "POST" && !reads(x) {
		return nil
	}
	shown := map[string][]value.Object{} // by id
	for _, e := range partsIn(x) {
		v, _ := object(e).Get("id")
		id := text(v)
		if id == "" {
			continue
		}
		for _, other := range shown[id] {
			if unlike(other, object(e)) != "" {
				return one("id twice", "two elements of the list that it shows have one id")
			}
		}
		shown[id] = append(shown[id], object(e))
	}
	return nil
}

// partsIn returns the list that the last word of the path names: the member of that name in the answer, or all
// elements of a collection.
func partsIn(x *oracle.Exchange) []any {
	at := x.Operation.Path
	if api.LastParam(at) != "" {
		at = path.Dir(at)
	}
	o, _ := got(x)
	for _, m := range o {
		if list, ok := m.Value.([]any); ok && words.Plain(m.Name) == words.Plain(path.Base(at)) {
			return list
		}
	}
	list, _ := elements(x)
	return list
}

// chosenID returns the id that the service gave to the created element, or "" if there is none.
func chosenID(x *oracle.Exchange) string {
	now, ok := got(x)
	if verb(x) != "POST" || x.Status() != 201 || x.Invalid != nil || !ok {
		return ""
	}
	for _, name := range []string{"id", "uuid", "_id", api.Noun(x.Operation.Path) + "Id"} {
		if v, has := now.Get(name); has && text(v) != "" {
			if isParent(now, x, text(v)) {
				return "" // the answer shows the parent, so the id is that of the parent
			}
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

// isParent reports whether an answer with an id shows the parent that an element was added to, and not the new
// element: an earlier answer showed the parent with this id, or the schema answers both operations with the same named
// schema, or the id stands in the path and the answer does not look like the new element.
func isParent(now value.Object, x *oracle.Exchange, id string) bool {
	at, template := x.Path(), x.Operation.Path
	for {
		if at, template = path.Dir(at), path.Dir(template); len(template) <= 1 {
			break
		}
		if api.LastParam(template) == "" {
			continue
		}
		was, seen := lastSeen(x, at, template)
		if seen && idOf(was, "") == id && sameNames(was, now) || sameAnswer(x.Operation, x.Operations, template) {
			return true
		}
	}
	if !slices.Contains(strings.Split(path.Dir(x.Path()), "/"), id) {
		return false
	}
	said, _ := sent(x)
	return !isElement(now, x) || !slices.ContainsFunc(said, func(m value.Member) bool {
		_, shown := now.Get(m.Name)
		return shown
	})
}

// isElement reports whether an answer shows the new element and not its parent: it has no list with the name of the
// collection.
func isElement(now value.Object, x *oracle.Exchange) bool {
	return !slices.ContainsFunc(now, func(m value.Member) bool {
		_, isList := m.Value.([]any)
		return isList && words.Plain(m.Name) == words.Plain(path.Base(x.Operation.Path))
	})
}

// CodeLocation is the code of EvoMaster for a Location that does not lead to the created element.
const CodeLocation = 907

// mislocated looks for a Location that names another element than the created one, that leads to no operation of the
// schema, or that answers with "not found".
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
	return []oracle.Finding{{Of: w.Operation, Detail: "leads nowhere",
		Reason: fmt.Sprintf("GET of its Location answers %d", x.Status())}}
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
		return []oracle.Finding{{Detail: "no such path",
			Reason: "the path of its Location is none of the schema, which has GET " + reader.Path}}
	}
	o, ok := got(x)
	if !ok || !fits(reader.Path, at) {
		return nil
	}
	if own, has := o.Get(api.LastParam(reader.Path)); has && isScalar(own) && text(own) != path.Base(at) {
		return []oracle.Finding{{Detail: "another id",
			Reason: "its Location names another " + api.LastParam(reader.Path) + " than the answer"}}
	}
	id, has := o.Get("id")
	if !has || !isScalar(id) {
		return nil
	}
	last := path.Base(at)
	if text(id) != last && !slices.ContainsFunc(o, func(m value.Member) bool { return text(m.Value) == last }) {
		return []oracle.Finding{{Detail: "another id", Reason: "its Location names another id than the answer"}}
	}
	return nil
}

// fits reports whether a path matches a template.
func fits(template, at string) bool {
	want, is := strings.Split(strings.Trim(template, "/"), "/"), strings.Split(strings.Trim(at, "/"), "/")
	return slices.EqualFunc(want, is, func(w, i string) bool { return strings.Contains(w, "{") || w == i })
}

// madeTwice looks for two elements with the same value of a member that has to be unique.
func madeTwice(x *oracle.Exchange) []oracle.Finding {
	switch accepted := x.Succeeded() && x.Invalid == nil; {
	case accepted && replaces(x):
		return sharedBy(x)
	case !accepted || verb(x) != "POST":
		return nil
	}
	if f := spelledTwice(x); f != nil {
		return f
	}
	return createdTwice(x)
}

// spelledTwice looks for a creation that succeeds although an equivalent one was refused with 409: the two calls
// differ only in the spelling of one member.
func spelledTwice(x *oracle.Exchange) []oracle.Finding {
	for i, b := range x.Before {
		if !repeats(b, x) || b.Status() != 409 {
			continue
		}
		first := slices.IndexFunc(x.Before[:i], func(c *oracle.Exchange) bool {
			return repeats(c, b) && c.Succeeded() && string(c.Request.Body) == string(b.Request.Body)
		})
		if first < 0 || slices.ContainsFunc(x.Before[first+1:], changes) {
			continue
		}
		if name := respelled(b, x); name != "" {
			return []oracle.Finding{{Detail: name + " spelled",
				Reason: fmt.Sprintf("the same is refused with 409, and accepted with %s written in another way", name)}}
		}
	}
	return nil
}

// respelled returns the name of the only member that two calls send with different texts, if both texts mean the same:
// the same instant, or the same letters where the schema says that case does not matter. It returns "" otherwise.
func respelled(first, x *oracle.Exchange) (name string) {
	a, _ := sent(first)
	b, _ := sent(x)
	if !sameNames(a, b) {
		return ""
	}
	for _, m := range a {
		v, _ := b.Get(m.Name)
		if string(value.AppendJSON(nil, m.Value)) == string(value.AppendJSON(nil, v)) {
			continue
		}
		s, isText := m.Value.(string)
		t, both := v.(string)
		if name != "" || !isText || !both ||
			!sameInstant(s, t) && !(strings.EqualFold(s, t) && foldsCase(x.Operation, m.Name)) {
			return ""
		}
		name = m.Name
	}
	return name
}

// foldsCase reports whether the schema says that the case of a member does not matter, in the description of the
// member or in a sentence that names it.
func foldsCase(op *operation, member string) bool {
	if s := inputsOf(op).get(member); s != nil && words.Caseless().MatchString(s.Description) {
		return true
	}
	told := op.Text
	for _, r := range op.Responses {
		told += "\n" + r.Description
	}
	return slices.ContainsFunc(sentences(told), func(line string) bool {
		return words.Caseless().MatchString(line) && slices.Contains(wordsOf(line), strings.ToLower(member))
	})
}

// elsewhere reports whether two elements differ in another member that the words name, such as the owner. A text that
// is unique "for each owner" may occur once for each of two owners.
func elsewhere(a, b value.Object, key string, words []string) bool {
	return slices.ContainsFunc(a, func(m value.Member) bool {
		other, has := b.Get(m.Name)
		return has && m.Name != key && m.Name != "id" && slices.Contains(words, strings.ToLower(m.Name)) &&
			text(other) != text(m.Value)
	})
}

// sharedBy looks for a change that gives an element a unique value that another element already has.
func sharedBy(x *oracle.Exchange) []oracle.Finding {
	above := path.Dir(x.Operation.Path)
	i := slices.IndexFunc(x.Operations, func(op *operation) bool { return op.Method == "POST" && op.Path == above })
	if i < 0 {
		return nil
	}
	said, _ := sent(x)
	now, _ := got(x)
	if f := sharedInList(x, said, keysOf(x.Operations[i])); f != nil {
		return f
	}
	if list, _ := memberLike(now, path.Base(x.Operations[i].Path)); list != nil {
		return nil // the answer shows the parent
	}
	for _, key := range keysOf(x.Operations[i]) {
		v, sends := said.Get(key)
		if is, has := now.Get(key); !sends || !has || nothing(v) || text(is) != text(v) {
			continue
		}
		for k, b := range x.Before {
			other, _ := got(b)
			if w, has := other.Get(key); b.Operation != x.Operations[i] || !b.Succeeded() || b.User != x.User ||
				!has || text(w) != text(v) || made(b, x.Path(), x.Operation.Path) || idOf(other, "") == "" ||
				elsewhere(now, other, key, uniqueWords(x.Operations[i])) {
				continue
			}
			if !slices.ContainsFunc(x.Before[k+1:], func(c *oracle.Exchange) bool {
				return changes(c) && verb(c) != "POST"
			}) {
				return one(key+" shared", "it gives it the %s of another one, which no two may have", key)
			}
		}
	}
	return nil
}

// sharedInList looks for a change whose answer is the list of the changed element, in which another element has the
// same value of a unique member.
func sharedInList(x *oracle.Exchange, said value.Object, keys []string) []oracle.Finding {
	list := partsIn(x)
	for _, key := range keys {
		v, sends := said.Get(key)
		n := 0
		for _, e := range list {
			if is, has := object(e).Get(key); has && sends && !nothing(v) && text(is) == text(v) {
				n++
			}
		}
		if n > 1 {
			return one(key+" shared", "it gives it the %s of another one, which no two may have", key)
		}
	}
	return nil
}
