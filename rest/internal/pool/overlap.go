package pool

import (
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// longAgo is an offset in days that leads from the year 2050 into the past.
const longAgo = -17000

// ways are the ways in which two spans of time can overlap. Each has the beginning and the end of the first span, then
// of the second, in days or units: the second span reaches into the first from the right or from the left, lies within
// it, contains it, begins with it, or begins at its end. In the last three ways the first span is going on now. It is
// read-only.
var ways = [][2][2]int{
	{{0, 10}, {5, 15}}, {{0, 10}, {-5, 5}}, {{0, 10}, {3, 7}}, {{0, 10}, {-5, 15}},
	{{0, 10}, {0, 15}}, {{0, 10}, {10, 20}},
	{{longAgo, 10}, {longAgo, 5}}, {{longAgo, 10}, {5, 15}}, {{longAgo, 10}, {longAgo - 5, longAgo + 5}},
}

// Ways returns the number of ways for [Overlap].
func Ways() int { return len(ways) }

// Overlap gives the spans of two calls values that overlap in the nth way. One call is a copy of the other. It reports
// whether both calls have a span that accepts the values.
func Overlap(one, other *action.Call, n int) bool {
	first, second := newArrangement(nil, one), newArrangement(nil, other)
	if len(first.leaves) != len(second.leaves) {
		return false
	}
	done := false
	for i := range first.leaves {
		for j := range first.leaves {
			if !first.bound(i, j) {
				continue
			}
			pair := ways[n%len(ways)]
			done = first.place(i, j, pair[0]) && second.place(i, j, pair[1]) || done
		}
	}
	return done
}

// bound reports whether two leaves are the beginning and the end of one span.
func (a *arrangement) bound(i, j int) bool {
	from, to := &a.leaves[i], &a.leaves[j]
	return i != j && from.Record > 0 && from.Record == to.Record && from.List == to.List && !a.referring[from.Gene] &&
		ends(from.Name, to.Name)
}

// place gives the leaves i and j the beginning and the end of a span, as moments or numbers. It reports whether both
// leaves accept them.
func (a *arrangement) place(i, j int, at [2]int) bool {
	for n, l := range []*genotype.Leaf{&a.leaves[i], &a.leaves[j]} {
		if s, ok := l.Gene.(gene.Switch); ok && value.IsAbsent(l.Value()) {
			s.Set(true)
		}
		_, layout, isMoment := parse(l.Value())
		_, isNumber := number(l.Value())
		day := time.Date(firstFuture, time.June, 1, 12, 0, 0, 0, time.UTC)
		switch {
		case isMoment && a.set(l, later(day, layout, at[n])):
		case isNumber && !isMoment && a.setNumber(l, float64(100+at[n])):
		default:
			return false
		}
	}
	return true
}
