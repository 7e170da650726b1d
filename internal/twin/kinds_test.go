package twin

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/search"
)

// TestAfterADeathInTheSearch: the next process continues after the test that ended this one, and the cost of this test
// counts in the budget.
func TestAfterADeathInTheSearch(t *testing.T) {
	for name, tt := range map[string]struct {
		flight supervise.Flight
		cost   int
	}{
		"in the third call": {
			supervise.Flight{Evaluation: 40, Cost: 90, Requests: make([]supervise.Request, 3)}, 93,
		},
		"in one that is not shown": {supervise.Flight{Evaluation: 40, Cost: 90, Requests: make([]supervise.Request, 3),
			Omitted: 2}, 95},
		"between calls": {supervise.Flight{Evaluation: 40, Cost: 90}, 91},
	} {
		t.Run(name, func(t *testing.T) {
			tt.flight.Phase = run.SearchPhase
			j := &job{Kinds: Kinds{Search: &searchJob{Suite: true, State: []byte("s"),
				Before: search.Stats{Evaluations: 5, Cost: 9}}}}
			j.kind().died(j, &burial{flight: tt.flight, began: time.Now().Add(-time.Hour)})
			require.NotNil(t, j.Search)
			assert.Nil(t, j.Suite)
			assert.Equal(t, [2]int{41, tt.cost}, [2]int{j.Search.Before.Evaluations, j.Search.Before.Cost})
			assert.GreaterOrEqual(t, j.Search.Before.Elapsed, time.Hour)
			assert.Equal(t, "search", j.kind().name())
		})
	}
}

// TestAfterADeathInTheSuite: the next process only makes the suite, from what is known. The same holds after too many
// deaths.
func TestAfterADeathInTheSuite(t *testing.T) {
	before := search.Stats{Evaluations: 5, Cost: 9}
	for phase, want := range map[string]search.Stats{
		run.SuitePhase: {Evaluations: 5, Cost: 90}, run.SearchPhase: {Evaluations: 41, Cost: 91},
	} {
		j := &job{Kinds: Kinds{Search: &searchJob{Suite: true, State: []byte("s"), Before: before}}}
		b := &burial{flight: supervise.Flight{Phase: phase, Evaluation: 40, Cost: 90}, began: time.Now(),
			last: phase == run.SearchPhase}
		j.kind().died(j, b)
		assert.Nil(t, j.Search)
		require.NotNil(t, j.Suite)
		want.Elapsed = j.Suite.Before.Elapsed
		assert.Equal(t, &suiteJob{Before: want, State: []byte("s")}, j.Suite)
		assert.Equal(t, "suite", j.kind().name())
		again := *j.Suite
		j.kind().died(j, b)
		assert.Equal(t, &again, j.Suite, "another death changes nothing")
	}
}

// TestAfterTheSearchOfOneProcess: a process that dies while it makes the suite of its own search loses nothing of the
// search.
func TestAfterTheSearchOfOneProcess(t *testing.T) {
	j := flown(t, run.SuitePhase, 3, "GET /a")
	encode := func(struct{}) ([]byte, error) { return nil, nil }
	log, err := journal.Append(j.Worker.journal(0), &fitness.Registry{}, encode)
	require.NoError(t, err)
	done := search.Stats{Evaluations: 70, Cost: 190, Elapsed: time.Minute}
	require.NoError(t, errors.Join(log.Stats(done), log.Close()))
	require.NoError(t, os.WriteFile(j.Worker.state(), []byte("known"), 0o600))
	var e ended
	_, err = (&supervisor{began: time.Now(), task: &task.Task{}}).bury(j, supervise.Exit{Kind: supervise.Exited}, &e)
	require.NoError(t, err)
	assert.Equal(t, &suiteJob{Before: done, State: []byte("known")}, j.Suite)
}

