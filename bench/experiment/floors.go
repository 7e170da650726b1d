package main

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/evoke-go/evoke/bench"
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

// floors are those of the project.
func floors() []floor {
	const sidesOf, statementsOf = "feasible sides, %", "statements, %"
	return []floor{
		{"rest-ncs", 10_000, sidesOf, conditionSides, 95},
		{"rest-ncs", 100_000, sidesOf, conditionSides, 99},
		{"rest-ncs", 100_000, statementsOf, statements, 99},
		{"rest-scs", 10_000, sidesOf, conditionSides, 75},
		{"rest-scs", 100_000, sidesOf, conditionSides, 90},
		{"rest-news", 100_000, statementsOf, statements, 75},
		{"features-service", 100_000, statementsOf, statements, 85},
		{"synthetic", 100_000, "statements, %, mean of the 12", statements, 65},
		{"micro-date", 100_000, statementsOf, statements, 100},
	}
}

// defaultConfig is the configuration of the floors.
const defaultConfig = "evoke"

// floorsSection says which floors are met.
func floorsSection(d *data) string {
	t := &table{head: []string{"service", "calls", "what", "floor", "mean (least-most)", "seeds", ""}}
	asked := map[group]bool{}
	for _, f := range floors() {
		var values []float64
		members := f.members()
		for _, sut := range members {
			g := group{sut, defaultConfig, f.calls}
			asked[g] = true
			if v := d.values(g, f.of); len(v) > 0 && len(members) > 1 {
				values = append(values, stat.Mean(v, nil))
			} else {
				values = append(values, v...)
			}
		}
		t.row(f.sut, thousands(f.calls), f.what, number(f.least, 1), spread(values, 1), d.seedCounts(f), f.verdict(values, len(members)))
	}
	return code(d.commands(func(g group) bool { return asked[g] })...) + "\n" +
		"The configuration is \"evoke\".\n\n" + t.String() + "\n" + d.effects()
}

// members are the services of a floor.
func (f *floor) members() []string {
	if f.sut != "synthetic" {
		return []string{f.sut}
	}
	var out []string
	for _, s := range bench.Literature() {
		if strings.HasPrefix(s.Name, syntheticPrefix) {
			out = append(out, s.Name)
		}
	}
	return out
}

// verdict compares the mean with the floor. Of several services all have to be
// measured.
func (f *floor) verdict(values []float64, members int) string {
	switch {
	case len(values) == 0 || members > 1 && len(values) < members:
		return "not measured"
	case stat.Mean(values, nil) >= f.least-1e-9:
		return "met"
	}
	return "missed"
}

// seedCounts is how many runs a floor is judged by.
func (d *data) seedCounts(f floor) string {
	var out []string
	for _, sut := range f.members() {
		out = add(out, fmt.Sprint(len(d.groups[group{sut, defaultConfig, f.calls}])))
	}
	return strings.Join(out, " or ")
}

// clearly names the services on which MIO has to be better by far.
var clearly = map[string]float64{"rest-ncs": 0.9, "rest-scs": 0.9}

// notWorse is the least A12 against random search on all others.
const notWorse = 0.5

// effects says where MIO is as much better than random search as is wanted.
func (d *data) effects() string {
	t := &table{head: []string{"service", "calls", "configuration", "floor", "A12 of the covered targets", "p", ""}}
	for _, sut := range d.suts {
		least, above := clearly[sut]
		if !above {
			least = notWorse
		}
		for _, calls := range d.budgets(sut) {
			for _, config := range []string{"mio", defaultConfig} {
				x, y := d.both(sut, calls, config, baseline, targets)
				if len(x) == 0 || len(y) == 0 {
					continue
				}
				effect := a12(x, y)
				_, p := mannWhitney(x, y)
				verdict, word := "missed", "at least "
				if above {
					word = "above "
				}
				if effect > least || effect == least && !above {
					verdict = "met"
				}
				t.row(sut, thousands(calls), config, word+number(least, 1), number(effect, 2), pValue(p), verdict)
			}
		}
	}
	return "Against random search with the same calls:\n\n" + t.String()
}
