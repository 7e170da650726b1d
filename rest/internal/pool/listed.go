package pool

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/value"
)

// maxListed is the largest number of values that are kept for the list elements of one operation.
const maxListed = 24

// listed holds, by operation, the values in the first elements of its lists, with their places.
type listed map[*api.Operation][]action.Given

// Listed returns values in the first elements of the lists that an operation answers: one value for each place.
func (l *Values) Listed(op *api.Operation) []action.Given {
	if l == nil {
		return nil
	}
	return l.listed[op]
}

// note adds the values in the first element of each list of an answer, if the operation is a GET.
func (l listed) note(op *api.Operation, answer any) {
	if op.Spec.Method == "GET" {
		l.lists(op, "", answer, 0)
	}
}

func (l listed) lists(op *api.Operation, at string, v any, depth int) {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			l.scalars(op, value.Below(at, "0"), v[0], depth+1)
		}
	case value.Object:
		for _, m := range v {
			if depth < maxDepth {
				l.lists(op, value.Below(at, m.Name), m.Value, depth+1)
			}
		}
	}
}

func (l listed) scalars(op *api.Operation, at string, v any, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case []any:
		for i, e := range v[:min(len(v), 1)] {
			l.scalars(op, value.Below(at, strconv.Itoa(i)), e, depth+1)
		}
	case value.Object:
		for _, m := range v {
			l.scalars(op, value.Below(at, m.Name), m.Value, depth+1)
		}
	case string, int64, json.Number:
		known := slices.ContainsFunc(l[op], func(g action.Given) bool { return g.Name == at })
		if !known && v != "" && len(l[op]) < maxListed {
			l[op] = append(l[op], action.Given{Name: at, Value: v})
		}
	}
}
