package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/evoke-go/evoke/bench/experiment/run"
	"github.com/evoke-go/evoke/bench/experiment/stats"
)

// ablate prints what the default search loses without each maker of tests: for each service the mean of the targets
// that it covers less, in percent, with the A12 of the whole search against it, and behind all services their means.
func (s *settings) ablate(out io.Writer) error {
	results, err := readResults(s.out)
	if err != nil {
		return err
	}
	d := newData(results)
	for _, calls := range d.calls {
		if t := d.ablation(calls); len(t.rows) > 0 {
			fmt.Fprintf(out, "%d calls\n\n%s\n", calls, t)
		}
	}
	return nil
}

// ablation is the table of ablate for a number of calls. Services without runs of the whole search are left out.
func (d *data) ablation(calls int) *table {
	var suts []string
	for _, sut := range d.suts {
		if len(d.groups[group{sut, defaultConfig, calls}]) > 0 {
			suts = append(suts, sut)
		}
	}
	t := &table{head: append(append([]string{"without"}, suts...), "mean")}
	for _, config := range d.configs {
		maker, is := strings.CutPrefix(config, run.WithoutPrefix)
		if !is {
			continue
		}
		row, loss, effect, n := []string{maker}, 0.0, 0.0, 0.0
		for _, sut := range suts {
			whole, less := d.both(sut, calls, defaultConfig, config, targets)
			if len(less) == 0 {
				row = append(row, "")
				continue
			}
			lost := 100 * (1 - average(less)/average(whole))
			a12 := stats.A12(whole, less)
			row = append(row, fmt.Sprintf("%.1f %% (%.2f)", lost, a12))
			loss, effect, n = loss+lost, effect+a12, n+1
		}
		if n > 0 {
			t.row(append(row, fmt.Sprintf("%.1f %% (%.2f)", loss/n, effect/n))...)
		}
	}
	return t
}

// average is the mean of numbers of which there is at least one.
func average(numbers []float64) (mean float64) {
	for _, n := range numbers {
		mean += n / float64(len(numbers))
	}
	return mean
}
