package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about values that are derived from others, or must not be.
const (
	CodeOutdated = 1046 // a computed number is not updated
	CodeSeveral  = 1047 // several elements have a state that only one may have
)

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
