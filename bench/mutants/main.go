// Command mutants asks whether tests notice. It makes small mutants of packages,
// one change each, runs the package's own tests on each, and prints which
// mutants survive. It runs in the folder of the module bench.
//
//	go run ./mutants -packages ../gene,../testcase,../rest/... -n 48 -seed 1
//
// The same sources and the same seed give the same mutants. The sources stay
// as they are: the go command gets each mutant as an overlay.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"time"
)

// settings are what the command line says.
type settings struct {
	packages string
	n        int
	seed     uint64
	least    float64
	timeout  time.Duration
	short    bool
	list     bool
}

func main() {
	if len(os.Args) > 2 && os.Args[1] == limited {
		fmt.Fprintln(os.Stderr, "mutants:", become(os.Args[2:]))
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx, os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func (s *settings) flags() *flag.FlagSet {
	f := flag.NewFlagSet("mutants", flag.ContinueOnError)
	f.StringVar(&s.packages, "packages", "",
		"folders of packages with commas between them, as patterns of the go command")
	f.IntVar(&s.n, "n", 48, "how many mutants, in equal shares of all packages")
	f.Uint64Var(&s.seed, "seed", 1, "chooses the mutants")
	f.Float64Var(&s.least, "least", 0, "fail when a smaller share of the mutants is killed, 0 to 1")
	f.DurationVar(&s.timeout, "timeout", 5*time.Minute, "the longest that the tests of a package may take; a mutant "+
		"gets five times what they took without one, if that is less")
	f.BoolVar(&s.short, "short", false, "run the tests with -short")
	f.BoolVar(&s.list, "list", false, "print the mutants and run nothing")
	return f
}

// command is the whole program.
func command(ctx context.Context, out io.Writer, args []string) error {
	var s settings
	f := s.flags()
	if err := f.Parse(args); err != nil {
		return err
	}
	if s.packages == "" || f.NArg() > 0 || s.n < 1 {
		return errors.New("-packages is missing, -n is not positive, or there are arguments without a flag")
	}
	units, err := find(ctx, strings.Split(s.packages, ","))
	if err != nil {
		return err
	}
	if s.list {
		for m := range draw(rand.New(rand.NewPCG(s.seed, 0)), units, s.n) {
			fmt.Fprintf(out, "%s\n%s", m, m.diff())
		}
		return nil
	}
	t := &tally{out: out, counts: map[*unit]*count{}}
	if err := s.hunt(ctx, units, t); err != nil {
		return err
	}
	return t.end(units, s.least)
}

// hunt runs the tests on mutants until there are enough that compile.
func (s *settings) hunt(ctx context.Context, units []*unit, t *tally) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutants-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &runner{self: self, dir: dir, timeout: s.timeout, short: s.short, limits: map[*unit]time.Duration{}}
	open := s.n
	for m := range draw(rand.New(rand.NewPCG(s.seed, 0)), units, -1) {
		if open == 0 {
			return nil
		}
		fate, took, err := r.try(ctx, m)
		if err != nil {
			return err
		}
		if t.add(m, fate, took) {
			open--
		}
	}
	return nil
}
