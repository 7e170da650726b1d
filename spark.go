package evoke

import "math"

// spark are the targets that were covered at the end of each part of a budget.
type spark struct {
	covered [16]int
	parts   int // that have begun
}

// note notes how many targets are covered when so much of the budget is used.
func (s *spark) note(used float64, covered int) {
	at := min(max(int(used*float64(len(s.covered))), 0), len(s.covered)-1)
	for ; s.parts <= at; s.parts++ {
		s.covered[s.parts] = covered
	}
	s.covered[at] = covered
}

// bars are the heights of a spark line.
var bars = []rune("▁▂▃▄▅▆▇█")

// last draws the last parts, at most so many: how many targets were new in each of
// them, on a logarithmic scale, since most are new in the first ones.
func (s *spark) last(most int) string {
	fresh, highest := make([]float64, s.parts), 1.0
	for i, before := 0, 0; i < s.parts; i++ {
		fresh[i], before = math.Log1p(float64(max(s.covered[i]-before, 0))), s.covered[i]
		highest = max(highest, fresh[i])
	}
	out := make([]rune, s.parts)
	for i, n := range fresh {
		out[i] = bars[int(math.Round(n/highest*float64(len(bars)-1)))]
	}
	return string(out[len(out)-min(max(most, 0), len(out)):])
}
