package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about how changes are stored. Those below 1000 are codes of EvoMaster.
const (
	CodePartialPut = 904  // PUT keeps a member that was left out
	CodeRepeatPut  = 905  // the second PUT changes something
	CodePatchMore  = 906  // PATCH changes a member that was not sent
	CodeNotStored  = 1000 // a read shows another value than the accepted one
	CodeStaleList  = 1011 // a list shows other values than its elements have
)

// change is a call that changed a resource, with the result of a read after it.
type change struct {
	*oracle.Exchange
	earlier   []*oracle.Exchange
	sent, now value.Object
}

// lastOf returns the last change before a read, if it changed the resource that is read, was accepted, and sent an
// object.
func lastOf(x *oracle.Exchange) (c change, ok bool) {
	if !reads(x) {
		return c, false
	}
	w, i := lastChange(x.Before)
	if w == nil || !w.Succeeded() || w.Invalid != nil || w.Status() == 202 || w.User != x.User {
		return c, false
	}
	if !(w.Path() == x.Path() && replaces(w)) && !made(w, x.Path(), x.Operation.Path) {
		return c, false
	}
	c = change{Exchange: w, earlier: x.Before[:i]}
	if c.sent, ok = sent(w); !ok {
		return c, false
	}
	c.now, ok = got(x)
	return c, ok
}

// notStored looks for members that were accepted and that a read shows with other values.
func notStored(x *oracle.Exchange) (found []oracle.Finding) {
	c, ok := lastOf(x)
	if !ok {
		return nil
	}
	fields := inputsOf(c.Operation)
	answer, _ := got(c.Exchange)
	for _, m := range c.sent {
		now, shown := c.now.Get(m.Name)
		s := fields.get(m.Name)
		if !shown || s == nil || s.ReadOnly || same(m.Value, now) || identifies(x.Operation.Path, m.Name) ||
			nothing(m.Value) && !c.staysFull(m, now, x) {
			continue
		}
		said, echoed := answer.Get(m.Name)
		if _, isNumber := value.Rat(m.Value); isNumber && words.Changed().MatchString(m.Name) {
			continue // the member names the version that is changed
		}
		promised := echoed && same(m.Value, said) || takenForMissing(s, m.Value, now) ||
			damaged(s, m.Value, now) || nothing(m.Value)
		if !promised && !c.wasStored(m.Name, x) && !(required(c.Operation, m.Name) && !echoed) {
			continue
		}
		found = append(found, oracle.Finding{
			Of: c.Operation, Detail: m.Name,
			Reason: fmt.Sprintf("%s of %s is accepted, but %s shows another one", m.Name,
				c.Operation.Name(), x.Operation.Name()),
		})
	}
	return found
}

// staysFull reports whether a PATCH fails to clear a member. It sent null for a member that may be null, or an empty
// text that the schema allows and that another answer of the test or a default shows, and the member has its old
// value.
func (c *change) staysFull(m value.Member, now any, x *oracle.Exchange) bool {
	was, seen := viewed(c.earlier, x)
	before, had := was.Get(m.Name)
	s := inputsOf(c.Operation).get(m.Name)
	if m.Value == nil {
		return merges(c.Exchange) && seen && had && !nothing(before) && !nothing(now) && same(before, now) &&
			takesNull(c.Operation, x.Operation, m.Name, s)
	}
	if m.Value != "" || !merges(c.Exchange) || !seen || !had || nothing(before) || before != now || s == nil ||
		!s.Is("string") || s.MinLength > 0 || s.Pattern != "" || len(s.Enum) > 0 {
		return false
	}
	for _, op := range x.Operations {
		if in := inputsOf(op).get(m.Name); in != nil && in.HasDefault && in.Default == "" {
			return true
		}
	}
	return slices.ContainsFunc(c.earlier, func(b *oracle.Exchange) bool {
		o, _ := got(b)
		v, shown := o.Get(m.Name)
		return shown && v == ""
	})
}

// takenForMissing reports whether the call sent false or zero, and the answer shows the default, which is another
// value.
func takenForMissing(s *openapi.Schema, sent, now any) bool {
	return s.HasDefault && blank(sent) && !nothing(sent) && !blank(s.Default) && same(s.Default, now)
}

// staleList looks for elements of a list with another value than a read of the element at its path shows, with no
// change between.
func staleList(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	if !ok || !reads(x) || turned(x, list) {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		of := b.Operation.Path
		if !reads(b) || b.User != x.User || api.LastParam(of) == "" ||
			path.Dir(of) != x.Operation.Path && !apart(x.Operation.Path, of) {
			continue
		}
		own, shown := got(b)
		for _, e := range list {
			o, isObject := e.(value.Object)
			if !shown || !isObject || !sameID(o, own) {
				continue
			}
			if name := unlike(o, own); name != "" {
				return []oracle.Finding{{Detail: "listed " + name, Reason: fmt.Sprintf("%s shows another %s than %s "+
					"directly before it", x.Operation.Name(), name, b.Operation.Name())}}
			}
		}
	}
	return nil
}

