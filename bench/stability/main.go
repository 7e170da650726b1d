// Command stability asks whether written tests pass whenever and wherever they
// run. It builds the tests of each folder and runs them ten times in random
// order, with the race detector, with coverage, in two other time zones, all
// folders at the same time, and a minute later.
//
//	go run ./stability ../examples/todo ./evoke-written-1
//
// It prints a line for each folder and condition, with the tests that failed,
// and ends with status 1 if a run did not pass.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

// settings are what the command line says.
type settings struct {
	runs    int
	later   time.Duration
	run     string
	timeout time.Duration
	dirs    []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx, os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "stability:", err)
		os.Exit(1)
	}
}

// parse reads the command line.
func parse(args []string) (settings, error) {
	var s settings
	f := flag.NewFlagSet("stability", flag.ContinueOnError)
	f.IntVar(&s.runs, "runs", 10, "how many runs under each condition")
	f.DurationVar(&s.later, "later", time.Minute, "how long after the first run the last ones begin")
	f.StringVar(&s.run, "run", "", "run only the tests that match this pattern")
	f.DurationVar(&s.timeout, "timeout", 2*time.Minute, "the longest that one run may take")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	if s.dirs = f.Args(); len(s.dirs) == 0 || s.runs < 1 {
		return s, errors.New("name at least one folder with tests, and at least one run")
	}
	return s, nil
}

// command is the whole program.
func command(ctx context.Context, out io.Writer, args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "stability-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }() // the system's own clean-up takes what is left
	unstable, err := examine(ctx, out, s, scratch)
	if err != nil {
		return err
	}
	if unstable > 0 {
		return fmt.Errorf("%d runs did not pass", unstable)
	}
	return nil
}

// examine runs all folders under all conditions. It returns how many runs did
// not pass.
func examine(ctx context.Context, out io.Writer, s settings, scratch string) (int, error) {
	start, unstable := time.Now(), 0
	for _, c := range conditions() {
		binaries, err := build(ctx, s, c, scratch)
		if err != nil {
			return unstable, err
		}
		if err := c.wait(ctx, start.Add(s.later)); err != nil {
			return unstable, err
		}
		for _, t := range c.repeat(ctx, s, binaries) {
			fmt.Fprintln(out, t)
			unstable += t.runs - t.passed
		}
		if err := ctx.Err(); err != nil {
			return unstable, err
		}
	}
	return unstable, nil
}
