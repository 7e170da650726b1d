package shrink

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/value"
)

// Value makes a plain value small: it removes elements and members, and makes the remaining ones small.
func Value(v any, hints Hints, holds func(any) bool) any {
	switch v := v.(type) {
	case string:
		return Text(v, func(s string) bool { return holds(s) })
	case int64:
		return Int(v, hints, func(n int64) bool { return holds(n) })
	case float64:
		return Float(v, hints, func(f float64) bool { return holds(f) })
	case json.Number:
		return number(v, hints, holds)
	case []any:
		return list(v, hints, holds)
	case value.Object:
		return object(v, hints, holds)
	}
	return v
}

// number is Value for a number that an int64 or a float64 may not be able to represent.
func number(v json.Number, hints Hints, holds func(any) bool) any {
	if n, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
		if small := Int(n, hints, func(n int64) bool { return holds(n) }); small != n {
			return small
		}
		return v
	}
	f, err := v.Float64()
	if err != nil {
		return v
	}
	if small := Float(f, hints, func(f float64) bool { return holds(f) }); small != f {
		return small
	}
	return v
}

func list(v []any, hints Hints, holds func(any) bool) any {
	items := List(v, func(l []any) bool { return holds(append([]any{}, l...)) })
	items = append([]any{}, items...)
	for i := range items {
		items[i] = Value(items[i], hints, func(e any) bool {
			next := slices.Clone(items)
			next[i] = e
			return holds(next)
		})
	}
	return items
}

func object(v value.Object, hints Hints, holds func(any) bool) any {
	members := List(v, func(m []value.Member) bool { return holds(append(value.Object{}, m...)) })
	out := append(value.Object{}, members...)
	for i := range out {
		out[i].Value = Value(out[i].Value, hints, func(e any) bool {
			next := slices.Clone(out)
			next[i].Value = e
			return holds(next)
		})
	}
	return out
}
