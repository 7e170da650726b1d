package expr

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/evoke-go/evoke/value"
)

// ErrorType is the type of the result that says whether a function failed.
const ErrorType = "error"

// basic are the basic types of literals with their size in bits, negative for signed numbers.
var basic = map[string]int{
	"bool": 0, "string": 0, "float32": 0, "float64": 0,
	"int": -64, "int8": -8, "int16": -16, "int32": -32, "int64": -64, "rune": -32,
	"uint": 64, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64, "byte": 8, "uintptr": 64,
}

// scalar returns the literal of a value of a basic type. own is the type that the literal has by itself; "" if it is no
// constant.
func scalar(v any, kind string) (text, own string, err error) {
	switch kind {
	case "bool":
		if b, ok := v.(bool); ok {
			return strconv.FormatBool(b), kind, nil
		}
	case "string":
		if s, ok := v.(string); ok {
			return String(s), kind, nil
		}
	case ErrorType:
		if s, ok := v.(string); ok {
			return "errors.New(" + String(s) + ")", kind, nil
		}
		if v == nil {
			return "nil", kind, nil
		}
	case "float64":
		return floating(v, 64)
	case "float32":
		return floating(v, 32)
	default:
		return whole(v, kind)
	}
	return "", "", errLiteral
}

// whole returns the literal of an integer.
func whole(v any, kind string) (text, own string, err error) {
	bits := basic[kind]
	n, ok := value.Rat(v)
	if bits == 0 || !ok || !n.IsInt() {
		return "", "", errLiteral
	}
	text = n.Num().String()
	if bits < 0 {
		_, err = strconv.ParseInt(text, 10, -bits)
	} else {
		_, err = strconv.ParseUint(text, 10, bits)
	}
	if r := rune(n.Num().Int64()); err == nil && kind == "rune" && unicode.IsPrint(r) {
		return strconv.QuoteRune(r), kind, nil
	}
	return text, "int", err
}

// floating returns the literal of a floating-point number. It has a point or an exponent, so that the literal itself is
// a float.
func floating(v any, bits int) (text, own string, err error) {
	switch v.(type) {
	case int64, float64, json.Number:
	default:
		return "", "", errLiteral
	}
	f, err := strconv.ParseFloat(NumberText(v), bits)
	if err != nil {
		return "", "", err
	}
	if f == 0 && math.Signbit(f) { // a constant cannot be negative zero
		return "math.Copysign(0, -1)", "", nil
	}
	text = strconv.FormatFloat(f, 'g', -1, bits)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text, "float64", nil
}

// word returns the literal of nil, a bool or a json.Number.
func word(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "nil", true
	case bool:
		return strconv.FormatBool(v), true
	case json.Number:
		return fmt.Sprintf("json.Number(%q)", string(v)), true
	}
	return "", false
}

// Number returns a Go expression that has the value and type of a number.
func Number(value any) string {
	switch v := value.(type) {
	case int64:
		return fmt.Sprintf("int64(%d)", v)
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	case json.Number:
		return fmt.Sprintf("json.Number(%q)", string(v))
	}
	return fmt.Sprint(value)
}

// NumberText returns a number as JSON.
func NumberText(value any) string {
	if f, ok := value.(float64); ok {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return fmt.Sprint(value)
}

// Date returns a Go expression of a time in UTC, to the second.
func Date(t time.Time) string {
	t = t.UTC()
	return fmt.Sprintf("time.Date(%d, %d, %d, %d, %d, %d, 0, time.UTC)", t.Year(), t.Month(), t.Day(), t.Hour(),
		t.Minute(), t.Second())
}

// Duration returns a Go expression of a duration: days as "31 * 24 * time.Hour", and whole hours, minutes or seconds.
func Duration(d time.Duration) string {
	const day = 24 * time.Hour
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{day, "24 * time.Hour"}, {time.Hour, "time.Hour"}, {time.Minute, "time.Minute"}, {time.Second, "time.Second"}} {
		switch n := d / unit.of; {
		case d == 0 || d%unit.of != 0:
		case n == 1:
			return unit.name
		default:
			return strconv.FormatInt(int64(n), 10) + " * " + unit.name
		}
	}
	return "time.Duration(" + strconv.FormatInt(int64(d), 10) + ")"
}
