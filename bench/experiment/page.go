package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"gonum.org/v1/gonum/stat"

	"github.com/evoke-go/evoke/bench/experiment/stats"
)

// page returns the text of the project's RESULTS.md: the template page.tmpl of a folder of results, whose actions are
// tables of the data in this folder.
func page(d *data, dir string) (string, error) {
	const name = "page.tmpl"
	t, err := template.New(name).Funcs(template.FuncMap{
		"targets":   d.against,
		"policies":  func() (*table, error) { return policies(filepath.Join(dir, "policies")) },
		"published": d.best,
		"peer":      func() (*table, error) { return peer(filepath.Join(dir, "peer.csv")) },
		"pages":     func() (*table, error) { return explored(filepath.Join(dir, "pages", "study.jsonl")) },
		"measured": func(section string) (string, error) {
			return measured(filepath.Join(dir, "measured.csv"), section)
		},
	}).ParseFiles(filepath.Join(dir, name))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, nil)
	return b.String(), err
}

// rivals returns the searches that the page holds against Evoke's own: plain random search, random search with the
// same memory, and MIO with the parameters of its paper.
func rivals() []string { return []string{"random", "random+memory", "mio"} }

// against returns the medians of covered targets and of statements for each service, at its smallest budget. The
// generated services are left out: policies has them.
func (d *data) against() *table {
	t := &table{head: append([]string{"service", "calls", "seeds", "Evoke"}, append(rivals(), "commits")...)}
	for _, sut := range d.suts {
		if strings.HasPrefix(sut, syntheticPrefix) {
			continue
		}
		calls := d.budgets(sut)[0]
		row := []string{sut, thousands(calls), "", d.medians(group{sut, defaultConfig, calls}, "")}
		var seeds, commits []string
		for _, config := range append([]string{defaultConfig}, rivals()...) {
			g := group{sut, config, calls}
			if config != defaultConfig {
				row = append(row, d.medians(g, d.effect(sut, calls, defaultConfig, config)[0]))
			}
			for _, r := range d.groups[g] {
				commits = add(commits, r.Engine[:7])
			}
			if n := len(d.groups[g]); n > 0 {
				seeds = add(seeds, strconv.Itoa(n))
			}
		}
		row[2] = strings.Join(seeds, ", ")
		t.row(append(row, strings.Join(commits, ", "))...)
	}
	return t
}

// medians returns those of the targets and of the statements of a group, and the A12 of Evoke's targets over these.
func (d *data) medians(g group, effect string) string {
	if len(d.groups[g]) == 0 {
		return ""
	}
	if effect != "" {
		effect = " (" + effect + ")"
	}
	covered := strconv.FormatFloat(stats.Median(d.values(g, targets)), 'f', -1, 64)
	return covered + effect + "; " + number(stats.Median(d.values(g, statements)), 1)
}

// policies compares Evoke's own search with others on the generated services, whose results a folder has.
func policies(dir string) (*table, error) {
	results, err := readResults(dir)
	if err != nil {
		return nil, err
	}
	d := newData(results)
	t := &table{head: []string{"search", "statements, %", "A12 of Evoke's targets, mean", "below 0.5"}}
	for _, config := range d.configs {
		var covered, effects []float64
		below := 0
		for _, sut := range d.suts {
			own, other := d.both(sut, d.calls[0], defaultConfig, config, targets)
			covered = append(covered, stat.Mean(d.values(group{sut, config, d.calls[0]}, statements), nil))
			effects = append(effects, stats.A12(own, other))
			if effects[len(effects)-1] < notWorse {
				below++
			}
		}
		row := []string{config, mean(covered, 1), "", ""}
		if config != defaultConfig {
			row = append(row[:2], mean(effects, 2), strconv.Itoa(below))
		}
		t.row(row...)
	}
	return t, nil
}

// publishedCalls is the budget at which Evoke is held against published results.
const publishedCalls = 100_000

// best holds Evoke's statements against the best published ones of EvoMaster with a look inside, and of other tools.
func (d *data) best() (*table, error) {
	all, err := publications()
	if err != nil {
		return nil, err
	}
	t := &table{head: []string{"service", "Evoke", "EvoMaster", "best other tool"}}
	evoMaster := func(p published) bool { return strings.HasPrefix(p.tool, "EvoMaster") }
	for _, sut := range d.suts {
		whiteBox := highest(all, sut,
			func(p published) bool { return evoMaster(p) && !strings.Contains(p.tool, "black box") })
		if whiteBox != "" && !strings.HasPrefix(sut, syntheticPrefix) {
			t.row(sut, mean(d.values(group{sut, defaultConfig, publishedCalls}, statements), 1), whiteBox,
				highest(all, sut, func(p published) bool {
					return !evoMaster(p) &&
						!strings.HasPrefix(p.tool, "its own")
				}))
		}
	}
	generated := d.synthetic(all)
	last := generated.rows[len(generated.rows)-1]
	of := func(column string) string { return last[slices.Index(generated.head, column)] }
	t.row("generated, "+last[0], of("Evoke, "+defaultConfig), of("EvoMaster, Rd-MIO")+" (Zhang 2021)", "")
	return t, nil
}

// highest returns the highest published share of lines on a service in Go or Java, with its source, "" for none.
func highest(all []published, sut string, wanted func(published) bool) (text string) {
	most := 0.0
	for _, p := range all {
		lines, err := strconv.ParseFloat(p.lines, 64)
		if p.service != sut || err != nil || lines <= most || !wanted(p) || strings.Contains(p.tool, "JavaScript") {
			continue
		}
		most = lines
		tool, _, _ := strings.Cut(p.tool, ",")
		source, _, _ := strings.Cut(p.source, ",")
		text = fmt.Sprintf("%s (%s%s)", p.lines, strings.TrimPrefix(tool+", ", "EvoMaster, "), source)
	}
	return text
}
