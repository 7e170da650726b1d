package heuristics_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

var layouts = []string{
	time.Layout, time.ANSIC, time.UnixDate, time.RubyDate, time.RFC822, time.RFC822Z, time.RFC850, time.RFC1123,
	time.RFC1123Z, time.RFC3339, time.RFC3339Nano, time.Kitchen, time.Stamp, time.StampMilli, time.StampNano,
	time.DateTime, time.DateOnly, time.TimeOnly, "2006", "02.01.06", "20060102T150405Z0700", "Monday, 2. January 2006",
	"2006-002", "__2", "3:04:05.999pm -07", "15h4m5s,000", "2006年01月02日", "x2006 Janet", "Jan_2",
	"Z07:00:00 Z070000 -07:00:00 -070000",
}

func TestLayoutDistance(t *testing.T) {
	for name, tt := range map[string]struct {
		layout, text string
		want         uint64
	}{
		"fits":                      {time.DateOnly, "2024-02-29", 0},
		"month 13":                  {time.DateOnly, "2024-13-01", 1},
		"month 29":                  {time.DateOnly, "2024-29-01", 2},
		"month 00":                  {time.DateOnly, "2024-00-01", 1},
		"the day is out of range":   {time.DateOnly, "2024-01-32", 1},
		"no such day in February":   {time.DateOnly, "2023-02-29", 1},
		"another separator":         {time.DateOnly, "2024/02-29", '/' - '-'},
		"a letter for a digit":      {time.DateOnly, "202a-02-29", 'a' - '9'},
		"too short":                 {time.DateOnly, "2024-02-2", missing},
		"only the year":             {time.DateOnly, "2024", 6 * missing},
		"text behind":               {time.DateOnly, "2024-02-29T", missing},
		"text before":               {time.DateOnly, " 2024-02-29", missing},
		"empty":                     {time.Kitchen, "", 6 * missing},
		"hour 24":                   {time.TimeOnly, "24:00:00", 1},
		"minute 60":                 {time.TimeOnly, "00:60:00", 1},
		"a month's name":            {"Jan 2006", "Fec 2024", 1},
		"a month's name, lower":     {"Jan 2006", "feb 2024", 0},
		"a long name":               {"January", "Januarx", 1},
		"a zone":                    {"Z07:00", "+25:00", 1},
		"a zone without its sign":   {"-07:00", "02:00", missing},
		"Z in place of z":           {"Z07:00", "z", 'z' - 'Z'},
		"a fraction of three":       {"05.000", "01.02", missing},
		"a fraction nobody asks of": {"05", "01.25", 0},
		"several spaces":            {"2006 01", "2024   02", 0},
		"PM":                        {time.Kitchen, "3:04QM", 1},
		"day of the year":           {"2006-002", "2024-367", 1},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, h.LayoutDistance(tt.text, tt.layout)) })
	}
}

func TestDurationDistance(t *testing.T) {
	for text, want := range map[string]uint64{
		"1h30m": 0, "-1.5s": 0, "0": 0, ".5ms": 0, "+2\u00b5s": 0,
		"": missing, "5": '5' - '0', "1x": 'x' - 's', "1h30": 'h' - '0', "1:30m": ':' - '9',
		"soon":        ('s' - '9') + ('o' - 'm') + ('o' - '9') + ('n' - 'm'),
		"9999999999h": 1, "1d": 'h' - 'd', "1.s.": ('u' - 's') + ('s' - '.'),
	} {
		assert.Equal(t, want, h.DurationDistance(text), "%q", text)
	}
}

func moments() *rapid.Generator[time.Time] {
	return rapid.Custom(func(t *rapid.T) time.Time {
		zone := time.FixedZone("EST", 1800*rapid.IntRange(-20, 20).Draw(t, "zone"))
		return time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "second"),
			rapid.Int64Range(0, 999_999_999).Draw(t, "nano")).In(zone)
	})
}

// TestLayoutDistanceIsZeroForTimes: a time that is written in a layout has distance 0, and time.Parse accepts the texts
// of the shape.
func TestLayoutDistanceIsZeroForTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		layout := rapid.SampledFrom(layouts).Draw(t, "layout")
		text := moments().Draw(t, "time").Format(layout)
		if _, err := time.Parse(layout, text); err == nil {
			if d := h.ShapeOfLayout(layout).Distance(text); d != 0 {
				t.Fatalf("%q in %q: %d", text, layout, d)
			}
		}
	})
}

// TestLayoutDistanceGrowsWithDamage: the distance of a damaged text is at most the size of the damage, and further
// damage of the same kind increases it.
func TestLayoutDistanceGrowsWithDamage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		layout := rapid.SampledFrom(layouts).Draw(t, "layout")
		at := moments().Filter(func(m time.Time) bool {
			return h.LayoutDistance(m.Format(layout), layout) == 0
		}).Draw(t, "time")
		text := []rune(at.Format(layout))
		i := rapid.IntRange(0, len(text)-1).Draw(t, "position")
		before := uint64(0)
		for d := rune(1); d < 4; d++ {
			text[i]++
			if got := h.LayoutDistance(string(text), layout); got > uint64(d) {
				t.Fatalf("%q in %q: %d after %d steps", string(text), layout, got, d)
			}
		}
		cut := string(text[:i])
		for n := range 3 {
			got := h.LayoutDistance(cut+string([]rune("~~~")[:n]), time.DateOnly)
			if n > 0 && i > len(time.DateOnly) && got <= before {
				t.Fatalf("%q: %d, before %d", cut, got, before)
			}
			before = got
		}
	})
}

// TestLayoutDistanceStepByStep changes nonsense into a date step by step: each step reduces the distance.
func TestLayoutDistanceStepByStep(t *testing.T) {
	steps := []string{"", "x", "xx", "2x", "20-", "202-1", "2024-1-", "2024-1-9-", "2024-39-9-", "2024-39-09",
		"2024-29-09", "2024-19-09", "2024-12-09"}
	best := h.LayoutDistance(steps[0], time.DateOnly)
	for _, s := range steps[1:] {
		now := h.LayoutDistance(s, time.DateOnly)
		assert.Less(t, now, best, s)
		best = now
	}
	assert.Zero(t, best)
}

func FuzzLayoutDistance(f *testing.F) {
	for _, l := range layouts {
		f.Add(l, "2024-02-29")
	}
	f.Fuzz(func(t *testing.T, layout, text string) {
		_, err := time.Parse(layout, text)
		if zero := h.LayoutDistance(text, layout) == 0; zero != (err == nil) {
			t.Errorf("%q in %q: %v", text, layout, err)
		}
		_, err = time.ParseDuration(text)
		if zero := h.DurationDistance(text) == 0; zero != (err == nil) {
			t.Errorf("%q: %v", text, err)
		}
	})
}
