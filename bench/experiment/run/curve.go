package run

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/search"
)

// perDecade is how many points a curve has between n and 10 n calls.
const perDecade = 8

// CurvePoint is the number of calls of element i of a curve: 10^(i/8).
func CurvePoint(i int) float64 { return math.Pow(10, float64(i)/perDecade) }

// curvePoints is how many points a curve of so many calls has. The rounding
// makes 10^5 a point of its own, whatever its logarithm is to the last bit.
func curvePoints(calls int) int {
	return int(math.Floor(perDecade*math.Log10(float64(max(calls, 1)))+1e-9)) + 1
}

// curve notes how the covered targets grow with the calls.
type curve struct {
	points  []int
	covered int
	calls   int // the budget
	// targets are the names of those that were covered.
	targets map[string]bool
	// stop is called at the end of the search, nil for nobody: then ended is true, and stats are those of the search.
	stop  func()
	ended bool
	stats search.Stats
}

// observe takes an event of the search. A point has what was covered by the
// tests that were complete by then.
func (c *curve) observe(e search.Event) {
	if covered, ok := e.(search.Covered); ok {
		if c.targets == nil {
			c.targets = map[string]bool{}
		}
		c.targets[covered.Target.String()] = true
		return
	}
	evaluation, ok := e.(search.Evaluation)
	if !ok {
		return
	}
	c.until(float64(evaluation.Stats.Cost))
	c.covered = max(c.covered, evaluation.Stats.Covered)
	if c.stop != nil && evaluation.Progress >= 1 {
		c.stats, c.ended = evaluation.Stats, true
		c.stop()
	}
}

// until ends all points before a number of calls.
func (c *curve) until(calls float64) {
	for n := len(c.points); n < curvePoints(c.calls) && CurvePoint(n) < calls; n++ {
		c.points = append(c.points, c.covered)
	}
}

// end returns the whole curve.
func (c *curve) end() []int {
	c.until(math.Inf(1))
	return c.points
}

// names are those of the covered targets, a line for each.
func (c *curve) names() []byte {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.targets)) {
		fmt.Fprintln(&text, name)
	}
	return []byte(text.String())
}
