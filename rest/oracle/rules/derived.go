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

// Codes of the rules about values that are derived from others, or must not be.
const (
	CodeCopy     = 1045 // a copied value changes with its original
	CodeOutdated = 1046 // a computed number is not updated
	CodeSeveral  = 1047 // several elements have a state that only one may have
)

// uncopied looks for values or elements that change or disappear together with another resource, although its
// description says that they stay as they are.
func uncopied(x *oracle.Exchange) []oracle.Finding {
	w, i := lastChange(x.Before)
	if x.Request.Method != "GET" || x.Status() != 200 && x.Status() != 404 || x.Invalid != nil ||
		api.LastParam(x.Operation.Path) == "" ||
		w == nil || !w.Succeeded() || w.Status() == 202 || w.Invalid != nil ||
		!replaces(w) && w.Request.Method != "DELETE" || about(x.Path(), w.Path()) || about(w.Path(), x.Path()) {
		return nil
	}
	if !leavesAlone(w.Operation, api.Noun(x.Operation.Path)) {
		return nil
	}
	was, seen := viewed(x.Before[:i], x)
	now, shown := got(x)
	if !seen {
		return nil
	}
	if x.Status() == 404 {
		return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path,
			Reason: fmt.Sprintf("%s answers 404 after it, and its description says that it stays", x.Operation.Name())}}
	}
	for _, m := range was {
		v, has := now.Get(m.Name)
		if shown && has && !words.Restless().MatchString(m.Name) && !same(m.Value, v) {
			return []oracle.Finding{
				{Of: w.Operation, Detail: x.Operation.Path + " " + m.Name, Reason: fmt.Sprintf(
					"%s of %s changes with it, and its description says that it stays", m.Name, x.Operation.Name(),
				)},
			}
		}
	}
	return nil
}

// leavesAlone reports whether a sentence in the description of an operation says that elements, such as "task", stay as
// they are.
func leavesAlone(op *operation, noun string) bool {
	return noun != "" && slices.ContainsFunc(sentences(strings.ToLower(op.Text)), func(line string) bool {
		return words.Staying().MatchString(line) && !words.Apart().MatchString(line) &&
			slices.ContainsFunc(wordsOf(line), func(word string) bool { return api.Singular(word) == noun })
	})
}

// deletedStill looks for deleted elements that are still shown: at their path, in their list, or elsewhere.
func deletedStill(x *oracle.Exchange) []oracle.Finding {
	if f := stillThere(x); f != nil {
		return f
	}
	return foundElsewhere(x)
}

// madeAt reports whether a call made the element that another call deletes, in the collection that it is deleted from.
// An existing element that was only put into the collection survives its removal.
func madeAt(earlier []*oracle.Exchange, w *oracle.Exchange) bool {
	return slices.ContainsFunc(earlier, func(b *oracle.Exchange) bool {
		return b.Path() == path.Dir(w.Path()) && made(b, w.Path(), w.Operation.Path)
	})
}

// foundElsewhere looks for a deleted element that a read of another path shows unchanged, with the same id.
func foundElsewhere(x *oracle.Exchange) []oracle.Finding {
	w, earlier, ok := deletion(x)
	if !ok || !reads(x) {
		return nil
	}
	param := api.LastParam(w.Operation.Path)
	if param == "" || words.Plain(param) == "id" || param != api.LastParam(x.Operation.Path) ||
		about(x.Path(), w.Path()) || path.Base(x.Path()) != path.Base(w.Path()) {
		return nil
	}
	now, shown := got(x)
	if !shown || len(now) == 0 || !madeAt(earlier, w) || words.Records.Has(x.Operation.Path) ||
		words.Staying().MatchString(strings.ToLower(w.Operation.Text)) {
		return nil
	}
	for _, b := range slices.Backward(earlier) {
		if reads(b) && b.Request.Target == x.Request.Target && string(b.Response.Body) == string(x.Response.Body) {
			return []oracle.Finding{{Of: w.Operation, Detail: "elsewhere " + x.Operation.Path,
				Reason: fmt.Sprintf("%s still shows what %s deleted", x.Operation.Name(), w.Operation.Name())}}
		}
	}
	return nil
}

