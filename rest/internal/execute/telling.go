package execute

import (
	"slices"

	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// telling returns the parameter of a query that shows its effect: the same user made the same call without the
// parameter since the last call that may have changed something, and the answer without the parameter has further
// elements, or the elements in another order, or is another part of a list that was read before. It is "" if no
// parameter does.
func telling(x *oracle.Exchange) string {
	if !x.Safe() || !x.Succeeded() || len(x.Query()) == 0 || x.Invalid != nil {
		return ""
	}
	reads := readAlike(x)
	partOf := func(whole *oracle.Exchange) bool { return narrows(x, whole) }
	for _, b := range reads {
		name := further(x, b)
		if name != "" && (partOf(b) || apart(x, b) && slices.ContainsFunc(reads, partOf)) {
			return name
		}
	}
	return ""
}

// several reports whether an answer has a list of elements that differ: their order is a part of what it says.
func several(x *oracle.Exchange) bool {
	if !x.Safe() || !x.Succeeded() || x.Invalid != nil {
		return false
	}
	got, ok := x.Got()
	return ok && lists(got)
}

// lists reports whether a value is a list of elements that differ, or has such a member.
func lists(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) > 1 && !value.Equal(v[0], v[len(v)-1])
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return lists(m.Value) })
	}
	return false
}

// readAlike returns the calls that read the same as another one for the same user since something may have changed, the
// latest first.
func readAlike(x *oracle.Exchange) (out []*oracle.Exchange) {
	for _, b := range slices.Backward(x.Before) {
		if !b.Safe() {
			break
		}
		if b.Operation == x.Operation && b.User == x.User && b.Succeeded() && b.Path() == x.Path() {
			out = append(out, b)
		}
	}
	return out
}

// apart reports whether an answer has none of the elements of another one that has some, such as the next page.
func apart(x, than *oracle.Exchange) bool {
	next, ok := x.Got()
	page, both := than.Got()
	return ok && both && disjoint(next, page)
}

// disjoint reports whether two lists have no element in common and each has some, or whether a member of two objects is
// such a list.
func disjoint(a, b any) bool {
	switch a := a.(type) {
	case []any:
		other, _ := b.([]any)
		common := func(e any) bool {
			return slices.ContainsFunc(other, func(o any) bool { return value.Equal(e, o) })
		}
		return len(a) > 0 && len(other) > 0 && !slices.ContainsFunc(a, common)
	case value.Object:
		other, _ := b.(value.Object)
		return slices.ContainsFunc(a, func(m value.Member) bool {
			v, ok := other.Get(m.Name)
			return ok && disjoint(m.Value, v)
		})
	}
	return false
}

// further returns the only parameter that a call has in its query and another call has not, if both are the same
// otherwise.
func further(x, than *oracle.Exchange) (name string) {
	if len(x.Query()) != len(than.Query())+1 {
		return ""
	}
	for n, values := range x.Query() {
		switch other, has := than.Query()[n]; {
		case !has && name == "":
			name = n
		case !has, !slices.Equal(values, other):
			return ""
		}
	}
	return name
}

// narrows reports whether an answer has some of the elements of another one, or all in another order.
func narrows(x, whole *oracle.Exchange) bool {
	part, ok := x.Got()
	all, both := whole.Got()
	return ok && both && among(part, all)
}

// among reports whether a list has some of the elements of another list, and not as that has them, or whether a member
// of an object is such a list.
func among(part, all any) bool {
	switch part := part.(type) {
	case []any:
		whole, ok := all.([]any)
		return ok && len(part) > 0 && some(part, whole)
	case value.Object:
		whole, _ := all.(value.Object)
		return slices.ContainsFunc(part, func(m value.Member) bool {
			v, ok := whole.Get(m.Name)
			return ok && among(m.Value, v)
		})
	}
	return false
}

// some reports whether all elements of a list are in another list, which has others as well or another order.
func some(part, whole []any) bool {
	left, same := map[string]int{}, len(part) == len(whole)
	for _, e := range whole {
		left[text(e)]++
	}
	for i, e := range part {
		if left[text(e)]--; left[text(e)] < 0 {
			return false
		}
		same = same && text(e) == text(whole[i])
	}
	return !same
}

func text(v any) string { return string(value.AppendJSON(nil, v)) }
