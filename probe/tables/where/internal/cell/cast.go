package cell

import (
	"math"
	"strings"
)

// Cast converts a value to a type, by its name in small letters. Types that nobody knows leave it as it is.
func (r Rules) Cast(v any, name string) any {
	if v == nil || IsUnknown(v) {
		return v
	}
	switch KindOf(name) {
	case Integer:
		return integer(v)
	case Real:
		switch n := AsNumber(v).(type) {
		case int64:
			if strings.Contains(name, "numeric") || strings.Contains(name, "decimal") {
				return n
			}
			return float64(n)
		case float64:
			return n
		}
		return Unknown{}
	case Textual:
		return AsText(v)
	case Day:
		if at, ok := r.moment(v); ok {
			return at.Format("2006-01-02")
		}
	case Boolean:
		return boolean(v)
	case Arrays:
		if list, ok := Array(v); ok {
			return list
		}
		return Unknown{}
	}
	return v
}

func integer(v any) any {
	switch n := AsNumber(v).(type) {
	case int64:
		return n
	case float64:
		if math.Abs(n) < 1<<62 {
			return int64(n)
		}
	}
	return Unknown{}
}

func boolean(v any) any {
	if s, ok := v.(string); ok {
		v, _ = coerced(s)
	}
	return truth(IsTrue(v))
}

// Kind is a kind of types.
type Kind uint8

// The kinds.
const (
	Other Kind = iota
	Integer
	Real
	Textual
	Day
	Boolean
	Arrays
)

// KindOf returns the kind of a type, by its name in small letters.
func KindOf(name string) Kind {
	name, _, _ = strings.Cut(name, "(")
	switch {
	case name == "array":
		return Arrays
	case name == "date":
		return Day
	case strings.HasPrefix(name, "bool"):
		return Boolean
	case strings.Contains(name, "interval"), strings.Contains(name, "point"):
		return Other
	case strings.Contains(name, "int"), strings.HasSuffix(name, "signed"), strings.HasSuffix(name, "serial"):
		return Integer
	case strings.Contains(name, "char"), strings.Contains(name, "text"), name == "string", name == "clob":
		return Textual
	case strings.Contains(name, "real"), strings.Contains(name, "floa"), strings.Contains(name, "doub"),
		strings.Contains(name, "numeric"), strings.Contains(name, "decimal"):
		return Real
	}
	return Other
}

// Sample returns a value of a type, by the name of the type in small letters, and nil for types that nobody knows.
func Sample(name string) any {
	switch KindOf(name) {
	case Integer, Boolean:
		return int64(1)
	case Real:
		return 0.5
	case Textual:
		return "a"
	case Day:
		return "2024-01-01"
	}
	switch {
	case strings.Contains(name, "time"): // also "datetime" and "timestamp"
		return "2024-01-01 00:00:00"
	case name == "uuid":
		return "00000000-0000-4000-8000-000000000001"
	}
	return nil
}
