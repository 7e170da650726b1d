package twin

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// TestSpentSystems: a system that ends processes during resets, or hangs after the time of the budget, is soon not
// called any more.
func TestSpentSystems(t *testing.T) {
	hour := task.Budget{Time: time.Hour}
	for name, tt := range map[string]struct {
		exit   supervise.Kind
		calls  []string
		budget task.Budget
		spent  time.Duration // of the run
		suite  int           // after so many deaths only the suite is made
		over   int           // after so many deaths the system is not called any more
	}{
		"ends as it begins anew":    {supervise.Exited, nil, hour, 0, 3, 4},
		"hangs as it begins anew":   {supervise.Hang, nil, task.Budget{Calls: 9}, 0, 3, 4},
		"hangs late":                {supervise.Hang, []string{"GET /a"}, hour, 2 * time.Hour, 2, 2},
		"stops itself late":         {supervise.Suspended, []string{"GET /a"}, hour, 2 * time.Hour, 2, 2},
		"hangs in time":             {supervise.Hang, []string{"GET /a"}, hour, time.Minute, 0, 0},
		"hangs, and no time is set": {supervise.Hang, []string{"GET /a"}, task.Budget{Calls: 9}, 2 * time.Hour, 0, 0},
		"exits late":                {supervise.Exited, []string{"GET /a"}, hour, 2 * time.Hour, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := &supervisor{began: time.Now().Add(-tt.spent), task: &task.Task{Search: task.Search{Budget: tt.budget}}}
			j := flown(t, run.SearchPhase, 6, tt.calls...)
			var e ended
			suite, over := 0, 0
			for n := 1; n <= 6; n++ {
				_, err := s.bury(j, supervise.Exit{Kind: tt.exit}, &e)
				assert.NoError(t, err)
				if j.Suite != nil && suite == 0 {
					suite = n
				}
				if j.Spent != "" && over == 0 {
					over = n
				}
			}
			assert.Equal(t, [2]int{tt.suite, tt.over}, [2]int{suite, over}, j.Spent)
		})
	}
}

// TestDeathsInSuitesAreBounded: each death while a suite is made is noted, so that its test is left out. After many
// deaths the system is not called any more.
func TestDeathsInSuitesAreBounded(t *testing.T) {
	exited := supervise.Exit{Kind: supervise.Exited}
	for name, tt := range map[string]struct {
		exit   supervise.Exit
		calls  []string
		lethal int
		over   int // after so many deaths the system is not called any more
	}{
		"exits":            {exited, []string{"GET /a", "GET /b"}, maxInSuite, maxInSuite},
		"exits in a reset": {exited, nil, 0, maxIdle},
		"hangs":            {supervise.Exit{Kind: supervise.Hang}, []string{"GET /a"}, maxInSuite, 5},
		"is killed":        {killed(), []string{"GET /a"}, maxInSuite, maxInSuite + 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := &supervisor{began: time.Now(), task: &task.Task{}}
			j := flown(t, run.SuitePhase, 6, tt.calls...)
			var e ended
			over := 0
			for n := 1; n <= maxInSuite+1 && over == 0; n++ {
				_, err := s.bury(j, tt.exit, &e)
				assert.NoError(t, err)
				if j.Spent != "" {
					over = n
				}
			}
			assert.Equal(t, tt.over, over, j.Spent)
			assert.Len(t, j.Lethal, min(tt.lethal, over))
		})
	}
}

// TestDeathsOfMutantsAreNoLosses: mutants that end their processes say nothing of the system, so the job goes on.
func TestDeathsOfMutantsAreNoLosses(t *testing.T) {
	s := &supervisor{began: time.Now(), task: &task.Task{}}
	j := flown(t, run.SuitePhase, 6, "GET /a")
	j.Kinds = Kinds{Mutants: &mutantJob{}}
	var e ended
	for range maxInSuite + 1 {
		_, err := s.bury(j, supervise.Exit{Kind: supervise.Exited}, &e)
		require.NoError(t, err)
	}
	assert.Empty(t, j.Spent)
	assert.Empty(t, j.Lethal)
	assert.Empty(t, suiteWarnings(e.deaths))
	assert.NoFileExists(t, j.Worker.journal(0), "it is no fault of the system")
}

func killed() supervise.Exit {
	return supervise.Exit{Kind: supervise.Signalled, Message: "ended by SIGKILL"}
}

