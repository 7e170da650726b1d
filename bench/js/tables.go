package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/evoke-go/evoke/bench/experiment/run"
	"github.com/evoke-go/evoke/bench/experiment/stats"
)

// group are the runs of one configuration on one service.
type group struct {
	sut, config string
	calls       int
}

// study are results by group, and their services, budgets and configurations in order.
type study struct {
	runs    map[group][]result
	suts    []string
	budgets []int
	configs []string
}

func newStudy(all []result) *study {
	s := &study{runs: map[group][]result{}}
	for _, r := range all {
		g := group{r.SUT, r.Config, r.Calls}
		s.runs[g] = append(s.runs[g], r)
		s.suts, s.budgets, s.configs = with(s.suts, r.SUT), with(s.budgets, r.Calls), with(s.configs, r.Config)
	}
	slices.Sort(s.suts)
	slices.Sort(s.budgets)
	slices.SortStableFunc(s.configs, func(a, b string) int { return run.Order(b) - run.Order(a) })
	return s
}

func with[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// tables prints the tables of the study beside those that were published.
func tables(out io.Writer, all []result) error {
	s := newStudy(all)
	var b strings.Builder
	for _, calls := range s.budgets {
		fmt.Fprintf(&b, "%d calls:\n\n", calls)
		s.coverage(&b, calls)
		s.during(&b, calls)
		s.against(&b, calls)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// coverage is one line for each service and configuration.
func (s *study) coverage(b *strings.Builder, calls int) {
	b.WriteString("| service | search | seeds | targets | lines | reachable lines, least | branches by c8, least | " +
		"of the largest whole | faults | tests | fail | seconds of the search |\n" +
		strings.Repeat("| --- ", 12) + "|\n")
	for _, sut := range s.suts {
		for _, config := range s.configs {
			runs := s.runs[group{sut, config, calls}]
			if len(runs) == 0 {
				continue
			}
			lines := values(runs, func(r *result) float64 { return r.Lines.Percent() })
			reachable := values(runs, func(r *result) float64 { return r.Reachable.Percent() })
			branches := values(runs, func(r *result) float64 { return r.Branches.Percent() })
			fmt.Fprintf(b, "| %s | %s | %d | %.1f | %.1f | %.1f, %.1f | %.1f, %.1f | %.1f | %.1f | %.1f | "+
				"%.1f | %.1f |\n", sut, config, len(runs),
				mean(runs, func(r *result) float64 { return float64(r.Targets) }), stat.Mean(lines, nil),
				stat.Mean(reachable, nil), slices.Min(reachable), stat.Mean(branches, nil), slices.Min(branches),
				stat.Mean(ofLargest(runs, written), nil), mean(runs, func(r *result) float64 {
					return float64(r.Faults)
				}), mean(runs, func(r *result) float64 { return float64(r.Tests) }),
				mean(runs, func(r *result) float64 { return float64(r.Failed) }),
				mean(runs, func(r *result) float64 { return r.Search }))
		}
	}
	b.WriteByte('\n')
}

// during is what black boxes executed in their whole searches.
func (s *study) during(b *strings.Builder, calls int) {
	b.WriteString("| service, black box | seeds | lines in the whole search | branches by c8 | of the largest whole " +
		"|\n| --- | --- | --- | --- | --- |\n")
	for _, sut := range s.suts {
		runs := slices.DeleteFunc(slices.Clone(s.runs[group{sut, "black", calls}]), func(r result) bool {
			return r.During == nil
		})
		if len(runs) == 0 {
			continue
		}
		whole := func(r *result) *coverage { return r.During }
		fmt.Fprintf(b, "| %s | %d | %.1f | %.1f | %.1f |\n", sut, len(runs),
			mean(runs, func(r *result) float64 { return r.During.Lines.Percent() }),
			mean(runs, func(r *result) float64 { return r.During.Branches.Percent() }),
			stat.Mean(ofLargest(runs, whole), nil))
	}
	b.WriteByte('\n')
}

// against compares MIO and the default with random search, by targets.
func (s *study) against(b *strings.Builder, calls int) {
	b.WriteString("| service | targets | of random | A12 | p | relative |\n| --- | --- | --- | --- | --- | --- |\n")
	targets := func(r *result) float64 { return float64(r.Targets) }
	for _, sut := range s.suts {
		y := values(s.runs[group{sut, "random", calls}], targets)
		for _, config := range []string{"mio", "evoke"} {
			x := values(s.runs[group{sut, config, calls}], targets)
			if len(x) == 0 || len(y) == 0 {
				continue
			}
			_, p := stats.MannWhitney(x, y)
			fmt.Fprintf(b, "| %s | %s %.1f | %.1f | %.2f | %.2g | %+.1f %% |\n", sut, config,
				stat.Mean(x, nil), stat.Mean(y, nil),
				stats.A12(x, y), p, 100*(stat.Mean(x, nil)/stat.Mean(y, nil)-1))
		}
	}
	b.WriteByte('\n')
}

func values(runs []result, of func(*result) float64) []float64 {
	out := make([]float64, len(runs))
	for i := range runs {
		out[i] = of(&runs[i])
	}
	return out
}

func mean(runs []result, of func(*result) float64) float64 { return stat.Mean(values(runs, of), nil) }

func written(r *result) *coverage { return &r.coverage }

// ofLargest are the covered branches in percent of the largest whole of all runs, as the
// study counts them.
func ofLargest(runs []result, of func(*result) *coverage) []float64 {
	whole := 1
	for i := range runs {
		whole = max(whole, of(&runs[i]).Branches.All)
	}
	return values(runs, func(r *result) float64 { return 100 * float64(of(r).Branches.Covered) / float64(whole) })
}
