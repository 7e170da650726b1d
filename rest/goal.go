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

// goals are the operations that never succeeded, each a goal of its own while what it
// needs can be made. The others are left alone until then.
type goals struct {
	standing *standing
	openings *openings
	repairs  *derive.Repairs // nil without memory
	paid     []payoff.Payoff // by operation: what tests for it gained, in refusals that are new or nearer
	news     []int           // by operation: how many such refusals there were
	of       map[fitness.ID]*api.Operation
	// sought is the last test that was made to have the operation of its last call succeed
	// for the first time, nil for none.
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

// next draws an operation that never succeeded, by what tests for it gained, or returns nil.
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

// seeks returns a test, and notes that it was made to have the operation of its last call
// succeed for the first time, if that never did.
func (g *goals) seeks(c *testcase.Case) *testcase.Case {
	if c != nil && g.standing.never(lastOp(c)) {
		g.sought = c
	}
	return c
}

// spent counts the calls of an evaluated test for the operation that it was made for.
func (g *goals) spent(c *testcase.Case, calls int) {
	if tally := g.standing.tally; c == g.sought && tally != nil {
		tally[lastOp(c).Index].Sought += calls
	}
	g.sought = nil
}

// lastOp returns the operation of the last call of a test.
func lastOp(c *testcase.Case) *api.Operation { return c.Actions[len(c.Actions)-1].(*action.Call).Op }
