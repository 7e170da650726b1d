package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// Codes of the relation "the end".
const (
	CodeNotDeleted  = 103  // Web Fuzzing Commons: a deleted element is still there
	CodeUsedDeleted = 1001 // a deleted element is changed or referred to
	CodeLeftBehind  = 1002 // a part of a deleted element is still there
)

// ended says that what was deleted is not read, listed, changed or referred to any more, that its parts go with it or
// become what the description says, and that nothing of it comes back with another element in its place.
func ended(m *model) Relation {
	return Relation{
		Name:     "the end",
		Law:      "What was deleted or ended is not read, listed, changed, referred to or counted.",
		Scenario: "act, act that ends it, observe or act",
		Rules: []*oracle.Rule{
			{Code: CodeNotDeleted, Name: "element that was deleted", Severity: oracle.High, Check: stillThere,
				Explanation: "DELETE succeeded, and what it deleted is read or listed as before."},
			{Code: CodeUsedDeleted, Name: "use of what was deleted", Check: m.judge(usedAfter),
				Explanation: "DELETE succeeded, and a later call changes what it deleted, adds to it or refers to it."},
			{Code: CodeLeftBehind, Name: "parts of what was deleted", Check: m.judge(leftBehind),
				Explanation: "DELETE succeeded, and a part of what it deleted is shown as before, or comes back."},
		},
	}
}

