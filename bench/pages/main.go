// Command pages repeats the study of Mirshokraie, Mesbah and Pattabiraman, Unit Test Generation for JavaScript (JSEFT,
// 2016), on pages: how much of their scripts a search covers, by each way to explore, and what suites notice of faults.
//
//	./pages/fetch.sh                                              # what others wrote, into pages/fetched
//	go run ./pages -acts 1000 -seed 0 same peg                    # one search each
//	go run ./pages -explore all -seeds 0..4 -out results/pages/study.jsonl
//	go run ./pages -suites -acts 1000 -out results/pages/study.jsonl    # suites, and what they notice of faults
//	go run ./pages -report -out results/pages/study.jsonl
//
// It runs in the folder of the module bench and needs a Chromium or Chrome. Each folder of pages/objects is an object:
// object.json says which scripts count, and what else is needed. Pages that lack that are named and skipped. A finished
// search is a line of -out, and searches that are there are not made again.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/page"
)

// ways are those to explore: Evoke's first, then those that it is compared with.
var ways = []page.Explore{page.Promising, page.Coverage, page.BreadthFirst, page.Random}

// settings are what the command line says.
type settings struct {
	explore, seeds, out, dir, fetched string
	seed                              uint64
	acts                              int
	suites, report, missed            bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

func command(ctx context.Context, args []string, out io.Writer) error {
	var s settings
	f := flag.NewFlagSet("pages", flag.ContinueOnError)
	f.StringVar(&s.explore, "explore", string(page.Promising), "promising, coverage, breadth-first, random or all")
	f.IntVar(&s.acts, "acts", 1000, "budget in acts")
	f.Uint64Var(&s.seed, "seed", 0, "seed")
	f.StringVar(&s.seeds, "seeds", "", "first and last seed, such as 0..4; default that of -seed")
	f.StringVar(&s.out, "out", "", "file of the results; default none")
	f.StringVar(&s.dir, "objects", "pages/objects", "the folder of the objects")
	f.StringVar(&s.fetched, "fetched", "pages/fetched", "the folder into which fetch.sh has put what others wrote")
	f.BoolVar(&s.suites, "suites", false, "make the suites as well, and try them on faults")
	f.BoolVar(&s.report, "report", false, "print the table of the results, and make no searches")
	f.BoolVar(&s.missed, "missed", false, "print the statements that a search did not cover, "+
		"and the faults that its suite did not notice")
	if err := f.Parse(args); err != nil {
		return err
	}
	known, err := results(s.out)
	if err != nil {
		return err
	}
	if s.report {
		return errors.Join(table(out, known), suites(out, known))
	}
	return s.all(ctx, f.Args(), known, out)
}

// all makes the searches that are not there yet.
func (s *settings) all(ctx context.Context, names []string, known []result, out io.Writer) error {
	objects, err := objectsIn(s.dir, s.fetched, names)
	if err != nil {
		return err
	}
	keys, err := s.keys()
	if err != nil {
		return err
	}
	for _, o := range objects {
		if lacks := o.lacks(); lacks != "" {
			fmt.Fprintf(out, "%s is skipped: it needs %s (fetch.sh)\n", o.Name, lacks)
			continue
		}
		for _, k := range keys {
			k.Object = o.Name
			if slices.ContainsFunc(known, func(r result) bool { return r.key == k }) {
				continue
			}
			r, missed, err := o.search(ctx, k)
			if err != nil {
				return fmt.Errorf("%s: %w", o.Name, err)
			}
			fmt.Fprintln(out, r)
			if s.missed {
				fmt.Fprintln(out, strings.Join(missed, "\n"))
			}
			if err := r.keep(s.out); err != nil {
				return err
			}
		}
	}
	return nil
}

// keys are the searches of each object.
func (s *settings) keys() (out []key, err error) {
	explore := []page.Explore{page.Explore(s.explore)}
	if s.explore == "all" {
		explore = ways
	}
	if !slices.Contains(ways, explore[0]) {
		return nil, fmt.Errorf("-explore: there is no %q", s.explore)
	}
	first, last := s.seed, s.seed
	if s.seeds != "" {
		from, to, _ := strings.Cut(s.seeds, "..")
		if first, err = strconv.ParseUint(from, 10, 64); err == nil {
			last, err = strconv.ParseUint(to, 10, 64)
		}
		if err != nil {
			return nil, fmt.Errorf("-seeds %q: %w", s.seeds, err)
		}
	}
	for seed := first; seed <= last; seed++ {
		for _, way := range explore {
			out = append(out, key{Explore: way, Acts: s.acts, Seed: seed, Suites: s.suites})
		}
	}
	return out, nil
}

// results reads a file of results; none for a file that is not there.
func results(path string) (out []result, err error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var r result
		switch err := d.Decode(&r); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, r)
	}
}
