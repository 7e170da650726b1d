package evoke

import "math"

// spark counts the covered targets at the end of each sixteenth of a budget, for a spark line.
type spark struct {
	covered [16]int
	parts   int // the number of sixteenths that have begun
}

// note records the number of covered targets at a used part of the budget, from 0 to 1.
func (s *spark) note(used float64, covered int) {
	at := min(max(int(used*float64(len(s.covered))), 0), len(s.covered)-1)
	for ; s.parts <= at; s.parts++ {
		s.covered[s.parts] = covered
	}
	s.covered[at] = covered
}

// bars are the characters of a spark line, from low to high.
var bars = []rune("▁▂▃▄▅▆▇█")

// last draws a spark line of at most the given number of the latest sixteenths. Each bar is the number of new targets,
// on a logarithmic scale, since most targets are new in the first sixteenths.
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
