package harvest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/testcase"
)

// TestWorthFirst: what a suite would lose most without comes first, short tests before long ones, those that hang last.
func TestWorthFirst(t *testing.T) {
	b, _ := things(t, func(http.ResponseWriter, *http.Request) {})
	op := b.api.Ops[0]
	target := func(kind fitness.Kind, name string) fitness.ID {
		return b.registry.ID(fitness.Target{Kind: kind, Name: op.Spec.Name() + " " + name})
	}
	fault := target(api.FaultTarget, "100")
	b.executor.Faults.Add(&oracle.Fault{Target: fault})
	candidateOf := func(calls int, id fitness.ID) *candidate {
		c := &testcase.Case{}
		for range calls {
			c.Actions = append(c.Actions, action.New(op, b.users, 0))
		}
		return &candidate{Candidate: &reduce.Candidate{Test: c, Need: []fitness.ID{id}}}
	}
	refused := candidateOf(1, target(api.StatusTarget, "400"))
	success, longer := candidateOf(2, target(api.StatusTarget, "200")), candidateOf(3, target(api.StatusTarget, "200"))
	several := candidateOf(4, op.Targets.OfSeveral(200))
	faulty := candidateOf(5, fault)
	assert.Equal(t, []*candidate{faulty, success, several, refused, longer},
		b.worth.worthFirst([]*candidate{refused, longer, several, success, faulty}))
}
