// Package value holds plain values: the data that genes generate, schemas have as examples, answers contain and tests
// assert.
//
// A plain value is nil, a bool, an int64, a float64, a json.Number (for numbers that fit neither), a string, an []any
// or an [Object]. Functions of this package compare, read and write them without losing a digit or the order of
// members. Plain values are not copied; whoever shares one must not change it.
package value

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Object is the plain value of an object: its members in order.
type Object []Member

// Member is one named value of an object.
type Member struct {
	Name  string
	Value any
}

// Absent is the value of a part that is left out, such as an optional gene that is off. Objects and lists are written
// without absent parts. It compares with ==.
var Absent any = absent{}

type absent struct{}

// Equal reports whether two plain values are equal. It compares numbers by value, whatever their Go type, and objects
// regardless of the order of members.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		return ok && equalLists(a, b)
	case Object:
		b, ok := b.(Object)
		return ok && equalMembers(a, b)
	case int64:
		if b, ok := b.(int64); ok {
			return a == b
		}
		return equalNumbers(a, b)
	case float64:
		if b, ok := b.(float64); ok {
			return a == b || a != a && b != b
		}
		return equalNumbers(a, b)
	case json.Number:
		return equalNumbers(a, b)
	case nil, bool, string, absent:
		switch b.(type) {
		case nil, bool, string, absent:
			return a == b
		}
	}
	return false
}

func equalLists(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalMembers(a, b Object) bool {
	if len(a) != len(b) {
		return false
	}
	for i, m := range a {
		other := b[i]
		if other.Name != m.Name {
			v, ok := b.Get(m.Name)
			if !ok {
				return false
			}
			other.Value = v
		}
		if !Equal(m.Value, other.Value) {
			return false
		}
	}
	return true
}

// equalNumbers compares numbers of different Go types, or json.Numbers. Numbers with too large exponents are equal only
// if their texts are equal.
func equalNumbers(a, b any) bool {
	if x, ok := a.(json.Number); ok {
		if y, ok := b.(json.Number); ok && x == y {
			return true
		}
	}
	x, ok := Rat(a)
	if !ok {
		return false
	}
	y, ok := Rat(b)
	return ok && x.Cmp(y) == 0
}

// Get returns the value of the first member with the given name.
func (m Object) Get(name string) (any, bool) {
	for i := range m {
		if m[i].Name == name {
			return m[i].Value, true
		}
	}
	return nil, false
}

// maxExponent bounds the decimal exponents of numbers that are converted to big.Rat; a text such as 1e999999999 must
// not take gigabytes.
const maxExponent = 2000

// Rat returns the exact number of a plain value, or false if it is no finite number or its exponent is above 2000.
func Rat(value any) (*big.Rat, bool) {
	switch v := value.(type) {
	case int64:
		return new(big.Rat).SetInt64(v), true
	case float64:
		// A float64 stands for its shortest decimal, because that is the text that is written.
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, false
		}
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return new(big.Rat).SetInt64(int64(v)), true
		}
		return new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	case json.Number:
		return ratOfText(string(v))
	}
	return nil, false
}

func ratOfText(text string) (*big.Rat, bool) {
	if len(text) > maxExponent || !IsNumber(text) {
		return nil, false
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		e, err := strconv.Atoi(text[i+1:])
		if err != nil || e > maxExponent || e < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// Of converts a Go value to plain data. Integers and floats of all sizes become int64 and float64, or json.Number if
// they do not fit. Other values are converted by way of their JSON, maps in the order of their keys.
func Of(v any) any {
	switch v := v.(type) {
	case nil, bool, int64, string, absent:
		return v
	case int:
		return int64(v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return v
	case json.Number:
		if IsNumber(string(v)) {
			return v
		}
		return string(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = Of(v[i])
		}
		return out
	case Object:
		out := make(Object, len(v))
		for i, m := range v {
			out[i] = Member{Name: m.Name, Value: Of(m.Value)}
		}
		return out
	}
	return plainByJSON(v)
}

func plainByJSON(v any) any {
	text, err := json.Marshal(v)
	if err == nil {
		if out, err := ParseJSON(text); err == nil {
			return out
		}
	}
	return fmt.Sprint(v)
}

// IsNumber reports whether text is a number in the syntax of JSON.
func IsNumber(text string) bool {
	n, _ := scanNumber(text)
	return n > 0 && n == len(text)
}

// scanNumber returns the length of the JSON number at the start of text, 0 if there is none, and whether the number is
// written as an integer.
func scanNumber[T string | []byte](text T) (n int, whole bool) {
	i := 0
	if i < len(text) && text[i] == '-' {
		i++
	}
	digits := scanDigits(text, i)
	if digits == i {
		return 0, false
	}
	if text[i] == '0' {
		digits = i + 1
	}
	i, whole = digits, true
	if i < len(text) && text[i] == '.' {
		end := scanDigits(text, i+1)
		if end == i+1 {
			return 0, false
		}
		i, whole = end, false
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		start := i + 1
		if start < len(text) && (text[start] == '+' || text[start] == '-') {
			start++
		}
		end := scanDigits(text, start)
		if end == start {
			return 0, false
		}
		i, whole = end, false
	}
	return i, whole
}

func scanDigits[T string | []byte](text T, i int) int {
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	return i
}
