package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/evoke-go/evoke/bench/experiment/run"
	"github.com/evoke-go/evoke/bench/experiment/stats"
)

// spread is "95.3 (94.0-96.1)": mean, least and most; "-" of nothing.
func spread(values []float64, digits int) string {
	if len(values) == 0 {
		return "-"
	}
	text := number(stat.Mean(values, nil), digits)
	if low, high := floats.Min(values), floats.Max(values); low != high {
		text += fmt.Sprintf(" (%s-%s)", number(low, digits), number(high, digits))
	}
	return text
}

// mean is that of some values as text, "-" of none.
func mean(values []float64, digits int) string {
	if len(values) == 0 {
		return "-"
	}
	return number(stat.Mean(values, nil), digits)
}

// every takes all groups.
func every(group) bool { return true }

// figuresSection is one line of figures for each service, budget and
// configuration.
func figuresSection(d *data) string {
	t := &table{head: []string{
		"service", "calls", "configuration", "seeds", "targets covered", "reached", "statements, %",
		"of the feasible, %", "sides, %",
		"faults", "operations 2xx", "5xx", "of", "tests", "calls to the last improvement",
		"seconds to it", "seconds", "calls/s",
	}}
	for _, sut := range d.suts {
		for _, calls := range d.budgets(sut) {
			for _, config := range d.searched(sut, calls) {
				t.row(d.figures(group{sut, config, calls})...)
			}
		}
	}
	return d.source(every) + `
Mean of all seeds; in brackets the least and the most. Targets of "black" are
those of responses only. "statements": those of the program that the written
suite executes on the plain build (go test -cover); "of the feasible": of those
that some requests were shown to execute (bench/feasible). "sides": of the feasible
sides of its conditions, by the same suite. Seconds are those of the search,
without building and measuring, of runs that had a share of the processors each.

` + t.String() + d.failures()
}

func (d *data) figures(g group) []string {
	m := func(digits int, of func(*run.Result) float64) string { return mean(d.values(g, figure(of)), digits) }
	return []string{
		g.sut, thousands(g.calls), g.config, fmt.Sprint(len(d.groups[g])),
		spread(d.values(g, targets), 1),
		m(1, func(r *run.Result) float64 { return float64(r.Targets.All) }),
		spread(d.values(g, statements), 1), spread(d.values(g, feasibleStatements), 1),
		spread(d.values(g, conditionSides), 1), spread(d.values(g, faults), 1),
		m(1, func(r *run.Result) float64 { return float64(r.Operations.Succeeded) }),
		m(1, func(r *run.Result) float64 { return float64(r.Operations.Failed) }),
		m(0, func(r *run.Result) float64 { return float64(r.Operations.All) }),
		m(1, func(r *run.Result) float64 { return float64(r.Tests) }),
		m(0, func(r *run.Result) float64 { return float64(r.CallsToLast) }),
		m(1, func(r *run.Result) float64 { return float64(r.Seconds.ToLast) }),
		m(1, func(r *run.Result) float64 { return float64(r.Seconds.Search) }),
		m(0, func(r *run.Result) float64 {
			return float64(r.CallsMade) / max(float64(r.Seconds.Search), 0.001)
		}),
	}
}

// failures names the runs that failed, so that they are not forgotten.
func (d *data) failures() string {
	if len(d.failed) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s failed and will be made again:\n\n", count(len(d.failed), "run"))
	for _, r := range d.failed {
		fmt.Fprintf(&b, "- %s: %s\n", r.Key, r.Error)
	}
	return b.String()
}

// opponent is a random search that other configurations are compared with.
type opponent struct{ config, text string }

// opponents are the baseline and the search that differs from the default by
// its algorithm alone.
func opponents() []opponent {
	return []opponent{
		{"random", "plain random search without memory, the baseline"},
		{"random+memory", "random search with the memory that MIO has, so that the algorithm makes all the difference"},
	}
}

// random reports whether a configuration is a random search.
func random(config string) bool {
	return slices.ContainsFunc(opponents(), func(o opponent) bool { return o.config == config })
}

// randomSection holds each configuration against random search.
func randomSection(d *data) string {
	var b strings.Builder
	b.WriteString(d.source(func(g group) bool { return !black(g.config) }))
	b.WriteString(`
Medians. A12 is the probability that a run of the configuration has more than
one of random search, where equal counts half (Vargha and Delaney); U and the
two-sided p are those of Mann and Whitney, p exact. Random search sees into the
program as well, so that all have the same targets.
`)
	for _, o := range opponents() {
		if t := d.duels(o.config); len(t.rows) > 0 {
			fmt.Fprintf(&b, "\nAgainst %q: %s.\n\n%s", o.config, o.text, t)
		}
	}
	return b.String()
}

