package rules

import (
	"fmt"
	"path"
	"slices"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// difference is a member that differs between two observations, or an element that only one of them has.
type difference struct {
	member   string // the last name on the way to the value; "" for an element
	element  string // the id of the element of a list that has it, "" for none
	top      string // the first name on the way, "the elements" for an element of the list
	was, now any    // nil if there is none
}

// differences returns the differences of two observations of the same target, in the order of the first of them.
func differences(a, b *oracle.Exchange) []difference {
	was, isList := elements(a)
	now, still := elements(b)
	if isList && still {
		return append(differencesOfLists(was, now, idsIn(b, was), idsIn(b, now)),
			differencesOf(numbersBeside(a), numbersBeside(b))...)
	}
	before, ok := got(a)
	after, both := got(b)
	if !ok || !both {
		return nil
	}
	return differencesOf(before, after)
}

// numbersBeside returns the numbers beside the elements of a list.
func numbersBeside(x *oracle.Exchange) value.Object {
	v, _ := x.Got()
	return slices.DeleteFunc(slices.Clone(withTotals(object(v))), func(m value.Member) bool {
		_, numeric := value.Rat(m.Value)
		return !numeric
	})
}

// differencesOfLists compares elements by their ids, or in their order if some have none.
func differencesOfLists(was, now []any, from, to []string) (out []difference) {
	if from == nil || to == nil {
		if len(was) == len(now) || len(was) > 0 && from == nil || len(now) > 0 && to == nil {
			return nil
		}
	}
	for i, id := range from {
		k := slices.Index(to, id)
		if k < 0 {
			out = append(out, difference{element: id, top: "the elements", was: was[i]})
			continue
		}
		for _, d := range differencesOf(object(was[i]), object(now[k])) {
			d.element = id
			out = append(out, d)
		}
	}
	for k, id := range to {
		if !slices.Contains(from, id) {
			out = append(out, difference{element: id, top: "the elements", now: now[k]})
		}
	}
	return out
}

// differencesOf returns the members that two objects show with different values, those of nested objects too. Those
// that a nested object has later are among them.
func differencesOf(was, now value.Object) (out []difference) {
	for _, m := range was {
		v, shown := now.Get(m.Name)
		o, nested := m.Value.(value.Object)
		inner, both := v.(value.Object)
		if !shown || !(nested && both) && same(m.Value, v) {
			continue
		}
		if !nested || !both {
			out = append(out, difference{member: m.Name, top: m.Name, was: m.Value, now: v})
			continue
		}
		all := differencesOf(o, inner)
		for _, n := range inner { // what is new in a nested object
			if _, had := o.Get(n.Name); !had && !nothing(n.Value) {
				all = append(all, difference{member: n.Name, now: n.Value})
			}
		}
		for _, d := range all {
			d.top = m.Name
			out = append(out, d)
		}
	}
	return out
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

// lostWithin returns the name of a member of a nested object that a PATCH changed though it sent other members of the
// object only, and its description says that what is left out stays. It returns "" if there is none.
func lostWithin(c change, was value.Member, now any) string {
	said, _ := c.sent.Get(was.Name)
	part, isObject := said.(value.Object)
	if !isObject || len(part) == 0 || !words.LeftOut().MatchString(c.Operation.Text) {
		return ""
	}
	inputs := message.Flatten(inputsOf(c.Operation).get(was.Name))
	for _, d := range differencesOf(object(was.Value), object(now)) {
		if _, touched := part.Get(d.top); !touched && !nothing(d.was) && message.Property(inputs, d.top) != nil &&
			!words.Restless().MatchString(d.top) {
			return d.top
		}
	}
	return ""
}

// given reports whether the service gives a member a value by itself: an earlier change that did not send the member
// shows the value.
func (c *change) given(member string, now any) bool {
	return slices.ContainsFunc(c.earlier, func(b *oracle.Exchange) bool {
		said, _ := sent(b)
		o, _ := got(b)
		_, sends := said.Get(member)
		v, shown := o.Get(member)
		return !b.Safe() && b.Succeeded() && !sends && shown && same(v, now) && b.Path() != c.Path()
	})
}

// beside reports whether the answer to a call has a member of this name beside others.
func beside(x *oracle.Exchange, name string) bool {
	v, _ := x.Got()
	o := object(v)
	_, has := o.Get(name)
	return has && len(o) > 1
}
