package run

import (
	"context"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/problem"
)

const (
	// suiteShare is the part of the time of a search that making its suite takes. The rest is for the tests as they
	// are written, which are built, executed and tried on mutants.
	suiteShare = 0.6
	// confirmShare is the part of the work on a suite in which tests are executed for the first time, with what
	// these tests take until they are written. Another part makes them smaller, and smallerShare is both.
	confirmShare, smallerShare = 0.6, 0.9
)

// pace bounds the work on a suite, so that it costs at most as much as the search did.
type pace struct {
	most  problem.Work // zero: any
	began time.Time
	limit time.Duration // [Unlimited]: the clock has no part
	cut   time.Time     // when an interrupt was seen first
}

// allows reports whether work that was done, and work that is owed, are within a share of what there may be. Of the
// time that the owed executions take it knows how long those before them took.
func (p *pace) allows(share float64, done, owed problem.Work) bool {
	if over(done.Tests+owed.Tests, share, p.most.Tests) || over(done.Actions+owed.Actions, 1, p.most.Actions) {
		return false
	}
	return p.ahead(done, owed).Before(p.began.Add(time.Duration(share * float64(p.limit))))
}

// over reports whether an amount is not within a share of another one, of which 0 is any.
func over(amount int, share float64, most int) bool {
	return most > 0 && float64(amount) >= share*float64(most)
}

// ahead is when the owed executions will be over.
func (p *pace) ahead(done, owed problem.Work) time.Time {
	now := time.Now()
	return now.Add(now.Sub(p.began) / time.Duration(max(done.Tests, 1)) * time.Duration(owed.Tests))
}

// graced reports whether work is within the grace that an interrupt leaves.
func (p *pace) graced(done, owed problem.Work) bool {
	if p.cut.IsZero() {
		p.cut = time.Now()
	}
	return p.ahead(done, owed).Before(p.cut.Add(GraceTime))
}

// paced has a suite made at a pace. Where tests take processes, their number counts, and what they owe.
func paced(ctx context.Context, e *Engine, h *problem.Harvest, limit time.Duration) {
	stats := e.session.Stats()
	counted := h.Costly || takesProcesses(e.task.SUT, stats.Evaluations)
	p := &pace{began: time.Now(), limit: limit, most: problem.Work{Actions: e.task.Budget.After(h.Costly)}}
	if counted {
		p.most.Tests = max(stats.Evaluations, leastTests)
	}
	h.Allow = func(done, owed problem.Work) bool {
		if !counted && limit == Unlimited {
			owed = problem.Work{}
		}
		return ctx.Err() == nil && p.allows(smallerShare, done, owed)
	}
	h.Confirm = func(done, owed problem.Work) bool {
		switch {
		case ctx.Err() != nil:
			return p.graced(done, owed)
		case !counted && limit == Unlimited:
			return true
		}
		return p.allows(confirmShare, done, owed)
	}
	h.Short = func(left, once int) {
		if left > 0 {
			e.warn("%s left out for want of time: executing more of them would have taken longer than the search; "+
				"a search with more time has them", deliver.Counted(left, "test"))
		}
		if once > 0 {
			e.warn("%s asserted by statuses and types alone: for want of time they were executed once more only",
				deliver.Counted(once, "test"))
		}
	}
}
