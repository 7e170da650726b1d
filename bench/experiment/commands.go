package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/bench/experiment/run"
)

// commands are the command lines that make some runs again.
func (d *data) commands(wanted func(group) bool) []string {
	type part struct{ configs, calls, seeds string }
	var order []part
	suts := map[part][]string{}
	for _, sut := range d.suts {
		for _, p := range mergeCalls(d.parts(sut, wanted)) {
			key := part{strings.Join(p.configs, ","), strings.Join(p.calls, ","), p.seeds}
			if suts[key] == nil {
				order = append(order, key)
			}
			suts[key] = append(suts[key], sut)
		}
	}
	var out []string
	for _, p := range order {
		out = append(out, fmt.Sprintf("go run ./experiment --sut %s --config %s --calls %s --seeds %s",
			strings.Join(words(suts[p]), ","), p.configs, p.calls, p.seeds))
	}
	return out
}

// words name services as -sut takes them: a group that is there as a whole by
// its name, at the place of its first service.
func words(suts []string) []string {
	out := slices.Clone(suts)
	for _, word := range []string{"literature", "synthetic", "real", "unseen", "silent"} {
		members, err := services(word)
		within := func(sut string) bool { return slices.Contains(members, sut) }
		missing := func(sut string) bool { return !slices.Contains(out, sut) }
		if err != nil || slices.ContainsFunc(members, missing) {
			continue
		}
		out[slices.IndexFunc(out, within)] = word
		out = slices.DeleteFunc(out, within)
	}
	return out
}

// runsOf are runs of one service, as a command line has them.
type runsOf struct {
	configs, calls []string
	seeds          string
}

// parts lists the runs of a service by budget and by seeds.
func (d *data) parts(sut string, wanted func(group) bool) []runsOf {
	var out []runsOf
	for _, calls := range d.calls {
		bySeeds := map[string][]string{}
		var order []string
		for _, config := range d.configs {
			g := group{sut, config, calls}
			if len(d.groups[g]) == 0 || !wanted(g) {
				continue
			}
			for _, seeds := range seedWords(d.groups[g]) {
				order = add(order, seeds)
				bySeeds[seeds] = append(bySeeds[seeds], config)
			}
		}
		for _, seeds := range order {
			out = append(out, runsOf{bySeeds[seeds], []string{fmt.Sprint(calls)}, seeds})
		}
	}
	return out
}

// mergeCalls joins what differs by the budget only.
func mergeCalls(parts []runsOf) []runsOf {
	var out []runsOf
	for _, p := range parts {
		i := slices.IndexFunc(out, func(o runsOf) bool {
			return o.seeds == p.seeds && slices.Equal(o.configs, p.configs)
		})
		if i < 0 {
			out = append(out, p)
			continue
		}
		out[i].calls = append(out[i].calls, p.calls...)
	}
	return out
}

// seedWords are the seeds of runs as -seeds takes them: one word for each
// range without gaps.
func seedWords(runs []*run.Result) []string {
	var out []string
	for from := 0; from < len(runs); {
		to := from + 1
		for to < len(runs) && runs[to].Seed == runs[to-1].Seed+1 {
			to++
		}
		if first, last := runs[from].Seed, runs[to-1].Seed; first == 0 {
			out = append(out, fmt.Sprint(last+1))
		} else {
			out = append(out, fmt.Sprintf("%d..%d", first, last))
		}
		from = to
	}
	return out
}
