package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/bench/experiment/stats"
	"github.com/evoke-go/evoke/page"
)

// table prints for each object and budget how much of the statements the ways to explore cover, as means of the seeds,
// and the A12 of Evoke's own against each of the others: the probability that a search of it covers more, where equal
// counts half (Vargha and Delaney).
func table(out io.Writer, all []result) error {
	var b strings.Builder
	budgets, objects := map[int]bool{}, map[string]bool{}
	var acts []int
	var names []string
	for _, r := range all {
		if r.Suites {
			continue
		}
		if !budgets[r.Acts] {
			budgets[r.Acts] = true
			acts = append(acts, r.Acts)
		}
		if !objects[r.Object] {
			objects[r.Object] = true
			names = append(names, r.Object)
		}
	}
	slices.Sort(acts)
	for _, n := range acts {
		fmt.Fprintf(&b, "%d acts:\n\n", n)
		group{all, n}.write(&b, names)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// group are the results with one budget.
type group struct {
	all  []result
	acts int
}

// of returns the figures of an object by one way to explore.
func (g group) of(name string, way page.Explore, figure func(*result) float64) (out []float64) {
	for i := range g.all {
		if r := &g.all[i]; r.Object == name && r.Explore == way && r.Acts == g.acts && !r.Suites {
			out = append(out, figure(r))
		}
	}
	return out
}

func statements(r *result) float64 { return r.Statements.Percent() }

func (g group) write(b *strings.Builder, names []string) {
	b.WriteString("| object | statements | seeds |")
	for _, way := range ways {
		fmt.Fprintf(b, " %s |", way)
	}
	b.WriteString(" A12 | functions | branches | states | tests | faults |\n| --- |" +
		strings.Repeat(" ---: |", len(ways)+2) + " --- |" + strings.Repeat(" ---: |", 5) + "\n")
	sums := map[page.Explore][]float64{}
	for _, name := range names {
		own := g.of(name, page.Promising, statements)
		if len(own) == 0 {
			continue
		}
		all := g.of(name, page.Promising, func(r *result) float64 { return float64(r.Statements.All) })
		fmt.Fprintf(b, "| %s | %.0f | %d |", name, mean(all), len(own))
		var effects []string
		for _, way := range ways {
			x := g.of(name, way, statements)
			if len(x) == 0 {
				b.WriteString(" |")
				continue
			}
			sums[way] = append(sums[way], mean(x))
			fmt.Fprintf(b, " %.1f %% |", mean(x))
			if way != page.Promising {
				effects = append(effects, fmt.Sprintf("%.2f", stats.A12(own, x)))
			}
		}
		fmt.Fprintf(b, " %s |", strings.Join(effects, ", "))
		g.rest(b, name)
	}
	b.WriteString("| mean | | |")
	for _, way := range ways {
		fmt.Fprintf(b, " %.1f %% |", mean(sums[way]))
	}
	b.WriteString(" | | | | | |\n\n")
}

// rest writes what else Evoke's own way found.
func (g group) rest(b *strings.Builder, name string) {
	figures := []struct {
		format string
		of     func(*result) float64
	}{
		{"%.1f %%", func(r *result) float64 { return r.Functions.Percent() }},
		{"%.1f %%", func(r *result) float64 { return r.Branches.Percent() }},
		{"%.0f", func(r *result) float64 { return float64(r.States) }},
		{"%.0f", func(r *result) float64 { return float64(r.Tests) }},
		{"%.1f", func(r *result) float64 { return float64(r.Faults) }},
	}
	for _, f := range figures {
		fmt.Fprintf(b, " "+f.format+" |", mean(g.of(name, page.Promising, f.of)))
	}
	b.WriteString("\n")
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(max(1, len(x)))
}
