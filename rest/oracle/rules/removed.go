package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about deleted elements.
const (
	CodeNotDeleted  = 103  // Web Fuzzing Commons: a deleted element is still there
	CodeUsedDeleted = 1001 // a deleted element is changed
	CodeLeftBehind  = 1002 // a part of a deleted element is still there
)

// stillThere looks for elements that are still shown after they were deleted: at their path, or in their collection.
func stillThere(x *oracle.Exchange) []oracle.Finding {
	w, earlier, ok := deletion(x)
	if !ok || !reads(x) {
		return nil
	}
	if x.Path() == w.Path() {
		now, shown := got(x)
		if !shown || len(now) == 0 || marked(earlier, now, w) {
			return nil
		}
		return []oracle.Finding{{Of: w.Operation, Detail: "read",
			Reason: fmt.Sprintf("%s still shows what %s deleted", x.Operation.Name(), w.Operation.Name())}}
	}
	list, ok := rows(x)
	if !ok || path.Dir(w.Path()) != x.Path() && !apart(x.Operation.Path, w.Operation.Path) {
		return nil
	}
	for _, e := range list {
		o, ok := e.(value.Object)
		if ok && names(o, w.Path(), w.Operation.Path) && !marked(earlier, o, w) {
			return []oracle.Finding{{Of: w.Operation, Detail: "listed",
				Reason: fmt.Sprintf("%s still lists what %s deleted", x.Operation.Name(), w.Operation.Name())}}
		}
	}
	return nil
}

// marked reports whether the answer about a deleted element marks it as deleted: a member for such marks has another
// value than before the deletion. If no earlier answer showed the element, any such member counts.
func marked(earlier []*oracle.Exchange, now value.Object, w *oracle.Exchange) bool {
	was, seen := view(earlier, w.Path(), w.Operation.Path, w.User)
	if slices.ContainsFunc(earlier, func(b *oracle.Exchange) bool {
		return b.Request.Method == "DELETE" && b.Path() == w.Path() && b.Succeeded()
	}) {
		seen = false // the element was already marked after an earlier DELETE
	}
	for _, m := range now {
		if !words.Marks.Has(m.Name) {
			continue
		}
		before, had := was.Get(m.Name)
		if !seen || saysGone(m.Value) || !had && !blank(m.Value) || had && !same(before, m.Value) {
			return true
		}
	}
	return false
}

// saysGone reports whether a value alone says that an element is deleted.
func saysGone(v any) bool {
	switch v := v.(type) {
	case string:
		return words.Ended.Has(v)
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return saysGone(m.Value) })
	}
	return false
}

// usedAfter looks for accepted changes of a deleted element that do not bring it back. PUT does not count, since it
// may create the element again. If nobody can read the element, an accepted addition to it counts.
func usedAfter(x *oracle.Exchange) []oracle.Finding {
	if f := refersToDeleted(x); f != nil {
		return f
	}
	if x.Request.Method == "GET" && (x.Status() == 404 || x.Status() == 410) {
		c, _ := lastChange(x.Before)
		if c == nil || c.User != x.User {
			return nil
		}
		if w := deletedBefore(c); w != nil && w.Path() == x.Path() {
			return []oracle.Finding{{Of: c.Operation, Detail: "after " + w.Operation.Name(), Reason: usedDeleted(w)}}
		}
		return nil
	}
	w := deletedBefore(x)
	if w == nil || x.Request.Method != "POST" || len(x.Operation.Bodies) == 0 || replaces(x) {
		return nil
	}
	if slices.ContainsFunc(x.Operations, func(op *operation) bool {
		return op.Method == "GET" && op.Path == w.Operation.Path
	}) {
		return nil // a later read is judged instead
	}
	return []oracle.Finding{{Detail: "after " + w.Operation.Name(), Reason: usedDeleted(w)}}
}

func usedDeleted(w *oracle.Exchange) string {
	return fmt.Sprintf("it succeeds after %s deleted what its path names", w.Operation.Name())
}

// deletedBefore returns the earlier call that deleted the element which call c changes or adds to, or nil if there is
// none.
func deletedBefore(c *oracle.Exchange) *oracle.Exchange {
	w, _, ok := deletion(c)
	method := c.Request.Method
	switch {
	case !ok || !c.Succeeded() || method != "PATCH" && method != "POST":
	case c.Path() == w.Path() && method == "POST" && !replaces(c): // the call creates the element again
	case c.Path() == w.Path() || strings.HasPrefix(c.Path(), w.Path()+"/"):
		return w
	}
	return nil
}

