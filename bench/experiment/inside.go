package main

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/bench/experiment/run"
)

// insideCalls is the budget of the searches that compare black box and white
// box.
const insideCalls = 20_000

// insideSection compares the searches that see into the program with those
// that see responses only.
func insideSection(d *data) string {
	t := &table{head: []string{"service", "black", "evoke", "random", "random+memory", "tests, black / evoke",
		"faults, black / evoke"}}
	compared := []string{"black", defaultConfig, "random", "random+memory"}
	better, seeds := 0, 0
	var suts []string
	for _, sut := range d.suts {
		black, white := d.groups[group{sut, "black", insideCalls}], d.groups[group{sut, defaultConfig, insideCalls}]
		if len(black) == 0 || len(white) == 0 {
			continue
		}
		suts = append(suts, sut)
		row := []string{fmt.Sprintf("%s (%s)", sut, count(white[0].Statements.All, "statement"))}
		for _, config := range compared {
			row = append(row, spread(d.values(group{sut, config, insideCalls}, statements), 1))
		}
		t.row(append(row, sides(d, sut, func(r *run.Result) float64 { return float64(r.Tests) }, 0),
			sides(d, sut, func(r *run.Result) float64 { return float64(r.FaultCount()) }, 1))...)
		wins, pairs := paired(white, black)
		better, seeds = better+wins, seeds+pairs
	}
	wanted := func(g group) bool {
		return g.calls == insideCalls && slices.Contains(suts, g.sut) && slices.Contains(compared, g.config)
	}
	return d.source(wanted) + fmt.Sprintf(`
Statements that the written suites execute on the plain build, in percent. The
search "black" sees responses only, "evoke" and both random searches see into
the program. "evoke" covered more than "black" with %d of %s.

`, better, count(seeds, "seed")) + t.String()
}

// sides are the means of a figure, black box and white box.
func sides(d *data, sut string, of func(*run.Result) float64, digits int) string {
	return mean(d.values(group{sut, "black", insideCalls}, figure(of)), digits) + " / " +
		mean(d.values(group{sut, defaultConfig, insideCalls}, figure(of)), digits)
}

// paired counts the seeds that both have runs of, and those of them where the
// first covered more statements.
func paired(first, second []*run.Result) (wins, pairs int) {
	for _, a := range first {
		for _, b := range second {
			if a.Seed == b.Seed {
				pairs++
				if a.Statements.Percent() > b.Statements.Percent() {
					wins++
				}
			}
		}
	}
	return wins, pairs
}