// TestSuiteWarnings: an operation whose calls ended processes that made a suite has a line, which says what is left
// out.
func TestSuiteWarnings(t *testing.T) {
	exit := death{Kind: supervise.Exited, Code: 3, Operation: "GET /a"}
	inSuite, refused, reset := exit, exit, death{Kind: supervise.Exited, InSuite: true}
	inSuite.InSuite, refused.InSuite, refused.Refused = true, true, true
	assert.Empty(t, suiteWarnings([]death{exit, exit}))
	const text = " while the suite was made (the program ends itself (os.Exit(3))): "
	assert.Equal(t, []string{
		"GET /a ended the process once" + text + "tests with the calls that did it are left out",
		"the system ended the process once while the suite was made (the program ends itself (os.Exit(0))): " +
			"tests with the calls that did it are left out",
	}, suiteWarnings([]death{exit, inSuite, reset}))
	assert.Equal(t, []string{
		"GET /a ended the process 2 times" + text +
			"all tests that call it are left out, since too many calls do it",
	}, suiteWarnings([]death{inSuite, refused}))
}

// TestHangsWeighMore: a few hangs are enough to skip an operation, because each of them costs a minute.
func TestHangsWeighMore(t *testing.T) {
	assert.Equal(t, 1, (&death{Kind: supervise.Panicked}).weight())
	assert.Equal(t, hangWeight, (&death{Kind: supervise.Hang}).weight())
}

// TestPatience: when the tests are executed again, only a system that hangs has a limit, in a run with limited time. No
// test is executed if processes hung after the time of the budget.
func TestPatience(t *testing.T) {
	late := death{Kind: supervise.Hang, Late: true}
	for name, tt := range map[string]struct {
		time   time.Duration
		hangs  bool
		deaths []death
		limit  bool
		ended  bool
	}{
		"answers":            {time.Hour, false, nil, false, false},
		"hangs":              {time.Hour, true, nil, true, false},
		"no limit of time":   {0, true, nil, false, false},
		"did nothing once":   {time.Hour, false, []death{late, {}}, true, false},
		"did nothing at all": {time.Hour, false, []death{late, late}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := &supervisor{task: &task.Task{Search: task.Search{Budget: task.Budget{Time: tt.time}}},
				deaths: tt.deaths}
			ctx, cancel := s.patience(context.Background(), &outcome{Hangs: tt.hangs})
			defer cancel()
			_, limited := ctx.Deadline()
			assert.Equal(t, tt.limit, limited)
			assert.Equal(t, tt.ended, ctx.Err() != nil)
		})
	}
}

// TestSearchEnd: a search without a budget of its own leaves time for its suite.
func TestSearchEnd(t *testing.T) {
	began := time.Now()
	ctx, cancel := context.WithDeadline(t.Context(), began.Add(100*time.Minute))
	defer cancel()
	assert.Equal(t, began.Add(time.Hour), searchEnd(ctx, task.Budget{}, began))
	assert.Zero(t, searchEnd(ctx, task.Budget{Calls: 9}, began))
	assert.Zero(t, searchEnd(context.WithoutCancel(ctx), task.Budget{}, began))
}

// TestTestsAreWrittenFirst: the tests are in the folder before mutants are tried, and the outcome stays as it is.
func TestTestsAreWrittenFirst(t *testing.T) {
	dir := t.TempDir()
	own := &task.Task{Output: task.Output{Dir: dir}}
	s := &supervisor{task: own, keeper: &keeper{before: &archive.Archive{}}}
	made := &suite.Suite{Tests: []suite.Test{{Name: "A"}}}
	o := &outcome{
		Suite: made, Report: &report.Report{Suite: made}, Files: []suite.File{{Name: "a_test.go",
			Content: []byte("a")}},
	}
	s.writeFirst(o)
	assert.FileExists(t, filepath.Join(dir, "a_test.go"))
	assert.Same(t, made, o.Suite)
	assert.Nil(t, made.Tests[0].Form)

	own.Dir = ""
	assert.Empty(t, s.writeFirst(o).Files, "there is no folder")
	own.Dir = filepath.Join(dir, "none")
	assert.Empty(t, s.writeFirst(&outcome{}).Files, "nothing was found")
	assert.NoDirExists(t, own.Dir)
}
