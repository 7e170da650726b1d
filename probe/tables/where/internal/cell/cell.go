// Package cell computes with the values of databases: it compares them and says how near a comparison came to its
// other outcome. A value is nil for NULL, int64, float64, string, time.Time, [List], [Interval] or [Unknown].
package cell

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Unknown is a value that nobody knows. What is computed from it is unknown as well.
type Unknown struct{}

// List is an array.
type List []any

// Interval is a span of time.
type Interval struct {
	Months, Days int
	Time         time.Duration
}

// Rules are the differences between dialects.
type Rules struct {
	// Coerce says that a text which meets a number is read as a number. Without it, the rules of SQLite hold: a
	// column that has a text makes a text of the number.
	Coerce bool
	// Fold says that capitals do not count where texts are compared, and FoldLike that they do not in LIKE.
	Fold, FoldLike bool
	// Backslash says that a backslash escapes in a pattern.
	Backslash bool
	// Divide says that the quotient of whole numbers may have a fraction.
	Divide bool
	// Together says that BETWEEN reads all of its operands as numbers if one is a number.
	Together bool
	// ConcatNull says that concat returns NULL for NULL, which others leave out.
	ConcatNull bool
	// SkipNull says that the largest and the smallest of several values leave NULL out.
	SkipNull bool
	// Now is the time. The zero Time is unknown.
	Now time.Time
}

// Plain returns a value that a driver takes or returns as a value of this package.
func Plain(v any) any {
	switch v := v.(type) {
	case nil, int64, float64, string, time.Time, List, Interval, Unknown:
		return v
	case bool:
		return truth(v)
	case []byte:
		if v == nil {
			return nil
		}
		return string(v)
	case int:
		return int64(v)
	case int32:
		return int64(v)
	case int16:
		return int64(v)
	case int8:
		return int64(v)
	case uint8:
		return int64(v)
	case uint16:
		return int64(v)
	case uint32:
		return int64(v)
	case uint64:
		return unsigned(v)
	case uint:
		return unsigned(uint64(v))
	case float32:
		return float64(v)
	case map[string]any: // a JSON document, as drivers read it
		return written(v)
	}
	return listOf(v)
}

func unsigned(v uint64) any {
	if v > math.MaxInt64 {
		return float64(v)
	}
	return int64(v)
}

// truth is a boolean as databases count it.
func truth(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// listOf returns a slice as a list, and [Unknown] for anything else.
func listOf(v any) any {
	switch v := v.(type) {
	case []any:
		return each(v)
	case []string:
		return each(v)
	case []int64:
		return each(v)
	case []int32:
		return each(v)
	case []int:
		return each(v)
	case []float64:
		return each(v)
	case []bool:
		return each(v)
	}
	return Unknown{}
}

func each[T any](list []T) List {
	out := make(List, len(list))
	for i, x := range list {
		out[i] = Plain(x)
	}
	return out
}

// IsUnknown reports whether a value is [Unknown].
func IsUnknown(v any) bool { _, unknown := v.(Unknown); return unknown }

// Number returns the number that a text is, without spaces around it.
func Number(s string) (any, bool) {
	s = strings.TrimSpace(s)
	if s == "" || s[0] != '-' && s[0] != '+' && s[0] != '.' && (s[0] < '0' || s[0] > '9') || len(s) > 64 {
		return nil, false
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	if strings.ContainsAny(s, "xX_pPiInN") {
		return nil, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// leading returns the number that a text begins with, 0 for none.
func leading(s string) any {
	s = strings.TrimSpace(s)
	s = s[:min(len(s), 64)]
	for n := len(s); n > 0; n-- {
		if v, ok := Number(s[:n]); ok {
			return v
		}
	}
	return int64(0)
}

// AsNumber returns a value as a number: a text by the number that it begins with.
func AsNumber(v any) any {
	switch v := v.(type) {
	case string:
		return leading(v)
	case time.Time:
		return v.Unix()
	}
	return v
}

// AsText returns a value as a text.
func AsText(v any) any {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return floatText(v)
	case time.Time:
		return timeText(v)
	}
	return v
}

// floatText writes a number with a point, as databases do.
func floatText(f float64) string {
	if s := strconv.FormatFloat(f, 'g', 15, 64); strings.ContainsAny(s, ".eInN") {
		return s
	}
	return strconv.FormatFloat(f, 'f', 1, 64)
}

// Array returns the items of a list, or of a text such as {1,2}.
func Array(v any) (List, bool) {
	switch v := v.(type) {
	case List:
		return v, true
	case string:
		if strings.HasPrefix(v, "{") && strings.HasSuffix(v, "}") {
			return arrayText(v[1 : len(v)-1]), true
		}
	}
	return nil, false
}

// arrayText reads the items of an array in text.
func arrayText(s string) (out List) {
	for s != "" {
		item, quoted := "", s[0] == '"'
		if quoted {
			var b strings.Builder
			i := 1
			for ; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' && i+1 < len(s) {
					i++
				}
				b.WriteByte(s[i])
			}
			item, s = b.String(), s[min(i+1, len(s)):]
			_, s, _ = strings.Cut(s, ",")
		} else {
			item, s, _ = strings.Cut(s, ",")
		}
		if !quoted && strings.EqualFold(item, "null") {
			out = append(out, nil)
			continue
		}
		out = append(out, item)
	}
	return out
}
