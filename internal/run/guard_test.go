package run

import (
	"context"
	"net/http"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
)

// recording is a guard with a flight recorder, and the file of that.
func recording(t *testing.T) (*Guard, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "flight")
	recorder, err := supervise.Record(path)
	require.NoError(t, err)
	recorder.Phase(SearchPhase)
	return &Guard{Recorder: recorder, stats: func() search.Stats { return search.Stats{Evaluations: 7, Cost: 21} }},
		path
}

func flight(t *testing.T, path string) supervise.Flight {
	t.Helper()
	f, err := supervise.ReadFlight(path)
	require.NoError(t, err)
	return f
}

func act(g *Guard, operation string) bool { return g.Act(&problem.Action{Operation: operation}) }

// TestDeadlyOperationsAreSpared: after twenty deaths one in ten actions of an operation is made, and all actions of
// other operations; while the suite is made no action is skipped.
func TestDeadlyOperationsAreSpared(t *testing.T) {
	g, _ := recording(t)
	g.Deaths = map[string]int{"deadly": 20, "risky": 19}
	made := map[string]int{}
	for i := range 200 {
		for _, operation := range []string{"deadly", "risky", "harmless"} {
			if act(g, operation) {
				made[operation]++
				if operation == "deadly" {
					assert.Equal(t, 9, i%10, "the tenth of each ten")
				}
			}
		}
	}
	assert.Equal(t, map[string]int{"deadly": 20, "risky": 200, "harmless": 200}, made)
	assert.True(t, g.Deadly("deadly") && g.Deadly("risky"))
	assert.False(t, g.Deadly("harmless"))
	g.finishing("making the suite")
	for range 30 {
		assert.True(t, act(g, "deadly"), "a suite has only what was found to be alive")
	}
}

// TestEndingExecutions: when the suite is made, executions that ended a process before are left out. They are counted
// from the beginning of that work.
func TestEndingExecutions(t *testing.T) {
	g, path := recording(t)
	g.Ending = []int{2, 4}
	require.NoError(t, g.Begin(context.Background()))
	assert.True(t, act(g, "x"), "the search is not counted")
	g.finishing("making the suite")
	var made []bool
	for range 5 {
		require.NoError(t, g.Begin(context.Background()))
		made = append(made, act(g, "x"), act(g, "y"))
	}
	assert.Equal(t, []bool{true, true, false, false, true, true, false, false, true, true}, made)
	f := flight(t, path)
	assert.Equal(t, SuitePhase, f.Phase)
	assert.Equal(t, 5, f.Evaluation, "the number of the execution, for the next process")
}

// TestTheRecorderKnowsWhatIsDone: the evaluation of the search, each action, and whether it has ended.
func TestTheRecorderKnowsWhatIsDone(t *testing.T) {
	g, path := recording(t)
	require.NoError(t, g.Begin(context.Background()))
	request := &problem.Action{Operation: "POST /a", HTTP: nil, Text: "a(1)"}
	require.True(t, g.Act(request))
	f := flight(t, path)
	assert.Equal(t, [2]int{7, 21}, [2]int{f.Evaluation, f.Cost})
	assert.Equal(t, SearchPhase, f.Phase)
	assert.True(t, f.Calling)
	assert.Equal(t, []supervise.Request{{Operation: "POST /a", Target: "a(1)"}}, f.Requests)
	g.Done()
	assert.False(t, flight(t, path).Calling)
	g.stats = nil
	require.NoError(t, g.Begin(context.Background()))
	f = flight(t, path)
	assert.Zero(t, f.Evaluation, "nothing is searched yet")
	assert.Empty(t, f.Requests, "a new test begins")
}

// TestWornProcessesAreReplaced: a search stops in a process with many goroutines that the system left; a suite is made
// all the same.
func TestWornProcessesAreReplaced(t *testing.T) {
	g, _ := recording(t)
	left := 0
	g.left = func() int { return left }
	require.NoError(t, g.Begin(context.Background()))
	left = 1
	require.ErrorIs(t, g.Begin(context.Background()), ErrRecycle)
	left = 0
	release := make(chan struct{})
	for range maxGoroutines {
		go func() { <-release }()
	}
	require.ErrorIs(t, g.Begin(context.Background()), ErrRecycle, "goroutines pile up")
	g.finishing("making the suite")
	assert.NoError(t, g.Begin(context.Background()))
	close(release)
	for runtime.NumGoroutine() > maxGoroutines/2 { // so that the next test begins with few goroutines
		runtime.Gosched()
	}
}

// TestProcessesOfTheUser: in them no action is recorded, refused, or a reason for a new process.
func TestProcessesOfTheUser(t *testing.T) {
	g := &Guard{Losses: Losses{Ending: []int{1}, Deaths: map[string]int{"x": 100}}, left: func() int { return 9 }}
	require.NoError(t, g.Begin(context.Background()))
	for range 20 {
		require.True(t, act(g, "x"))
	}
	g.finishing("making the suite")
	require.NoError(t, g.Begin(context.Background()))
	assert.True(t, act(g, "x"))
	g.Done()
	assert.True(t, (&Guard{}).Act(&problem.Action{Operation: http.MethodGet}))
}

// TestSpentSystemsAreNotCalled: not even for a reset.
func TestSpentSystemsAreNotCalled(t *testing.T) {
	g, _ := recording(t)
	g.Spent = "it hangs"
	require.EqualError(t, g.Begin(context.Background()), "it hangs")
	g.finishing("making the suite")
	require.EqualError(t, g.Begin(context.Background()), "it hangs")
}

// TestBeginningAnewMayHang: the flight recorder shows that the process does a reset, and no action to blame.
func TestBeginningAnewMayHang(t *testing.T) {
	g, path := recording(t)
	require.NoError(t, g.Begin(context.Background()))
	assert.False(t, flight(t, path).Calling)
	g.Busy()
	assert.True(t, flight(t, path).Calling)
	assert.Empty(t, flight(t, path).Requests)
	g.Done()
	assert.False(t, flight(t, path).Calling)
}

// TestGuardTellsTheWork: executions after the search are told, with what they are for.
func TestGuardTellsTheWork(t *testing.T) {
	var told []search.Work
	g := &Guard{Work: func(w search.Work) { told = append(told, w) }}
	begin := func() { require.NoError(t, g.Begin(t.Context())) }
	begin()
	g.finishing("making the suite")
	begin()
	g.work.What = "making tests smaller"
	begin()
	g.finishing("") // others tell what is done
	begin()
	assert.Equal(t, []search.Work{{What: "making the suite", Done: 1, Unit: "execution"},
		{What: "making tests smaller", Done: 2, Unit: "execution"}}, told)
}
