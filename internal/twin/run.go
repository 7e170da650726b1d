package twin

import (
	"context"
	"errors"
	"testing"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/probe"
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
	var result *deliver.Result
	unknown := id.Test == "" && testing.Testing() // a benchmark, say, which no other process could be told to run
	if t.Elsewhere() || probe.Targets() > 0 || unknown {
		result, err = here(ctx, t)
	} else {
		result, err = supervised(ctx, t, id)
	}
	own.remember(id, result, err)
	return result, err
}

// here does a task in this process.
func here(ctx context.Context, t *task.Task) (*deliver.Result, error) {
	if err := errors.Join(t.CheckFields(), deliver.Writable(t.Dir)); err != nil {
		return nil, err
	}
	keeper, err := newKeeper(t)
	if err != nil {
		return nil, err
	}
	e, err := run.New(ctx, t, &run.Process{Former: keeper.before.Tests})
	if err != nil {
		return nil, err
	}
	defer e.Close()
	result, err := e.Finish(ctx, e.Search(ctx, nil))
	if err == nil {
		result.Explain()
	}
	plain, plainErr := e.Archived()
	return result, errors.Join(err, plainErr, result.WriteFiles(t), keeper.keep(result, plain, nil), result.WriteReport(t))
}
