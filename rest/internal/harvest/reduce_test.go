package harvest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/testcase"
)

// TestFaultsAndStatusesAreAboutTheLastCall: a test shows what its last call came to,
// and which code all of its calls ran.
func TestFaultsAndStatusesAreAboutTheLastCall(t *testing.T) {
	faults := api.NewFaults(&fitness.Registry{})
	status := faults.Registry.ID(fitness.Target{Kind: api.StatusTarget, Name: "GET /a 200"})
	fault := faults.Registry.ID(fitness.Target{Name: "fault"})
	faults.Add(&oracle.Fault{Target: fault})
	line := faults.Registry.ID(fitness.Target{Name: "line"})
	c := &reduce.Candidate{Test: &testcase.Case{Actions: make([]testcase.Action, 2)}}
	for at, want := range [][]fitness.ID{{line}, {status, fault, line}} {
		c.Scores = nil
		for _, id := range []fitness.ID{status, fault, line} {
			c.Scores = append(c.Scores, fitness.Score{ID: id, Action: int32(at), Value: 1})
		}
		assert.Equal(t, want, slices.Collect(newReducer(faults).Shown(c)))
	}
}
