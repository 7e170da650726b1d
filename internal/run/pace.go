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
	// restShare is the part of the work on a suite whose tests are dear that is left for mutants.
	restShare = 0.2
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
	dear := counted || isDear(e.problem)
	p := &pace{began: time.Now(), limit: limit, most: problem.Work{Actions: e.task.Budget.After(counted)}}
	if dear {
		bounded(e, h, p)
	}
	if counted {
		p.most.Tests = max(stats.Evaluations, leastTests)
	}
	h.Allow = func(done, owed problem.Work) bool {
		if !dear && limit == Unlimited {
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

// isDear reports whether an execution of a test takes more than its actions, such as a log-in.
func isDear(p problem.Problem) bool {
	d, ok := p.(interface{ Dear() bool })
	return ok && d.Dear()
}

const (
	// fresh is how often other processes execute each test of a suite, and freshSeldom how often at least.
	fresh, freshSeldom = 4, 1
	// rehearsedPart is how many calls of a search there are for one of its rehearsal.
	rehearsedPart = 10
)

// Fresh is how often other processes execute each test of a suite.
func Fresh(seldom bool) int {
	if seldom {
		return freshSeldom
	}
	return fresh
}

// bounded has all that makes a suite take as much as the search did, in this process and in others: executions in fresh
// processes, the rehearsal of the search, the trial of the written tests, and mutants.
func bounded(e *Engine, h *problem.Harvest, p *pace) {
	if e.guard.Recorder != nil && !remote(e.problem) {
		h.Later, h.Seldom = fresh, freshSeldom
	}
	if e.task.Dir != "" {
		h.Later, h.Seldom = h.Later+1, h.Seldom+1
	}
	most := p.most.Actions
	if most == 0 || remote(e.problem) {
		return
	}
	most -= most / rehearsedPart
	p.most.Actions = most
	if e.guard.Recorder != nil && (e.task.Mutants > 0 || e.task.Mutants == 0 && e.task.Dir != "") {
		p.most.Actions -= int(restShare * float64(most))
	}
	h.Spent = func(actions, _ int) {
		left := most - actions
		e.spare = &left
	}
}

// Spare is how many calls other processes may make after the suite is made: those of its tests there, and those of
// mutants. Nil stands for any number.
func (e *Engine) Spare() *int { return e.spare }
