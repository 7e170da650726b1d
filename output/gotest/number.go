package gotest

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// plainNumber gives JSON numbers of equal value equal forms: int, int64 above
// 32 bits, float64, and json.Number for what none of them holds exactly.
func plainNumber(text string) any {
	n, err := strconv.ParseInt(text, 10, 64)
	f, floatErr := strconv.ParseFloat(text, 64)
	switch {
	case err == nil:
	case floatErr == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53:
		n = int64(f)
	case floatErr != nil, !strings.ContainsAny(text, ".eE"):
		return json.Number(text)
	default:
		return f
	}
	if n == int64(int32(n)) {
		return int(n)
	}
	return n
}
