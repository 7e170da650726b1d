package scene

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

// TestViews: the reads that the calls of a test bind come nearest first, and those of elements that it does not make do
// not come at all. A call can name an element that is not the latest one.
func TestViews(t *testing.T) {
	ops := Operations(api.New(resttest.Read(t, tasks+`
  /owners/{ownerId}:
    parameters: [{name: ownerId, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": {description: it}}}
`).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}).Ops)
	call := func(_ *rand.Rand, op *api.Operation) *action.Call { return action.New(op, 0, 0) }
	from := &Source{Ops: ops, New: call, Kept: func(*api.Operation) [][]*action.Call { return nil }, MaxCalls: 10}
	views := func(s *Scene) (out []string) {
		for _, op := range s.Views() {
			out = append(out, op.Spec.Name())
		}
		return out
	}
	r := rand.New(rand.NewPCG(1, 2))
	made, note := call(r, ops.Find("POST", "/task")), call(r, ops.Find("POST", "/task/{id}/notes"))
	s := New(r, from, made)
	assert.Equal(t, []string{"GET /task/{id}", "GET /tasks", "GET /task/{id}/notes", "GET /tasks.csv", "GET /me"},
		views(s))
	s = New(r, from, note)
	s.Need(made)
	assert.Equal(t, []string{"GET /task/{id}", "GET /tasks", "GET /task/{id}/notes", "GET /tasks.csv", "GET /me"},
		views(s))
	assert.Len(t, s.Remote(), 2)
	assert.False(t, s.Bound(ops.Find("GET", "/owners/{ownerId}"), s.Calls))
	assert.Equal(t, 0, s.Maker())

	read := s.Bind(s.Reader())
	require.True(t, s.Nth(read, 2, false))
	assert.Equal(t, []action.Claim{{In: "path id", From: action.Source{Collection: "/task", Made: 2}}}, read.Claims())
	assert.False(t, s.Nth(s.Bind(s.Lister()), 2, true), "it names none")

	seen := map[[3]int]int{}
	for n := range 24 {
		s = New(r, from, note)
		s.N = n
		seen[[3]int{s.Digit(2), s.Digit(3), s.Digit(4)}]++
	}
	assert.Len(t, seen, 24, "all combinations come")
}
