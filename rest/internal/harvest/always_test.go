package harvest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/execute"
)

// TestAlways: what a test is for has to come in each of its executions, and what shows inside of the program alone in
// most of them.
func TestAlways(t *testing.T) {
	of := func(ids ...fitness.ID) *execute.Trace {
		out := &execute.Trace{Scores: fitness.Scores{{ID: 9, Value: 0.5}}}
		for i := len(ids) - 1; i >= 0; i-- {
			out.Scores = append(fitness.Scores{{ID: ids[i], Value: 1}}, out.Scores...)
		}
		return out
	}
	traces := []*execute.Trace{of(1, 4), of(1, 2, 3, 5), of(1, 2, 3)}
	var got []fitness.ID
	for _, s := range always(traces, func(id fitness.ID) bool { return id > 2 }) {
		got = append(got, s.ID)
	}
	assert.Equal(t, []fitness.ID{1, 3}, got)
}