// stillThere looks for elements that are still shown after they were deleted: at their path, in their collection, or
// under the same id at another path.
func stillThere(x *oracle.Exchange) []oracle.Finding {
	w, earlier, ok := deletion(x)
	if !ok || !reads(x) {
		return nil
	}
	found := func(detail, how string) []oracle.Finding {
		return []oracle.Finding{{Of: w.Operation, Detail: detail,
			Reason: fmt.Sprintf("%s still %s what %s deleted", x.Operation.Name(), how, w.Operation.Name())}}
	}
	now, shown := got(x)
	if x.Path() == w.Path() {
		if !shown || len(now) == 0 || marked(earlier, now, w) {
			return nil
		}
		return found("read", "shows")
	}
	list, ok := rows(x)
	if ok && (path.Dir(w.Path()) == x.Path() || apart(x.Operation.Path, w.Operation.Path)) &&
		slices.ContainsFunc(list, func(e any) bool {
			o, ok := e.(value.Object)
			return ok && isNamed(x, o, entityOf(w)) && !marked(earlier, o, w)
		}) {
		return found("listed", "lists")
	}
	param := api.LastParam(w.Operation.Path)
	madeHere := slices.ContainsFunc(earlier, func(b *oracle.Exchange) bool {
		// what was only put into a collection survives its removal
		return b.Path() == path.Dir(w.Path()) && made(b, w.Path(), w.Operation.Path)
	})
	if words.Plain(param) == "id" || param != api.LastParam(x.Operation.Path) || about(x.Path(), w.Path()) ||
		path.Base(x.Path()) != path.Base(w.Path()) || !shown || len(now) == 0 || !madeHere ||
		words.Records.Has(x.Operation.Path) || words.Staying().MatchString(strings.ToLower(w.Operation.Text)) ||
		!slices.ContainsFunc(earlier, func(b *oracle.Exchange) bool {
			return reads(b) && b.Request.Target == x.Request.Target &&
				string(b.Response.Body) == string(x.Response.Body)
		}) {
		return nil
	}
	return found("elsewhere "+x.Operation.Path, "shows")
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
	return slices.ContainsFunc(now, func(m value.Member) bool {
		before, had := was.Get(m.Name)
		return words.Marks.Has(m.Name) && (m.Value == true && words.Ended.Has(m.Name) ||
			!seen || saysGone(m.Value) || !had && !blank(m.Value) || had && !same(before, m.Value))
	})
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

// usedAfter looks for accepted changes of a deleted element that do not bring it back, and for what is made with a
// reference to it. PUT does not count, since it may create the element again. If nobody can read the element, an
// accepted addition to it counts.
func usedAfter(s *scene) []oracle.Finding {
	used := func(c, w *oracle.Exchange) []oracle.Finding {
		return []oracle.Finding{{Of: c.Operation, Detail: "after " + w.Operation.Name(),
			Reason: fmt.Sprintf("it succeeds after %s deleted what its path names", w.Operation.Name())}}
	}
	if s.Request.Method == "GET" && (s.Status() == 404 || s.Status() == 410) {
		if c, _ := lastChange(s.Before); c != nil && c.User == s.User {
			if w := deletedBefore(c); w != nil && w.Path() == s.Path() {
				return used(c, w)
			}
		}
		return nil
	}
	readable := func(w *oracle.Exchange) bool {
		return slices.ContainsFunc(s.Operations, func(op *operation) bool {
			return op.Method == "GET" && op.Path == w.Operation.Path // a later read is judged instead
		})
	}
	if w := deletedBefore(s.Exchange); w != nil && s.Request.Method == "POST" && len(s.Operation.Bodies) > 0 &&
		!replaces(s.Exchange) && !readable(w) {
		return used(s.Exchange, w)
	}
	return refersToDeleted(s.acts, s.Exchange)
}

// deletedBefore returns the earlier call that deleted the element which call c changes or adds to, or nil if there is
// none.
func deletedBefore(c *oracle.Exchange) *oracle.Exchange {
	w, _, ok := deletion(c)
	method := c.Request.Method
	switch {
	case !ok || !c.Succeeded() || method != "PATCH" && method != "POST":
	case c.Path() == w.Path() && method == "POST" && !replaces(c): // the call creates the element again
	case about(c.Path(), w.Path()):
		return w
	}
	return nil
}

// refersToDeleted looks for a created element whose body and answer name one that was made and deleted before.
func refersToDeleted(acts history, x *oracle.Exchange) []oracle.Finding {
	if verb(x) != "POST" || !x.Succeeded() || x.Invalid != nil {
		return nil
	}
	said, _ := sent(x)
	now, _ := got(x)
	var later []entity // that other acts were about since then
	for _, a := range slices.Backward(acts) {
		if a.entity.template == elementOf(x) {
			continue // the new one may take its name
		}
		maker := acts.maker(a.entity)
		if a.kind != remove || !a.accepted() || slices.Contains(later, a.entity) || maker == nil {
			later = append(later, a.entity)
			continue
		}
		had, _ := sent(maker.Exchange)
		for _, m := range said {
			// a value that the deleted element had under the same name refers to something else
			v, has := had.Get(m.Name)
			if has && same(v, m.Value) && words.Plain(m.Name) != words.Plain(api.LastParam(a.entity.template)) {
				continue
			}
			if is, shown := now.Get(m.Name); shown && same(m.Value, is) && a.entity.namedBy(m) {
				return []oracle.Finding{{Detail: m.Name + " after " + a.Operation.Name(),
					Reason: fmt.Sprintf("it succeeds with a %s that %s deleted", m.Name, a.Operation.Name())}}
			}
		}
	}
	return nil
}

// leftBehind looks for parts of a deleted element that are shown below its path, that are as before though the
// description of the deletion says otherwise, or that a new element in its place has.
func leftBehind(s *scene) []oracle.Finding {
	if f := slices.Concat(inherited(s.Exchange), comesBack(s.Exchange)); f != nil {
		return f
	}
	w, _, ok := deletion(s.Exchange)
	if !ok || !reads(s.Exchange) {
		return nil
	}
	if !strings.HasPrefix(s.Path(), w.Path()+"/") {
		return orphaned(s.acts, s.Exchange, w)
	}
	if list, ok := elements(s.Exchange); ok && len(list) == 0 || !tells(s.Exchange) ||
		words.Kept().MatchString(w.Operation.Text) || words.Records.Has(s.Operation.Path) || restorable(w) {
		return nil
	}
	return []oracle.Finding{{Of: w.Operation, Detail: s.Operation.Path,
		Reason: fmt.Sprintf("%s still answers 200 after %s", s.Operation.Name(), w.Operation.Name())}}
}

// restorable reports whether another operation takes a deletion back, so that parts of the deleted element stay.
func restorable(w *oracle.Exchange) bool {
	return slices.ContainsFunc(w.Operations, func(op *operation) bool {
		return op.Method == "POST" && path.Dir(op.Path) == w.Operation.Path &&
			(words.Undoing + words.Restoring).Has(path.Base(op.Path))
	})
}

// orphaned looks for an element that belongs to a deleted one: it was made below the path of that, or names it. The
// description of the deletion says that such elements go as well, or in which state they are then.
func orphaned(acts history, x *oracle.Exchange, w *oracle.Exchange) []oracle.Finding {
	if list, isList := elements(x); isList {
		return orphans(x, w, list)
	}
	now, shown := got(x)
	own, whole := entityOf(x), entityOf(w)
	made := acts.maker(own)
	if !shown || len(now) == 0 || own.template != x.Operation.Path || made == nil ||
		slices.ContainsFunc(acts, func(a *act) bool {
			return a.index > made.index && a.kind == remove && a.accepted() && a.Exchange != w
		}) {
		return nil
	}
	if !about(made.Path(), w.Path()) && !whole.foundIn(now) {
		return nil
	}
	found := func(format string, args ...any) []oracle.Finding {
		return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path, Reason: fmt.Sprintf(format, args...)}}
	}
	for _, line := range sentence.All(w.Operation.Text) {
		for clause := range strings.SplitSeq(line, ",") {
			terms := sentence.Words(words.Phrase().ReplaceAllString(clause, " "))
			about := slices.ContainsFunc(terms, func(word string) bool {
				return api.Singular(word) == own.noun() && (own.template != whole.template || word != own.noun())
			})
			if !about || own.noun() == "" || words.Kept().MatchString(clause) {
				continue
			}
			if words.Deletes().MatchString(clause) && !words.Kept().MatchString(line) {
				return found("%s still answers 200 after %s, which says that it deletes it", x.Operation.Name(),
					w.Operation.Name())
			}
			if is, said := otherState(x.Operation, now, terms); said != "" {
				return found("%s shows one that is %s after %s, which says that it is %s then", x.Operation.Name(), is,
					w.Operation.Name(), said)
			}
		}
	}
	return nil
}

