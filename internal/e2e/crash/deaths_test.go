package crash_test

import (
	"context"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/fragile"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
)

// death is how an operation of the fragile service dies.
type death struct {
	operation string
	reason    string
	function  string // where it happens
	tested    bool   // there is a test that replays it
}

// TestDeaths lets a service die in every way there is. The search has to come
// to its end with the budget used, the faults found, and nothing else lost. All
// ways share two runs, since each death costs a process.
func TestDeaths(t *testing.T) {
	if testing.Short() {
		return // each call that kills takes a process
	}
	boundProcess(t)
	t.Run("ends", func(t *testing.T) {
		assertDeaths(t, fragile.Schema, 900, time.Minute, []death{
			{"panic", "which ends the process: nobody catches this", "fragile.panicInGoroutine.func1", false},
			{"exit", "the program ends itself", "fragile.New.func1", false},
			{"log", "cannot go on with 7", "fragile.New.func2", false},
			{"maps", "concurrent map writes", "fragile.writeMap.func1", false},
			{"stack", "stack overflow", "fragile.recurse", false},
			{"memory", "more memory than it may", "fragile.grow", false},
			{"leak", "goroutine", "fragile.leak", true},
		})
	})
	t.Run("hangs", func(t *testing.T) {
		// each call waits, and finding the number is not asked
		few := strings.ReplaceAll(fragile.Schema, "maximum: 200", "maximum: 9")
		assertDeaths(t, few, 120, 200*time.Millisecond, []death{
			{"deadlock", "no complete answer in time", "", true},
			{"spin", "no complete answer in time", "", true},
		})
	})
}

// assertDeaths searches operations that die together, and has each of them leave its fault.
func assertDeaths(t *testing.T, schema string, calls int, limit time.Duration, deaths []death) {
	t.Helper()
	var operations []string
	for _, d := range deaths {
		operations = append(operations, d.operation)
	}
	result := runFragile(t, schema, calls, limit, operations...)
	assert.GreaterOrEqual(t, result.Stats.Cost, calls, "the whole budget")
	assert.Len(t, result.Report.Faults(), len(deaths), "one place is one fault")
	for i := range result.Report.Operations {
		op := &result.Report.Operations[i]
		assert.True(t, op.Succeeded(), "what answers is still found: %s", op.Name)
		assert.Positive(t, op.Outcomes["400"], op.Name)
	}
	for _, d := range deaths {
		assertFault(t, result, d)
	}
}

// boundProcess bounds what this process may take, and those that search for it:
// filling memory, or a stack of the usual size, takes seconds.
func boundProcess(t *testing.T) {
	memory, stack := debug.SetMemoryLimit(256<<20), debug.SetMaxStack(32<<20)
	t.Cleanup(func() {
		debug.SetMemoryLimit(memory)
		debug.SetMaxStack(stack)
	})
}

// runFragile searches for faults of some operations.
func runFragile(t *testing.T, schema string, calls int, limit time.Duration, operations ...string) *evoke.Result {
	t.Helper()
	var include []string
	for _, operation := range operations {
		include = append(include, "/"+operation)
	}
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: schema, System: evoke.System{Controller: newFragile(limit)}, Budget: evoke.Budget{Calls: calls},
		REST:   rest.Options{Include: include, MaxCalls: 2},
		Output: evoke.Output{Dir: t.TempDir(), Mutants: -1},
		// The tests of this package are no part of what is searched.
		WhiteBox: evoke.WhiteBox{Cover: []string{"github.com/evoke-go/evoke/examples/fragile"}},
	})
	require.NoError(t, err)
	return result
}

