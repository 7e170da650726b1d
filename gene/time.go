package gene

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// clock is a time of day with a zone. With invalid set, it may be a time that does not exist.
type clock struct {
	invalid  bool
	h, m, s  int64
	fraction string // digits of the fraction of a second
	zone     string // "Z", "+hh:mm", "-hh:mm", or "" if a time without a zone was assigned
}

func newClock(invalid bool) clock { return clock{invalid: invalid, zone: "Z"} }

// widen adds one value at either end of a span if invalid times are allowed.
func (c *clock) widen(s span) span {
	if c.invalid {
		return span{s.lo - 1, s.hi + 2}
	}
	return s
}

func (c *clock) hours() span   { return c.widen(span{0, 23}) }
func (c *clock) minutes() span { return c.widen(span{0, 59}) }

func (c *clock) draw(r *rand.Rand) {
	c.h, c.m, c.s = 0, 0, 0
	c.fraction, c.zone = "", "Z"
	switch p := r.Float64(); {
	case p < specialRate/2:
		return
	case p < specialRate:
		c.h, c.m, c.s, c.fraction = 23, 59, 59, "999"
		return
	}
	c.h = uniformInt(r, c.hours().lo, c.hours().hi)
	c.m = uniformInt(r, c.minutes().lo, c.minutes().hi)
	c.s = uniformInt(r, c.minutes().lo, c.minutes().hi)
	if r.Float64() < 0.2 {
		c.fraction = milliseconds(r)
	}
	if r.Float64() < 0.2 {
		c.zone = anyZone(r)
	}
}

func (c *clock) mutate(r *rand.Rand, focus float64) {
	switch r.IntN(10) {
	case 0, 1, 2:
		c.h = stepInt(r, c.h, c.hours().lo, c.hours().hi, exponent(focus, 4, 1))
	case 3, 4, 5:
		c.m = stepInt(r, c.m, c.minutes().lo, c.minutes().hi, exponent(focus, 5, 2))
	case 6, 7:
		c.s = stepInt(r, c.s, c.minutes().lo, c.minutes().hi, exponent(focus, 5, 2))
	case 8:
		c.changeFraction(r)
	default:
		c.changeZone(r)
	}
}

func (c *clock) changeFraction(r *rand.Rand) {
	if c.fraction != "" && flip(r) {
		c.fraction = ""
		return
	}
	old := c.fraction
	for c.fraction == old {
		c.fraction = milliseconds(r)
	}
}

// changeZone draws another zone. It does not add a zone to a time without one: an example without a zone means that the
// program accepts none.
func (c *clock) changeZone(r *rand.Rand) {
	if c.zone == "" {
		c.changeFraction(r)
		return
	}
	old := c.zone
	for c.zone == old {
		c.zone = anyZone(r)
	}
}

func milliseconds(r *rand.Rand) string { return string(appendPadded(nil, r.Int64N(1000), 3)) }

// anyZone returns UTC or one of the zones in use, from -12:00 to +14:00.
func anyZone(r *rand.Rand) string {
	quarters := r.Int64N(4*26+1) - 4*12
	if quarters == 0 || r.Float64() < 0.3 {
		return "Z"
	}
	sign := byte('+')
	if quarters < 0 {
		sign, quarters = '-', -quarters
	}
	out := append(appendPadded([]byte{sign}, quarters/4, 2), ':')
	return string(appendPadded(out, quarters%4*15, 2))
}

func (c *clock) append(dst []byte) []byte {
	dst = append(appendPadded(dst, c.h, 2), ':')
	dst = append(appendPadded(dst, c.m, 2), ':')
	dst = appendPadded(dst, c.s, 2)
	if c.fraction != "" {
		dst = append(append(dst, '.'), c.fraction...)
	}
	return append(dst, c.zone...)
}

func (c *clock) check() error {
	if !c.hours().contains(c.h) || !c.minutes().contains(c.m) || !c.minutes().contains(c.s) ||
		!validZone(c.zone) {
		return fmt.Errorf("time %s does not exist", c.append(nil))
	}
	return nil
}

func validZone(zone string) bool {
	if zone == "" || zone == "Z" {
		return true
	}
	if len(zone) != 6 || zone[0] != '+' && zone[0] != '-' || zone[3] != ':' {
		return false
	}
	h, okH := parseDigits(zone[1:3])
	m, okM := parseDigits(zone[4:6])
	return okH && okM && h < 24 && m < 60
}

// parse parses a text of the form hh:mm:ss[.fraction][zone].
func (c *clock) parse(text string) bool {
	next := *c
	rest, ok := text, true
	for _, field := range [...]*int64{&next.h, &next.m, &next.s} {
		if field != &next.h {
			if rest, ok = strings.CutPrefix(rest, ":"); !ok {
				return false
			}
		}
		if *field, rest, ok = clockField(rest); !ok {
			return false
		}
	}
	next.fraction = ""
	if after, ok := strings.CutPrefix(rest, "."); ok {
		n := len(after) - len(strings.TrimLeft(after, "0123456789"))
		if n == 0 || n > 9 {
			return false
		}
		next.fraction, rest = after[:n], after[n:]
	}
	next.zone = rest
	if next.check() != nil {
		return false
	}
	*c = next
	return true
}

