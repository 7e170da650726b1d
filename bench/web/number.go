package web

import (
	"bytes"
	"math"
	"strconv"
)

// AppendFloat appends a number as Java writes it as a text: with a point or an
// exponent, and NaN, Infinity and -Infinity for those that are no numbers.
func AppendFloat(b []byte, f float64) []byte {
	if math.IsNaN(f) {
		return append(b, "NaN"...)
	}
	if math.IsInf(f, 1) {
		return append(b, "Infinity"...)
	}
	if math.IsInf(f, -1) {
		return append(b, "-Infinity"...)
	}
	from := len(b)
	b = strconv.AppendFloat(b, f, 'g', -1, 64)
	if bytes.ContainsAny(b[from:], ".e") {
		return b
	}
	return append(b, ".0"...)
}

// AppendJSONFloat appends a number as the JSON library of the originals writes
// it: those that JSON has no notation for become texts.
func AppendJSONFloat(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(AppendFloat(append(b, '"'), f), '"')
	}
	return AppendFloat(b, f)
}

// OrBadRequest answers by a function of the value, or 400 where there is an
// error, as originals do that catch their own exceptions.
func OrBadRequest[T any](answer func(T) Answer) func(value T, err error) Answer {
	return func(value T, err error) Answer {
		if err != nil {
			return BadRequest()
		}
		return answer(value)
	}
}
