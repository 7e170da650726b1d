package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// comparison holds the runs of both kinds on one service, by seed.
type comparison struct {
	name    string
	figures map[string][]figures
}

// printTable prints the mean and the range of the covered statements, and how
// often white box won, lost and was level with the same seed.
func printTable(out io.Writer, all []comparison) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table,
		"service\tstatements\tblack box\twhite box\twon\tlevel\tlost\tA12\ttests: black\twhite\tfaults: black\twhite")
	for _, c := range all {
		black, white := c.figures["black"], c.figures["white"]
		if len(black) == 0 || len(white) == 0 {
			continue
		}
		won, level, lost := duel(black, white)
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%d\t%d\t%d\t%.2f\t%.0f\t%.0f\t%.1f\t%.1f\n",
			c.name, black[0].Statements, summary(black), summary(white), won, level, lost, a12(black, white),
			mean(black, func(f figures) float64 { return float64(f.Tests) }),
			mean(white, func(f figures) float64 { return float64(f.Tests) }),
			mean(black, func(f figures) float64 { return float64(f.Faults) }),
			mean(white, func(f figures) float64 { return float64(f.Faults) }))
	}
	return table.Flush()
}

// summary is "61.20 % (60.90-61.50)".
func summary(all []figures) string {
	percents := make([]float64, len(all))
	for i, f := range all {
		percents[i] = f.percent()
	}
	return fmt.Sprintf("%.2f %% (%.2f-%.2f)", mean(all, figures.percent), slices.Min(percents), slices.Max(percents))
}

func mean(all []figures, of func(figures) float64) float64 {
	sum := 0.0
	for _, f := range all {
		sum += of(f)
	}
	return sum / float64(len(all))
}

// duel compares seed by seed.
func duel(black, white []figures) (won, level, lost int) {
	for i := range min(len(black), len(white)) {
		switch b, w := black[i].Covered, white[i].Covered; {
		case w > b:
			won++
		case w < b:
			lost++
		default:
			level++
		}
	}
	return won, level, lost
}

// a12 is the Vargha-Delaney effect size: the probability that a run of white
// covers more than one of black, where being level counts half. 0.5 is no
// difference, from 0.71 on the effect counts as large (A. Vargha and
// H. D. Delaney, 2000).
func a12(black, white []figures) float64 {
	score := 0.0
	for _, w := range white {
		for _, b := range black {
			switch {
			case w.Covered > b.Covered:
				score++
			case w.Covered == b.Covered:
				score += 0.5
			}
		}
	}
	return score / float64(len(black)*len(white))
}
