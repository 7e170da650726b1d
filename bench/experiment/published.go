package main

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// publishedCSV are figures of papers, as they print them.
//
//go:embed published.csv
var publishedCSV []byte

// published is what a paper says about a tool on a service, "" where it says
// nothing.
type published struct {
	service, tool, budget                    string
	targets, lines, branches, faults, source string
}

// publications reads the figures of papers, in their order.
func publications() ([]published, error) {
	rows, err := csv.NewReader(bytes.NewReader(publishedCSV)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("published.csv: %w", err)
	}
	var out []published
	for _, r := range rows[1:] {
		out = append(out, published{r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]})
	}
	return out, nil
}

const comparability = `
What is comparable, and what is not:

- The services were written anew in Go from descriptions of the originals, which
  are in Java, Kotlin or JavaScript: the same decisions, other statements.
- Lines and branches of the JVM are those of bytecode, of all classes of the
  program, also those that no request reaches; those of JavaScript are c8's or
  EvoMaster's own. Ours are Go statements (go test -cover) and sides of atomic
  conditions, of which those that no request can bring about do not count.
- Ours are what the written suite covers. Black-box tools are credited with all
  calls of their runs; Table 8 of Zhang 2023 is what EvoMaster itself counted.
- micro-date, micro-param and micro-body are the three examples of the paper on
  testability transformations (Figures 1, 7 and 9). The schemas of the last two
  do not declare the parameter and the body that their code reads. EvoMaster
  covered all three once it had these transformations. micro-nethttp, micro-gin,
  micro-echo, micro-chi and micro-gorilla are all three in one, with an undeclared
  header as well, by five routers; "declared" sends what the schema declares only.
- 100,000 calls are the same budget here and there. "1 hour" is one of time, in
  which those tools made 60,000 to 300,000 calls.
- Targets and faults are counted by each tool in its own way: ours have a kind
  and a place, theirs are mostly endpoints that answer 500 or something that the
  schema does not declare.
- Each published figure is that of its paper and its version of the tool, the
  mean of 10 to 100 runs. Figures of different papers are different metrics.

Arcuri 2019: RESTful API Automated Test Case Generation with EvoMaster, TOSEM.
Zhang 2021: Resource and dependency based test case generation for RESTful Web
services, EMSE. Arcuri 2021: Enhancing Search-Based Testing with Testability
Transformations for Existing APIs, TOSEM. Zhang 2022: JavaScript Instrumentation
for Search-Based Software Testing: A Study with RESTful APIs; Zhang 2023
(JavaScript): its extended version, TOSEM. Zhang 2023: Open Problems in Fuzzing
RESTful APIs: A Comparison of Tools, TOSEM. Kim 2023: Adaptive REST API Testing
with Reinforcement Learning, results in the repository of ARAT-RL. Arcuri 2024:
Advanced White-Box Heuristics for Search-Based Fuzzing of REST APIs, TOSEM.
`

// publishedSection holds ours beside what was published.
func publishedSection(d *data) (string, error) {
	all, err := publications()
	if err != nil {
		return "", err
	}
	known := func(sut string) bool {
		return slices.ContainsFunc(all, func(p published) bool { return p.service == sut })
	}
	var b strings.Builder
	b.WriteString(d.source(func(g group) bool { return known(g.sut) }))
	b.WriteString(comparability)
	for _, sut := range d.suts {
		if known(sut) && !strings.HasPrefix(sut, syntheticPrefix) {
			fmt.Fprintf(&b, "\n%s:\n\n%s", sut, d.beside(sut, all))
		}
	}
	if t := d.synthetic(all); len(t.rows) > 0 {
		fmt.Fprintf(&b, "\nThe synthetic services, statements of ours and lines of EvoMaster (Zhang 2021, "+
			"Table 15) in percent:\n\n%s", t)
	}
	return b.String(), nil
}

// beside is the table of one service.
func (d *data) beside(sut string, all []published) *table {
	t := &table{head: []string{"", "budget", "statements or lines, %", "sides or branches, %",
		"targets", "faults", "from"}}
	for _, calls := range d.budgets(sut) {
		for _, config := range d.searched(sut, calls) {
			g := group{sut, config, calls}
			t.row("Evoke, "+config, thousands(calls)+" calls", spread(d.values(g, statements), 1),
				spread(d.values(g, conditionSides), 1),
				mean(d.values(g, targets), 1), mean(d.values(g, faults), 1), count(len(d.groups[g]), "seed"))
		}
	}
	for _, p := range all {
		if p.service == sut {
			t.row(p.tool, p.budget, p.lines, p.branches, p.targets, p.faults, p.source)
		}
	}
	return t
}

// synthetic is the table of all of these services: ours with the largest
// budget, theirs with 100,000 calls.
func (d *data) synthetic(all []published) *table {
	t := &table{head: []string{"service", "calls"}}
	for _, config := range d.configs {
		t.head = append(t.head, "Evoke, "+config)
	}
	tools := syntheticTools(all)
	t.head = append(t.head, tools...)
	columns := make([][]float64, len(t.head)) // the values, for the last row
	rows := 0
	for _, sut := range d.suts {
		budgets := d.budgets(sut)
		if !strings.HasPrefix(sut, syntheticPrefix) || len(budgets) == 0 {
			continue
		}
		rows++
		calls := budgets[len(budgets)-1]
		row := []string{sut, thousands(calls)}
		for _, config := range d.configs {
			v := d.values(group{sut, config, calls}, statements)
			if len(v) > 0 {
				columns[len(row)] = append(columns[len(row)], stat.Mean(v, nil))
			}
			row = append(row, mean(v, 1))
		}
		for _, tool := range tools {
			lines := linesOf(all, sut, tool)
			if v, err := strconv.ParseFloat(lines, 64); err == nil {
				columns[len(row)] = append(columns[len(row)], v)
			}
			row = append(row, lines)
		}
		t.row(row...)
	}
	if rows > 1 {
		t.row(meanRow(columns, rows)...)
	}
	return t
}

// meanRow has the means of the columns that are complete.
func meanRow(columns [][]float64, rows int) []string {
	out := []string{fmt.Sprintf("mean of %d", rows), ""}
	for _, c := range columns[2:] {
		if len(c) < rows {
			out = append(out, "-")
			continue
		}
		out = append(out, mean(c, 1))
	}
	return out
}

func syntheticTools(all []published) (out []string) {
	for _, p := range all {
		if strings.HasPrefix(p.service, syntheticPrefix) {
			out = add(out, p.tool)
		}
	}
	return out
}

func linesOf(all []published, sut, tool string) string {
	for _, p := range all {
		if p.service == sut && p.tool == tool {
			return p.lines
		}
	}
	return "-"
}
