package run

import (
	"context"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/problem"
)

const (
	// suiteShare is the part of the search's time that making its suite takes. The rest is for building, executing and
	// mutating the written tests.
	suiteShare = 0.6
	// restShare is the part of the work on a suite with dear tests that is left for mutants.
	restShare = 0.2
	// confirmShare is the part of the work on a suite in which tests are confirmed, including the later executions that
	// confirmed tests need until they are written. A further part makes tests smaller; smallerShare is both together.
	confirmShare, smallerShare = 0.6, 0.9
)

// pace bounds the work on a suite, so that it costs at most as much as the search.
type pace struct {
	most  problem.Work // zero: no bound
	began time.Time
	limit time.Duration // [Unlimited]: no limit of time
	cut   time.Time     // when an interrupt was first seen
}

// allows reports whether the work so far, and the work that is owed, are within a share of the bound. It estimates the
// time of the owed executions from that of the earlier ones.
func (p *pace) allows(share float64, done, owed problem.Work) bool {
	if over(done.Tests+owed.Tests, share, p.most.Tests) || over(done.Actions+owed.Actions, 1, p.most.Actions) {
		return false
	}
	return p.ahead(done, owed).Before(p.began.Add(time.Duration(share * float64(p.limit))))
}

// over reports whether an amount exceeds a share of a bound; 0 is no bound.
func over(amount int, share float64, most int) bool {
	return most > 0 && float64(amount) >= share*float64(most)
}

// ahead returns when the owed executions will be finished.
func (p *pace) ahead(done, owed problem.Work) time.Time {
	now := time.Now()
	return now.Add(now.Sub(p.began) / time.Duration(max(done.Tests, 1)) * time.Duration(owed.Tests))
}

// graced reports whether work is within the grace after an interrupt.
func (p *pace) graced(done, owed problem.Work) bool {
	if p.cut.IsZero() {
		p.cut = time.Now()
	}
	return p.ahead(done, owed).Before(p.cut.Add(GraceTime))
}

// setPace sets the pace of making a suite. If tests take processes, it bounds their number, including the owed ones.
func setPace(ctx context.Context, e *Engine, h *problem.Harvest, limit time.Duration) {
	stats := e.session.Stats()
	counted := h.Costly || takesProcesses(e.task.SUT, stats.Evaluations)
	dear := counted || isDear(e.problem)
	p := &pace{began: time.Now(), limit: limit, most: problem.Work{Actions: e.task.Budget.After(counted)}}
	if dear {
		boundAll(e, h, p)
	}
	if counted {
		p.most.Tests = max(stats.Evaluations, leastTests)
	}
	h.Allow = func(done, owed problem.Work) bool {
		e.guard.work.What = "making tests smaller"
		if !dear && limit == Unlimited {
			owed = problem.Work{}
		}
		return ctx.Err() == nil && p.allows(smallerShare, done, owed)
	}
	h.Confirm = func(done, owed problem.Work) bool {
		e.guard.work.What = "executing the best tests again"
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

// isDear reports whether an execution of a test costs more than its actions, such as a log-in.
func isDear(p problem.Problem) bool {
	d, ok := p.(interface{ Dear() bool })
	return ok && d.Dear()
}

const (
	// fresh is how often other processes execute each test of a suite, and freshSeldom how often at least.
	fresh, freshSeldom = 4, 1
	// rehearsedPart is the number of calls of a search for each call of its rehearsal.
	rehearsedPart = 10
)

// Fresh returns how often other processes execute each test of a suite.
func Fresh(seldom bool) int {
	if seldom {
		return freshSeldom
	}
	return fresh
}

// boundAll limits all work on a suite to that of the search, in this process and in others: executions in fresh
// processes, the rehearsal of the search, the trial of the written tests, and mutants.
func boundAll(e *Engine, h *problem.Harvest, p *pace) {
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

// Spare returns the number of calls that other processes may make after the suite is made: for its tests there, and for
// mutants. Nil means any number.
func (e *Engine) Spare() *int { return e.spare }
