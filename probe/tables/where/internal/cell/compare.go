package cell

import (
	"math"
	"strings"
	"time"

	"github.com/evoke-go/evoke/heuristics"
)

// Operand is a value that is compared.
type Operand struct {
	Value any
	// Column says that the value is that of a column: then a text has its way in SQLite.
	Column bool
	// Fold says that capitals do not count.
	Fold bool
}

// Null is how near a comparison with NULL came to an outcome. It has none.
func Null() heuristics.Truthness {
	return heuristics.Truthness{OfTrue: heuristics.Absent, OfFalse: heuristics.Absent}
}

// Equal compares two values. A comparison with [Unknown] is the zero Truthness.
func Equal(a, b Operand, r Rules) heuristics.Truthness { return compare(a, b, r, false) }

// Less compares two values by their order.
func Less(a, b Operand, r Rules) heuristics.Truthness { return compare(a, b, r, true) }

func compare(a, b Operand, r Rules, order bool) heuristics.Truthness {
	if a.Value == nil && !IsUnknown(b.Value) || b.Value == nil && !IsUnknown(a.Value) {
		return Null()
	}
	switch x := a.Value.(type) {
	case int64, float64:
		switch y := b.Value.(type) {
		case int64, float64:
			return numbers(x, y, order)
		case string:
			return mixed(a, b, y, r, order, false)
		case time.Time:
			return numbers(x, y.Unix(), order)
		}
	case string:
		switch y := b.Value.(type) {
		case int64, float64:
			return mixed(b, a, x, r, order, true)
		case string:
			if a.Fold || b.Fold || r.Fold {
				x, y = strings.ToLower(x), strings.ToLower(y)
			}
			return texts(x, y, order)
		case time.Time:
			return withTime(y, x, order, true)
		}
	case time.Time:
		switch y := b.Value.(type) {
		case int64, float64:
			return numbers(x.Unix(), y, order)
		case string:
			return withTime(x, y, order, false)
		case time.Time:
			return times(x, y, order)
		}
	}
	return heuristics.Truthness{}
}

// numbers compares numbers.
func numbers(x, y any, order bool) heuristics.Truthness {
	i, okX := x.(int64)
	j, okY := y.(int64)
	switch {
	case okX && okY && order:
		return heuristics.LessInt(i, j)
	case okX && okY:
		return heuristics.EqualInt(i, j)
	case order:
		return heuristics.LessFloat(float(x), float(y))
	}
	return heuristics.EqualFloat(float(x), float(y))
}

func float(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return math.NaN()
}

// mixed compares a number with a text. Turned says that the text is the left operand.
func mixed(number, text Operand, s string, r Rules, order, turned bool) heuristics.Truthness {
	n, numeric := Number(s)
	switch {
	case r.Coerce && !numeric:
		n, numeric = coerced(s)
	case !r.Coerce && text.Column && !number.Column:
		return turn(turned, AsText(number.Value), s, func(a, b any) heuristics.Truthness {
			return texts(a.(string), b.(string), order)
		})
	case !r.Coerce && !number.Column:
		numeric = false
	}
	if numeric {
		return turn(turned, number.Value, n, func(a, b any) heuristics.Truthness { return numbers(a, b, order) })
	}
	apart := 1 + float64(heuristics.StringDistance(AsText(number.Value).(string), s))
	if order && !turned { // a number comes before all texts
		return heuristics.FromDistances(0, apart)
	}
	return heuristics.FromDistances(apart, 0)
}

// coerced reads a text that is no number as one.
func coerced(s string) (any, bool) {
	switch strings.ToLower(s) {
	case "t", "true", "on", "yes":
		return int64(1), true
	case "f", "false", "off", "no":
		return int64(0), true
	}
	return leading(s), true
}

// turn calls compare with two operands, or with these turned.
func turn(turned bool, a, b any, compare func(a, b any) heuristics.Truthness) heuristics.Truthness {
	if turned {
		return compare(b, a)
	}
	return compare(a, b)
}

// texts compares texts. Dates in texts are as far apart as the dates are.
func texts(s, t string, order bool) heuristics.Truthness {
	if x, ok := Time(s); ok && s != t {
		if y, ok := Time(t); ok {
			return apart(scaled(x, y), s < t, order)
		}
	}
	if order {
		return heuristics.LessString(s, t)
	}
	return heuristics.EqualString(s, t)
}

// strictStep is added to the distance of an order that does not hold, as in package heuristics.
const strictStep = 0.1

// apart is the outcome for two different values with a distance.
func apart(distance float64, less, order bool) heuristics.Truthness {
	distance = max(distance, strictStep)
	switch {
	case order && less:
		return heuristics.FromDistances(0, distance)
	case order:
		return heuristics.FromDistances(distance+strictStep, 0)
	}
	return heuristics.FromDistances(distance, 0)
}

// times compares times.
func times(x, y time.Time, order bool) heuristics.Truthness {
	if x.Equal(y) {
		if order {
			return heuristics.BeforeTime(x, y)
		}
		return heuristics.EqualTime(x, y)
	}
	return apart(scaled(x, y), x.Before(y), order)
}

// withTime compares a time with a text. Turned says that the text is the left operand.
func withTime(x time.Time, s string, order, turned bool) heuristics.Truthness {
	y, ok := Time(s)
	if !ok {
		return turn(turned, timeText(x), s, func(a, b any) heuristics.Truthness {
			return texts(a.(string), b.(string), order)
		})
	}
	if !hasZone(s) {
		x = time.Date(x.Year(), x.Month(), x.Day(), x.Hour(), x.Minute(), x.Second(), x.Nanosecond(), time.UTC)
	}
	return turn(turned, x, y, func(a, b any) heuristics.Truthness { return times(a.(time.Time), b.(time.Time), order) })
}
