package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/evoke-go/evoke/bench/experiment/run"
)

// runAll makes runs, several at the same time, and stores what comes of each. A
// run that fails is noted and does not keep the others from being made.
func (s *session) runAll(ctx context.Context, keys []run.Key, out *store) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	todo := make(chan run.Key)
	p := &progress{all: len(keys), began: time.Now()}
	var workers sync.WaitGroup
	for range min(s.jobs, len(keys)) {
		workers.Go(func() {
			for k := range todo {
				r := s.runOrError(ctx, k)
				if ctx.Err() != nil {
					continue // it says nothing about the run
				}
				if err := s.keep(r, out); err != nil {
					cancel(err)
				}
				p.tell(r)
			}
		})
	}
	for _, k := range keys {
		select {
		case todo <- k:
		case <-ctx.Done():
		}
	}
	close(todo)
	workers.Wait()
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d of %d runs: %w", p.done, len(keys), context.Cause(ctx))
	}
	return s.unbuilt()
}

// keep stores a result. That a program could not be built says nothing about
// its runs, of which there may be hundreds.
func (s *session) keep(r *run.Result, out *store) error {
	if r.Error != "" && s.failedToBuild(r.SUT) != nil {
		return nil
	}
	return out.add(r)
}

// runOrError makes a run; what goes wrong is a result as well.
func (s *session) runOrError(ctx context.Context, k run.Key) *run.Result {
	r, err := s.run(ctx, k)
	if err != nil {
		return &run.Result{Version: run.Version, Engine: s.engine, Key: k, Error: line(err.Error())}
	}
	return r
}

// maxError is how much of an error is kept, in bytes.
const maxError = 1000

// line makes a text one short line.
func line(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxError {
		text = strings.ToValidUTF8(text[:maxError], "") + " ..."
	}
	return text
}

// progress tells a person how far an experiment is.
type progress struct {
	mu        sync.Mutex
	done, all int
	began     time.Time
}

func (p *progress) tell(r *run.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	text := fmt.Sprintf("[%d/%d] %s: ", p.done, p.all, r.Key)
	if r.Error != "" {
		text += "failed: " + r.Error
	} else {
		text += summary(r)
	}
	if left := p.all - p.done; left > 0 {
		each := time.Since(p.began) / time.Duration(p.done)
		text += fmt.Sprintf("; %s left", (each * time.Duration(left)).Round(time.Second))
	}
	fmt.Fprintln(os.Stderr, text)
}

// summary is a run in a few words.
func summary(r *run.Result) string {
	text := fmt.Sprintf("%d targets, %.1f %% statements", r.Targets.Covered, r.Statements.Percent())
	if r.Feasible != nil {
		text += fmt.Sprintf(", %.1f %% of the feasible", r.Feasible.Percent())
	}
	if r.Sides != nil {
		text += fmt.Sprintf(", %.1f %% sides", r.Sides.Percent())
	}
	return text + fmt.Sprintf(", %d faults, %d tests; search %.1f s of %.1f s",
		r.FaultCount(), r.Tests, r.Seconds.Search, r.Seconds.Generate+r.Seconds.Measure)
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// keptOutput is how much a [tail] keeps, in bytes.
const keptOutput = 4 << 10

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	t.kept = t.kept[max(0, len(t.kept)-keptOutput):]
	return len(p), nil
}

// text is the last of it that an error fits into.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := strings.TrimSpace(string(t.kept))
	return strings.ToValidUTF8(kept[max(0, len(kept)-maxError):], "")
}
