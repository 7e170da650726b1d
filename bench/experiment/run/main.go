// Package run makes one run of an experiment, in a process of its own: a search
// on a service, and the measurement of the suite that it writes.
//
// It knows no service: the program that calls [Main] has the constructor of
// one. For a white-box search the program is built again with probes, so that
// linking all services into it would take several times as long as a search of
// 10,000 calls does.
package run

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"time"
)

// Constructor makes the handler of a service. A service with defects takes the
// number of a defect, 0 for none.
type Constructor interface {
	func() http.Handler | func(defect int) http.Handler
}

// healthy returns a constructor of a service without defects.
func healthy[C Constructor](construct C) func() http.Handler {
	if c, ok := any(construct).(func(int) http.Handler); ok {
		return func() http.Handler { return c(0) }
	}
	return any(construct).(func() http.Handler)
}

// Main is the whole program of a process that makes runs of one service. Its
// only argument is the file of a [Job].
func Main[C Constructor](construct C) {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "the argument is the file of a job; use \"go run ./experiment\"")
		os.Exit(2)
	}
	if err := do(os.Args[1], healthy(construct)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// do makes a run until its end, an interrupt, or the death of the process that
// started this one, which closes the standard input.
func do(path string, construct func() http.Handler) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	j, err := readJob(path)
	if err != nil {
		return err
	}
	orphaned := make(chan struct{})
	// a pipe: otherwise it is a process of the search
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			close(orphaned)
			cancel()
		}()
	}
	result, err := j.run(ctx, construct)
	select {
	case <-orphaned:
		j.clean()
		return context.Cause(ctx)
	default:
	}
	if err != nil {
		return err
	}
	return result.write(j.Result)
}

// clean removes what nobody else is there to remove. Other processes that were
// started for the same experiment may be at it too, or still write.
func (j *Job) clean() {
	for range 10 {
		left := false
		for _, dir := range j.Remove {
			left = os.RemoveAll(dir) != nil || left
		}
		if !left {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// write leaves the result as a whole or not at all.
func (r *Result) write(path string) error {
	content, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("result: %w", err)
	}
	part := path + ".part"
	if err := os.WriteFile(part, content, 0o600); err != nil {
		return fmt.Errorf("result: %w", err)
	}
	return os.Rename(part, path)
}
