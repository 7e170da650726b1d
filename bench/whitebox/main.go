// Command whitebox holds the search that sees inside of a program against the
// same search that sees responses only: on each service, with several seeds and
// the same number of calls, by the statements that the written suites cover on
// the plain build. It runs in the folder of the module bench.
//
//	go run ./whitebox                                  # 10 seeds of 20,000 calls, about an hour
//	go run ./whitebox -services ach -seeds 2 -calls 5000
//	go run ./whitebox -one white -services ach -seed 3 # a single run, its figures as JSON
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench"
)

// settings are what the command line says.
type settings struct {
	services    string
	seeds       int
	calls       int
	one         string
	seed        uint64
	keep        bool
	kinds       string
	progressOff bool
	mio         string
}

func main() {
	var s settings
	flag.StringVar(&s.services, "services", "", "comma-separated names; empty for all")
	flag.StringVar(&s.kinds, "kinds", "black,white", "what to compare; of one kind alone the figures are printed")
	flag.IntVar(&s.seeds, "seeds", 10, "how many searches of each kind")
	flag.IntVar(&s.calls, "calls", 20_000, "calls of a search")
	flag.StringVar(&s.one, "one", "", "make one run of this kind, black or white, and print its figures")
	flag.Uint64Var(&s.seed, "seed", 0, "seed of the one run")
	flag.BoolVar(&s.keep, "keep", false, "keep the written tests")
	flag.StringVar(&s.mio, "mio", "",
		"parameters of MIO for the white box instead of the default: \"Pr Pr N N M M F\", start and end of each ramp")
	flag.BoolVar(&s.progressOff, "quiet", false, "print the table only")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := s.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "whitebox:", err)
		os.Exit(1)
	}
}

func (s *settings) run(ctx context.Context) error {
	chosen, err := choose(s.services)
	if err != nil {
		return err
	}
	if s.one != "" {
		return s.runOne(ctx, chosen[0])
	}
	var all []comparison
	for _, c := range chosen {
		compared, err := s.compare(ctx, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		all = append(all, compared)
	}
	return printTable(os.Stdout, all)
}

// runOne makes one run and prints its figures.
func (s *settings) runOne(ctx context.Context, c *bench.Service) error {
	f, err := s.measureRun(ctx, c)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(f)
}

// compare makes the runs of both kinds on a service, in turns, each in a
// process of its own: a search is the only one in its program.
func (s *settings) compare(ctx context.Context, c *bench.Service) (comparison, error) {
	out := comparison{name: c.Name, figures: map[string][]figures{}}
	for seed := range s.seeds {
		for kind := range strings.SplitSeq(s.kinds, ",") {
			f, err := s.process(ctx, c.Name, kind, seed)
			if err != nil {
				return out, fmt.Errorf("%s, seed %d: %w", kind, seed, err)
			}
			if !s.progressOff {
				fmt.Printf("%s %s seed %d: %s\n", c.Name, kind, seed, f)
			}
			out.figures[kind] = append(out.figures[kind], f)
		}
	}
	return out, nil
}

func (s *settings) process(ctx context.Context, service, kind string, seed int) (f figures, err error) {
	self, err := os.Executable()
	if err != nil {
		return f, err
	}
	cmd := exec.CommandContext(ctx, self, "-one="+kind, "-services="+service, "-seed="+strconv.Itoa(seed),
		"-calls="+strconv.Itoa(s.calls), fmt.Sprintf("-keep=%t", s.keep), "-mio="+s.mio)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(out, &f)
}
