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
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
)

// Generate keeps the tests of your system up to date from within one of your tests, in the way of golden files:
//
//   - As long as there is no suite, go test searches for one and writes it beside
//     your test.
//   - Where a suite is there, go test runs its tests like any others, and
//     Generate neither searches nor writes.
//   - go test -evoke.update searches again, beginning with the tests that are
//     there, and writes. It refuses if written tests fail on your program of
//     today; -evoke.update=all accepts the present answers of your program.
//   - go test -evoke.search searches, writes nothing, and fails on each fault
//     that is not in the list of known faults.
//
// With -short Generate never searches. The flags -evoke.calls, -evoke.time, -evoke.seed, -evoke.out, -evoke.cover,
// -evoke.workers and -evoke.algorithm override your Config. Each flag has an environment variable: EVOKE_CALLS for
// -evoke.calls, EVOKE_UPDATE for -evoke.update. A flag overrides its variable.
//
// After a search, Generate logs a summary and reports each operation as a subtest. Without -v a brief summary goes to
// the standard error. An interrupt ends the search, and Generate writes the tests found until then. The second
// interrupt ends the test binary at once.
//
// Faults of your system do not fail your test: Evoke writes tests that show them. Your test fails if Evoke can run
// nothing, or if no operation ever answers with a success, because the search then never got into your system.
func Generate(t testing.TB, cfg Config) *Result {
	t.Helper()
	flags, err := commandLine.withEnvironment(flag.CommandLine, os.LookupEnv)
	if err == nil {
		err = flags.apply(&cfg)
	}
	if err != nil {
		t.Fatal(printable(err))
		return nil
	}
	if cfg.Output.Archive == "" {
		cfg.Output.Archive = archiveOf(cfg.Output.Dir, t.Name())
	}
	ctx, cancel, err := testContext(t)
	if err != nil {
		t.Fatal(printable(err))
		return nil
	}
	defer cancel()
	from := program.CallerOf(1)
	from.Test, from.Skip = t.Name(), t.SkipNow
	from.Log = func(args ...any) { t.Log(escape.Lines(fmt.Sprint(args...))) }
	if strings.HasPrefix(from.Test, "Benchmark") {
		from.Test = "" // go test -run, which starts a child, cannot select a benchmark
	}
	t.Cleanup(func() { twin.Forget(t.Name()) })
	o := &occasion{t: t, task: cfg.task(from), flags: flags}
	o.watch = newWatch(o.task)
	if o.replays(ctx) {
		twin.Pass(o.task)
		return o.result()
	}
	return o.search(ctx)
}

// search searches, logs the report and returns the result.
func (o *occasion) search(ctx context.Context) *Result {
	t := o.t
	t.Helper()
	twin.SeedChance(t)
	o.watch.begin(t)
	found, err := twin.Run(ctx, o.task)
	o.watch.end()
	if found == nil && err == nil {
		return o.result() // an earlier process executed this call of Generate
	}
	result := newResult(found)
	if result != nil {
		if err := tell(t, result.Report); err != nil {
			t.Error(printable(err))
		}
		subtests(t, result.Report)
		o.judge(result.Report)
	}
	if err = outOfTime(ctx, err); err != nil {
		t.Fatal(printable(err))
	}
	return result
}

// printable returns the text of an error with control characters escaped, since parts of schemas and answers may be in
// it.
func printable(err error) string { return escape.Lines(err.Error()) }

// finishTime and longFinish are the shortest and the longest time before a test's deadline that is reserved for writing
// the suite.
const finishTime, longFinish = 10 * time.Second, time.Minute

// reserved returns the time reserved for writing, between finishTime and longFinish, when a test has this much time
// left.
func reserved(left time.Duration) time.Duration {
	return min(max(left/10, finishTime), longFinish)
}

// errDeadline is the cause of a context that ended because of the test's deadline.
var errDeadline = errors.New("the deadline of the test binary")

// testContext returns a context that ends before the test binary's deadline, early enough to write the suite. It
// returns an error if no time remains for a search.
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
	end = end.Add(-reserved(time.Until(end)))
	if time.Until(end) <= 0 {
		return nil, nil, fmt.Errorf("evoke: no time to search: the last %s before the -timeout of go test are for "+
			"writing the tests; give it a larger -timeout", finishTime)
	}
	ctx, cancel := context.WithDeadlineCause(interruptible(t), end, errDeadline)
	return ctx, cancel, nil
}

// outOfTime adds advice to the error of a search that the deadline of the test binary ended. It returns other errors
// unchanged.
func outOfTime(ctx context.Context, err error) error {
	interrupted := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if !interrupted || !errors.Is(context.Cause(ctx), errDeadline) {
		return err
	}
	return fmt.Errorf("evoke: the search was ended before the -timeout of go test, and what was found is written; "+
		"give it a larger -timeout, or the search a smaller budget: %w", err)
}

// subtests reports each operation as a subtest that logs its statuses. It fails the test if no operation ever answered
// with a success.
func subtests(t testing.TB, r *report.Report) {
	if tt, ok := t.(*testing.T); ok {
		for i := range r.Operations {
			op := &r.Operations[i]
			tt.Run(op.Name, func(t *testing.T) { t.Log(escape.Line(op.String())) })
		}
	}
	if problem := r.Overall(); problem != "" {
		t.Errorf("evoke: %s", escape.Prose(problem))
	}
}
