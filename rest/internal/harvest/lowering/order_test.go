package lowering

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Lists that came in more than one order are known by their pointers.
func TestOrdersOfLists(t *testing.T) {
	parse := func(text string) any {
		v, err := value.ParseJSON([]byte(text))
		require.NoError(t, err)
		return v
	}
	op := &api.Operation{}
	for name, c := range map[string]struct {
		a, b string
		want map[string]bool
	}{
		"the same":       {`[1, 2]`, `[1, 2]`, nil},
		"other elements": {`[{"at": 1}, {"at": 2}]`, `[{"at": 3}, {"at": 4}]`, nil},
		"another order": {`{"rows": [{"id": 1}, {"id": 2}]}`, `{"rows": [{"id": 2}, {"id": 1}]}`,
			map[string]bool{"/rows": true}},
		"one of them moved": {`["a", "b", "x"]`, `["b", "y", "z"]`, map[string]bool{"": true}},
		"another length":    {`["a", "b"]`, `["b"]`, nil},
		"in elements": {`[{"tags": ["a", "b"]}, {"tags": []}]`, `[{"tags": ["b", "a"]}, {"tags": []}]`,
			map[string]bool{"/*/tags": true}},
		"another type": {`{"rows": [1, 2]}`, `{"rows": {"a": 1}}`, nil},
		"no list":      {`{"rows": 1}`, `[]`, nil},
	} {
		o := Orders{}
		o.compare(op, "", parse(c.a), parse(c.b))
		assert.Equal(t, c.want, o[op], name)
	}
	assert.Equal(t, "*", suite.Element, "the pointers above")
}

// Each list with several elements has a test that is executed often: the shortest one.
func TestListsThatAreLookedAt(t *testing.T) {
	op := &api.Operation{}
	test := func(bodies ...string) []*execute.Trace {
		trace := &execute.Trace{}
		for _, body := range bodies {
			trace.Steps = append(trace.Steps, execute.TraceStep{Call: &action.Call{Op: op},
				Answer: sut.Response{Body: []byte(body)}})
		}
		return []*execute.Trace{trace}
	}
	traces := [][]*execute.Trace{
		test(`{"files": [{"parts": [1, 2]}]}`),
		test(`{}`, `{"files": [{"parts": [1, 2]}, {"parts": []}]}`),
		test(`{}`, `{}`, `{"files": [{"parts": []}, {"parts": []}]}`),
		test(`{"files": []}`),
	}
	assert.Equal(t, []int{0, 1}, Orders{}.Listing(traces))
	assert.Empty(t, Orders{op: {"/files": true}}.Listing(traces), "nothing is known of what lies in a mixed list")
}

// Of a list that comes in any order, the number of its elements is asserted and what they have
// in common, even if two executions had the same order.
func TestListsInAnyOrder(t *testing.T) {
	body := []byte(`{"rows": [{"id": 1, "name": "a"}, {"id": 2}], "none": []}`)
	checks := Checks([][]byte{body, body}, "application/json", testNow, noProse, effects.Seen{},
		map[string]bool{"/rows": true, "/none": true})
	assert.Equal(t, []suite.Check{
		{Pointer: "/rows", Op: suite.Length, Value: int64(2)},
		{Pointer: "/rows", Op: suite.HasType, Value: "array"},
		{Pointer: "/rows/*", Op: suite.HasType, Value: "object"},
		{Pointer: "/rows/*/id", Op: suite.HasType, Value: "number"},
		{Pointer: "/none", Op: suite.Length, Value: int64(0)},
	}, checks)
}
