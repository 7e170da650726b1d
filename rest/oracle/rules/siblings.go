package rules

import (
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// Codes of the relation "siblings agree".
const (
	CodeOutdated = 1046 // a computed value is not updated
	CodeSpelled  = 1061 // a list depends on the spelling of a value
)

// agreeing says that elements of one kind which have equal inputs, one by a change and the others from the beginning,
// have equal results.
func agreeing(m *model) Relation {
	return Relation{
		Name:     "siblings agree",
		Law:      "Equal inputs have equal results, in whatever way they came about and are written.",
		Scenario: "act, equal act on another element, observe both; observe, observe with another spelling",
		Rules: []*oracle.Rule{
			{Code: CodeOutdated, Name: "value that is not computed again", Check: m.judge(disagreeing),
				Explanation: "A value follows from what clients write when something is made, " +
					"and not when that is changed."},
			{Code: CodeSpelled, Name: "answer for another spelling", Check: otherZone,
				Explanation: "An instant is the same with each offset from UTC (RFC 3339), and a list is not."},
		},
	}
}

// disagreeing looks for a value of a changed element that stays as it was, where elements that were made with its
// present inputs have another one: a number of two of them, texts in their inputs apart, or one of a few choices after
// a change of a number.
func disagreeing(s *scene) []oracle.Finding {
	for _, a := range s.acts {
		now, shown := s.acts.shows(s.Exchange, a.entity)
		was, seen := s.shown(a.entity, a.index, true)
		maker := s.acts.maker(a.entity)
		if !reads(s.Exchange) || !shown || !seen || maker == nil || !a.accepted() ||
			a.kind != patch && a.kind != replace {
			continue
		}
		original, _ := got(maker.Exchange)
		said, _ := sent(maker.Exchange)
		has := said
		for _, c := range s.acts {
			own := c.entity == a.entity && c.index > maker.index && c.accepted()
			if sends, _ := sent(c.Exchange); own && c.kind == patch {
				has = overlaid(has, sends)
			} else if own && c.kind == replace {
				has = sends
			}
		}
		alike, equals := s.acts.madeWith(maker, has, now)
		for _, m := range now {
			first, _ := original.Get(m.Name)
			before, _ := was.Get(m.Name)
			_, numeric := value.Rat(m.Value)
			others := alike
			if !numeric {
				others = equals
			}
			if len(others) == 0 || len(others) < 2 && numeric || !numeric && !chosenBy(s.Exchange, a, said, m) ||
				!same(first, before) || !same(before, m.Value) || clientsWrite(a.Exchange, m.Name) ||
				words.Restless().MatchString(m.Name) || words.EverMade().MatchString(m.Name) ||
				words.Identities.Has(m.Name) || words.AtFirst.Has(m.Name) {
				continue
			}
			v, has := others[0].Get(m.Name)
			if has && !same(v, m.Value) && !slices.ContainsFunc(others, func(o value.Object) bool {
				w, _ := o.Get(m.Name)
				return !same(v, w)
			}) {
				return []oracle.Finding{{Of: a.Operation, Detail: m.Name + " as before", Reason: m.Name + " stays " +
					"as it was, and what is made with the same values has another one"}}
			}
		}
	}
	return nil
}

// madeWith returns the answers to the creations of other elements with the given inputs: those that are equal, texts
// excepted, and those that are equal altogether. Those whose other values differ from what the changed element has do
// not count, unless they differ among each other.
func (h history) madeWith(maker *act, inputs, now value.Object) (alike, equals []value.Object) {
	for _, c := range h {
		said, sends := sent(c.Exchange)
		o, ok := got(c.Exchange)
		if c == maker || !sends || !ok || !c.accepted() || !repeats(c.Exchange, maker.Exchange) ||
			!sameInputs(said, inputs) {
			continue
		}
		alike = append(alike, o)
		if sameMembers(said, inputs) {
			equals = append(equals, o)
		}
	}
	if len(alike) > 1 && slices.ContainsFunc(now, func(m value.Member) bool {
		v, one := alike[0].Get(m.Name)
		w, two := alike[1].Get(m.Name)
		_, numeric := value.Rat(m.Value)
		return one && two && same(v, w) && !same(m.Value, v) && !words.Restless().MatchString(m.Name) &&
			(!numeric || clientsWrite(maker.Exchange, m.Name))
	}) {
		alike = nil
	}
	return alike, equals
}

// chosenBy reports whether a value is one of a few choices that no client writes, and that no state is, of an element
// of which a change gave a number another value.
func chosenBy(reader *oracle.Exchange, a *act, made value.Object, m value.Member) bool {
	changed, _ := sent(a.Exchange)
	return !words.States.Has(m.Name) && isChoice(reader.Operations, a.entity.template, m.Name) &&
		slices.ContainsFunc(changed, func(c value.Member) bool {
			v, had := made.Get(c.Name)
			return had && (rose(v, c.Value) || rose(c.Value, v))
		})
}

// isChoice reports whether the reader of an element declares the possible values of a member.
func isChoice(all []*operation, template, member string) bool {
	return slices.ContainsFunc(all, func(op *operation) bool {
		return op.Method == "GET" && op.Path == template && len(choicesOf(op, member)) > 0
	})
}

// clientsWrite reports whether clients can set a member, by a change of an element or by its creation.
func clientsWrite(x *oracle.Exchange, member string) bool {
	at := x.Operation.Path
	return slices.ContainsFunc(x.Operations, func(op *operation) bool {
		return (op == x.Operation || op.Method == "POST" && op.Path == path.Dir(at) || path.Dir(op.Path) == at) &&
			inputsOf(op).get(member) != nil
	})
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

// besides looks for a sibling to which the same happens as to an element that the path of an act names: the member gets
// the value that the act gives to that of its element. The act and the sibling name each other nowhere, and the
// description of the act does not speak of several elements.
func besides(s *scene) []oracle.Finding {
	b, a := s.sinceAct()
	if b == nil || !a.accepted() || a.kind == create || a.kind == remove {
		return nil
	}
	said, _ := a.Sent()
	told, _ := a.Got()
	for _, d := range differences(b.Exchange, s.Exchange) {
		e := elementIn(s.Exchange, d)
		named := a.entity.upTo(e.template)
		other, own := e.apartFrom(named), named.apartFrom(e)
		if !e.beside(named) || speaksOfSeveral(a.Operation, named.noun()) || !isState(d.now) || isTime(d.now) ||
			!settled(d.member) || other.foundIn(said) || other.foundIn(told) {
			continue
		}
		now, hadNow := s.shown(named, a.index, false)
		was, hadWas := s.shown(named, a.index, true)
		like := difference{member: d.member, top: d.top}.among(differencesOf(was, now))
		if !hadNow || !hadWas || like == nil || !same(like.now, d.now) {
			continue
		}
		if o, _ := s.shown(e, len(s.Before), false); own.foundIn(o) || s.samePart(other, own) {
			continue
		}
		return []oracle.Finding{{Of: a.Operation, Detail: d.member, Reason: fmt.Sprintf("%s of another element, "+
			"which it does not name, becomes %s with it, as %s shows", d.member, text(d.now), s.Operation.Name())}}
	}
	return nil
}

// samePart reports whether two paths that differ in their last part may name the same element: an answer shows the
// element at the first path, and the second path may name the element too, or the other way round.
func (s *scene) samePart(a, b entity) bool {
	for i := range len(s.Before) + 1 {
		x := s.Exchange
		if i < len(s.Before) {
			x = s.Before[i]
		}
		one, ok := s.acts.shows(x, a)
		two, both := s.acts.shows(x, b)
		if ok && mayBe(s.Exchange, one, b) || both && mayBe(s.Exchange, two, a) {
			return true
		}
	}
	return false
}

// speaksOfSeveral reports whether a text about an operation has a plural of the noun of its elements, or says that it
// is about all or others of them.
func speaksOfSeveral(op *operation, noun string) bool {
	told := op.Text
	for _, r := range op.Responses {
		if r.Status[0] == '2' {
			told += "\n" + r.Description
		}
	}
	return slices.ContainsFunc(sentence.Words(told), func(word string) bool {
		return word != noun && api.Singular(word) == noun || words.Several.Has(word)
	})
}

// isTime reports whether a value is a time or a day.
func isTime(v any) bool {
	_, is := instant(text(v))
	return is
}

// otherZone looks for a list that shows other elements for the same instant in another zone.
func otherZone(x *oracle.Exchange) []oracle.Finding {
	l, ok := listingOf(x)
	if !ok || !reads(x) || x.Invalid != nil || l.ids == nil && len(l.list) > 0 {
		return nil
	}
	for b := range l.earlier() {
		param, others := "", false
		for name, now := range l.Query() {
			was := b.Query()[name]
			switch {
			case slices.Equal(was, now):
			case param == "" && len(was) == 1 && len(now) == 1 && zoned(was[0]) && zoned(now[0]) &&
				sameInstant(was[0], now[0]):
				param = name
			default:
				others = true
			}
		}
		if p := parameterNamed(l.Operation, param); p != nil && !others && len(b.Query()) == len(l.Query()) &&
			b.Invalid == nil && !slices.Equal(b.ids, l.ids) {
			return one(param, "the list is another one for the same instant of %s in another zone", param)
		}
	}
	return nil
}

// zoned reports whether a text is an instant with an offset from UTC.
func zoned(text string) bool {
	_, err := time.Parse(time.RFC3339Nano, text)
	return err == nil
}

// ofCopy looks for elements that take a value which an act sent to another element, where a description says that they
// have copies.
func ofCopy(s *scene) []oracle.Finding {
	b, acts := s.last()
	e := entityOf(s.Exchange)
	if b == nil || len(acts) != 1 || !acts[0].accepted() || acts[0].kind == create || e.template != s.Operation.Path ||
		about(acts[0].entity.at, e.at) || about(e.at, acts[0].entity.at) || !describesCopies(s.Exchange) {
		return nil
	}
	w := acts[0]
	said, _ := sent(w.Exchange)
	sends := textsOf(said, nil)
	for _, d := range differences(b.Exchange, s.Exchange) {
		had := textsOf(value.Object{{Name: d.member, Value: d.was}}, nil)
		for _, v := range textsOf(value.Object{{Name: d.member, Value: d.now}}, nil) {
			if !words.Restless().MatchString(d.member) && len(v) > 2 && slices.Contains(sends, v) &&
				!slices.Contains(had, v) {
				return []oracle.Finding{{Of: w.Operation, Detail: s.Operation.Path + " " + d.top, Reason: fmt.Sprintf(
					"%s of %s takes what it sends, and the description says that it is a copy", d.top,
					s.Operation.Name())}}
			}
		}
	}
	return nil
}

// describesCopies reports whether the description of a reader, or of an operation that makes what it reads, says that
// this has copies.
func describesCopies(x *oracle.Exchange) bool {
	return slices.ContainsFunc(x.Operations, func(op *operation) bool {
		own := op == x.Operation || op.Method == "POST" && op.Path == path.Dir(x.Operation.Path)
		return own && words.Copies().MatchString(op.Text)
	})
}