// turned reports whether a query may request another form of the elements, such as another unit: it has a parameter
// that is neither for pages or orders nor called like a member.
func turned(x *oracle.Exchange, list []any) bool {
	for name := range x.Query() {
		plain := words.Plain(strings.TrimSuffix(name, "[]"))
		if (words.Paging + words.Sorts).Has(plain) {
			continue
		}
		if !slices.ContainsFunc(list, func(e any) bool { return hasCalled(e, plain) }) {
			return true
		}
	}
	return false
}

// hasCalled reports whether a parameter is called like a member of an element, or like a bound of one.
func hasCalled(element any, param string) bool {
	o, _ := element.(value.Object)
	return slices.ContainsFunc(o, func(m value.Member) bool {
		_, like := calledLike(param, words.Plain(m.Name))
		return like
	})
}

// sameID reports whether two objects have the same id, in a member called id or with a name that ends in it.
func sameID(a, b value.Object) bool {
	for _, name := range []string{"id", "uuid", "_id"} {
		v, has := a.Get(name)
		w, both := b.Get(name)
		if has && both {
			return text(v) != "" && text(v) == text(w)
		}
	}
	return false
}

// unlike returns the name of a scalar member with different values in two objects, or "" if there is none.
func unlike(a, b value.Object) string {
	for _, m := range a {
		v, both := b.Get(m.Name)
		if both && isScalar(m.Value) && isScalar(v) && !same(m.Value, v) && !words.Restless().MatchString(m.Name) {
			return m.Name
		}
	}
	return ""
}

// wasStored reports whether an earlier call of the test stored the member: it sent the value that was seen before the
// change.
func (c *change) wasStored(member string, x *oracle.Exchange) bool {
	was, ok := viewed(c.earlier, x)
	if !ok {
		return false
	}
	v, ok := was.Get(member)
	if !ok || blank(v) {
		return false
	}
	for _, b := range c.earlier {
		if !b.Succeeded() || b.Safe() {
			continue
		}
		if o, ok := sent(b); ok {
			if said, ok := o.Get(member); ok && same(said, v) {
				return true
			}
		}
	}
	return false
}

// changedMore looks for members that a PATCH changed though they were not sent.
func changedMore(x *oracle.Exchange) (found []oracle.Finding) {
	c, ok := lastOf(x)
	if !ok || !merges(c.Exchange) || len(notStored(x)) > 0 {
		return nil // the finding about the sent members is more useful than one about the others
	}
	was, ok := seen(c.earlier, x.Path(), x.Operation.Path, x.User, func(b *oracle.Exchange) bool {
		// the answer to a change need not show the stored state
		return !replaces(b) && (b.Request.Method != "GET" || queryOf(b) == queryOf(x))
	})
	if !ok {
		return nil
	}
	fields := inputsOf(c.Operation)
	for _, m := range was {
		now, shown := c.now.Get(m.Name)
		if _, touched := c.sent.Get(m.Name); touched || fields.get(m.Name) == nil ||
			words.Restless().MatchString(m.Name) || same(m.Value, now) {
			continue
		}
		how := "changes"
		if !shown || blank(now) {
			how = "is lost"
		}
		found = append(found, oracle.Finding{
			Of: c.Operation, Detail: m.Name,
			Reason: fmt.Sprintf("%s %s by %s, which does not send it", m.Name, how, c.Operation.Name()),
		})
	}
	return found
}

// demanded reports whether the creation had to send a member. No resource lacks the member then, and a PUT that may
// leave it out keeps its value.
func (c *change) demanded(member string) bool {
	return slices.ContainsFunc(c.earlier, func(b *oracle.Exchange) bool {
		o, ok := sent(b)
		if _, told := o.Get(member); !ok || !told || !b.Succeeded() || b.Request.Method != "POST" {
			return false
		}
		return slices.ContainsFunc(b.Operation.Bodies, func(m *openapi.MediaType) bool {
			return m.Schema != nil && strings.Contains(m.Type, "json") && held(m.Schema).IsRequired(member)
		})
	})
}

// keptOld looks for members that a PUT left out and that are still there.
func keptOld(x *oracle.Exchange) (found []oracle.Finding) {
	c, ok := lastOf(x)
	if !ok || c.Request.Method != "PUT" {
		return nil
	}
	was, ok := viewed(c.earlier, x)
	if !ok {
		return nil
	}
	for _, in := range inputsOf(c.Operation) {
		name, s := in.Name, in.Schema
		if _, touched := c.sent.Get(name); touched || s.ReadOnly || required(c.Operation, name) ||
			identifies(x.Operation.Path, name) {
			continue
		}
		before, had := was.Get(name)
		now, has := c.now.Get(name)
		switch {
		case !had || !has || blank(before) || !same(before, now) || s.HasDefault && same(s.Default, now),
			!c.wasStored(name, x), c.demanded(name):
			continue
		}
		found = append(found, oracle.Finding{
			Of: c.Operation, Detail: name,
			Reason: fmt.Sprintf("%s stays as it was after %s, which leaves it out", name, c.Operation.Name()),
		})
	}
	return found
}

