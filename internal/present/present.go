// Package present recognises values that depend on the current time, by their form: tests that assert these values
// would fail tomorrow.
package present

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/value"
)

// Moment is the time that values are compared with.
type Moment struct{ now time.Time }

// At returns a moment.
func At(now time.Time) Moment { return Moment{now} }

const day = 24 * time.Hour

// In reports whether a plain value, or a part of it, looks like a time near the moment. name is the name of the member
// that has the value, "" for none.
func (m Moment) In(name string, v any) bool {
	switch v := v.(type) {
	case value.Object:
		for _, member := range v {
			if m.In(member.Name, member.Value) {
				return true
			}
		}
	case []any:
		for _, e := range v {
			if m.In(name, e) {
				return true
			}
		}
	case string:
		return m.isDate(v) || tellsTime(name) && m.isClock(v) || m.isPart(name, v)
	case int64:
		return m.isEpoch(float64(v)) || m.isPart(name, strconv.FormatInt(v, 10))
	case float64:
		return m.isEpoch(v)
	}
	return false
}

// tellsTime reports whether the name of a member is that of a time. Digits alone are not enough: any four of them may
// be a time of day.
func tellsTime(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "time") || strings.HasSuffix(name, "at") || strings.Contains(name, "clock")
}

// isPart reports whether a value is a part of the date of yesterday, today or
// tomorrow, such as its weekday, in a member that is named after that part.
func (m Moment) isPart(name, text string) bool {
	name = strings.ToLower(name)
	for part, layouts := range map[string][]string{
		"year": {"2006", "06"}, "month": {"January", "Jan", "1", "01"}, "day": {"Monday", "Mon", "2", "02", "002"},
	} {
		if !strings.HasSuffix(name, part) {
			continue
		}
		for _, d := range []time.Duration{-day, 0, day} {
			for _, layout := range layouts {
				if strings.EqualFold(text, m.now.UTC().Add(d).Format(layout)) {
					return true
				}
			}
		}
	}
	return false
}

// clockSlack is the largest distance of a time of day that counts as now.
const clockSlack = time.Hour

// isClock reports whether a text is a time of day within an hour of now, in
// UTC or local time, in one of the usual notations.
func (m Moment) isClock(text string) bool {
	for _, layout := range []string{"1504", "15:04", "150405", "15:04:05"} {
		clock, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		for _, now := range []time.Time{m.now.UTC(), m.now.Local()} {
			at := time.Date(now.Year(), now.Month(), now.Day(), clock.Hour(), clock.Minute(),
				clock.Second(), 0, now.Location())
			apart := now.Sub(at).Abs()
			if min(apart, day-apart) < clockSlack {
				return true
			}
		}
	}
	return false
}

// isDate reports whether a text holds the date of yesterday, today or tomorrow
// in one of the usual notations, or is a Unix time near now.
func (m Moment) isDate(text string) bool {
	if mayHaveDate(text) && m.hasDate(text) {
		return true
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && m.isEpoch(float64(n))
}

// mayHaveDate reports whether a text has a digit and room for the shortest notation of a date. Most texts do not, and
// are not compared with each notation.
func mayHaveDate(text string) bool {
	return len(text) >= len("060102") && strings.ContainsAny(text, "0123456789")
}

func (m Moment) hasDate(text string) bool {
	for _, d := range []time.Duration{-day, 0, day} {
		t := m.now.UTC().Add(d)
		for _, layout := range []string{
			time.DateOnly, "02 Jan 2006", "Jan _2 15:04", "2006/01/02", "20060102",
			"01/02/2006", "Jan 2, 2006", "060102",
			"Mon Jan _2", "02-Jan-06", "02.01.2006", "January 2, 2006", "2 January 2006",
		} {
			if strings.Contains(text, t.Format(layout)) {
				return true
			}
		}
	}
	return false
}

// isEpoch reports whether a number is a Unix time within a day of now, in
// seconds, milli-, micro- or nanoseconds.
func (m Moment) isEpoch(n float64) bool {
	for unit := 1.0; unit <= 1e9; unit *= 1e3 {
		if math.Abs(n/unit-float64(m.now.Unix())) < day.Seconds() {
			return true
		}
	}
	return false
}
