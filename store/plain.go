package store

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/store/internal/checks"
	"github.com/evoke-go/evoke/value"
)

// plain returns the n-th plain value of a column, from 0, and whether there is one: the values of a kind from the
// plainest on, those that the column takes.
func (t *Table) plain(c *Column, n int) (any, bool) {
	f := t.form(c)
	switch {
	case len(f.only) > 0:
		if n < len(f.only) {
			return f.only[n], true
		}
		return nil, false
	case f.kind == boolean:
		return n == 1, n < 2
	case f.kind == integer || f.kind == number:
		return f.count(n)
	case f.kind == document:
		return value.Object{}, n == 0
	case f.kind == other && f.pattern == "":
		return f.plain, n == 0
	case f.kind == other:
		return numbered(f.plain, n)
	case f.kind == text && f.pattern != "":
		return checks.Sample(f.pattern, n)
	case f.kind == text || f.kind == bytes:
		return word(n, f.least, f.length)
	}
	return f.instant(n), true
}

// count returns the n-th number of a range: 1 and those that follow, or those from the end of the range that is nearest
// to 1.
func (f form) count(n int) (any, bool) {
	first, step := big.NewRat(1, 1), big.NewRat(1, 1)
	low, _ := new(big.Rat).SetString(f.low)
	high, _ := new(big.Rat).SetString(f.high)
	switch {
	case low != nil && low.Cmp(first) > 0:
		first = low
	case high != nil && high.Cmp(first) < 0:
		first = high
		if step.Neg(step); f.step != "" && low != nil && low.Sign() >= 0 {
			step.SetString("-" + f.step)
		}
	}
	v := step.Mul(step, big.NewRat(int64(n), 1))
	v.Add(v, first)
	if low != nil && v.Cmp(low) < 0 || high != nil && v.Cmp(high) > 0 {
		return nil, false
	}
	if v.IsInt() && v.Num().IsInt64() {
		return v.Num().Int64(), true
	}
	if f.step == "" {
		out, _ := v.Float64()
		return out, true
	}
	return json.Number(v.FloatString(len(f.step) - len("0."))), true
}

// numbered returns a text whose last digit is moved on.
func numbered(text string, n int) (any, bool) {
	if text == "" || n > 0 && (text[len(text)-1] < '0' || text[len(text)-1] > '9') {
		return text, n == 0
	}
	if n == 0 {
		return text, true
	}
	last := int(text[len(text)-1]-'0') + n
	return text[:len(text)-1] + strconv.Itoa(last), last < 10
}

// word returns the n-th of a, b, ..., z, aa, ab, ... with at least so many letters and at most so many, 0 for any
// number.
func word(n, least, most int) (any, bool) {
	count := 26
	for length := 1; length < min(least, 8); length++ {
		n += count // the words that are too short
		count *= 26
	}
	out := ""
	for n++; n > 0; n = (n - 1) / 26 {
		out = string(rune('a'+(n-1)%26)) + out
	}
	out = strings.Repeat("a", max(least-len(out), 0)) + out
	return out, most == 0 || len(out) <= most
}

// instant returns the n-th date, time or UUID.
func (f form) instant(n int) any {
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	switch f.kind {
	case date:
		return start.AddDate(0, 0, n).Format(time.DateOnly)
	case clock:
		return start.Add(time.Duration(n) * time.Minute).Format(time.TimeOnly)
	case moment:
		return start.Add(time.Duration(n) * time.Minute).Format(time.RFC3339)
	}
	return fmt.Sprintf("00000000-0000-4000-8000-%012x", n+1)
}

// plainOf returns the plain value of what a driver has read from a column.
func plainOf(f form, v any) any {
	switch v := v.(type) {
	case time.Time:
		switch f.kind {
		case date:
			return v.Format(time.DateOnly)
		case clock:
			return v.Format("15:04:05.999999")
		}
		return v.Format(time.RFC3339Nano)
	case []byte:
		return ofText(f, string(v))
	case string:
		return ofText(f, v)
	}
	return value.Of(v)
}

// ofText returns the plain value of a text that a driver has read: some drivers return every value as a text.
func ofText(f form, s string) any {
	switch f.kind {
	case integer, number, boolean:
		if v, err := value.ParseJSON([]byte(s)); err == nil {
			return v
		}
	case moment:
		if t, err := time.Parse("2006-01-02 15:04:05.999999999", s); err == nil {
			return t.Format(time.RFC3339Nano)
		}
	}
	return s
}
