package pool

import (
	"math/rand/v2"
	"time"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// layouts are the notations of moments that are known. Those of a time of day are last.
// It is read-only.
var layouts = []string{time.RFC3339Nano, time.DateOnly, time.DateTime, "2006-01-02T15:04:05",
	"2006-01-02T15:04", time.TimeOnly, "15:04"}

// timesOfDay is how many of the layouts are of a time of day.
const timesOfDay = 2

// parse reads a moment, and returns the index of its layout.
func parse(v any) (at time.Time, layout int, ok bool) {
	text, isText := v.(string)
	if !isText {
		return at, 0, false
	}
	for i, l := range layouts {
		if at, err := time.Parse(l, text); err == nil {
			return at, i, true
		}
	}
	return at, 0, false
}

// The moments that are made lie in fixed years and not near the present: what is written
// has to be accepted next year as well. The future begins late enough for that, and
// the past is over.
const (
	firstFuture, futureYears = 2050, 40
	firstPast, pastYears     = 2001, 18
	// maxApart is how many days the moments of one call lie apart.
	maxApart = 60
)

// someDay draws a moment in the future or in the past, at noon. A day at the beginning of a
// month exists in each of them.
func someDay(r *rand.Rand) time.Time {
	year := firstPast + r.IntN(pastYears)
	if chance.Evenly(r) {
		year = firstFuture + r.IntN(futureYears)
	}
	return time.Date(year, time.Month(1+r.IntN(12)), 1+r.IntN(28), 12, 0, 0, 0, time.UTC)
}

// moments moves all dates of the call to one time, some days apart from each other.
func (a *arrangement) moments() {
	day := someDay(a.r)
	for i := range a.leaves {
		l := &a.leaves[i]
		if _, layout, ok := parse(l.Value()); ok && layout < len(layouts)-timesOfDay {
			a.set(l, day.AddDate(0, 0, a.r.IntN(maxApart)).Format(layouts[layout]))
		}
	}
}

// later returns a moment some time after or before another one, in the same notation.
// steps is a number of days, or of hours in a time of day.
func later(at time.Time, layout, steps int) string {
	if layout >= len(layouts)-timesOfDay {
		moved := at.Add(time.Duration(steps) * time.Hour)
		if moved.Day() != at.Day() {
			moved = at
		}
		return moved.Format(layouts[layout])
	}
	return at.AddDate(0, 0, steps).Format(layouts[layout])
}

// dated gives two texts that are no moments the notation of dates, both the same one.
func (a *arrangement) dated(from, to *genotype.Leaf) bool {
	day, layout := someDay(a.r), layouts[a.r.IntN(2)]
	days := 1 + a.r.IntN(maxStep)
	return a.set(from, day.Format(layout)) && a.set(to, day.AddDate(0, 0, days).Format(layout))
}
