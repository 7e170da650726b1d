package execute

import (
	"slices"

	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// telling returns the parameter of a query that shows its effect: the same user made the same call without the
// parameter since the last call that may have changed something, and the answer without the parameter has further
// elements, or the elements in another order. It is "" if no parameter does.
func telling(x *oracle.Exchange) string {
	if !x.Safe() || !x.Succeeded() || len(x.Query()) == 0 || x.Invalid != nil {
		return ""
	}
	for _, b := range slices.Backward(x.Before) {
		if !b.Safe() {
			return ""
		}
		if b.Operation != x.Operation || b.User != x.User || !b.Succeeded() || b.Path() != x.Path() {
			continue
		}
		if name := further(x, b); name != "" && narrows(x, b) {
			return name
		}
	}
	return ""
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