// outdatedNumber looks for a computed number that stays the same when one of its inputs changes. Two equal creations,
// with the new input, show that the number should differ. It judges the read after the change.
func outdatedNumber(x *oracle.Exchange) []oracle.Finding {
	c, ok := lastOf(x)
	if !ok || !replaces(c.Exchange) {
		return nil
	}
	was, seen := viewed(c.earlier, x)
	at := slices.IndexFunc(c.earlier, func(b *oracle.Exchange) bool { return made(b, x.Path(), x.Operation.Path) })
	if !seen || at < 0 {
		return nil
	}
	original, _ := got(c.earlier[at])
	a, b, ok := c.twins(c.earlier[at])
	if !ok {
		return nil
	}
	for _, m := range c.now {
		first, one := a.Get(m.Name)
		second, two := b.Get(m.Name)
		before, had := was.Get(m.Name)
		_, numeric := value.Rat(m.Value)
		if !one || !two || !had || !numeric || c.writes(m.Name) || words.Identities.Has(m.Name) ||
			words.Restless().MatchString(m.Name) || words.EverMade().MatchString(m.Name) ||
			words.AtFirst.Has(m.Name) {
			continue
		}
		if v, _ := original.Get(m.Name); same(first, second) && same(v, before) && same(before, m.Value) &&
			!same(first, m.Value) {
			return []oracle.Finding{
				{Of: c.Operation, Detail: m.Name + " as before", Reason: fmt.Sprintf("%s stays as it was, and what "+
					"is made with the same values has another one", m.Name)},
			}
		}
	}
	return nil
}

// writes reports whether clients can set a member, by the change or by the creation in the same collection.
func (c *change) writes(member string) bool {
	return slices.ContainsFunc(c.Operations, func(op *operation) bool {
		return (op == c.Operation || op.Method == "POST" && op.Path == path.Dir(c.Operation.Path)) &&
			inputsOf(op).get(member) != nil
	})
}

// twins returns the answers to two creations that are equal, texts excepted, and that sent the values which the
// changed element has now.
func (c *change) twins(maker *oracle.Exchange) (a, b value.Object, ok bool) {
	said, _ := sent(maker)
	has := c.sent
	if merges(c.Exchange) {
		has = overlaid(said, c.sent)
	}
	var alike []*oracle.Exchange
	for _, other := range c.earlier {
		if other == maker || other.Operation != maker.Operation || other.Path() != maker.Path() ||
			other.User != maker.User || !other.Succeeded() {
			continue
		}
		if sends, ok := sent(other); ok && sameInputs(sends, has) {
			alike = append(alike, other)
		}
	}
	if len(alike) < 2 {
		return nil, nil, false
	}
	a, _ = got(alike[0])
	b, _ = got(alike[1])
	for _, m := range c.now { // all else is the same, but for what differs between the two
		v, one := a.Get(m.Name)
		w, two := b.Get(m.Name)
		_, numeric := value.Rat(m.Value)
		if one && two && (!numeric || c.writes(m.Name)) && !words.Restless().MatchString(m.Name) &&
			!same(m.Value, v) && same(v, w) {
			return nil, nil, false
		}
	}
	return a, b, true
}

// overlaid returns a copy of o with the members of by in place of its own.
func overlaid(o, by value.Object) value.Object {
	out := slices.Clone(o)
	for _, m := range by {
		if i := slices.IndexFunc(out, func(n value.Member) bool { return n.Name == m.Name }); i >= 0 {
			out[i] = m
		} else {
			out = append(out, m)
		}
	}
	return out
}

