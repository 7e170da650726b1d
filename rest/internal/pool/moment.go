package pool

import (
	"math/rand/v2"
	"time"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// layouts are the notations of dates and times that are recognized. The notations of a time of day come last. It is
// read-only.
var layouts = []string{time.RFC3339Nano, time.DateOnly, time.DateTime, "2006-01-02T15:04:05",
	"2006-01-02T15:04", time.TimeOnly, "15:04"}

// timesOfDay is the number of layouts, at the end of the list, that have only a time of day.
const timesOfDay = 2

// parse parses a date or time. It returns the index of its layout.
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

// New moments lie in fixed years, far from the present. So a test of the suite that needs a moment in the future, or in
// the past, still passes years later.
const (
	firstFuture, futureYears = 2050, 40
	firstPast, pastYears     = 2001, 18
	// maxApart is the largest distance in days between moments of one call.
	maxApart = 60
)

// someDay draws noon of a day in the future or in the past. The day of the month is at most 28, so every month has it.
func someDay(r *rand.Rand) time.Time {
	year := firstPast + r.IntN(pastYears)
	if chance.Evenly(r) {
		year = firstFuture + r.IntN(futureYears)
	}
	return time.Date(year, time.Month(1+r.IntN(12)), 1+r.IntN(28), 12, 0, 0, 0, time.UTC)
}

// moments moves all dates of the call near one random day, each by up to maxApart days.
func (a *arrangement) moments() {
	day := someDay(a.r)
	for i := range a.leaves {
		l := &a.leaves[i]
		if _, layout, ok := parse(l.Value()); ok && layout < len(layouts)-timesOfDay {
			a.set(l, day.AddDate(0, 0, a.r.IntN(maxApart)).Format(layouts[layout]))
		}
	}
}

// later returns a moment that lies steps days after another moment (before it, if negative), in the same layout. For a
// time of day, the steps are hours.
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

// dated gives two leaves dates, the later date to the second, in the same layout. The texts that they had are no
// moments. It reports whether both leaves accept them.
func (a *arrangement) dated(from, to *genotype.Leaf) bool {
	day, layout := someDay(a.r), layouts[a.r.IntN(2)]
	days := 1 + a.r.IntN(maxStep)
	return a.set(from, day.Format(layout)) && a.set(to, day.AddDate(0, 0, days).Format(layout))
}