// TestPlaces: what ends the program, or panics where it is recovered, at two
// places of one operation is two faults.
func TestPlaces(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	for _, tt := range []struct {
		operation string
		places    string
	}{
		{"exits", "GET /exits 100 death exited fragile.exit (fragile.go:N)"},
		{"recovered", "GET /recovered 100 500 fragile.(*shelf).book (fragile.go:N), GET /recovered 100 500 " +
			"fragile.(*shelf).name (fragile.go:N)"},
	} {
		t.Run(tt.operation, func(t *testing.T) {
			var places, keys []string
			for _, f := range runFragile(t, fragile.Schema, 100, time.Minute, tt.operation).Report.Faults() {
				assert.True(t, strings.HasSuffix(f.Key, f.Frame), f.Frame)
				keys = append(keys, f.Key)
				places = append(places, regexp.MustCompile(`:\d+\)`).ReplaceAllString(f.Key, ":N)"))
			}
			slices.Sort(places)
			assert.Equal(t, tt.places, strings.Join(slices.Compact(places), ", "))
			slices.Sort(keys)
			assert.Len(t, slices.Compact(keys), 2)
		})
	}
}

// newFragile gives up calls sooner than is usual, so that the tests end.
func newFragile(limit time.Duration) sut.Controller {
	return sut.NewHandler(fragile.New, sut.HandlerOptions{Timeout: limit})
}

func assertFault(t *testing.T, result *evoke.Result, d death) {
	t.Helper()
	for _, f := range result.Report.Faults() {
		if f.Operation != "GET /"+d.operation {
			continue
		}
		assert.Contains(t, f.Reason, d.reason)
		assert.NotEmpty(t, f.Curl+strings.Join(f.Tests, ""), "how to see it again")
		assert.Equal(t, d.tested, len(f.Tests) > 0, d.operation)
		if d.function != "" {
			assert.Regexp(t, `^`+regexp.QuoteMeta(d.function)+` \(fragile\.go:\d+\)$`, f.Frame)
		}
		return
	}
	t.Errorf("no fault of %s", d.operation)
}

// TestWorkers shares a budget among processes, which all find something.
func TestWorkers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds the program with probes
	}
	cfg := e2etest.ShopConfig(1201)
	cfg.Search.Workers = 3
	var last search.Evaluation
	covered := 0
	cfg.Search.Observe = func(e search.Event) {
		switch e := e.(type) {
		case search.Evaluation:
			last = e
		case search.Covered:
			covered++
		}
	}
	result, err := evoke.Run(context.Background(), cfg)
	require.NoError(t, err)
	assert.InDelta(t, 1201, result.Stats.Cost, 60, "each may go over its share by a test")
	assert.Equal(t, result.Stats.Cost, last.Stats.Cost, "the observer sees the sum")
	assert.GreaterOrEqual(t, covered, result.Stats.Covered, "each worker tells what it covers")
	sum := 0
	for i := range result.Report.Operations {
		sum += result.Report.Operations[i].Calls
	}
	assert.Greater(t, sum, 600, "the counts of all workers are in the report; the rest are log-ins")
	assert.NotEmpty(t, result.Suite.Tests)
	assert.Positive(t, result.Report.Elapsed, "the time of the search, not of the process that makes the suite")
}

// TestWhiteBoxSaysSo is about the one line that a user sees first.
func TestWhiteBoxSaysSo(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	var notes []string
	cfg := e2etest.ShopConfig(50)
	cfg.Search.Observe = func(e search.Event) {
		if n, ok := e.(search.Note); ok {
			notes = append(notes, n.Text)
		}
	}
	result, err := evoke.Run(context.Background(), cfg)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	assert.Regexp(t, `^white box: 1 package, \d+ statements, \d+ conditions, built in [0-9.]+ s$`, notes[0])
	assert.Contains(t, result.Report.Search, "white box: 1 package")
}

// TestNoGoCommand searches black-box, and in another process all the same.
func TestNoGoCommand(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	result, err := evoke.Run(context.Background(), e2etest.ShopConfig(300))
	require.NoError(t, err)
	assert.Regexp(t, "^black box: .*go command", result.Report.Search)
	assert.NotEmpty(t, result.Suite.Tests)
}
