// Command experiment compares configurations of the search on services, the way
// the papers of the field do: several runs of each, differing by their seeds,
// each in a process of its own. It runs in a folder of the module bench.
//
//	go run ./experiment --sut rest-ncs,gotify --config random,mio --calls 10000,100000 --seeds 10
//	go run ./experiment --report-only
//
// A finished run is a line of results/SERVICE.jsonl; runs that are there are not
// made again, so an experiment that was interrupted goes on when it is started
// once more. At the end the tables and curves are made anew from all lines.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/evoke-go/evoke/bench/experiment/run"
)

// settings are what the command line says.
type settings struct {
	suts, configs, calls, seeds string
	jobs                        int
	out, tables, against        string
	missed                      string
	reportOnly, renew           bool
	unmeasured, ablation        bool
	timeout                     time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "experiment:", err)
		os.Exit(1)
	}
}

func (s *settings) flags(module string) *flag.FlagSet {
	f := flag.NewFlagSet("experiment", flag.ContinueOnError)
	f.StringVar(&s.suts, "sut", "", "services with commas between them, or literature, synthetic, real, unseen, "+
		"silent, all")
	f.StringVar(&s.configs, "config", "random,random+memory,mio,evoke",
		"configurations: random (without memory), random+memory, hillclimb, mio, evoke (the default of the front "+
			"door), black, or mio:Pr=0.9..0.1:N=10..1:M=1..5:F=0.5 for other parameters")
	f.StringVar(&s.calls, "calls", "10000", "budgets in calls, with commas between them")
	f.StringVar(&s.seeds, "seeds", "10", "how many runs of each: 10, or the seeds 20..29")
	f.IntVar(&s.jobs, "jobs", runtime.NumCPU(), "runs at the same time")
	f.StringVar(&s.out, "out", filepath.Join(module, "results"), "folder of the raw results and the curves")
	f.StringVar(&s.tables, "tables", "", "file whose marked sections get the tables; default tables.md in -out")
	f.BoolVar(&s.reportOnly, "report-only", false,
		"make tables and curves of the results that are there, and nothing else")
	f.BoolVar(&s.renew, "renew", false,
		"make also those runs again that another state of the source made, and drop their lines")
	f.BoolVar(&s.unmeasured, "unmeasured", false, "do not measure what the suites execute: a run takes half the time")
	f.BoolVar(&s.ablation, "ablation", false, "print what a search loses without each maker of tests, from the "+
		"results that are there, and nothing else; -config ablation makes them")
	f.StringVar(&s.against, "against", "",
		"folder of the results of another state of the search: print what differs, and nothing else")
	f.StringVar(&s.missed, "missed", "", "folder that gets, for each run, the feasible statements that its suite "+
		"misses (all without a list of them), and in NAME.targets the targets that it covered; default nowhere")
	f.DurationVar(&s.timeout, "timeout", 30*time.Minute, "the longest that a run may take")
	return f
}

// command is the whole program.
func command(ctx context.Context, args []string) error {
	module, err := moduleDir()
	if err != nil {
		return err
	}
	var s settings
	f := s.flags(module)
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return fmt.Errorf("what is %q?", f.Arg(0))
	}
	switch {
	case s.against != "":
		return s.compare(os.Stdout)
	case s.ablation:
		return s.ablate(os.Stdout)
	}
	if !s.reportOnly {
		err = s.experiment(ctx, module)
	}
	if ctx.Err() != nil {
		return err
	}
	return errors.Join(err, s.report(module))
}

// experiment makes the runs that are still to be made.
func (s *settings) experiment(ctx context.Context, module string) error {
	keys, err := plan(s.suts, s.configs, s.calls, s.seeds)
	if err != nil {
		return err
	}
	store, err := openStore(s.out)
	if err != nil {
		return err
	}
	if s.renew {
		engine, err := state(ctx, module)
		if err != nil {
			return err
		}
		if err := store.forget(keys, engine); err != nil {
			return err
		}
	}
	var open []run.Key
	for _, k := range keys {
		if !store.has(k) {
			open = append(open, k)
		}
	}
	fmt.Fprintf(os.Stderr, "%d runs, %d of them to be made\n", len(keys), len(open))
	if len(open) == 0 {
		return nil
	}
	ses, err := newSession(ctx, module, s.timeout, max(s.jobs, 1))
	if err != nil {
		return err
	}
	defer ses.close()
	ses.unmeasured = s.unmeasured
	if ses.missed, err = s.folderOfMissed(); err != nil {
		return err
	}
	return ses.runAll(ctx, open, store)
}

// folderOfMissed makes the folder of -missed and returns its whole path, "" for none.
func (s *settings) folderOfMissed() (string, error) {
	if s.missed == "" {
		return "", nil
	}
	if err := os.MkdirAll(s.missed, 0o755); err != nil {
		return "", err
	}
	return filepath.Abs(s.missed)
}

// report makes the tables and the curves, and of the project's own results its RESULTS.md.
func (s *settings) report(module string) error {
	results, err := readResults(s.out)
	if err != nil {
		return err
	}
	d := newData(results)
	if err := writeReport(d, s.out, cmp.Or(s.tables, filepath.Join(s.out, "tables.md"))); err != nil {
		return err
	}
	if abs, err := filepath.Abs(s.out); err != nil || abs != filepath.Join(module, "results") {
		return err
	}
	text, err := page(d, s.out)
	if err != nil {
		return err
	}
	return replace(filepath.Join(module, "..", "RESULTS.md"), text)
}