// clockField parses two digits, or the -1 of an invalid time, and returns the rest of the text.
func clockField(text string) (v int64, rest string, ok bool) {
	if after, ok := strings.CutPrefix(text, "-1"); ok {
		return -1, after, true
	}
	if len(text) < 2 {
		return 0, "", false
	}
	v, ok = parseDigits(text[:2])
	return v, text[2:], ok
}

// timeOfDay is a gene for times of day (RFC 3339 full-time), such as 23:59:59Z.
type timeOfDay struct{ clock }

// NewTime returns a gene for times of day (RFC 3339), such as 23:59:59Z. With
// invalid, hours go from -1 to 25, minutes and seconds from -1 to 61.
func NewTime(invalid bool) Gene { return &timeOfDay{newClock(invalid)} }

// Clone returns a deep copy.
func (g *timeOfDay) Clone() Gene { c := *g; return &c }

// Randomize draws a time, mostly in UTC and without a fraction.
func (g *timeOfDay) Randomize(r *rand.Rand) { g.draw(r) }

// Mutate changes one field, the fraction or the zone.
func (g *timeOfDay) Mutate(r *rand.Rand, focus float64) { g.mutate(r, focus) }

// Value returns a string.
func (g *timeOfDay) Value() any { return string(g.append(nil)) }

// Assign takes times with or without a zone.
func (g *timeOfDay) Assign(value any) bool {
	text, ok := value.(string)
	return ok && g.parse(text)
}

// Check verifies that the time exists, unless invalid times are allowed.
func (g *timeOfDay) Check() error { return g.check() }

// dateTime is a gene for points in time (RFC 3339), such as
// 2024-02-29T23:59:59Z.
type dateTime struct {
	date  day
	clock clock
}

// NewDateTime returns a gene for points in time of the years 1900 to 2100 (RFC 3339), such as 2024-02-29T23:59:59Z.
// With invalid, the day and the time may not exist, as in [NewDate] and [NewTime].
func NewDateTime(invalid bool) Gene {
	return &dateTime{date: newDay(invalid), clock: newClock(invalid)}
}

// Clone returns a deep copy.
func (g *dateTime) Clone() Gene { c := *g; return &c }

// Randomize draws a day and a time.
func (g *dateTime) Randomize(r *rand.Rand) {
	g.date.draw(r)
	g.clock.draw(r)
}

// Mutate moves the point in time by 2^i seconds, or changes only the day or only the time.
func (g *dateTime) Mutate(r *rand.Rand, focus float64) {
	switch p := r.Float64(); {
	case p < shiftRate && g.shift(r, focus):
	case flip(r):
		g.date.mutate(r, focus)
	default:
		g.clock.mutate(r, focus)
	}
}

const (
	// shiftRate is the share of mutations that move a point in time as a whole. Programs compare points in time as a
	// whole.
	shiftRate = 0.6
	// The largest exponents of these moves, which fall with the focus: 2^31 seconds are 68 years.
	wideShift   = 31
	narrowShift = 12
)

// shift moves a point in time within the years of dates. It reports false, and moves nothing, if the point in time does
// not exist or lies in another year.
func (g *dateTime) shift(r *rand.Rand, focus float64) bool {
	if g.Check() != nil {
		return false
	}
	c, d := &g.clock, &g.date
	local := time.Date(int(d.y), time.Month(d.m), int(d.d), int(c.h), int(c.m), int(c.s), 0, time.UTC)
	first := time.Date(firstYear, time.January, 1, 0, 0, 0, 0, time.UTC).Unix()
	last := time.Date(lastYear, time.December, 31, 23, 59, 59, 0, time.UTC).Unix()
	if local.Unix() < first || local.Unix() > last {
		return false
	}
	moved := time.Unix(stepInt(r, local.Unix(), first, last, exponent(focus, wideShift, narrowShift)), 0).UTC()
	d.y, d.m, d.d = int64(moved.Year()), int64(moved.Month()), int64(moved.Day())
	c.h, c.m, c.s = int64(moved.Hour()), int64(moved.Minute()), int64(moved.Second())
	if flip(r) {
		c.fraction = ""
	}
	return true
}

// Value returns a string.
func (g *dateTime) Value() any {
	buf := make([]byte, 0, 32)
	return string(g.clock.append(append(g.date.append(buf), 'T')))
}

// Assign takes points in time with or without a zone.
func (g *dateTime) Assign(value any) bool {
	text, ok := value.(string)
	if !ok {
		return false
	}
	next := *g
	rest, ok := next.date.parse(text)
	if !ok || rest == "" || rest[0] != 'T' || !next.clock.parse(rest[1:]) {
		return false
	}
	*g = next
	return true
}

// Check verifies the day and the time.
func (g *dateTime) Check() error {
	if err := g.date.check(); err != nil {
		return err
	}
	return g.clock.check()
}