// TestKindsOfJobs: exactly one kind is set, and it names the files; only jobs that search use the same random numbers
// as other processes.
func TestKindsOfJobs(t *testing.T) {
	w := worker{Dir: "d", Number: 2, Of: 3}
	for name, tt := range map[string]struct {
		job      job
		searches bool
	}{
		"search":  {job{Kinds: Kinds{Search: &searchJob{}}}, true},
		"suite":   {job{Kinds: Kinds{Suite: &suiteJob{}}}, true},
		"answer":  {job{Kinds: Kinds{Answer: &answerJob{}}}, false},
		"verify":  {job{Kinds: Kinds{Verify: &verifyJob{}}}, false},
		"mutants": {job{Kinds: Kinds{Mutants: &mutantJob{}}}, true},
	} {
		tt.job.Worker, tt.job.Attempt = w, 4
		assert.Equal(t, "2-"+name+"-4", tt.job.name())
		assert.Equal(t, tt.searches, tt.job.searches(), name)
		before := tt.job
		if !tt.searches {
			tt.job.kind().died(&tt.job, &burial{flight: supervise.Flight{Phase: run.SuitePhase}, last: true})
			assert.Equal(t, before, tt.job, "the same is done again")
		}
	}
}

// flown returns a job whose process left a flight recorder.
func flown(t *testing.T, phase string, evaluation int, calls ...string) *job {
	t.Helper()
	j := &job{Worker: worker{Dir: t.TempDir(), Of: 1}, Kinds: Kinds{Search: &searchJob{Suite: true}}}
	recorder, err := supervise.Record(j.Worker.flight())
	require.NoError(t, err)
	recorder.Phase(phase)
	recorder.Test(evaluation, 2*evaluation)
	for _, operation := range calls {
		recorder.Call(&supervise.Request{Operation: operation, Method: "GET", Target: "/x"})
	}
	require.NoError(t, recorder.Close())
	return j
}

// TestBuryNotesTheDeath: the operation is noted in the journal and for the next process, and an execution for a suite
// is not repeated. A process that died before its first test counts as never begun.
func TestBuryNotesTheDeath(t *testing.T) {
	s, exit := &supervisor{began: time.Now(), task: &task.Task{}},
		supervise.Exit{Kind: supervise.Panicked, Message: "no"}
	var e ended
	j := flown(t, run.SearchPhase, 6, "GET /a", "GET /b")
	for n := 1; n <= 2; n++ {
		born, err := s.bury(j, exit, &e)
		require.NoError(t, err)
		assert.True(t, born)
		assert.Equal(t, map[string]int{"GET /b": n}, j.Deaths, "the call that was under way")
		assert.Empty(t, j.Ending)
	}
	assert.Len(t, e.deaths, 2)
	written, err := os.ReadFile(j.Worker.journal(0))
	require.NoError(t, err)
	assert.Contains(t, string(written), "GET /b")

	j = flown(t, run.SuitePhase, 3, "GET /a")
	_, err = s.bury(j, exit, &e)
	require.NoError(t, err)
	require.Len(t, j.Lethal, 1)
	assert.Equal(t, "GET /a", j.Lethal[0].Calls[0].Operation)
	assert.NotNil(t, j.Suite)
	written, err = os.ReadFile(j.Worker.journal(0))
	require.NoError(t, err)
	assert.Contains(t, string(written), "GET /a", "a death in the suite is a fault")

	j = flown(t, run.SuitePhase, 3)
	_, err = s.bury(j, exit, &e)
	require.NoError(t, err)
	assert.Equal(t, []int{3}, j.Ending, "a reset ended the process")
	assert.Empty(t, j.Lethal)

	born, err := s.bury(flown(t, run.SearchPhase, 0), exit, &e)
	require.NoError(t, err)
	assert.False(t, born)
	e.deaths = make([]death, maxDeaths-1)
	j = flown(t, run.SearchPhase, 6, "GET /a")
	_, err = s.bury(j, exit, &e)
	require.NoError(t, err)
	assert.Nil(t, j.Search, "too many have died")
}
