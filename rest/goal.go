package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/repair"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// patience is how many of these samples without a nearer refusal halve what an
	// operation gets, and patienceBlind where only answers tell what is near.
	patience, patienceBlind = 50, 150
	// patienceLocked is that of an operation that lets nobody in and may yet.
	patienceLocked = 10
	// hopelessShare is what an operation gets whose last answer other values do not
	// change, of what others get.
	hopelessShare = 0.25
)

// goals are the operations that never succeeded, each a goal of its own while what it
// needs can be made. The others are left alone until then.
type goals struct {
	standing *standing
	openings *openings
	repairs  *repair.Repairs // nil without memory
	stale    []int           // by operation: samples since a refusal was new or nearer
	news     []int           // by operation: how many such refusals there were
	of       map[fitness.ID]*api.Operation
	// sought is the last test that was made to have the operation of its last call succeed
	// for the first time, nil for none.
	sought *testcase.Case
}

func newGoals(s *standing, o *openings, repairs *repair.Repairs) *goals {
	g := &goals{
		standing: s, openings: o, repairs: repairs,
		stale: make([]int, len(s.ops)), news: make([]int, len(s.ops)), of: map[fitness.ID]*api.Operation{},
	}
	for _, op := range s.ops {
		g.of[op.Targets.Success()] = op
	}
	return g
}

// next draws an operation that never succeeded, or returns nil.
func (g *goals) next(r *rand.Rand) *api.Operation {
	var chosen *api.Operation
	sum, most := 0.0, 0.0
	for _, op := range g.standing.ops {
		if !g.standing.never(op) || g.openings.leavesOut(op) || !g.standing.ready(op) {
			continue
		}
		w := g.due(op)
		most, sum = max(most, w), sum+w
		if r.Float64()*sum < w {
			chosen = op
		}
	}
	if chosen == nil || r.Float64() >= most {
		return nil
	}
	g.stale[chosen.Index]++
	return chosen
}

// due says how much an operation that never succeeded gets now, from 0 to 1.
func (g *goals) due(op *api.Operation) float64 {
	news := g.repairs.News(op.Index)
	if g.standing.locked(op) {
		return g.weight(op.Index, news, patienceLocked)
	}
	share, waits := 1.0, float64(patienceBlind)
	if g.standing.inside {
		waits = patience
	}
	if g.standing.hopeless(op) {
		share *= hopelessShare
	}
	return share * g.weight(op.Index, news, waits)
}

// weight says how much an operation gets: 1 at first, less while nothing moves.
func (g *goals) weight(op, news int, patience float64) float64 {
	if g.news[op] != news {
		g.news[op], g.stale[op] = news, 0
	}
	return 1 / (1 + float64(g.stale[op])/patience)
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