// leftBehind looks for parts of a deleted element that are still shown below its path.
func leftBehind(x *oracle.Exchange) []oracle.Finding {
	if f := slices.Concat(inherited(x), comesBack(x)); f != nil {
		return f
	}
	w, earlier, ok := deletion(x)
	if !ok || !reads(x) {
		return nil
	}
	if !strings.HasPrefix(x.Path(), w.Path()+"/") {
		return orphaned(x, w, earlier)
	}
	if list, ok := elements(x); ok && len(list) == 0 {
		return nil
	}
	if !tells(x) {
		return nil
	}
	return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path,
		Reason: fmt.Sprintf("%s still answers 200 after %s", x.Operation.Name(), w.Operation.Name())}}
}

// Codes of the rules about calls that may not change anything.
const (
	CodeRefusedChange = 901  // EvoMaster: a refused call changes something
	CodeUnsafe        = 1003 // a call that only reads changes something
)

// refusedChange looks for changes that a refused call made.
func refusedChange(x *oracle.Exchange) []oracle.Finding {
	b, between := sameRead(x)
	if b == nil {
		return nil
	}
	var w *oracle.Exchange
	for _, c := range between { // blame the last call, but prefer a call other than DELETE
		if !c.Safe() && (w == nil || w.Request.Method == "DELETE" || c.Request.Method != "DELETE") {
			w = c
		}
	}
	if w == nil {
		return nil
	}
	if what := differs(b, x, func(string) bool { return true }); what != "" {
		return []oracle.Finding{{Of: w.Operation, Detail: what, Reason: fmt.Sprintf("it is refused with %d, and yet "+
			"%s shows a change of %s", w.Status(), x.Operation.Name(), what)}}
	}
	return nil
}

// unsafe looks for changes that a call with a safe method made.
func unsafe(x *oracle.Exchange) []oracle.Finding {
	b, between := sameRead(x)
	if b == nil || slices.ContainsFunc(between, func(w *oracle.Exchange) bool { return !w.Safe() }) {
		return nil
	}
	what := differs(b, x, func(name string) bool { return writable(x, name) || words.Changed().MatchString(name) })
	if what == "" {
		return nil
	}
	of := x.Operation
	if len(between) > 0 {
		of = between[len(between)-1].Operation
	}
	for _, b := range between { // prefer a call of the same collection
		if b.Path() == path.Dir(x.Path()) || b.Path() == x.Path() {
			of = b.Operation
		}
	}
	return []oracle.Finding{{Of: of, Detail: what,
		Reason: fmt.Sprintf("%s shows a change of %s after calls that only read", x.Operation.Name(), what)}}
}

// sameRead returns the earlier successful GET that equals x, and the calls between. There is no change between them,
// and no user makes a first call.
func sameRead(x *oracle.Exchange) (b *oracle.Exchange, between []*oracle.Exchange) {
	if !reads(x) {
		return nil, nil
	}
	for i := len(x.Before) - 1; i >= 0; i-- {
		b := x.Before[i]
		if changes(b) {
			return nil, nil
		}
		if reads(b) && b.Request.Target == x.Request.Target && b.User == x.User && sameHeaders(b, x) {
			if between = x.Before[i+1:]; comes(between, x.Before[:i+1]) {
				return nil, nil
			}
			return b, between
		}
	}
	return nil, nil
}

// comes reports whether a user makes their first call in the exchanges of among. The user may have logged in for it. A
// log-in is no call of the test, and can change the answers to others.
func comes(among, earlier []*oracle.Exchange) bool {
	return slices.ContainsFunc(among, func(x *oracle.Exchange) bool {
		return x.User != "" && !slices.ContainsFunc(earlier, func(b *oracle.Exchange) bool { return b.User == x.User })
	})
}

