package rules

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// same reports whether the shown value may be the stored form of the sent one. It accepts rounded numbers, texts that
// differ in case or in surrounding spaces, instants in other time zones, spans of time in another spelling, lists in
// another order, and any form of an empty value. Members that are not shown do not count.
func same(sent, got any) bool {
	if nothing(sent) && nothing(got) {
		return true
	}
	switch s := sent.(type) {
	case value.Object:
		g, ok := got.(value.Object)
		return ok && sameMembers(s, g)
	case []any:
		g, ok := got.([]any)
		return ok && sameElements(s, g)
	}
	switch got.(type) {
	case value.Object, []any:
		return false
	}
	return sameScalar(sent, got)
}

func sameMembers(sent, got value.Object) bool {
	for _, m := range sent {
		if g, ok := got.Get(m.Name); ok && !same(m.Value, g) {
			return false
		}
	}
	return true
}

// sameElements compares lists without regard to the order of their elements.
func sameElements(sent, got []any) bool {
	if len(sent) != len(got) {
		return false
	}
	taken := make([]bool, len(got))
next:
	for _, s := range sent {
		for i, g := range got {
			if !taken[i] && same(s, g) {
				taken[i] = true
				continue next
			}
		}
		return false
	}
	return true
}

// rounding bounds the relative error of a number that was stored as a float32: one part in rounding.
const rounding = 1_000_000

// near reports whether two numbers are equal but for rounding.
func near(a, b *big.Rat) bool {
	off := new(big.Rat).Sub(a, b)
	off.Abs(off)
	return off.Cmp(new(big.Rat).Mul(big.NewRat(1, rounding), new(big.Rat).Abs(a))) <= 0
}

func sameScalar(a, b any) bool {
	if a == b {
		return true
	}
	x, numeric := value.Rat(a)
	y, both := value.Rat(b)
	if numeric && both {
		return near(x, y)
	}
	s, t := text(a), text(b)
	if strings.EqualFold(strings.TrimSpace(s), strings.TrimSpace(t)) {
		return true
	}
	return sameInstant(s, t) || sameSpan(s, t)
}

// text returns a scalar as it is written in a path.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case nil:
		return ""
	case value.Object, []any:
		return ""
	}
	return string(value.AppendJSON(nil, v))
}

// layouts are the forms in which services write instants and days. It is read-only.
var layouts = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
	"2006-01-02 15:04:05.999999999Z07:00", "2006-01-02T15:04Z07:00", time.DateOnly}

// sameInstant reports whether two texts are the same instant, to the second, or the same day.
func sameInstant(a, b string) bool {
	s, ok := instant(a)
	if !ok {
		return false
	}
	t, ok := instant(b)
	return ok && s.Truncate(time.Second).Equal(t.Truncate(time.Second))
}

func instant(text string) (time.Time, bool) {
	if len(text) < len(time.DateOnly) || text[0] < '0' || text[0] > '9' {
		return time.Time{}, false
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// sameSpan reports whether two texts are spans of time of the same length, such as 90s, 1m30s and PT1M30S.
func sameSpan(a, b string) bool {
	s, ok := span(a)
	t, both := span(b)
	return ok && both && s == t
}

// span parses a span of time in the form of Go (1h30m) or ISO 8601 (PT1H30M). Months and years are not accepted,
// because their lengths vary.
func span(text string) (time.Duration, bool) {
	if text == "" || !strings.ContainsAny(text, "0123456789") || !strings.ContainsAny(text, "nuµμmshHMSDW") {
		return 0, false
	}
	iso, isISO := strings.CutPrefix(strings.ToUpper(text), "P")
	if !isISO {
		d, err := time.ParseDuration(text)
		return d, err == nil
	}
	date, clock, _ := strings.Cut(iso, "T")
	sum := time.Duration(0)
	for _, unit := range []struct {
		name   string
		length time.Duration
	}{{"W", 7 * 24 * time.Hour}, {"D", 24 * time.Hour}} {
		if number, rest, has := strings.Cut(date, unit.name); has {
			n, err := strconv.ParseUint(number, 10, 16)
			if err != nil {
				return 0, false
			}
			sum, date = sum+time.Duration(n)*unit.length, rest
		}
	}
	if date != "" {
		return 0, false
	}
	if clock == "" {
		return sum, true
	}
	d, err := time.ParseDuration(strings.ToLower(clock))
	return sum + d, err == nil
}

// nothing reports whether a value is empty: null, an empty text, list or object.
func nothing(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case value.Object:
		return len(v) == 0
	}
	return value.IsAbsent(v)
}

// blank reports whether a value is empty, zero or false.
func blank(v any) bool {
	if b, ok := v.(bool); ok {
		return !b
	}
	if n, ok := value.Rat(v); ok {
		return n.Sign() == 0
	}
	return nothing(v)
}

func isScalar(v any) bool {
	switch v.(type) {
	case nil, value.Object, []any:
		return false
	}
	return true
}

// leastCut is the number of characters that a text has to lose at its end to count as truncated.
const leastCut = 4

// damaged reports whether the shown value is a damaged form of the sent text: without its leading zeros, truncated, or
// with question marks in place of letters.
func damaged(s *openapi.Schema, sent, now any) bool {
	was, isText := sent.(string)
	is, both := now.(string)
	if isText && both && s.Format == "date-time" {
		return moved(was, is)
	}
	if !isText || !both || !s.Is("string") || s.Format != "" || is == "" {
		return false
	}
	if was = strings.TrimSpace(was); strings.Trim(was, "0123456789") == "" {
		return is == strings.TrimLeft(was, "0")
	}
	if rest, cut := strings.CutPrefix(was, is); cut {
		return len(rest) >= leastCut && strings.ContainsFunc(rest[1:], unicode.IsLetter) &&
			!strings.ContainsAny(was, "<&:/")
	}
	a, b := []rune(was), []rune(is)
	lost := false
	for i := range a {
		if len(a) != len(b) ||
			a[i] != b[i] && (a[i] < unicode.MaxLatin1 || b[i] != '?' && b[i] != unicode.ReplacementChar) {
			return false
		}
		lost = lost || a[i] != b[i]
	}
	return lost
}

// moved reports whether two texts have the same date and time of day with different offsets from UTC.
func moved(a, b string) bool {
	n := len("2006-01-02T15:04:05")
	return len(a) > n && len(b) > n && a[:n] == b[:n] && !sameInstant(a, b)
}

// sameNames reports whether two objects have members of the same names.
func sameNames(a, b value.Object) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(m value.Member) bool {
		_, both := b.Get(m.Name)
		return !both
	})
}

