package pool

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/value"
)

// maxListed is how many values of an element of a list are known.
const maxListed = 24

// listed are the values of the first element of the lists that operations answer, with their places.
type listed map[*api.Operation][]action.Given

// Listed returns the values that the first element of a list has in the answers of an operation, each with its place in
// the answer and one of the values it had there.
func (l *Values) Listed(op *api.Operation) []action.Given {
	if l == nil {
		return nil
	}
	return l.listed[op]
}

// note adds the values of the first element of each list in the answer to a read.
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
