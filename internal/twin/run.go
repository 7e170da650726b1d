package twin

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/report"
)

// Run does a task in a child process, or in this process if there is no code to
// observe. It does not return in a process that was started for this very call.
func Run(ctx context.Context, t *task.Task) (*deliver.Result, error) {
	id := own.identify(t)
	j, err := given()
	switch {
	case err != nil:
		return nil, err
	case j != nil:
		return j.answer(ctx, t, id)
	}
	away, err := startsElsewhere(ctx, t)
	if err != nil {
		return nil, err
	}
	var result *deliver.Result
	unknown := id.Test == "" && testing.Testing() // such as a benchmark, which another process could not be told to run
	if away || t.Elsewhere() || probe.Targets() > 0 || unknown {
		result, err = here(ctx, t)
	} else {
		result, err = supervised(ctx, t, id)
	}
	if away && result != nil {
		result.Report.Search = outside
	}
	err = t.Hide(ctx, err)
	own.remember(id, result, err)
	return result, err
}

// leastCheck is the least time for trying the written tests.
const leastCheck = 30 * time.Second

// here does a task in this process. Trying the written tests may take as long as the search, less the time for making
// them.
func here(ctx context.Context, t *task.Task) (*deliver.Result, error) {
	if err := errors.Join(t.CheckFields(), deliver.Ready(t)); err != nil {
		return nil, err
	}
	keeper, err := newKeeper(t)
	if err != nil {
		return nil, err
	}
	place, err := keeper.workplace("", identity(t.Digest(), &program.Built{}))
	if err != nil {
		return nil, err
	}
	defer func() { place.close(keeper.done) }()
	border := &supervise.Border{}
	t = observed(t, border)
	if place.dir != "" {
		t.Rows = worker{Dir: place.dir}.rows()
	}
	r, err := hereSearcher(ctx, t, keeper, place, border)
	if err != nil {
		return nil, err
	}
	e := r.engine
	defer e.Close()
	searchErr := r.search(ctx, 0)
	closeErr := r.close()
	began := time.Now()
	result, err := e.Finish(ctx, searchErr)
	if err == nil {
		result.Explain()
	}
	plain, plainErr := e.Archived()
	left := max(result.Report.Elapsed-time.Since(began), leastCheck)
	kept := tryMutantsHere(ctx, t, keeper, e, result, err)
	err = errors.Join(err, closeErr, plainErr, result.WriteFiles(t))
	if err == nil || endedEarly(err) {
		e.Close() // the tests may start the system at the same address
		err = errors.Join(err, checkHere(ctx, t, result, left))
	}
	report.MuteAll(result.Report, t.Silence)
	result.Clean(t.Secrets(ctx))
	return result, errors.Join(err, keeper.keep(result, plain, kept), result.WriteReport(t, t.Secrets(ctx)))
}

// checkHere tries the written tests, with a time limit.
func checkHere(ctx context.Context, t *task.Task, r *deliver.Result, limit time.Duration) error {
	late, cancel := run.Outlive(ctx, limit, run.GraceTime)
	defer cancel()
	return check(late, t, r)
}

// hereSearcher makes a searcher for this process. It writes a journal if there is a workplace that survives the
// process.
func hereSearcher(
	ctx context.Context, t *task.Task, k *keeper, place *workplace, border *supervise.Border,
) (*searcher, error) {
	j := &job{Worker: worker{Dir: place.dir, Of: 1}, Journals: place.earlier, Same: place.same}
	before, err := j.counts()
	if err != nil {
		return nil, err
	}
	s := newSearcher(&searchJob{})
	p := &run.Process{
		Former: k.before.Tests, Crashers: k.crashers, Elapsed: before.Elapsed,
		Until: searchEnd(ctx, t.Budget, time.Now()),
	}
	p.Guard.Border = border
	if place.dir != "" {
		p.Observe = s.alsoObserve(t.Observe)
	}
	if s.engine, err = run.New(ctx, t, p); err != nil || place.dir == "" {
		return s, err
	}
	if err := errors.Join(j.readKilledRuns(s.engine), s.open(j.Worker)); err != nil {
		s.engine.Close()
		return nil, err
	}
	if before.Evaluations > 0 {
		s.engine.Session().Resume(before)
	}
	return s, nil
}