// orphans looks for elements of a list that name a deleted one as their own, where the description of the deletion says
// that such elements go as well. The list and what was deleted lie below the same element.
func orphans(x, w *oracle.Exchange, list []any) []oracle.Finding {
	whole, noun := entityOf(w), api.Noun(x.Operation.Path)
	above := path.Dir(path.Dir(w.Path()))
	if noun == "" || !strings.Contains(path.Dir(path.Dir(w.Operation.Path)), "{") || path.Dir(x.Path()) != above ||
		!slices.ContainsFunc(list, func(e any) bool { return whole.foundIn(e) }) {
		return nil
	}
	for _, line := range sentence.All(w.Operation.Text) {
		for clause := range strings.SplitSeq(line, ",") {
			if words.Deletes().MatchString(clause) && !words.Kept().MatchString(line) &&
				speaksOfAll(sentence.Words(clause), noun) {
				return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path, Reason: fmt.Sprintf("%s still "+
					"has one after %s, which says that it deletes it", x.Operation.Name(), w.Operation.Name())}}
			}
		}
	}
	return nil
}

// speaksOfAll reports whether words name all elements of a noun, not some that an adjective picks.
func speaksOfAll(terms []string, noun string) bool {
	for i, word := range terms {
		if api.Singular(word) == noun && (i == 0 || words.Articles.Has(terms[i-1])) {
			return true
		}
	}
	return false
}

// otherState returns the state of an element and the only one of its possible states that the terms have, if that is
// another one.
func otherState(op *operation, now value.Object, terms []string) (is, said string) {
	for _, m := range now {
		named := slices.DeleteFunc(choicesOf(op, m.Name), func(c string) bool { return !slices.Contains(terms, c) })
		if is := strings.ToLower(text(m.Value)); words.States.Has(m.Name) && len(named) == 1 && is != named[0] {
			return is, named[0]
		}
	}
	return "", ""
}

// inherited looks for parts of a deleted element that belong to a new element with the same id.
func inherited(x *oracle.Exchange) []oracle.Finding {
	again, i := lastChange(x.Before)
	list, ok := elements(x)
	if again == nil || !again.Succeeded() || !ok || !reads(x) || len(list) == 0 {
		return nil
	}
	w, k := lastChange(x.Before[:i])
	if w == nil || w.Request.Method != "DELETE" || !w.Succeeded() || w.Status() == 202 ||
		!strings.HasPrefix(x.Path(), w.Path()+"/") || words.Kept().MatchString(w.Operation.Text) {
		return nil
	}
	if again.Path() != w.Path() && !made(again, w.Path(), w.Operation.Path) {
		return nil
	}
	noun := api.Noun(x.Operation.Path)
	now := ids(list, noun)
	for _, b := range x.Before[:k] {
		part, shown := got(b)
		if shown && b.Request.Method == "POST" && b.Succeeded() && strings.HasPrefix(b.Path(), w.Path()+"/") &&
			slices.Contains(now, idOf(part, noun)) {
			return []oracle.Finding{
				{Of: w.Operation, Detail: "inherited " + x.Operation.Path,
					Reason: fmt.Sprintf("%s shows parts of what it deleted once %s made another one in its place",
						x.Operation.Name(), again.Operation.Name())},
			}
		}
	}
	return nil
}

// comesBack looks for a creation whose answer shows a value that a later call had stored in an element deleted since.
// The first equal creation did not show that value.
func comesBack(x *oracle.Exchange) []oracle.Finding {
	now, ok := got(x)
	w, i := lastChange(x.Before)
	if !ok || x.Request.Method != "POST" || !x.Succeeded() || x.Invalid != nil || w == nil ||
		w.Request.Method != "DELETE" || !w.Succeeded() || w.Status() == 202 {
		return nil
	}
	first := slices.IndexFunc(x.Before[:i], func(b *oracle.Exchange) bool {
		return equal(b, x) && made(b, w.Path(), w.Operation.Path)
	})
	if first < 0 {
		return nil
	}
	was, _ := got(x.Before[first])
	for _, m := range now {
		then, had := was.Get(m.Name)
		if !had || !isScalar(m.Value) || blank(m.Value) || same(then, m.Value) ||
			words.Restless().MatchString(m.Name) || words.Identities.Has(m.Name) {
			continue
		}
		if slices.ContainsFunc(x.Before[first+1:i], func(b *oracle.Exchange) bool { return stores(b, w.Path(), m) }) {
			return []oracle.Finding{
				{Of: w.Operation, Detail: "again " + m.Name, Reason: fmt.Sprintf("%s of what it deleted is there "+
					"again in the next one that %s makes", m.Name, x.Operation.Name())},
			}
		}
	}
	return nil
}

// stores reports whether a call gives a value to a member of a resource, or of a resource below it.
func stores(b *oracle.Exchange, at string, m value.Member) bool {
	said, ok := sent(b)
	v, sends := said.Get(m.Name)
	return ok && sends && changes(b) && b.Succeeded() && about(b.Path(), at) && same(v, m.Value)
}
