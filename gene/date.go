package gene

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// The range of years that dates are drawn from.
const (
	firstYear = 1900
	lastYear  = 2100
)

// span is a closed range of one field of a date or time, such as the month.
type span struct{ lo, hi int64 }

func (s span) contains(v int64) bool { return s.lo <= v && v <= s.hi }

// day is a calendar day. With invalid set, it may be a day that does not exist.
type day struct {
	invalid bool
	y, m, d int64
}

// specialDays are dates that programs often handle wrongly, such as leap days.
var specialDays = [...]day{
	{y: 1900, m: 1, d: 1}, {y: 1970, m: 1, d: 1}, {y: 1999, m: 12, d: 31}, {y: 2000, m: 2, d: 29},
	{y: 2024, m: 2, d: 29}, {y: 2038, m: 1, d: 19}, {y: 2038, m: 1, d: 20}, {y: 2100, m: 12, d: 31},
}

// newDay returns the epoch.
func newDay(invalid bool) day { return day{invalid: invalid, y: 1970, m: 1, d: 1} }

func (d *day) months() span {
	if d.invalid {
		return span{0, 13}
	}
	return span{1, 12}
}

func (d *day) days() span {
	switch {
	case d.invalid:
		return span{0, 32}
	case d.m == 2 && d.y%4 == 0 && (d.y%100 != 0 || d.y%400 == 0):
		return span{1, 29}
	case d.m == 2:
		return span{1, 28}
	case d.m == 4 || d.m == 6 || d.m == 9 || d.m == 11:
		return span{1, 30}
	}
	return span{1, 31}
}

func (d *day) draw(r *rand.Rand) {
	if r.Float64() < specialRate {
		special := specialDays[r.IntN(len(specialDays))]
		d.y, d.m, d.d = special.y, special.m, special.d
		return
	}
	d.y = uniformInt(r, firstYear, lastYear)
	d.m = uniformInt(r, d.months().lo, d.months().hi)
	d.d = uniformInt(r, d.days().lo, d.days().hi)
}

func (d *day) mutate(r *rand.Rand, focus float64) {
	switch r.IntN(3) {
	case 0:
		d.y = stepInt(r, d.y, min(firstYear, d.y), max(lastYear, d.y), exponent(focus, 7, 2))
	case 1:
		d.m = stepInt(r, d.m, d.months().lo, d.months().hi, exponent(focus, 3, 1))
	default:
		d.d = stepInt(r, d.d, d.days().lo, d.days().hi, exponent(focus, 4, 2))
	}
	d.d = nearest(d.d, d.days().lo, d.days().hi)
}

func (d *day) check() error {
	years := span{0, 9999}
	if !years.contains(d.y) || !d.months().contains(d.m) || !d.days().contains(d.d) {
		return fmt.Errorf("date %s does not exist", d.append(nil))
	}
	return nil
}

func (d *day) append(dst []byte) []byte {
	dst = append(appendPadded(dst, d.y, 4), '-')
	dst = append(appendPadded(dst, d.m, 2), '-')
	return appendPadded(dst, d.d, 2)
}

// parse reads YYYY-MM-DD at the start of the text, and returns the rest of the text.
func (d *day) parse(text string) (rest string, ok bool) {
	if len(text) < 10 || text[4] != '-' || text[7] != '-' {
		return "", false
	}
	next := *d
	var okY, okM, okD bool
	next.y, okY = parseDigits(text[:4])
	next.m, okM = parseDigits(text[5:7])
	next.d, okD = parseDigits(text[8:10])
	if !okY || !okM || !okD || next.check() != nil {
		return "", false
	}
	*d = next
	return text[10:], true
}

// parseDigits parses a number of ASCII parseDigits only, without a sign.
func parseDigits(text string) (int64, bool) {
	if strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		return 0, false
	}
	v, err := strconv.ParseInt(text, 10, 64)
	return v, err == nil
}

// appendPadded appends v with leading zeros up to a width. It appends a negative number without zeros.
func appendPadded(dst []byte, v int64, width int) []byte {
	for limit := int64(10); width > 1; width-- {
		if 0 <= v && v < limit {
			dst = append(dst, "000"[:width-1]...)
			break
		}
		limit *= 10
	}
	return strconv.AppendInt(dst, v, 10)
}

// date is a gene for days in the form YYYY-MM-DD.
type date struct{ day }

// NewDate returns a gene for days of the years 1900 to 2100 in the form YYYY-MM-DD. With invalid, months go from 0 to
// 13 and days from 0 to 32 in each month.
func NewDate(invalid bool) Gene { return &date{newDay(invalid)} }

// Clone returns a deep copy.
func (g *date) Clone() Gene { c := *g; return &c }

// Randomize draws a day.
func (g *date) Randomize(r *rand.Rand) { g.draw(r) }

// Mutate changes the year, the month or the day.
func (g *date) Mutate(r *rand.Rand, focus float64) { g.mutate(r, focus) }

// Value returns a string.
func (g *date) Value() any { return string(g.append(nil)) }

// Assign takes any day of the years 0000 to 9999.
func (g *date) Assign(value any) bool {
	text, ok := value.(string)
	if !ok {
		return false
	}
	next := g.day
	rest, ok := next.parse(text)
	if !ok || rest != "" {
		return false
	}
	g.day = next
	return true
}

// Check verifies that the day exists, unless invalid days are allowed.
func (g *date) Check() error { return g.check() }
