package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/internal/coverage"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// choose returns the services of some names; for none the example and the real
// ones.
func choose(names string) ([]*bench.Service, error) {
	if names == "" {
		return append([]*bench.Service{bench.Bookshop()}, bench.Services()...), nil
	}
	var out []*bench.Service
	for name := range strings.SplitSeq(names, ",") {
		s, err := bench.Named(name)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// figures are the results of one run.
type figures struct {
	Statements, Covered int // of the written suite, on the plain build
	Tests, Calls        int
	Faults, Failed      int // Failed tests of the suite, on the plain build
	Search, Measure     float64
	Note                string // why the search did not see inside, if it was meant to
}

func (f figures) String() string {
	text := fmt.Sprintf("%.2f %% (%d of %d statements), %d tests, %d faults, %d calls; search "+
		"%.0f s, measured in %.0f s",
		f.percent(), f.Covered, f.Statements, f.Tests, f.Faults, f.Calls, f.Search, f.Measure)
	if f.Failed > 0 {
		text += fmt.Sprintf("; %d tests fail", f.Failed)
	}
	if f.Note != "" {
		text += "; " + f.Note
	}
	return text
}

func (f figures) percent() float64 { return 100 * float64(f.Covered) / float64(max(f.Statements, 1)) }

// kinds are the ways to search, with what the configuration covers.
var kinds = map[string]func(*bench.Service) []string{
	"black": func(*bench.Service) []string { return []string{"none"} },
	"white": func(c *bench.Service) []string { return c.Cover },
}

// measureRun searches, writes the suite into a folder of this module and
// measures what it covers.
func (s *settings) measureRun(ctx context.Context, c *bench.Service) (f figures, err error) {
	cover, ok := kinds[s.one]
	if !ok {
		return f, fmt.Errorf("no kind %q: black or white", s.one)
	}
	began := time.Now()
	result, err := evoke.Run(ctx, evoke.Config{
		Schema: string(c.Schema), System: evoke.System{Controller: c.System()}, REST: c.REST(),
		WhiteBox: evoke.WhiteBox{Cover: cover(c)},
		Search:   evoke.Search{Seed: s.seed, Algorithm: s.algorithm()}, Budget: evoke.Budget{Calls: s.calls},
		Output: evoke.Output{
			Writers: []output.Writer{&gotest.Writer{Constructor: gotest.Func{ImportPath: c.Package, Name: "New"}}},
		},
	})
	if err != nil {
		return f, err
	}
	f = figures{
		Tests: len(result.Suite.Tests), Calls: result.Stats.Cost, Faults: len(result.Report.Faults()),
		Search: time.Since(began).Seconds(), Note: blind(s.one, result),
	}
	measuring := time.Now()
	profile, err := measureSuite(ctx, c, result, s.keep)
	if err != nil {
		return f, err
	}
	for _, p := range profile.Packages {
		f.Statements, f.Covered = f.Statements+p.Statements, f.Covered+p.Covered
	}
	f.Failed = len(profile.Failed) + len(profile.Lost)
	f.Measure = time.Since(measuring).Seconds()
	return f, nil
}

// algorithm is MIO with the given parameters, nil for the default.
func (s *settings) algorithm() search.Algorithm[*testcase.Case] {
	if s.mio == "" || s.one != "white" {
		return nil
	}
	m := &mio.MIO[*testcase.Case]{}
	if _, err := fmt.Sscan(s.mio, &m.Pr.Start, &m.Pr.End, &m.N.Start, &m.N.End, &m.M.Start,
		&m.M.End, &m.F); err != nil {
		fmt.Fprintf(os.Stderr, "-mio %q: %v; what is missing has its default\n", s.mio, err)
	}
	return m
}

// blind tells when a search that was to see inside did not.
func blind(kind string, result *evoke.Result) string {
	if kind == "white" && !strings.Contains(result.Report.Search, "white box") {
		return result.Report.Search
	}
	return ""
}

// measureSuite writes a suite and measures its coverage.
func measureSuite(
	ctx context.Context, c *bench.Service, result *evoke.Result, keep bool,
) (profile *coverage.Profile, err error) {
	dir, err := os.MkdirTemp(".", "evoke-written-")
	if err != nil {
		return nil, err
	}
	if !keep {
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	o := coverage.Options{Dir: dir, Packages: c.Cover}
	for _, file := range result.Files {
		if err := os.WriteFile(filepath.Join(dir, file.Name), file.Content, 0o644); err != nil {
			return nil, err
		}
		for _, test := range file.Tests {
			o.Tests = append(o.Tests, test.Title)
		}
	}
	return coverage.Measure(ctx, o)
}
