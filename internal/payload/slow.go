package payload

import (
	"math/rand/v2"
	"strings"
)

// CodeSlow is the code of the rule about texts that take a service very long to look at.
const CodeSlow = 1204

// last ends a run that a pattern would match but for it.
const last = "!"

// units are what runs are made of: letters, digits, parts with separators, and what is trimmed.
var units = []string{"a", "1", "a.", " "}

// Lengths of the runs of a test. For a pattern that takes twice as long for each letter more, and for one that takes
// the square of the length, each longer run takes eight or nine times as long. The short ones between tell a slow
// service.
var (
	doubling = []int{20, 12, 23, 12, 26}
	squaring = []int{1500, 50, 4500, 50, 13_500}
)

// slow are the forms of runs.
func slow() (out []Form) {
	for _, runs := range [][]int{doubling, squaring} {
		for _, unit := range units {
			out = append(out, Form{CodeSlow, prefix + "a long run", false, false, texts,
				func(*rand.Rand) (all []string) {
					for _, n := range runs {
						all = append(all, strings.Repeat(unit, n)+last)
					}
					return all
				}})
		}
	}
	return out
}

// RunIn returns what the run in a text is made of, and how often; "" for no run.
func RunIn(text string) (unit string, n int) {
	run, ok := strings.CutSuffix(text, last)
	for _, unit := range units {
		n := strings.Count(run, unit)
		for _, runs := range [][]int{doubling, squaring} {
			for _, length := range runs {
				if ok && n == length && len(run) == n*len(unit) {
					return unit, n
				}
			}
		}
	}
	return "", 0
}
