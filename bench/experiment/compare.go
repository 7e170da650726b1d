package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
)

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
				}{{"targets", targets}, {"statements", statements}, {"sides", conditionSides}, {"faults", faults}} {
					x, y := after.values(g, m.of), before.values(g, m.of)
					if len(x) == 0 || len(y) == 0 {
						continue
					}
					_, p := mannWhitney(x, y)
					fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%.1f\t%.1f\t%.2f\t%s\t%d, %d\n",
						sut, calls, config, m.name, median(y), median(x), a12(x, y), pValue(p), len(y), len(x))
				}
			}
		}
	}
	return w.Flush()
}