// sameInputs reports whether two objects have the same members and, texts excepted, the same values.
func sameInputs(a, b value.Object) bool {
	covers := func(a, b value.Object) bool {
		return !slices.ContainsFunc(a, func(m value.Member) bool {
			v, has := b.Get(m.Name)
			_, isText := m.Value.(string)
			_, both := v.(string)
			return !has || !same(m.Value, v) && !(isText && both)
		})
	}
	return covers(a, b) && covers(b, a)
}

// severalOf looks for two elements of a list that both have a state which only one may have, such as "default": a
// member that is true.
func severalOf(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	if !ok || !reads(x) || x.Invalid != nil || len(list) < 2 {
		return nil
	}
	for _, m := range object(list[0]) {
		if _, isBool := m.Value.(bool); !isBool || !onlyOneIs(x, m.Name) {
			continue
		}
		for i, e := range list {
			if slices.ContainsFunc(list[:i], func(other any) bool {
				return bothAre(object(e), object(other), m.Name)
			}) {
				return one(m.Name, "%s is true of two elements, and the description says that it is of one at most",
					m.Name)
			}
		}
	}
	return nil
}

// onlyOneIs reports whether the descriptions of the operations on a list and its elements say that a member is true of
// only one element.
func onlyOneIs(x *oracle.Exchange, member string) bool {
	word := strings.TrimPrefix(words.Plain(member), "is")
	all := saysOf(x.Operation, member)
	for _, op := range x.Operations {
		if op.Path == x.Operation.Path || path.Dir(op.Path) == x.Operation.Path {
			all += "\n" + op.Text
		}
	}
	return slices.ContainsFunc(sentences(strings.ToLower(all)), func(line string) bool {
		return words.AtMostOne().MatchString(line) && slices.Contains(wordsOf(line), word)
	})
}

// bothAre reports whether a member is true of two elements of the same owner: their persons and their references are
// equal.
func bothAre(a, b value.Object, member string) bool {
	v, _ := a.Get(member)
	w, _ := b.Get(member)
	if v != true || w != true {
		return false
	}
	return !slices.ContainsFunc(a, func(m value.Member) bool {
		other, _ := b.Get(m.Name)
		plain := words.Plain(m.Name)
		return plain != "id" && (words.Person.Has(plain) || strings.HasSuffix(plain, "id")) && !same(m.Value, other)
	})
}

// tooMany looks for a list or a number that is accepted although it exceeds the limit of the parent. The limit is a
// member with the same noun: "choices" below a parent with "maxChoices".
func tooMany(x *oracle.Exchange) []oracle.Finding {
	said, sends := sent(x)
	if x.Safe() || !x.Succeeded() || x.Status() == 202 || x.Invalid != nil || !sends {
		return nil
	}
	at, template := path.Dir(x.Path()), path.Dir(x.Operation.Path)
	for ; len(template) > 1; at, template = path.Dir(at), path.Dir(template) {
		if api.LastParam(template) == "" {
			continue
		}
		above, seen := lastSeen(x, at, template)
		for _, m := range said {
			var n any
			if list, isList := m.Value.([]any); isList {
				n = int64(len(list))
			} else if _, numeric := value.Rat(m.Value); numeric {
				n = m.Value
			}
			most, has := memberLike(above, "max"+m.Name)
			if seen && has && n != nil && rose(most, n) {
				return one(m.Name+" above", "%s is more than what %s of the element above allows", m.Name, "max"+m.Name)
			}
		}
	}
	return nil
}

// aboveLimit looks for a count that exceeds the capacity or the allowed maximum.
func aboveLimit(x *oracle.Exchange) []oracle.Finding {
	if f := tooMany(x); f != nil {
		return f
	}
	return overfull(x)
}

// lastSeen returns the last state of the resource at a path that any answer showed.
func lastSeen(x *oracle.Exchange, at, template string) (value.Object, bool) {
	for _, b := range slices.Backward(x.Before) {
		if b.Succeeded() && (b.Path() == at && (reads(b) || replaces(b)) || made(b, at, template)) {
			if o, ok := got(b); ok && len(o) > 0 {
				return o, true
			}
		}
	}
	return nil, false
}
