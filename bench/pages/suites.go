package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// injected is how many faults a page gets, as in the study.
const injected = 50

// noticed is what a suite of an object notices, and what its reductions leave.
type noticed struct {
	// Tests are those of users, and Units those of functions.
	Tests int `json:"tests"`
	Units int `json:"units"`
	// Mutants counts the mutants that chose assertions of tests of users, and how many of these mutants were noticed.
	Mutants share `json:"mutants"`
	// Faults counts the faults that are injected into the scripts under study, at places drawn at random. They choose
	// no assertions. Reached counts the faults that a test comes to.
	Faults  int `json:"faults"`
	Reached int `json:"reached"`
	// ByTests and ByUnits are the faults that tests of either kind notice, and ByEither those that any does.
	ByTests  int `json:"byTests"`
	ByUnits  int `json:"byUnits"`
	ByEither int `json:"byEither"`
	// Calls counts the recorded calls of functions, and States the calls among them that differ from each other and can
	// be made again, a dozen for a function at most. Algorithm 1 leaves as many of these as Units counts.
	Calls  int `json:"calls"`
	States int `json:"states"`
	// Asserted are the assertions of tests of functions: of all states, of the chosen states, and of the suite.
	Asserted [3]int `json:"asserted"`
	// Sights are the assertions of tests of users, before and after the reduction.
	Sights [2]int `json:"sights"`
}

// Recall is how much of the faults is noticed, in percent.
func (n *noticed) Recall() float64 { return share{n.ByEither, n.Faults}.Percent() }

func (n *noticed) String() string {
	return fmt.Sprintf("  %d tests, %d of functions; mutants noticed: %s; "+
		"faults: %d, reached %d, noticed %d (%.1f %%), by tests of users %d, of functions %d; "+
		"%d calls, %d states; assertions %v, %v",
		n.Tests, n.Units, n.Mutants, n.Faults, n.Reached, n.ByEither, n.Recall(), n.ByTests, n.ByUnits,
		n.Calls, n.States, n.Sights, n.Asserted)
}

// faults draws places of mutants in the scripts under study that were loaded.
func (o *object) faults(paths []string, seed uint64) (map[mutant.Site]bool, error) {
	var all []mutant.Site
	for _, at := range paths {
		if !strings.HasSuffix(at, ".js") {
			continue // a document with scripts in it
		}
		text, err := fs.ReadFile(o.site, strings.TrimPrefix(at, "/"))
		if err != nil {
			return nil, err
		}
		for _, m := range js.Mutate(js.Source{Path: at, Text: string(text)}).Mutants {
			all = append(all, mutant.Site{Package: at, Function: m.Function, Change: m.Change, Line: m.Line})
		}
	}
	random := rand.New(rand.NewPCG(seed, injected))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	out := map[mutant.Site]bool{}
	for _, site := range all {
		if len(out) < injected {
			out[site] = true
		}
	}
	return out, nil
}

// suite makes the suite of a search, and tries it on faults. It also returns the faults that are not noticed, in words.
func (o *object) suite(
	ctx context.Context, p problem.Problem, s *search.Session[*testcase.Case], n *notes, seed uint64,
) (*noticed, []string, error) {
	faults, err := o.faults(slices.Sorted(maps.Keys(n.seen)), seed)
	if err != nil {
		return nil, nil, err
	}
	study := &mutation.Study{Faults: faults}
	p.(mutation.Studied).Study(study)
	made, _, err := p.Suite(ctx, s.Archive(), problem.Harvest{})
	if err != nil {
		return nil, nil, err
	}
	out := &noticed{
		Faults: len(faults), Calls: study.Calls, States: study.States, Asserted: study.Asserted,
	}
	for i := range made.Tests {
		if made.Tests[i].Steps[0].Unit != nil {
			out.Units++
		}
	}
	out.Tests = len(made.Tests) - out.Units
	if found, less := p.(mutation.Tried).Mutants(); found != nil {
		out.Mutants = share{found.Score(), len(found.Mutants)}
		out.Sights = [2]int{less.Before, less.After}
	}
	return out, out.count(study), nil
}

