package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/testcase"
)

// goals are the operations that never succeeded. Each is a goal while what it needs can be created. The other
// operations wait until then.
type goals struct {
	standing *standing
	openings *openings
	repairs  *derive.Repairs // nil without memory
	paid     []payoff.Payoff // by operation: gain of the tests for it, in refusals that are new or nearer
	news     []int           // by operation: number of such refusals
	of       map[fitness.ID]*api.Operation
	// sought is the last test that was made for the first success of its last operation, nil for none.
	sought *testcase.Case
}

func newGoals(s *standing, o *openings, repairs *derive.Repairs) *goals {
	g := &goals{
		standing: s, openings: o, repairs: repairs,
		paid: make([]payoff.Payoff, len(s.ops)), news: make([]int, len(s.ops)), of: map[fitness.ID]*api.Operation{},
	}
	for _, op := range s.ops {
		g.of[op.Targets.Success()] = op
	}
	return g
}

// next draws an operation that never succeeded, in proportion to the gain of the tests for it. It returns nil if there
// is none.
func (g *goals) next(r *rand.Rand) *api.Operation {
	var chosen *api.Operation
	sum := 0.0
	for _, op := range g.standing.ops {
		if !g.standing.never(op) || g.openings.leavesOut(op) || !g.standing.ready(op) {
			continue
		}
		w := g.paid[op.Index].Rate()
		if sum += w; r.Float64()*sum < w {
			chosen = op
		}
	}
	if chosen == nil {
		return nil
	}
	news := g.repairs.News(chosen.Index)
	g.paid[chosen.Index].Note(news-g.news[chosen.Index], 1)
	g.news[chosen.Index] = news
	return chosen
}

// seeks returns the given test. If the operation of its last call never succeeded, it notes that the test seeks its
// first success.
func (g *goals) seeks(c *testcase.Case) *testcase.Case {
	if c != nil && g.standing.never(lastOp(c)) {
		g.sought = c
	}
	return c
}

// spent adds the calls of an evaluated test to the operation whose first success it sought.
func (g *goals) spent(c *testcase.Case, calls int) {
	if tally := g.standing.tally; c == g.sought && tally != nil {
		tally[lastOp(c).Index].Sought += calls
	}
	g.sought = nil
}

// lastOp returns the operation of the last call of a test.
func lastOp(c *testcase.Case) *api.Operation { return c.Actions[len(c.Actions)-1].(*action.Call).Op }
