package harvest

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

const (
	maxChecks     = 40   // of one step
	maxWholeNodes = 40   // of a value asserted by one check
	maxElements   = 3    // of a large array, besides its length
	maxWholeText  = 1000 // bytes of a text asserted as a whole
)

// stability finds what can be asserted about bodies that several executions of
// one call returned: values that were the same each time and do not look like
// the current time.
type stability struct {
	now    time.Time
	checks []suite.Check
}

// stableChecks returns the assertions about a body. bodies has the body of each
// execution.
func stableChecks(bodies [][]byte, contentType string, now time.Time) []suite.Check {
	s := &stability{now: now}
	if len(bodies[0]) == 0 {
		return s.text(bodies)
	}
	if !isJSON(contentType) && !looksLikeJSON(bodies[0]) {
		return s.text(bodies)
	}
	values := make([]any, len(bodies))
	for i, b := range bodies {
		v, err := value.ParseJSON(b)
		if err != nil {
			return s.text(bodies)
		}
		values[i] = v
	}
	s.value("", values)
	return s.checks
}

func isJSON(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	return kind == "application/json" || strings.HasSuffix(kind, "+json")
}

// looksLikeJSON reports whether a body may be a JSON object or array. Many
// services set no content type, and the server then takes their JSON for text.
func looksLikeJSON(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) > 0 && (body[0] == '{' || body[0] == '[')
}

func (s *stability) text(bodies [][]byte) []suite.Check {
	first := string(bodies[0])
	for _, b := range bodies[1:] {
		if string(b) != first {
			return nil
		}
	}
	switch {
	case first == "":
		return []suite.Check{{Op: suite.Empty}}
	case len(first) > maxWholeText || !utf8.ValidString(first) || s.isNow(first):
		return nil
	}
	return []suite.Check{{Op: suite.Whole, Value: first}}
}

func (s *stability) add(pointer string, op suite.Op, value any) {
	if len(s.checks) < maxChecks {
		s.checks = append(s.checks, suite.Check{Pointer: pointer, Op: op, Value: value})
	}
}

// value adds the checks for the values that several executions returned at a
// pointer.
func (s *stability) value(pointer string, values []any) {
	if s.same(nameOf(pointer), values) && size(values[0]) <= maxWholeNodes {
		s.add(pointer, suite.Equal, values[0])
		return
	}
	switch first := values[0].(type) {
	case value.Object:
		s.members(pointer, first, values)
	case []any:
		s.elements(pointer, first, values)
	}
}

func (s *stability) members(pointer string, first value.Object, values []any) {
	for _, m := range first {
		column, ok := pick(values, func(v any) (any, bool) {
			o, isObject := v.(value.Object)
			if !isObject {
				return nil, false
			}
			return o.Get(m.Name)
		})
		if ok {
			s.value(value.Below(pointer, m.Name), column)
		}
	}
}

func (s *stability) elements(pointer string, first []any, values []any) {
	_, sameLength := pick(values, func(v any) (any, bool) {
		list, isList := v.([]any)
		return nil, isList && len(list) == len(first)
	})
	if !sameLength {
		return
	}
	s.add(pointer, suite.Length, int64(len(first)))
	for i := range first[:min(len(first), maxElements)] {
		column, _ := pick(values, func(v any) (any, bool) { return v.([]any)[i], true })
		s.value(value.Below(pointer, strconv.Itoa(i)), column)
	}
}

// pick applies f to all values. ok is false if f fails for any of them.
func pick(values []any, f func(any) (any, bool)) (out []any, ok bool) {
	out = make([]any, len(values))
	for i, v := range values {
		if out[i], ok = f(v); !ok {
			return nil, false
		}
	}
	return out, true
}

// nameOf returns the last name of a pointer.
func nameOf(pointer string) string {
	_, name := value.Above(pointer)
	return name
}

// same reports whether all values are equal and none looks like the current
// time. name is the name of the member that holds them.
func (s *stability) same(name string, values []any) bool {
	for _, v := range values[1:] {
		if !value.Equal(values[0], v) {
			return false
		}
	}
	return !s.holdsNow(name, values[0])
}

func (s *stability) holdsNow(name string, val any) bool {
	switch v := val.(type) {
	case value.Object:
		for _, m := range v {
			if s.holdsNow(m.Name, m.Value) {
				return true
			}
		}
	case []any:
		for _, e := range v {
			if s.holdsNow(name, e) {
				return true
			}
		}
	case string:
		return s.isNow(v) || tellsTime(name) && s.isClock(v)
	case int64:
		return s.isEpoch(float64(v))
	case float64:
		return s.isEpoch(v)
	}
	return false
}

// tellsTime reports whether the name of a member suggests a time. Digits alone
// prove nothing, because any four digits may be a time of day.
func tellsTime(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "time") || strings.HasSuffix(name, "at") || strings.Contains(name, "clock")
}

// clockSlack is how far a time of day may be from now to count as now.
const clockSlack = time.Hour

// isClock reports whether a text is a time of day within an hour of now, in
// UTC or local time, in one of the usual notations.
func (s *stability) isClock(text string) bool {
	for _, layout := range []string{"1504", "15:04", "150405", "15:04:05"} {
		clock, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		for _, now := range []time.Time{s.now.UTC(), s.now.Local()} {
			at := time.Date(now.Year(), now.Month(), now.Day(), clock.Hour(), clock.Minute(), clock.Second(), 0, now.Location())
			apart := now.Sub(at).Abs()
			if min(apart, day-apart) < clockSlack {
				return true
			}
		}
	}
	return false
}

const day = 24 * time.Hour

// isNow reports whether a text holds the date of yesterday, today or tomorrow
// in one of the usual notations.
func (s *stability) isNow(text string) bool {
	for _, d := range []time.Duration{-day, 0, day} {
		t := s.now.UTC().Add(d)
		for _, layout := range []string{time.DateOnly, "02 Jan 2006", "Jan _2 15:04", "2006/01/02", "20060102", "01/02/2006", "Jan 2, 2006", "060102"} {
			if strings.Contains(text, t.Format(layout)) {
				return true
			}
		}
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return s.isEpoch(float64(n))
	}
	return false
}

// isEpoch reports whether a number is a Unix time within a day of now, in
// seconds, milli-, micro- or nanoseconds.
func (s *stability) isEpoch(n float64) bool {
	for unit := 1.0; unit <= 1e9; unit *= 1e3 {
		if math.Abs(n/unit-float64(s.now.Unix())) < day.Seconds() {
			return true
		}
	}
	return false
}

// size counts the nodes of a value.
func size(val any) int {
	n := 1
	switch v := val.(type) {
	case value.Object:
		for _, m := range v {
			n += size(m.Value)
		}
	case []any:
		for _, e := range v {
			n += size(e)
		}
	}
	return n
}
