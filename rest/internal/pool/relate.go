package pool

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// Relate gives an input of a call a value that is equal or near to the value of another input: for numbers a neighbour;
// for moments some days earlier or later; for texts the beginning, a longer text, or the other case. It reports whether
// it changed anything.
func Relate(r *rand.Rand, c *action.Call) bool {
	if c.Genotype.IsInvalid() {
		return false
	}
	all := slices.DeleteFunc(action.Takers(c), func(t action.Taker) bool { return follows(c, t) })
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i, from := range all {
		for _, to := range all[i+1:] {
			if v, ok := near(r, from.Value(), to.Value()); ok && gene.Assign(to.Gene, v) {
				c.Keep(to)
				return true
			}
		}
	}
	return false
}

// near returns a value that is equal or near to the value from, if now has the same type as from.
func near(r *rand.Rand, from, now any) (any, bool) {
	equal := r.IntN(2) == 0
	switch f := from.(type) {
	case int64:
		if _, ok := now.(int64); ok && equal {
			return f, true
		} else if ok {
			return f + []int64{-1, 1}[r.IntN(2)], true
		}
	case float64:
		if _, ok := now.(float64); ok && equal {
			return f, true
		} else if ok {
			return f + []float64{-1, 1}[r.IntN(2)], true
		}
	case string:
		if _, ok := now.(string); !ok || f == "" {
			return nil, false
		}
		if equal {
			return f, true
		}
		return nearText(r, f), true
	}
	return nil, false
}

// maxDays is the largest distance in days between moments that are near each other.
const maxDays = 5

// nearText returns a text similar to the given text.
func nearText(r *rand.Rand, text string) string {
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly, time.DateTime} {
		if at, err := time.Parse(layout, text); err == nil {
			days := 1 + r.IntN(maxDays)
			if r.IntN(2) == 0 {
				days = -days
			}
			return at.AddDate(0, 0, days).Format(layout)
		}
	}
	runes := []rune(text)
	switch r.IntN(4) {
	case 0:
		return string(runes[:len(runes)-len(runes)/2])
	case 1:
		return text + string(runes[:1])
	case 2:
		runes[len(runes)-1]++
	default:
		slices.Reverse(runes)
	}
	return string(runes)
}
