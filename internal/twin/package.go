package twin

import (
	"context"
	"errors"
	"fmt"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/scratch"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/search"
)

// Package does a task in processes of another program, which it builds from a package and a test that asks for the same
// task. In a process that continues a later call of this program, it returns the result of an earlier process.
func Package(ctx context.Context, p program.Package, t *task.Task) (*deliver.Result, error) {
	id := own.identify(t)
	id.Site += " of " + p.Dir
	j, err := given()
	if err != nil {
		return nil, err
	}
	if past := j.past(id); past != nil {
		return past.result(), past.err()
	}
	result, err := elsewhere(ctx, p, t)
	own.remember(id, result, err)
	return result, err
}

// elsewhere does a task of [Package] for the first time.
func elsewhere(ctx context.Context, p program.Package, t *task.Task) (*deliver.Result, error) {
	asked := *t
	asked.Foreign = true
	if err := errors.Join(asked.Check(ctx), deliver.Ready(t)); err != nil {
		return nil, err
	}
	foreign, err := program.Prepare(ctx, p, t)
	if err != nil {
		return nil, err
	}
	sent, err := newSentTask(foreign.Task)
	if err != nil {
		return nil, err
	}
	keeper, err := newKeeper(t)
	if err != nil {
		return nil, err
	}
	foreign.Task.Silence = t.Silence // including what the archive silences
	folder, err := scratch.New()
	if err != nil {
		return nil, fmt.Errorf("evoke: %w", err)
	}
	defer folder.Remove()
	if t.Observe != nil && foreign.Outside != "" {
		t.Observe(search.Note{Text: foreign.Outside})
	}
	if t.Observe != nil { // a search is not seen for as long as that takes
		t.Observe(search.Note{Text: "building " + p.Dir + " with probes in it; the first time takes a while"})
	}
	if err := foreign.Build(ctx, folder.Dir); err != nil {
		return nil, err
	}
	s := &supervisor{
		task: foreign.Task, id: callID{Test: program.PackageTest}, keeper: keeper, dir: folder.Dir,
		scratch: folder, program: foreign.Built,
		sent: sent, workDir: foreign.Dir, forTest: true, secrets: t.Secrets(ctx),
	}
	result, err := s.result(ctx)
	return result, foreign.Plain(err)
}