// count counts what a study found. It returns the faults that are not noticed.
func (n *noticed) count(s *mutation.Study) (missed []string) {
	reached := map[mutant.Site]bool{}
	by := [2]map[mutant.Site]bool{{}, {}}
	kinds := [2][]mutation.Mutant{nil, s.Units}
	if s.Tests != nil {
		kinds[0] = s.Tests.Mutants
	}
	for kind, tried := range kinds {
		for _, m := range tried {
			reached[m.Site] = true
			if len(m.Noticed) > 0 {
				by[kind][m.Site] = true
			}
		}
	}
	n.Reached, n.ByTests, n.ByUnits = len(reached), len(by[0]), len(by[1])
	for site := range s.Faults {
		if by[0][site] || by[1][site] {
			n.ByEither++
			continue
		}
		how := "not reached"
		if reached[site] {
			how = "reached"
		}
		line := fmt.Sprintf("  %s:%d: %s: %s: %s", site.Package, site.Line, how, site.Function, site.Change)
		missed = append(missed, line)
	}
	slices.Sort(missed)
	return missed
}

// suites prints for each object what its suites notice and what their reductions leave, as means of the seeds.
func suites(out io.Writer, all []result) error {
	var b strings.Builder
	var order []key
	of := map[key][]*noticed{}
	for i := range all {
		if all[i].Suite == nil {
			continue
		}
		k := all[i].key
		k.Seed = 0
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], all[i].Suite)
	}
	if len(order) == 0 {
		return nil
	}
	columns := []column{
		{"faults", "%.0f", func(n *noticed) float64 { return float64(n.Faults) }},
		{"reached", "%.1f", func(n *noticed) float64 { return float64(n.Reached) }},
		{"noticed", "%.1f", func(n *noticed) float64 { return float64(n.ByEither) }},
		{"recall", "%.1f %%", (*noticed).Recall},
		{"by tests of users", "%.1f", func(n *noticed) float64 { return float64(n.ByTests) }},
		{"of functions", "%.1f", func(n *noticed) float64 { return float64(n.ByUnits) }},
		{"mutants noticed", "%.1f %%", func(n *noticed) float64 { return n.Mutants.Percent() }},
		{"tests", "%.1f", func(n *noticed) float64 { return float64(n.Tests) }},
		{"assertions", "%.0f", func(n *noticed) float64 { return float64(n.Sights[0]) }},
		{"left", "%.0f", func(n *noticed) float64 { return float64(n.Sights[1]) }},
		{"calls", "%.0f", func(n *noticed) float64 { return float64(n.Calls) }},
		{"states", "%.0f", func(n *noticed) float64 { return float64(n.States) }},
		{"left", "%.0f", func(n *noticed) float64 { return float64(n.Units) }},
		{"assertions of all", "%.0f", func(n *noticed) float64 { return float64(n.Asserted[0]) }},
		{"of those left", "%.0f", func(n *noticed) float64 { return float64(n.Asserted[1]) }},
		{"left", "%.0f", func(n *noticed) float64 { return float64(n.Asserted[2]) }},
	}
	b.WriteString("suites:\n\n| object | acts | seeds |")
	for _, c := range columns {
		b.WriteString(" " + c.name + " |")
	}
	b.WriteString("\n| --- |" + strings.Repeat(" ---: |", len(columns)+2) + "\n")
	for _, k := range order {
		fmt.Fprintf(&b, "| %s | %d | %d |", k.Object, k.Acts, len(of[k]))
		for _, c := range columns {
			fmt.Fprintf(&b, " "+c.format+" |", mean(c.all(of[k])))
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(out, b.String()+"\n")
	return err
}

// column is a figure of suites.
type column struct {
	name, format string
	of           func(*noticed) float64
}

func (c *column) all(suites []*noticed) (out []float64) {
	for _, n := range suites {
		out = append(out, c.of(n))
	}
	return out
}
