package run

import (
	"context"
	"errors"
	"runtime"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
)

// ErrRecycle ends a search that should continue in a new process.
var ErrRecycle = errors.New("evoke: the process is to be replaced")

const (
	// deadly is the number of processes that may die in actions of one operation before the guard skips most of its
	// actions. Each death takes time, and a search is attracted to actions whose end it cannot see.
	deadly = 20
	// spareEvery is the share of these actions that the guard then allows: one in spareEvery.
	spareEvery = 10
	// maxGoroutines is the number of goroutines in a process above which it is replaced.
	maxGoroutines = 1000
)

// The phases that a flight recorder can show.
const (
	SearchPhase = "search"
	SuitePhase  = "suite"
)

// Guard records the actions of a process in a flight recorder. It also refuses
// actions that ended processes before. The zero value serves a process of the
// user: it records and refuses nothing.
type Guard struct {
	// Recorder is nil in a process of the user.
	Recorder *supervise.Recorder
	// Losses are the deaths of earlier processes. Only a guard with a recorder refuses actions because of them.
	Losses
	// Border stops panics that the system did not cause. Default: a border for the report.
	Border *supervise.Border
	// Watch is called with each action before it is made. Nil: no calls.
	Watch func(*problem.Action)
	// Work is called with the work after the search. Nil: no calls.
	Work func(search.Work)

	work    search.Work // how many executions the suite took, and for what
	stats   func() search.Stats
	left    func() int // number of actions that were given up and still run
	suite   bool       // the suite is being made
	request supervise.Request
	spared  int // number of actions of deadly operations
	wary    wary
}

// finishing marks the end of the search and the beginning of other work.
func (g *Guard) finishing(what string) {
	g.suite = true
	g.work = search.Work{What: what, Unit: "execution"}
	if g.Recorder != nil {
		g.Recorder.Phase(SuitePhase)
	}
}

// Deadly implements [problem.Guard].
func (g *Guard) Deadly(operation string) bool { return g.Deaths[operation] > 0 }

// Begin implements [problem.Guard]. It ends the search with [ErrRecycle] if the
// system has left too much behind in this process.
func (g *Guard) Begin(context.Context) error {
	g.works()
	if g.Recorder == nil {
		return nil
	}
	if g.Spent != "" {
		return errors.New(g.Spent)
	}
	if !g.suite && g.worn() {
		return ErrRecycle
	}
	var stats search.Stats
	if g.stats != nil { // else no search runs yet
		stats = g.stats()
	}
	number := stats.Evaluations
	if g.suite {
		number = g.work.Done
		g.wary.begin(&g.Losses, number)
	}
	g.Recorder.Test(number, stats.Cost)
	return nil
}

// works tells of one more execution after the search.
func (g *Guard) works() {
	if !g.suite {
		return
	}
	if g.work.Done++; g.Work != nil && g.work.What != "" {
		g.Work(g.work)
	}
}

// worn reports whether too many goroutines exist that nobody can end.
func (g *Guard) worn() bool {
	return g.left != nil && g.left() > 0 || runtime.NumGoroutine() > maxGoroutines
}

// Act implements [problem.Guard].
func (g *Guard) Act(a *problem.Action) bool {
	if g.Recorder == nil {
		return true
	}
	if g.Deaths[a.Operation] >= deadly && !g.suite {
		if g.spared++; g.spared%spareEvery != 0 {
			return false
		}
	}
	g.request = recorded(a)
	if g.suite && g.wary.refuses(&g.Losses, &g.request) {
		return false
	}
	if g.Watch != nil {
		g.Watch(a)
	}
	g.Recorder.Call(&g.request)
	return true
}

// recorded returns an action in the form of a flight recorder.
func recorded(a *problem.Action) supervise.Request {
	out := supervise.Request{Operation: a.Operation}
	if q := a.HTTP; q != nil {
		out.Method, out.Target, out.Header, out.Body, out.Gone = q.Method, q.Target, q.Header, q.Body, q.Gone
	} else {
		out.Target = a.Text
	}
	return out
}

// Busy records that the system does something other than an action, such as a reset, which may hang too. Done ends
// that.
func (g *Guard) Busy() {
	if g.Recorder != nil {
		g.Recorder.Busy()
	}
}

// Done implements [problem.Guard]. It ends the process if the system has closed
// the files of Evoke.
func (g *Guard) Done() {
	if g.Recorder != nil {
		g.Recorder.Check()
		g.Recorder.Answered()
	}
}