// repeatedPut looks for changes that the second of two equal PUTs makes. Texts do not count, since services generate
// many of them at each call.
func repeatedPut(x *oracle.Exchange) []oracle.Finding {
	if f := slices.Concat(refusedAgain(x), addedBeside(x)); f != nil {
		return f
	}
	c, at := lastChange(x.Before)
	now, ok := got(x)
	if !ok || !reads(x) || c == nil || c.Request.Method != "PUT" || !c.Succeeded() || !about(c.Path(), x.Path()) {
		return nil
	}
	first, i := lastChange(x.Before[:at])
	if first == nil || !first.Succeeded() || first.Request.Target != c.Request.Target ||
		string(first.Request.Body) != string(c.Request.Body) || first.User != c.User {
		return nil
	}
	was, ok := viewed(x.Before[i:at], x)
	if !ok {
		return nil
	}
	for _, m := range was {
		now, shown := now.Get(m.Name)
		if shown && !words.Restless().MatchString(m.Name) && grew(m.Value, now) {
			return []oracle.Finding{{
				Of: c.Operation, Detail: m.Name,
				Reason: fmt.Sprintf("the same %s once more changes %s", c.Operation.Name(), m.Name),
			}}
		}
	}
	return nil
}

// addedBeside looks for a list, beside the path of a PUT or in its parent, that has one more element after the second
// of two equal PUTs.
func addedBeside(x *oracle.Exchange) []oracle.Finding {
	c, at := lastChange(x.Before)
	now, ok := elements(x)
	if !ok || !reads(x) || !whole(x, now) || c == nil || c.Request.Method != "PUT" || !c.Succeeded() ||
		path.Dir(c.Path()) != path.Dir(x.Path()) && path.Dir(c.Path()) != x.Path() {
		return nil
	}
	first, i := lastChange(x.Before[:at])
	if first == nil || !first.Succeeded() || !repeats(first, c) ||
		string(first.Request.Body) != string(c.Request.Body) {
		return nil
	}
	if was := listedLast(x, x.Before[i+1:at]); len(was) > 0 && len(now) > len(was) {
		return []oracle.Finding{{Of: c.Operation, Detail: "the elements",
			Reason: fmt.Sprintf("the same %s once more adds to %s", c.Operation.Name(), x.Operation.Name())}}
	}
	return nil
}

// refusedAgain looks for the second of two equal PUTs that is refused because another element has the same text, which
// the answer names. A PUT that names the version that it changes does not count.
func refusedAgain(x *oracle.Exchange) []oracle.Finding {
	first, _ := lastChange(x.Before)
	said, ok := sent(x)
	if first == nil || x.Request.Method != "PUT" || x.Status() != 409 || x.Invalid != nil || !ok ||
		x.Request.Header.Get("If-Match") != "" {
		return nil
	}
	versioned := slices.ContainsFunc(said, func(m value.Member) bool { return words.Versions.Has(m.Name) })
	terms, fields := wordsOf(string(x.Response.Body)), inputsOf(x.Operation)
	named := slices.ContainsFunc(said, func(m value.Member) bool {
		s := fields.get(m.Name)
		return s != nil && s.Is("string") && len(s.Enum) == 0 && slices.Contains(terms, strings.ToLower(m.Name))
	})
	if versioned || !named || !words.Another().Match(x.Response.Body) || !repeats(first, x) || !first.Succeeded() ||
		string(first.Request.Body) != string(x.Request.Body) {
		return nil
	}
	return one("again", "the same call once more is refused with 409, though it changes nothing")
}

// grew reports whether a number, a bool or the length of a list differs between two values.
func grew(a, b any) bool {
	switch a := a.(type) {
	case []any:
		list, ok := b.([]any)
		return ok && (len(list) != len(a) ||
			slices.ContainsFunc(indices(len(a)), func(i int) bool { return grew(a[i], list[i]) }))
	case value.Object:
		o, ok := b.(value.Object)
		return ok && slices.ContainsFunc(a, func(m value.Member) bool {
			v, shown := o.Get(m.Name)
			return shown && !words.Restless().MatchString(m.Name) && grew(m.Value, v)
		})
	case bool:
		is, ok := b.(bool)
		return ok && is != a
	}
	_, numeric := value.Rat(a)
	_, both := value.Rat(b)
	return numeric && both && !same(a, b)
}

// indices returns the numbers from 0 to n-1.
func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
