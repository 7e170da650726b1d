package function

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// simpler lists values that are simpler than that of a gene, the simplest
// first. None of them has the first value among its own.
func simpler(g gene.Gene) []any {
	v := g.Value()
	if v == nil {
		return nil
	}
	_, parent := g.(gene.Parent)
	s, simplifier := g.(gene.Simplifier)
	switch {
	case parent && simplifier:
		return s.Simpler()
	case parent:
		return []any{nil} // which most refuse
	}
	switch v := v.(type) {
	case bool:
		return when(v, false)
	case int64:
		return simplerInts(v)
	case float64:
		return simplerFloats(v)
	case string:
		return simplerTexts(v)
	}
	return []any{int64(0), int64(1)} // a number too large for an int64
}

func when(is bool, v ...any) []any {
	if is {
		return v
	}
	return nil
}

// assign gives a gene a value, and reports whether it took it as it is.
func assign(g gene.Gene, v any) bool {
	return !value.Equal(g.Value(), v) && gene.Assign(g, v) && value.Equal(g.Value(), v)
}

// simplerInts are 0, 1 and -1, the powers of ten below a number, and then numbers
// between it and 0, coming closer to it. A power of ten reads well enough to have
// no more than those below it.
func simplerInts(n int64) (out []any) {
	for _, v := range []int64{0, 1, -1} {
		if v == n {
			return out
		}
		out = append(out, v)
	}
	if n < 0 && n > math.MinInt64 {
		out = append(out, -n)
	}
	out = append(out, powersOfTen(n)...)
	if isPowerOfTen(n) {
		return out
	}
	for step := n - n/2; step != 0; step /= 2 {
		out = append(out, n-step)
	}
	return out
}

// powersOfTen are those between 1 and a number, with its sign.
func powersOfTen(n int64) (out []any) {
	for power := int64(1); n/power/10 != 0; {
		if power *= 10; n > 0 && power < n {
			out = append(out, power)
		} else if n < 0 && -power > n {
			out = append(out, -power)
		}
	}
	return out
}

func isPowerOfTen(n int64) bool {
	for n%10 == 0 {
		n /= 10
	}
	return n == 1 || n == -1
}

// simplerFloats are 0, 1 and -1, and the number with fewer digits.
func simplerFloats(f float64) (out []any) {
	for _, v := range []float64{0, 1, -1} {
		if v == f {
			return out
		}
		out = append(out, v)
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		for _, v := range simplerInts(int64(f))[3:] {
			out = append(out, float64(v.(int64)))
		}
		return out
	}
	for _, digits := range []float64{1, 10, 100, 1000} {
		if v := math.Trunc(f*digits) / digits; v != f && !math.IsInf(v, 0) && !math.IsNaN(v) {
			out = append(out, v)
		}
	}
	return out
}

// maxSingles is how long a text may be for its characters to go one by one.
const maxSingles = 24

// simplerTexts are the empty text, the text without a half, a quarter and so on
// of it, without single characters, and with a plain letter in place of one that
// catches the eye.
func simplerTexts(text string) (out []any) {
	if text == "" {
		return nil
	}
	if !utf8.ValidString(text) {
		return []any{"", text[:len(text)/2], text[len(text)/2:]}
	}
	out = append(out, "")
	runes := []rune(text)
	for size := len(runes) / 2; size > 0; size /= 2 {
		if size == 1 && len(runes) > maxSingles {
			break
		}
		for from := 0; from < len(runes); from += size {
			to := min(from+size, len(runes))
			out = append(out, string(runes[:from])+string(runes[to:]))
		}
	}
	for i, r := range runes {
		if catchesEye(r) && len(runes) <= maxSingles {
			out = append(out, string(runes[:i])+"a"+string(runes[i+1:]))
		}
	}
	return out
}

func catchesEye(r rune) bool {
	return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_.,:/", r)
}
