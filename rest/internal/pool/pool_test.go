package pool

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// TestRecallKeepsShortAndLateSuccesses: the shortest way to make something need
// not be the one that others can do something with.
func TestRecallKeepsShortAndLateSuccesses(t *testing.T) {
	op := api.New([]*openapi.Operation{{Method: "POST", Path: "/orders"}}, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{}).Ops[0]
	calls := make([]*action.Call, 3)
	for i := range calls {
		calls[i] = action.New(op, 0, 0)
	}
	m := recall{late: true}
	lengths := func() (out []int) {
		for _, kept := range m.tests {
			out = append(out, len(kept))
		}
		return out
	}
	m.keep(calls[:2])
	m.keep(calls[:3])
	assert.Equal(t, []int{2, 3}, lengths())
	for range 2 * recallEvery {
		m.keep(calls[:1])
	}
	assert.Equal(t, []int{1, 1, 1, 1}, lengths())
	for range 2 * recallEvery {
		m.keep(calls[:3])
	}
	assert.Equal(t, []int{1, 1, 3, 3}, lengths())
	assert.NotSame(t, calls[0], m.tests[0][0], "what is kept does not change any more")
}
