package main

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/evoke-go/evoke/bench/experiment/run"
	"github.com/evoke-go/evoke/bench/experiment/stats"
)

// floor is the least that the default configuration is to reach, as the mean
// of its runs.
type floor struct {
	sut   string // "synthetic" for the mean of these services
	calls int
	what  string
	of    metric
	least float64
}

// reachable is the percentage of the statements without those that no request
// can execute: behind an infeasible side of a condition, and the one that gives
// the schema.
func reachable(but int) metric {
	return func(r *run.Result) (float64, bool) {
		return run.Share{Covered: r.Statements.Covered, All: r.Statements.All - but}.Percent(), true
	}
}

func seededKinds(r *run.Result) (float64, bool) {
	return float64(len(r.Seeded)), r.SUT == run.SeededService
}

// floors are those of the project.
func floors() []floor {
	const sidesOf, statementsOf = "feasible sides, %", "statements, %"
	return []floor{
		{"rest-ncs", 10_000, sidesOf, conditionSides, 95},
		{"rest-ncs", 100_000, sidesOf, conditionSides, 99},
		{"rest-ncs", 100_000, "reachable statements, %", reachable(7), 100},
		{"rest-scs", 10_000, sidesOf, conditionSides, 75},
		{"rest-scs", 100_000, sidesOf, conditionSides, 90},
		{"rest-news", 100_000, statementsOf, statements, 75},
		{"features-service", 100_000, statementsOf, statements, 85},
		{"synthetic", 100_000, "statements, %, mean of the 12", statements, 65},
		{"micro-date", 100_000, "reachable statements, %", reachable(1), 100},
		{"micro-param", 100_000, "reachable statements, %", reachable(1), 100},
		{"micro-body", 100_000, "reachable statements, %", reachable(1), 100},
		{"micro-param", 2_000, "reachable statements, %", reachable(1), 100},
		{"micro-body", 2_000, "reachable statements, %", reachable(1), 100},
		{"micro-nethttp", 2_000, statementsOf, statements, 100},
		{"micro-gin", 2_000, statementsOf, statements, 100},
		{"micro-echo", 2_000, statementsOf, statements, 100},
		{"micro-chi", 2_000, statementsOf, statements, 100},
		{"micro-gorilla", 2_000, statementsOf, statements, 100},
		{"permits", 20_000, sidesOf, conditionSides, 90},
		{"permits", 20_000, statementsOf, statements, 90},
		{run.SeededService, 100_000, "of 10 kinds of faults", seededKinds, 3},
	}
}

// defaultConfig is the configuration of the floors.
const defaultConfig = "evoke"

// floorsSection says which floors are met.
func floorsSection(d *data) string {
	t := &table{head: []string{"service", "calls", "what", "floor", "mean (least-most)", "seeds", ""}}
	asked := func(g group) bool {
		return random(g.config) || slices.Contains([]string{"mio", defaultConfig}, g.config)
	}
	for _, f := range floors() {
		values, groups := f.values(d)
		var seeds []string
		for _, g := range groups {
			seeds = add(seeds, fmt.Sprint(len(d.groups[g])))
		}
		t.row(f.sut, thousands(f.calls), f.what, number(f.least, 1), spread(values, 1),
			strings.Join(seeds, " or "), f.verdict(values))
	}
	text := d.source(asked) + "\nThe configuration is \"evoke\".\n\n" + t.String()
	for _, o := range opponents() {
		if effects := d.effects(o.config); len(effects.rows) > 0 {
			text += fmt.Sprintf("\nA12 of the covered targets against %q (%s), with the same calls:\n\n%s",
				o.config, o.text, effects)
		}
	}
	return text
}

// synthetics is how many of these services there are.
const synthetics = 12

// values are the figures of all runs, of the synthetic services the mean of
// each, and the groups that they are of.
func (f *floor) values(d *data) (values []float64, groups []group) {
	if f.sut != "synthetic" {
		g := group{f.sut, defaultConfig, f.calls}
		return d.values(g, f.of), []group{g}
	}
	for _, sut := range d.suts {
		g := group{sut, defaultConfig, f.calls}
		if v := d.values(g, f.of); len(v) > 0 && strings.HasPrefix(sut, syntheticPrefix) {
			values, groups = append(values, stat.Mean(v, nil)), append(groups, g)
		}
	}
	return values, groups
}

// verdict compares the mean with the floor. All synthetic services have to be
// measured.
func (f *floor) verdict(values []float64) string {
	switch {
	case len(values) == 0 || f.sut == "synthetic" && len(values) < synthetics:
		return "not measured"
	case stat.Mean(values, nil) >= f.least-1e-9:
		return "met"
	}
	return "missed"
}

// clearly names the services on which MIO has to be better by far.
var clearly = map[string]float64{"rest-ncs": 0.9, "rest-scs": 0.9}

// notWorse is the least A12 against random search on all others.
const notWorse = 0.5

// effects says where MIO is as much better than a random search as is wanted.
func (d *data) effects(with string) *table {
	configs := []string{"mio", defaultConfig}
	t := &table{head: []string{"service", "calls", "floor"}}
	for _, config := range configs {
		t.head = append(t.head, config, "")
	}
	for _, sut := range d.suts {
		wanted := "at least " + number(notWorse, 1)
		if least, above := clearly[sut]; above {
			wanted = "above " + number(least, 1)
		}
		for _, calls := range d.budgets(sut) {
			row := []string{sut, thousands(calls), wanted}
			for _, config := range configs {
				row = append(row, d.effect(sut, calls, config, with)...)
			}
			if slices.Contains(row, "met") || slices.Contains(row, "missed") {
				t.row(row...)
			}
		}
	}
	return t
}

// effect is the A12 of a configuration against a random search, and whether it
// is enough.
func (d *data) effect(sut string, calls int, config, with string) []string {
	x, y := d.both(sut, calls, config, with, targets)
	if len(x) == 0 || len(y) == 0 {
		return []string{"-", "not measured"}
	}
	effect := stats.A12(x, y)
	least, above := clearly[sut]
	if above && effect > least || !above && effect >= notWorse {
		return []string{number(effect, 2), "met"}
	}
	return []string{number(effect, 2), "missed"}
}
