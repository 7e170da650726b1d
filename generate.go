package evoke

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/twin"
	"github.com/evoke-go/evoke/report"
)

// shortCalls is the largest budget of calls in short mode.
const shortCalls = 1000

// Generate searches for tests from within a test of yours. It writes the suite
// beside your test, logs a summary, and reports each operation as a subtest.
// Without -v a brief summary goes to the standard error.
//
// An interrupt ends the search, and Generate writes what was found. The second
// interrupt ends the test binary at once.
//
// The flags -evoke.calls, -evoke.time, -evoke.seed, -evoke.out, -evoke.cover,
// -evoke.workers and -evoke.algorithm override your Config, and so do the
// environment variables EVOKE_CALLS, EVOKE_TIME and so on, which a flag
// overrides in turn. With -short the search makes at most 1,000 calls, and
// Generate writes files only if you name a folder.
//
// Faults of your system do not fail your test: Evoke writes tests that show
// them. Your test fails if Evoke can run nothing, or if no operation ever
// answers with a success, because the search then never got into your system.
func Generate(t testing.TB, cfg Config) *Result {
	t.Helper()
	if err := commandLine.apply(&cfg, testing.Short()); err != nil {
		t.Fatal(err)
		return nil
	}
	ctx, cancel, err := testContext(t)
	if err != nil {
		t.Fatal(err)
		return nil
	}
	defer cancel()
	twin.SeedChance(t)
	from := program.CallerOf(1)
	from.Test, from.Skip, from.Log = t.Name(), t.SkipNow, t.Log
	if strings.HasPrefix(from.Test, "Benchmark") {
		from.Test = "" // no other process could be told to run it
	}
	t.Cleanup(func() { twin.Forget(t.Name()) })
	what := cfg.task(from)
	watch := newWatch(t, what)
	found, err := twin.Run(ctx, what)
	watch.end()
	result := newResult(found)
	if result != nil {
		if err := tell(t, result.Report); err != nil {
			t.Error(err)
		}
		subtests(t, result.Report)
	}
	if err = outOfTime(ctx, err); err != nil {
		t.Fatal(err)
	}
	return result
}

// finishTime is the part of a test's deadline that is reserved for making the
// suite.
const finishTime = 10 * time.Second

// errDeadline is the cause of a context that ended for the test's deadline.
var errDeadline = errors.New("the deadline of the test binary")

// testContext returns a context that ends early enough before the test binary's
// deadline to write the suite. It fails if that leaves no time to search.
func testContext(t testing.TB) (context.Context, context.CancelFunc, error) {
	var end time.Time
	d, ok := t.(interface{ Deadline() (time.Time, bool) })
	if ok {
		end, ok = d.Deadline()
	}
	if !ok {
		ctx, cancel := context.WithCancel(interruptible(t))
		return ctx, cancel, nil
	}
	end = end.Add(-finishTime)
	if time.Until(end) <= 0 {
		return nil, nil, fmt.Errorf("evoke: no time to search: the last %s before the -timeout of go test are for writing the tests; give it a larger -timeout", finishTime)
	}
	ctx, cancel := context.WithDeadlineCause(interruptible(t), end, errDeadline)
	return ctx, cancel, nil
}

// outOfTime adds advice to the error of an interrupted search if the deadline
// of the test binary interrupted it. It returns other errors unchanged.
func outOfTime(ctx context.Context, err error) error {
	interrupted := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if !interrupted || !errors.Is(context.Cause(ctx), errDeadline) {
		return err
	}
	return fmt.Errorf("evoke: the search was ended before the -timeout of go test, and what was found is written; give it a larger -timeout, or the search a smaller budget: %w", err)
}

// subtests reports each operation as a subtest with the answers that it gave.
// It fails the test if the search never got into the system.
func subtests(t testing.TB, r *report.Report) {
	if tt, ok := t.(*testing.T); ok {
		for i := range r.Operations {
			op := &r.Operations[i]
			tt.Run(op.Name, func(t *testing.T) { t.Log(op) })
		}
	}
	if problem := r.Overall(); problem != "" {
		t.Errorf("evoke: %s", problem)
	}
}

// flags are the settings that you can give to "go test". They are global,
// because package testing parses the command line before any test runs.
type flags struct {
	calls          int
	time           time.Duration
	seed           uint64
	out, algorithm string
	cover          string
	workers        int
}

var commandLine = register()

// register declares the flags, but only in test binaries: programs that import
// Evoke get no extra flags.
func register() *flags {
	f := &flags{}
	if testing.Testing() {
		f.declare(flag.CommandLine)
	}
	return f
}

// declare declares the flags in a set. Their defaults are the present settings.
func (f *flags) declare(set *flag.FlagSet) {
	set.IntVar(&f.calls, "evoke.calls", f.calls, "end the search after this many HTTP calls")
	set.DurationVar(&f.time, "evoke.time", f.time, "end the search after this time")
	set.Uint64Var(&f.seed, "evoke.seed", f.seed, "seed of the search")
	set.StringVar(&f.out, "evoke.out", f.out, "folder for the generated tests and report.json")
	set.StringVar(&f.algorithm, "evoke.algorithm", f.algorithm, "search algorithm: "+strings.Join(Algorithms(), ", "))
	set.StringVar(&f.cover, "evoke.cover", f.cover, "packages whose code guides the search, patterns with commas between them; none for black-box")
	set.IntVar(&f.workers, "evoke.workers", f.workers, "processes that search at the same time")
}

// apply overrides the Config with the flags that the command line or the
// environment sets.
func (f *flags) apply(cfg *Config, short bool) error {
	f, err := f.withEnvironment(flag.CommandLine, os.LookupEnv)
	if err != nil {
		return err
	}
	if short {
		cfg.Budget = Budget{Calls: shortCalls}
	} else if cfg.Output.Dir == "" {
		cfg.Output.Dir = "."
	}
	if f.calls < 0 || f.time < 0 || f.workers < 0 {
		return errors.New("evoke: -evoke.calls, -evoke.time and -evoke.workers cannot be negative")
	}
	if f.calls > 0 || f.time > 0 {
		cfg.Budget = Budget{Calls: f.calls, Time: f.time}
	}
	if f.seed != 0 {
		cfg.Search.Seed = f.seed
	}
	if f.out != "" {
		cfg.Output.Dir = f.out
	}
	if f.cover != "" {
		cfg.WhiteBox.Cover = strings.Split(f.cover, ",")
	}
	if f.workers != 0 {
		cfg.Search.Workers = f.workers
	}
	if f.algorithm == "" {
		return nil
	}
	algorithm, err := AlgorithmNamed(f.algorithm)
	cfg.Search.Algorithm = algorithm
	return err
}
