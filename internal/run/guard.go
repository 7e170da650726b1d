package run

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
)

// ErrRecycle ends a search in a process that should go on in a fresh one.
var ErrRecycle = errors.New("evoke: the process is to be replaced")

const (
	// deadly is how many processes may die in actions of one operation until few
	// of its actions are still made: each death takes time, and a search is drawn
	// to what it cannot see the end of.
	deadly = 20
	// spareEvery is which part of these actions is made.
	spareEvery = 10
	// maxGoroutines is how many goroutines a process may pile up before it is
	// replaced.
	maxGoroutines = 1000
)

// The phases in a flight recorder.
const (
	SearchPhase = "search"
	SuitePhase  = "suite"
)

// Guard notes what a process does in a flight recorder, and keeps it from what
// ended processes before. The zero value, for a process of the user, notes and
// forbids nothing.
type Guard struct {
	// Recorder is nil in a process of the user.
	Recorder *supervise.Recorder
	// Deaths counts the processes that died before, by operation.
	Deaths map[string]int
	// Ending are the executions, counted while the suite is made, that ended a
	// process.
	Ending []int

	stats   func() search.Stats
	left    func() int // actions that were given up and still run
	suite   bool       // the suite is being made
	request supervise.Request
	spared  int  // actions of deadly operations
	runs    int  // executions while the suite is made
	ends    bool // the current one is one of those that end a process
}

// finishing is called between the search and the making of the suite.
func (g *Guard) finishing() {
	g.suite = true
	if g.Recorder != nil {
		g.Recorder.Phase(SuitePhase)
	}
}

// Deadly implements [problem.Guard].
func (g *Guard) Deadly(operation string) bool { return g.Deaths[operation] > 0 }

// Begin implements [problem.Guard]. A search goes on in a fresh process where
// the system has left too much behind in this one.
func (g *Guard) Begin(context.Context) error {
	if g.Recorder == nil {
		return nil
	}
	if !g.suite && g.worn() {
		return ErrRecycle
	}
	var stats search.Stats
	if g.stats != nil { // else nothing is searched yet
		stats = g.stats()
	}
	number := stats.Evaluations
	if g.suite {
		g.runs++
		number = g.runs
		g.ends = slices.Contains(g.Ending, g.runs)
	}
	g.Recorder.Test(number, stats.Cost)
	return nil
}

// worn reports whether goroutines that nobody can end have piled up.
func (g *Guard) worn() bool {
	return g.left != nil && g.left() > 0 || runtime.NumGoroutine() > maxGoroutines
}

// Act implements [problem.Guard].
func (g *Guard) Act(a *problem.Action) bool {
	if g.Recorder == nil {
		return true
	}
	if g.ends {
		return false
	}
	if g.Deaths[a.Operation] >= deadly && !g.suite {
		if g.spared++; g.spared%spareEvery != 0 {
			return false
		}
	}
	g.request = supervise.Request{Operation: a.Operation}
	if q := a.HTTP; q != nil {
		g.request.Method, g.request.Target, g.request.Header, g.request.Body = q.Method, q.Target, q.Header, q.Body
	} else {
		g.request.Target = a.Text
	}
	g.Recorder.Call(&g.request)
	return true
}

// Done implements [problem.Guard].
func (g *Guard) Done() {
	if g.Recorder != nil {
		g.Recorder.Answered()
	}
}
