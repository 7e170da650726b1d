package run

import (
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// most and least bound the part of the calls that the search leaves for the suite.
	most, least = 1. / 3, 0.1
	// each is the number of executions for the suite for each of the best tests: one to confirm it, some with the
	// actions that it needs before it, two to four before it is written, and the rest to make it smaller.
	each = 10
)

// hold bounds the calls to a system that others use too. The search ends early enough for its budget to include making
// the suite. It looks at the archive a few times only.
type hold struct {
	calls   int
	archive func() *search.Archive[*testcase.Case]
	next    int // number of calls after which it looks at the archive again
	leaves  int // number of calls that it leaves
}

// used returns the used part of the budget.
func (h *hold) used(s search.Stats) float64 {
	if s.Cost >= h.next {
		h.leaves = int(max(least*float64(h.calls), min(most*float64(h.calls), float64(each*countActions(h.archive())))))
		h.next = s.Cost + h.calls/50
	}
	return float64(s.Cost) / float64(max(h.calls-h.leaves, 1))
}

// countActions returns the number of actions of all best tests of an archive.
func countActions(a *search.Archive[*testcase.Case]) (n int) {
	seen := map[*search.Evaluated[*testcase.Case]]bool{}
	a.Each(func(_ fitness.ID, e *search.Evaluated[*testcase.Case], value float64) {
		if value >= 1 && !seen[e] {
			seen[e] = true
			n += len(e.Individual.Actions)
		}
	})
	return n
}

// budgetOf returns the budget of a search for a problem. A system in this process may be called as often as one likes,
// so the calls that make the suite are not part of the budget. A remote system may not: the budget keeps calls for
// them, by the tests that archive has while the search runs.
func budgetOf(p problem.Problem, b task.Budget, archive func() *search.Archive[*testcase.Case]) search.Budget {
	if b.Time = searchTime(p, b.Time); !remote(p) || b.Calls == 0 {
		return b.Search()
	}
	h := &hold{calls: b.Calls, next: max(int((1-most)*float64(b.Calls)), 1), archive: archive}
	b.Calls = 0
	if b == (task.Budget{}) {
		return h.used
	}
	return search.First(h.used, b.Search())
}

// remote reports whether the system of a problem has other users, and is never reset.
func remote(p problem.Problem) bool {
	w, ok := p.(problem.Waiter)
	return ok && w.Remote()
}

// searchTime returns the search's part of a limit of time: the suite of a running service is made within the limit too.
func searchTime(p problem.Problem, limit time.Duration) time.Duration {
	if !remote(p) {
		return limit
	}
	return limit - time.Duration(most*float64(limit))
}

// fitting returns the number of calls that fit into the time left, if so many calls took the time took.
func fitting(calls int, took, left time.Duration) int {
	return max(int(float64(calls)*max(left.Seconds(), 0)/max(took.Seconds(), 1e-3)), 1)
}

// boundBySearch limits the making of a suite to the calls and the time that the search left.
func boundBySearch(e *Engine, h *problem.Harvest) {
	b, cost := e.task.Budget, e.session.Stats().Cost
	if !remote(e.problem) || b.Calls == 0 && b.Time == 0 {
		return
	}
	what := "the budget had no calls left"
	if b.Calls > 0 {
		h.Calls = max(b.Calls-cost, 1)
	}
	if b.Time > 0 {
		if fit := fitting(cost, e.elapsed, b.Time-e.elapsed); h.Calls == 0 || fit < h.Calls {
			h.Calls, what = fit, "there was no time left"
		}
	}
	h.Spent = func(actions, left int) {
		if e.after = actions; left > 0 {
			e.warn("%s left out because %s to execute them again", deliver.Counted(left, "test"), what)
		}
	}
}
