package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

type (
	operation = openapi.Operation
	parameter = openapi.Parameter
)

// Codes of Web Fuzzing Commons for what users may do.
const (
	CodeMassAssignment = 203
	CodeMissedCheck    = 206
	CodeNobody         = 207
	CodePassword       = 1009 // an answer shows a password that was sent
)

// nobody looks for calls that need a credential and succeed without any.
func nobody(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() || x.User != "" || x.Request.Method == "OPTIONS" || len(x.Operation.Security) == 0 {
		return nil
	}
	for _, alternative := range x.Operation.Security {
		if len(alternative) == 0 || carries(x, alternative) {
			return nil
		}
	}
	return []oracle.Finding{{Reason: "the schema asks for a credential, and the call succeeds without one"}}
}

// carries reports whether a call has anything that may be a credential: one that the search drew itself.
func carries(x *oracle.Exchange, _ openapi.Requirement) bool {
	h := x.Request.Header
	if h.Get("Authorization") != "" || h.Get("Cookie") != "" {
		return true
	}
	for name := range h {
		if plain := api.PlainName(strings.ToLower(name)); strings.Contains(plain, "key") || strings.Contains(plain, "token") || strings.Contains(plain, "auth") {
			return true
		}
	}
	for name := range x.Query() {
		if plain := api.PlainName(name); strings.Contains(plain, "key") || strings.Contains(plain, "token") || strings.Contains(plain, "auth") {
			return true
		}
	}
	return false
}

// missedCheck looks for users who may not read something, or do not see it listed, and can change or read it all the
// same.
func missedCheck(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() || x.User == "" && len(x.Operation.Security) == 0 {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0; i-- {
		b := x.Before[i]
		if b.User != x.User || b.Request.Method != "GET" {
			if changes(b) {
				break
			}
			continue
		}
		if b.Status() == 403 || b.Status() == 404 {
			if !x.Safe() && about(x.Path(), b.Path()) && seenByOther(x, b.Path()) {
				return []oracle.Finding{{Detail: b.Operation.Name(), Reason: fmt.Sprintf("a user to whom %s answers %d succeeds", b.Operation.Name(), b.Status())}}
			}
			continue
		}
		if f := unlisted(x, b); f != nil {
			return f
		}
	}
	return nil
}

// about reports whether a path is that of a resource or below it.
func about(at, resource string) bool {
	return at == resource || strings.HasPrefix(at, resource+"/")
}

// seenByOther reports whether another user read something, or made it, before.
func seenByOther(x *oracle.Exchange, at string) bool {
	return slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		return b.User != x.User && b.Succeeded() && (b.Path() == at && b.Request.Method != "DELETE" || made(b, at, x.Operation.Path))
	})
}

// unlisted returns a finding if a whole list that a user sees lacks what another one made, and the user
// can read it by its path: the list shows that it is not meant for everybody.
func unlisted(x, b *oracle.Exchange) []oracle.Finding {
	list, ok := elements(b)
	if !ok || !reads(b) || !whole(b, list) || path.Dir(x.Path()) != b.Path() || api.LastParam(x.Operation.Path) == "" || !seenByOther(x, x.Path()) {
		return nil
	}
	has := ids(list, api.Noun(b.Operation.Path))
	if has == nil && len(list) > 0 || slices.Contains(has, path.Base(x.Path())) || !listedForMaker(x, b) {
		return nil
	}
	return []oracle.Finding{{Detail: b.Operation.Name(), Reason: fmt.Sprintf("a user to whom %s does not show it succeeds", b.Operation.Name())}}
}

// listedForMaker reports whether the same list showed the element to another user.
func listedForMaker(x, b *oracle.Exchange) bool {
	return slices.ContainsFunc(x.Before, func(o *oracle.Exchange) bool {
		list, ok := elements(o)
		return ok && reads(o) && o.User != x.User && o.Path() == b.Path() && slices.Contains(ids(list, api.Noun(b.Operation.Path)), path.Base(x.Path()))
	})
}

// shownPassword looks for answers that show a password that an earlier call, or this one, sent.
func shownPassword(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() {
		return nil
	}
	o, ok := got(x)
	if !ok {
		return nil
	}
	for _, m := range o {
		secret, isText := m.Value.(string)
		if !isText || len(secret) < 4 || !strings.Contains(api.PlainName(m.Name), "password") {
			continue
		}
		for _, b := range append(slices.Clone(x.Before), x) {
			if s, ok := sent(b); ok {
				if v, ok := s.Get(m.Name); ok && v == secret {
					return []oracle.Finding{{Detail: m.Name, Reason: fmt.Sprintf("the answer shows the %s that was sent", m.Name)}}
				}
			}
		}
	}
	return nil
}

// assigned looks for members that clients may not write, and that a call which sends them writes: one that
// changes a resource, or one that makes it, where the same operation without the member gives it another value.
func assigned(x *oracle.Exchange) (found []oracle.Finding) {
	said, ok := sent(x)
	if ok && x.Succeeded() && x.Request.Method == "POST" {
		now, _ := got(x)
		was := otherwise(x)
		return wrote(x.Operation, said, was, now)
	}
	w, i := lastChange(x.Before)
	if !reads(x) || w == nil || !w.Succeeded() || w.Path() != x.Path() {
		return nil
	}
	said, ok = sent(w)
	now, shown := got(x)
	was, seen := view(x.Before[:i], x.Path(), x.Operation.Path)
	if !ok || !shown || !seen {
		return nil
	}
	found = wrote(w.Operation, said, was, now)
	for i := range found {
		found[i].Of = w.Operation
	}
	return found
}

// wrote returns a finding for each member that an operation does not let clients write, that was sent, and that has the
// value now and had another one.
func wrote(op *operation, said, was, now value.Object) (found []oracle.Finding) {
	fields := inputsOf(op)
	if len(fields) == 0 {
		return nil
	}
	for _, m := range said {
		if s := fields.get(m.Name); s != nil && !s.ReadOnly || blank(m.Value) {
			continue
		}
		is, shown := now.Get(m.Name)
		before, had := was.Get(m.Name)
		if shown && had && same(m.Value, is) && !same(m.Value, before) {
			found = append(found, oracle.Finding{Detail: m.Name, Reason: m.Name + " is not for clients to write, and takes what was sent"})
		}
	}
	return found
}

// otherwise returns what an earlier call of the same operation by the same user was answered with, if it sent none of the
// members that clients may not write.
func otherwise(x *oracle.Exchange) value.Object {
	fields := inputsOf(x.Operation)
	for _, b := range x.Before {
		said, ok := sent(b)
		if !ok || b.Operation != x.Operation || b.User != x.User || !b.Succeeded() {
			continue
		}
		if !slices.ContainsFunc(said, func(m value.Member) bool { s := fields.get(m.Name); return s == nil || s.ReadOnly }) {
			o, _ := got(b)
			return o
		}
	}
	return nil
}