// differs returns the difference between two answers to the same GET: "the elements" for a list, or the name of a
// member for which looked is true. It returns "" if there is none.
func differs(a, b *oracle.Exchange, looked func(member string) bool) string {
	before, isList := elements(a)
	now, still := elements(b)
	if isList && still {
		noun := api.Noun(b.Operation.Path)
		was, is := ids(before, noun), ids(now, noun)
		if len(before) != len(now) && (was != nil || is != nil) ||
			was != nil && is != nil && !sameElements(anys(was), anys(is)) {
			return "the elements"
		}
		return unlikeElements(before, now, looked)
	}
	was, ok := got(a)
	is, both := got(b)
	if !ok || !both {
		return ""
	}
	for _, m := range was {
		v, shown := is.Get(m.Name)
		if shown && !same(m.Value, v) && looked(m.Name) &&
			(!words.Restless().MatchString(m.Name) || words.Changed().MatchString(m.Name)) {
			return m.Name
		}
	}
	return ""
}

// unlikeElements returns the name of a scalar member that differs between two elements with the same id, or "" if
// there is none. It compares only members for which looked is true.
func unlikeElements(before, now []any, looked func(member string) bool) string {
	for _, e := range before {
		for _, f := range now {
			was, ok := e.(value.Object)
			is, both := f.(value.Object)
			if !ok || !both || !sameID(was, is) {
				continue
			}
			if name := unlike(was, is); name != "" && looked(name) {
				return name
			}
		}
	}
	return ""
}

func anys(texts []string) (out []any) {
	for _, t := range texts {
		out = append(out, t)
	}
	return out
}

// writable reports whether clients can send a member of a resource, to its path or to the path of its collection.
func writable(x *oracle.Exchange, member string) bool {
	at := x.Operation.Path
	for _, op := range x.Operations {
		if op.Path != at && op.Path != path.Dir(at) {
			continue
		}
		if s := inputsOf(op).get(member); s != nil && !s.ReadOnly {
			return true
		}
	}
	return false
}

// CodeDeletesMore is the code of the rule about deletions that remove other elements as well.
const CodeDeletesMore = 1022

// deletedMore looks for elements that a list had directly before a DELETE of another element and lacks directly after
// it. Elements that refer to the deleted one do not count: they may go with it.
func deletedMore(x *oracle.Exchange) []oracle.Finding {
	w, earlier, ok := deletion(x)
	now, isList := elements(x)
	if !ok || !isList || !reads(x) || !whole(x, now) || path.Dir(w.Path()) != x.Path() &&
		!apart(x.Operation.Path, w.Operation.Path) && path.Dir(w.Operation.Path) != x.Operation.Path {
		return nil
	}
	noun, gone := api.Noun(x.Operation.Path), path.Base(w.Path())
	was := listedLast(x, earlier)
	left := ids(now, noun)
	if ids(was, noun) == nil || left == nil && len(now) > 0 {
		return nil
	}
	at := slices.IndexFunc(was, func(e any) bool { return idOf(object(e), noun) == gone })
	if at < 0 {
		return nil
	}
	for _, e := range was {
		id := idOf(object(e), noun)
		if id != gone && !slices.Contains(left, id) && !refers(object(e), object(was[at])) {
			return []oracle.Finding{
				{Of: w.Operation, Detail: "others", Reason: fmt.Sprintf("with what %s deletes goes another "+
					"element of %s", w.Operation.Name(), x.Operation.Name())},
			}
		}
	}
	return nil
}

// listedLast returns the elements that the last answer to the same whole list has in some exchanges. It returns nil if
// a change followed.
func listedLast(x *oracle.Exchange, before []*oracle.Exchange) []any {
	for _, b := range slices.Backward(before) {
		if changes(b) {
			return nil
		}
		if list, ok := elements(b); ok && reads(b) && b.Path() == x.Path() && b.User == x.User && whole(b, list) {
			return list
		}
	}
	return nil
}

// refers reports whether an element has the id of the other one in a member that is not its own id.
func refers(e, other value.Object) bool {
	for _, m := range e {
		if v, isOwn := other.Get(m.Name); isOwn && words.Identities.Has(m.Name) && text(v) != text(m.Value) {
			continue // its own id
		}
		for name := range words.Identities.All() {
			id, has := other.Get(name)
			if has && text(id) != "" && (len(text(id)) > 3 || words.Related().MatchString(m.Name)) &&
				mentions(m.Value, text(id)) {
				return true
			}
		}
	}
	return false
}

// mentions reports whether a value is the id, or has it as an element or member at any depth.
func mentions(v any, id string) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return mentions(e, id) })
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return mentions(m.Value, id) })
	}
	return text(v) == id
}
