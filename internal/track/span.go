package track

import (
	"math"
	"time"
)

// units returns the units in which programs measure spans of time: of Go and of JavaScript, and of the results of the
// methods of durations.
func units() []time.Duration {
	return []time.Duration{time.Nanosecond, time.Millisecond, time.Second, time.Minute, time.Hour}
}

const (
	// leastSpan and mostSpan bound the spans that are recognised. slack is how far they may differ: the time is read a
	// little later than the operand was computed, and a unit may cut it.
	leastSpan, mostSpan, slack = time.Minute, 200 * 365 * 24 * time.Hour, 2 * time.Second
)

// ofSpan handles a number that is the time from now to the moment of a text, or since then.
func ofSpan(text string, operand any, k *Known) (l Link, ok bool) {
	n, isNumber := number(operand)
	if !isNumber || k == nil || k.Now.IsZero() {
		return l, false
	}
	for _, layout := range k.times() {
		at, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		span := at.Sub(k.Now)
		if unit := unitOf(span, n); unit != 0 {
			bits := math.Log2(float64(span.Abs()) / float64(slack))
			return Link{Way: Span, Bits: bits, Form: layout, Unit: unit, Now: k.Now.Unix()}, true
		}
	}
	return l, false
}

// unitOf returns the unit in which a number is a span, negative for the span that has passed, 0 for none.
func unitOf(span time.Duration, n float64) time.Duration {
	if span.Abs() < leastSpan || span.Abs() > mostSpan {
		return 0
	}
	for _, unit := range units() {
		if (n < 0) != (span < 0) {
			unit = -unit
		}
		if math.Abs(n*float64(unit)-float64(span)) < float64(slack) {
			return unit
		}
	}
	return 0
}

// ends returns a moment whose span reaches the wanted span. Time passes until the program takes the span again, so the
// moment lies a little beyond the limit, as seen from the moment of the input.
func (l *Link) ends(input string, want any) (any, bool) {
	n, isNumber := number(want)
	was, err := time.Parse(l.Form, input)
	span := n * float64(l.Unit)
	if !isNumber || err != nil || math.Abs(span) > math.MaxInt64/2 {
		return nil, false
	}
	beyond := min(max(time.Duration(math.Abs(span)/10), time.Minute), time.Hour)
	if l.Form == time.DateOnly {
		beyond = 24 * time.Hour
	}
	at := time.Unix(l.Now, 0).Add(time.Duration(span)).In(was.Location())
	if at.Before(was) {
		beyond = -beyond
	}
	return at.Add(beyond).Format(l.Form), true
}