// rose reports whether the number b is greater than a.
func rose(a, b any) bool {
	x, numeric := value.Rat(a)
	y, both := value.Rat(b)
	return numeric && both && x.Cmp(y) < 0
}

// oneMore reports whether b is the number a plus one.
func oneMore(a, b any) bool {
	x, numeric := value.Rat(a)
	y, both := value.Rat(b)
	return numeric && both && new(big.Rat).Sub(y, x).Cmp(big.NewRat(1, 1)) == 0
}

func equalNumbers(a, b any) bool { return !rose(a, b) && !rose(b, a) && a != nil && b != nil }

// beside reports whether the answer to a call has a member of this name beside others.
func beside(x *oracle.Exchange, name string) bool {
	v, _ := x.Got()
	o := object(v)
	_, has := o.Get(name)
	return has && len(o) > 1
}

// object returns a value if it is an object, else an empty object.
func object(v any) value.Object {
	o, _ := v.(value.Object)
	return o
}

// difference is a member that differs between two observations, or an element that only one of them has.
type difference struct {
	member   string // the last name on the way to the value; "" for an element
	element  string // the id of the element of a list that has it, "" for none
	top      string // the first name on the way, "the elements" for an element of the list
	was, now any    // nil if there is none
}

// differences returns the differences of two observations of the same target, in the order of the first of them.
func differences(a, b *oracle.Exchange) []difference {
	was, isList := elements(a)
	now, still := elements(b)
	if isList && still {
		return append(differencesOfLists(was, now, idsIn(b, was), idsIn(b, now)),
			differencesOf(numbersBeside(a), numbersBeside(b))...)
	}
	before, ok := got(a)
	after, both := got(b)
	if !ok || !both {
		return nil
	}
	return differencesOf(before, after)
}

// numbersBeside returns the numbers beside the elements of a list.
func numbersBeside(x *oracle.Exchange) value.Object {
	v, _ := x.Got()
	return slices.DeleteFunc(slices.Clone(withTotals(object(v))), func(m value.Member) bool {
		_, numeric := value.Rat(m.Value)
		return !numeric
	})
}

// differencesOfLists compares elements by their ids, or in their order if some have none.
func differencesOfLists(was, now []any, from, to []string) (out []difference) {
	if from == nil || to == nil {
		if len(was) == len(now) || len(was) > 0 && from == nil || len(now) > 0 && to == nil {
			return nil
		}
	}
	for i, id := range from {
		k := slices.Index(to, id)
		if k < 0 {
			out = append(out, difference{element: id, top: "the elements", was: was[i]})
			continue
		}
		for _, d := range differencesOf(object(was[i]), object(now[k])) {
			d.element = id
			out = append(out, d)
		}
	}
	for k, id := range to {
		if !slices.Contains(from, id) {
			out = append(out, difference{element: id, top: "the elements", now: now[k]})
		}
	}
	return out
}

// differencesOf returns the members that two objects show with different values, those of nested objects too. Those
// that a nested object has later are among them.
func differencesOf(was, now value.Object) (out []difference) {
	for _, m := range was {
		v, shown := now.Get(m.Name)
		o, nested := m.Value.(value.Object)
		inner, both := v.(value.Object)
		if !shown || !(nested && both) && same(m.Value, v) {
			continue
		}
		if !nested || !both {
			out = append(out, difference{member: m.Name, top: m.Name, was: m.Value, now: v})
			continue
		}
		all := differencesOf(o, inner)
		for _, n := range inner { // what is new in a nested object
			if _, had := o.Get(n.Name); !had && !nothing(n.Value) {
				all = append(all, difference{member: n.Name, now: n.Value})
			}
		}
		for _, d := range all {
			d.top = m.Name
			out = append(out, d)
		}
	}
	return out
}
