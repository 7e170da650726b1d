package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/bench/experiment/run"
)

// compareKeys orders runs by name.
func compareKeys(a, b run.Key) int {
	return cmp.Or(strings.Compare(a.SUT, b.SUT), cmp.Compare(a.Calls, b.Calls),
		strings.Compare(a.Config, b.Config), cmp.Compare(a.Seed, b.Seed))
}

// group names the runs that differ by their seeds only.
type group struct {
	sut, config string
	calls       int
}

// data are the results of an experiment.
type data struct {
	groups map[group][]*run.Result // by seed
	failed []*run.Result
	// suts, configs and calls are those that there are runs of, in the order
	// of the tables.
	suts, configs []string
	calls         []int
}

// newData sorts results.
func newData(results []*run.Result) *data {
	d := &data{groups: map[group][]*run.Result{}}
	for _, r := range slices.SortedFunc(slices.Values(results), func(a, b *run.Result) int {
		return compareKeys(a.Key, b.Key)
	}) {
		if r.Error != "" {
			d.failed = append(d.failed, r)
			continue
		}
		g := group{r.SUT, r.Config, r.Calls}
		d.groups[g] = append(d.groups[g], r)
		d.suts = add(d.suts, r.SUT)
		d.configs = add(d.configs, r.Config)
		d.calls = add(d.calls, r.Calls)
	}
	place := sutOrder()
	slices.SortStableFunc(d.suts, func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b))
	})
	slices.SortStableFunc(d.configs, func(a, b string) int {
		return cmp.Or(cmp.Compare(run.Order(a), run.Order(b)), strings.Compare(a, b))
	})
	slices.Sort(d.calls)
	return d
}

func add[T comparable](to []T, value T) []T {
	if slices.Contains(to, value) {
		return to
	}
	return append(to, value)
}

// sutOrder is the order of package bench, the services that it does not know
// after all others.
func sutOrder() func(string) int {
	all := bench.All()
	return func(name string) int {
		if i := slices.IndexFunc(all, func(s *bench.Service) bool { return s.Name == name }); i >= 0 {
			return i
		}
		return len(all)
	}
}

// metric is a figure of a run; ok is false where the run has none.
type metric func(*run.Result) (value float64, ok bool)

func targets(r *run.Result) (float64, bool)    { return float64(r.Targets.Covered), true }
func statements(r *run.Result) (float64, bool) { return r.Statements.Percent(), true }
func faults(r *run.Result) (float64, bool)     { return float64(r.FaultCount()), true }

func feasibleStatements(r *run.Result) (float64, bool) {
	if r.Feasible == nil {
		return 0, false
	}
	return r.Feasible.Percent(), true
}

func conditionSides(r *run.Result) (float64, bool) {
	if r.Sides == nil {
		return 0, false
	}
	return r.Sides.Percent(), true
}

// figure makes a metric of a plain function.
func figure(of func(*run.Result) float64) metric {
	return func(r *run.Result) (float64, bool) { return of(r), true }
}

// values are the figures of all runs of a group.
func (d *data) values(g group, m metric) []float64 {
	var out []float64
	for _, r := range d.groups[g] {
		if v, ok := m(r); ok {
			out = append(out, v)
		}
	}
	return out
}

// both are the figures of two configurations.
func (d *data) both(sut string, calls int, config, other string, m metric) (x, y []float64) {
	return d.values(group{sut, config, calls}, m), d.values(group{sut, other, calls}, m)
}

// black reports whether a configuration has other targets than the rest.
func black(config string) bool {
	c, err := run.Named(config)
	return err == nil && c.Black
}

// budgets are the numbers of calls that a service was searched with.
func (d *data) budgets(sut string) []int {
	return slices.DeleteFunc(slices.Clone(d.calls), func(calls int) bool { return len(d.searched(sut, calls)) == 0 })
}

// searched are the configurations that a service was searched with.
func (d *data) searched(sut string, calls int) []string {
	return slices.DeleteFunc(slices.Clone(d.configs), func(config string) bool {
		return len(d.groups[group{sut, config, calls}]) == 0
	})
}

// source says what makes the runs of a section again, and what state of the
// source they were made with.
func (d *data) source(wanted func(group) bool) string {
	return code(d.commands(wanted)...) + "\n" + d.commits(wanted)
}

// commits names the states of the source that some runs were made with. Where
// there are several it says which services each of them was searched with.
func (d *data) commits(wanted func(group) bool) string {
	suts := map[string][]string{}
	for _, sut := range d.suts {
		for _, calls := range d.calls {
			for _, config := range d.configs {
				g := group{sut, config, calls}
				for _, r := range d.groups[g] {
					if wanted(g) {
						suts[r.Engine] = add(suts[r.Engine], sut)
					}
				}
			}
		}
	}
	var parts []string
	for _, commit := range slices.Sorted(maps.Keys(suts)) {
		part := commit
		if len(suts) > 1 {
			part += " (" + strings.Join(words(suts[commit]), ", ") + ")"
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "Nothing was measured yet.\n"
	}
	text := "Measured at commit "
	if len(parts) > 1 {
		text = "Measured at several commits: "
	}
	text += strings.Join(parts, ", ") + "."
	if strings.Contains(text, "+") {
		text += " What is behind a \"+\" names files that differed from the commit."
	}
	return text + "\n"
}