// duels compares all configurations with a random search. The baseline is
// compared with nothing.
func (d *data) duels(with string) *table {
	t := &table{head: []string{
		"service", "calls", "configuration", "targets", with, "A12", "U", "p",
		"statements, %", with, "A12", "p", "sides, %", with, "A12", "p",
	}}
	for _, sut := range d.suts {
		for _, calls := range d.budgets(sut) {
			for _, config := range d.searched(sut, calls) {
				if config == with || config == opponents()[0].config || black(config) ||
					len(d.groups[group{sut, with, calls}]) == 0 {
					continue
				}
				cells := append([]string{sut, thousands(calls), config},
					d.duel(sut, calls, config, with, targets, true)...)
				cells = append(cells, d.duel(sut, calls, config, with, statements, false)...)
				t.row(append(cells, d.duel(sut, calls, config, with, conditionSides, false)...)...)
			}
		}
	}
	return t
}

// duel are the cells that compare a configuration with another one, with or
// without U.
func (d *data) duel(sut string, calls int, config, with string, m metric, u bool) []string {
	x, y := d.both(sut, calls, config, with, m)
	if len(x) == 0 || len(y) == 0 {
		return []string{"-", "-", "-", "-"}
	}
	statistic, p := stats.MannWhitney(x, y)
	cells := []string{number(stats.Median(x), 1), number(stats.Median(y), 1), number(stats.A12(x, y), 2)}
	if u {
		cells = append(cells, number(statistic, 1))
	}
	return append(cells, pValue(p))
}

// ranksSection ranks the configurations over the services.
func ranksSection(d *data) string {
	t := &table{head: append([]string{"by", "calls", "services"}, d.configs...)}
	t.head = append(t.head, "chi squared", "p")
	for _, calls := range d.calls {
		for _, m := range []struct {
			name string
			of   metric
			all  bool // black as well
		}{{"targets", targets, false}, {"statements", statements, true}, {"sides", conditionSides, true},
			{"faults", faults, true}} {
			if cells := d.rankRow(calls, m.of, m.all); cells != nil {
				t.row(append([]string{m.name}, cells...)...)
			}
		}
	}
	return d.source(every) + `
Mean ranks over the services, by the mean of all seeds; 1 is the best. Chi
squared and p are those of Friedman's test, corrected for ties.

` + t.String()
}

// rankRow ranks those configurations that most services were searched with, on
// the services that were searched with all of them.
func (d *data) rankRow(calls int, m metric, all bool) []string {
	configs := d.common(calls, m, all)
	var rows [][]float64
	for _, sut := range d.suts {
		if row := d.means(sut, calls, configs, m); row != nil {
			rows = append(rows, row)
		}
	}
	if len(rows) < 2 || len(configs) < 2 {
		return nil
	}
	means, chi2, p := stats.Friedman(rows)
	cells := []string{thousands(calls), fmt.Sprint(len(rows))}
	for _, config := range d.configs {
		text := "-"
		for i, c := range configs {
			if c == config {
				text = number(means[i], 2)
			}
		}
		cells = append(cells, text)
	}
	return append(cells, number(chi2, 2), pValue(p))
}

// common are the configurations that the largest number of services has.
func (d *data) common(calls int, m metric, all bool) (out []string) {
	most := 0
	for _, config := range d.configs {
		if black(config) && !all {
			continue
		}
		n := 0
		for _, sut := range d.suts {
			if len(d.values(group{sut, config, calls}, m)) > 0 {
				n++
			}
		}
		if n > most {
			most, out = n, nil
		}
		if n == most && n > 0 {
			out = append(out, config)
		}
	}
	return out
}

// means are those of a service by configuration, nil unless it has them all.
func (d *data) means(sut string, calls int, configs []string, m metric) (out []float64) {
	for _, config := range configs {
		v := d.values(group{sut, config, calls}, m)
		if len(v) == 0 {
			return nil
		}
		out = append(out, stat.Mean(v, nil))
	}
	return out
}

// compare prints how the results in -out differ from those of another state of
// the search, so that a change is kept for its figures.
func (s *settings) compare(out io.Writer) error {
	before, beforeErr := readResults(s.against)
	after, afterErr := readResults(s.out)
	if err := errors.Join(beforeErr, afterErr); err != nil {
		return err
	}
	return compareData(out, newData(before), newData(after))
}

// compareData prints a line for each group that both have, and for each metric:
// medians, the effect size of the change, and p.
func compareData(out io.Writer, before, after *data) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "service\tcalls\tconfiguration\tby\tbefore\tafter\tA12\tp\tseeds")
	for _, sut := range after.suts {
		for _, calls := range after.budgets(sut) {
			for _, config := range after.searched(sut, calls) {
				g := group{sut, config, calls}
				for _, m := range []struct {
					name string
					of   metric
				}{{"targets", targets}, {"statements", statements}, {"feasible", feasibleStatements},
					{"sides", conditionSides}, {"faults", faults}} {
					x, y := after.values(g, m.of), before.values(g, m.of)
					if len(x) == 0 || len(y) == 0 {
						continue
					}
					_, p := stats.MannWhitney(x, y)
					fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%.1f\t%.1f\t%.2f\t%s\t%d, %d\n",
						sut, calls, config, m.name, stats.Median(y), stats.Median(x), stats.A12(x, y),
						pValue(p), len(y), len(x))
				}
			}
		}
	}
	return w.Flush()
}
