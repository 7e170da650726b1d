package rules

import (
	"slices"

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
