package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// starter starts processes of a system.
type starter struct {
	options Options
	name    string // of the system, for errors
	table   *table
}

// maxLaunches is how often a process is started that finds its port taken: a port that was free when it was chosen may
// belong to another program by the time the process listens.
const maxLaunches = 3

// launch starts a process and waits until it takes calls.
func (s *starter) launch(ctx context.Context) (p *process, err error) {
	for range maxLaunches {
		if p, err = s.launchOnce(ctx); err == nil || !portTaken(err) || ctx.Err() != nil {
			break
		}
	}
	return p, err
}

// portTaken reports whether a process ended before it was ready, since its port was taken: it says so with the text of
// EADDRINUSE.
func portTaken(err error) bool {
	var end *startError
	return errors.As(err, &end) && slices.ContainsFunc(end.lines, func(line string) bool {
		return strings.Contains(line, "address already in use")
	})
}

// launchOnce starts one process.
func (s *starter) launchOnce(ctx context.Context) (*process, error) {
	var p *process
	var err error
	switch {
	case s.options.Command != nil:
		stderr := &tail{forward: s.options.Output, explain: s.options.Explain}
		p, err = launch(s.options.Command(), stderr, listener(s.options.Ended))
	case s.options.Address != "":
		p, err = dial(ctx, s.options.Address)
	default:
		err = errors.New("there is neither a command nor an address")
	}
	if err != nil {
		return nil, s.wrong(err)
	}
	p.table, p.limit = s.table, s.options.limit()
	go p.answer(s.options.Instrument)
	if err := p.greet(ctx, cmp.Or(s.options.StartTimeout, 30*time.Second)); err != nil {
		p.kill()
		if warned := s.table.warned(); len(warned) > 0 {
			err = fmt.Errorf("%w; %s", err, warned[0])
		}
		return nil, s.wrong(err)
	}
	return p, nil
}

func (s *starter) wrong(err error) error { return fmt.Errorf("driver: %s: %w", s.name, err) }

// listener returns a function to be called at the end of a process; ended may be nil.
func listener(ended func(*exec.Cmd)) func(*exec.Cmd) {
	if ended == nil {
		return func(*exec.Cmd) {}
	}
	return ended
}

// mostWaiting bounds the processes that wait for tests, if each test needs one. As many start at the same time as there
// are processors: the start of processes is what takes the time in such a search.
const mostWaiting = 4

// waiting are processes that start while tests run in others, the oldest first.
type waiting []waiter

// waiter is a process that is being started. Its channel receives it once.
type waiter struct {
	ready  <-chan started
	cancel context.CancelFunc
}

// started is a process that was prepared, or the error.
type started struct {
	process *process
	err     error
}

// launcher starts a process.
type launcher func(context.Context) (*process, error)

// fill begins to start processes until enough of them wait.
func (w *waiting) fill(ctx context.Context, launch launcher) {
	for len(*w) < min(runtime.GOMAXPROCS(0), mostWaiting) {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		ready := make(chan started, 1)
		*w = append(*w, waiter{ready, cancel})
		go func() {
			p, err := launch(ctx)
			ready <- started{p, err}
		}()
	}
}

// next returns the process that has waited longest, or a new one. It skips processes that ended while they waited.
func (w *waiting) next(ctx context.Context, launch launcher) (*process, error) {
	for len(*w) > 0 {
		first := (*w)[0]
		*w = (*w)[1:]
		s := <-first.ready
		first.cancel()
		if s.err != nil || !s.process.gone() {
			return s.process, s.err
		}
	}
	return launch(ctx)
}

// stop ends all processes that wait.
func (w *waiting) stop() {
	for _, p := range *w {
		p.cancel()
	}
	for _, p := range *w {
		if s := <-p.ready; s.process != nil {
			s.process.kill()
		}
	}
	*w = nil
}
