// Package times has replacements of functions of package time that parse a text or compare times, see
// [probe.Replacement].
package times

import (
	"time"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/machines"
)

// Parse is [time.Parse].
func Parse(at probe.Call, layout, value string) (time.Time, error) {
	t, err := time.Parse(layout, value)
	parsed(at, err, layout, value)
	return t, err
}

// ParseInLocation is [time.ParseInLocation].
func ParseInLocation(at probe.Call, layout, value string, loc *time.Location) (time.Time, error) {
	t, err := time.ParseInLocation(layout, value, loc)
	parsed(at, err, layout, value)
	return t, err
}

// measured has the machines of layouts.
var measured machines.Memory

// parsed reports whether a time was parsed.
func parsed(at probe.Call, err error, layout, value string) {
	if ok := err == nil; at.News(ok) {
		toTrue := 1.0
		if !ok {
			toTrue = heuristics.Close(float64(max(1, measured.Distance(layout, value, func() *heuristics.Machine {
				return heuristics.LayoutMachine(layout)
			}))))
		}
		at.Report(ok, toTrue, heuristics.Close(1), value, probe.Wanted{Form: probe.Timed, Text: layout})
	}
}

// ParseDuration is [time.ParseDuration].
func ParseDuration(at probe.Call, s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if ok := err == nil; at.News(ok) {
		at.Report(ok, heuristics.Close(float64(heuristics.DurationDistance(s))), heuristics.Close(1), s,
			probe.Wanted{Form: probe.Lasting})
	}
	return d, err
}

// Compare is t.Compare(u). Its outcome is whether both are equal: near equality, every small change leads to a
// different result.
func Compare(at probe.Call, t, u time.Time) int {
	order := t.Compare(u)
	if equal := order == 0; at.News(equal) {
		near := heuristics.EqualTime(t, u)
		at.Report(equal, near.OfTrue, near.OfFalse, t, u)
	}
	return order
}

// UnmarshalText is t.UnmarshalText(data).
func UnmarshalText(at probe.Call, t *time.Time, data []byte) error {
	err := t.UnmarshalText(data)
	parsed(at, err, time.RFC3339, string(data))
	return err
}
