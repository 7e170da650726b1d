package heuristics_test

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

// numerals draws texts that are numbers, or nearly numbers.
func numerals() *rapid.Generator[string] {
	near := rapid.StringOfN(rapid.RuneFrom([]rune("0123456789abfxXoOzZ_+-.eEpP /:é")), 0, 24, -1)
	number := rapid.Custom(func(t *rapid.T) string {
		base := rapid.IntRange(2, 36).Draw(t, "base")
		text := strconv.FormatUint(rapid.Uint64().Draw(t, "number"), base) +
			rapid.SampledFrom([]string{"", "0", "00"}).Draw(t, "zeros")
		return rapid.SampledFrom([]string{"", "-", "+", "0x", "-0b", "0", "0o", "0_"}).Draw(t, "before") + text
	})
	names := []string{"inf", "-Inf", "+infinity", "NaN", "infinit", "1e309", "1.7976931348623159e308", "3.5e38",
		"0x1p-2", "0x1.8p1", "1e-400", "0.0001e313", "1e99999999999999999999"}
	return rapid.OneOf(near, near, number, rapid.SampledFrom(names), texts())
}

// TestNumbersAreThoseOfStrconv: the distance is 0 exactly if strconv accepts the text.
func TestNumbersAreThoseOfStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := numerals().Draw(t, "s")
		base := rapid.SampledFrom([]int{0, 2, 8, 10, 16, 36, -1, 1, 37}).Draw(t, "base")
		bits := rapid.SampledFrom([]int{0, 2, 8, 16, 32, 64, -1, 65}).Draw(t, "bits")
		_, err := strconv.ParseInt(s, base, bits)
		assert.Equal(t, err == nil, h.IntegerDistance(s, base, bits) == 0,
			"%q, base %d, %d bits: %v", s, base, bits, err)
		_, err = strconv.ParseUint(s, base, bits)
		assert.Equal(t, err == nil, h.NaturalDistance(s, base, bits) == 0,
			"%q, base %d, %d bits: %v", s, base, bits, err)
		for _, bits := range []int{32, 64} {
			_, err = strconv.ParseFloat(s, bits)
			assert.Equal(t, err == nil, h.DecimalDistance(s, bits) == 0, "%q, %d bits: %v", s, bits, err)
		}
	})
}

// literals draws texts that are literals, or nearly literals.
func literals() *rapid.Generator[string] {
	inner := rapid.StringOfN(rapid.RuneFrom([]rune("ab\\nxu0'\"`\n\r日\t")), 0, 8, -1)
	return rapid.OneOf(texts(), inner, rapid.Custom(func(t *rapid.T) string {
		quotes := rapid.SampledFrom([]string{`""`, "``", "''", `"'`, `a"`}).Draw(t, "quotes")
		text := rapid.OneOf(inner, texts()).Draw(t, "inner")
		if rapid.Bool().Draw(t, "quoted") {
			return strconv.Quote(text)
		}
		return quotes[:1] + text + quotes[1:]
	}))
}

// TestTextsAreThoseOfTheLibrary: nothing is missing exactly where the standard
// library finds what is looked for.
func TestTextsAreThoseOfTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := literals().Draw(t, "s")
		_, err := strconv.Unquote(s)
		assert.Equal(t, err == nil, h.QuotedDistance(s) == 0, "%q: %v", s, err)
		truth := rapid.OneOf(rapid.SampledFrom([]string{"true", "True", "TRUE", "tRUE", "t", "1", "f", "F", "false",
			"False", "FALSE", "0", "no"}), texts()).Draw(t, "truth")
		_, err = strconv.ParseBool(truth)
		assert.Equal(t, err == nil, h.TruthDistance(truth) == 0, "%q: %v", truth, err)
		text, chars := texts().Draw(t, "text"), texts().Draw(t, "chars")
		assert.Equal(t, utf8.ValidString(text), h.UTF8Distance(text) == 0, "%q", text)
		if len(text)*len(chars) < 1<<16 {
			assert.Equal(t, strings.ContainsAny(text, chars), h.AnyCharDistance(text, chars) == 0,
				"%q in %q", chars, text)
		}
		c := rapid.Byte().Draw(t, "byte")
		if len(text) < 1<<16 {
			assert.Equal(t, strings.IndexByte(text, c) >= 0, h.AnyByteDistance(text, c) == 0, "%q in %q", c, text)
		}
	})
}

// TestClassesAreThoseOfUnicode: a class has the characters of ASCII that the
// function of package unicode finds in it.
func TestClassesAreThoseOfUnicode(t *testing.T) {
	for class, in := range map[string]func(rune) bool{
		h.Letters: unicode.IsLetter, h.Uppers: unicode.IsUpper, h.Lowers: unicode.IsLower, h.Digits: unicode.IsDigit,
		h.Spaces: unicode.IsSpace,
		h.Puncts: unicode.IsPunct, h.Symbols: unicode.IsSymbol, h.Controls: unicode.IsControl,
		h.Graphics: unicode.IsGraphic,
	} {
		nearest := func(c rune, want bool) uint64 {
			best := int32(math.MaxInt32)
			for other := rune(0); other <= unicode.MaxASCII; other++ {
				if in(other) == want {
					best = min(best, max(c-other, other-c))
				}
			}
			return uint64(best)
		}
		for c := rune(0); c < 300; c++ {
			assert.Equal(t, nearest(c, true), h.ClassDistance(c, class, true), "%q to %q", c, class)
			assert.Equal(t, nearest(c, false), h.ClassDistance(c, class, false), "%q away from %q", c, class)
		}
	}
}

// TestTableDistance compares with all characters around.
func TestTableDistance(t *testing.T) {
	for name, table := range map[string]*unicode.RangeTable{"Mark": unicode.Mark, "Title": unicode.Title,
		"Latin": unicode.Latin, "stride": unicode.Lu, "Gothic": unicode.Gothic} {
		rapid.Check(t, func(t *rapid.T) {
			c := rapid.OneOf(rapid.Int32Range(0, 3000), rapid.Int32Range(0x10300, 0x10400)).Draw(t, "c")
			d := h.TableDistance(c, table)
			assert.Equal(t, unicode.Is(table, c), d == 0, name)
			if d < 3000 {
				assert.True(t, unicode.Is(table, c+rune(d)) || unicode.Is(table, c-rune(d)), "%s: %q, %d", name, c, d)
			}
			for near := rune(0); near < rune(min(d, 3000)); near++ {
				assert.False(t, unicode.Is(table, c+near) || unicode.Is(table, c-near), "%s: %q, %d", name, c, near)
			}
		})
	}
	assert.Equal(t, uint64(math.MaxUint64), h.TableDistance('a', new(unicode.RangeTable)))
}

// TestParseLadders lists texts from far to near: each is nearer than the last.
func TestParseLadders(t *testing.T) {
	integer := func(base, bits int) func(s string) uint64 {
		return func(s string) uint64 { return h.IntegerDistance(s, base, bits) }
	}
	natural := func(s string) uint64 { return h.NaturalDistance(s, 10, 64) }
	decimal := func(bits int) func(s string) uint64 {
		return func(s string) uint64 { return h.DecimalDistance(s, bits) }
	}
	for name, tt := range map[string]struct {
		of     func(s string) uint64
		ladder []string
	}{
		"digits":            {integer(10, 64), []string{"abc", "1bc", "1bB", "1:B", "1::", "1:9", "129"}},
		"empty":             {integer(10, 64), []string{"", "z", "a", ":", "9"}},
		"sign":              {integer(10, 64), []string{"!5", "#5", ",5", "-5"}},
		"sign alone":        {integer(10, 64), []string{"-z", "-:", "-9"}},
		"wide character":    {integer(10, 64), []string{"日1", "é1", "a1", "71"}},
		"base 16":           {integer(16, 64), []string{"zz", "gz", "gg", "gf", "ff"}},
		"base 2":            {integer(2, 64), []string{"99", "29", "22", "21", "11"}},
		"range":             {integer(10, 8), []string{"99999", "9999", "1000", "999", "300", "200", "135", "127"}},
		"negative range":    {integer(10, 8), []string{"-99999", "-9999", "-999", "-200", "-140", "-128"}},
		"range and letters": {integer(10, 8), []string{"30x", "30:", "309", "300", "127"}},
		"large": {integer(10, 64), []string{"99999999999999999999", "19999999999999999999",
			"9999999999999999999", "9323372036854775807", "9223372036854775807"}},
		"leading zeros":    {integer(10, 8), []string{"0000000300", "0000000200", "0000000100"}},
		"base by prefix":   {integer(0, 64), []string{"0xzz", "0xgz", "0xgg", "0xfg", "0xff"}},
		"no sign":          {natural, []string{"-z", "-:", "-9", ".9", "09"}},
		"decimal":          {decimal(64), []string{"::;", "1:;", "1.;", "1.:", "1.9"}},
		"dot alone":        {decimal(64), []string{".z", ".", ".:", ".9"}},
		"exponent":         {decimal(64), []string{"1ez", "1e:", "1e9"}},
		"exponent missing": {decimal(64), []string{"1e", "1e:", "1e1"}},
		"decimal range":    {decimal(64), []string{"1e999999999999", "1e999", "1e400", "1e310", "1e308"}},
		"small range":      {decimal(32), []string{"1e309", "1e100", "1e40", "1e38"}},
		"name":             {decimal(64), []string{"zzf", "znf", "jnf", "inf"}},
		"truth":            {h.TruthDistance, []string{"trying", "tryi", "trui", "truf", "true"}},
		"quoted":           {h.QuotedDistance, []string{"", "z", "zbz", "abz", "`bz", "`b`"}},
		"escape":           {h.QuotedDistance, []string{`"\q\w"`, `"\q\n"`, `"\n\n"`}},
		"one character":    {h.QuotedDistance, []string{"$a'", "&a'", "'a'"}},
		"UTF-8":            {h.UTF8Distance, []string{"\xff\xfe\xfd", "a\xfe\xfd", "ab\xfd", "abc"}},
	} {
		for i := 1; i < len(tt.ladder); i++ {
			assert.Less(t, tt.of(tt.ladder[i]), tt.of(tt.ladder[i-1]), "%s, step %d of %q", name, i, tt.ladder)
		}
		assert.Zero(t, tt.of(tt.ladder[len(tt.ladder)-1]), name)
	}
	assert.Equal(t, uint64(math.MaxUint64), h.IntegerDistance("1", 1, 64), "no text is a number of base 1")
	assert.Equal(t, uint64(math.MaxUint64), h.AnyCharDistance("a", ""))
}

// TestNearerDigitsScoreNoLower: if a character comes nearer to a digit, the distance of the number does not grow.
func TestNearerDigitsScoreNoLower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []rune(rapid.StringOfN(rapid.RuneFrom([]rune("0123456789abz;/é日")), 1, 12, -1).Draw(t, "text"))
		bits := rapid.SampledFrom([]int{8, 32, 64}).Draw(t, "bits")
		at := rapid.IntRange(0, len(text)-1).Draw(t, "position")
		near := []rune(string(text))
		if near[at] > '9' {
			near[at] = rapid.Int32Range('9', near[at]).Filter(utf8.ValidRune).Draw(t, "character")
		} else {
			near[at] = rapid.Int32Range(min(near[at], '0'), '0').Draw(t, "character")
		}
		before, after := string(text), string(near)
		assert.LessOrEqual(t, h.NaturalDistance(after, 10, bits), h.NaturalDistance(before, 10, bits),
			"%q after %q", after, before)
	})
}

// TestSmallerNumbersScoreNoLower: of two numbers that are too large, the smaller one is not farther away.
func TestSmallerNumbersScoreNoLower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.IntRange(2, 36).Draw(t, "base")
		bits := rapid.SampledFrom([]int{2, 8, 16, 32, 63}).Draw(t, "bits")
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		a, b = min(a, b), max(a, b)
		text := func(n uint64) string { return strconv.FormatUint(n, base) }
		assert.LessOrEqual(t, h.NaturalDistance(text(a), base, bits), h.NaturalDistance(text(b), base, bits),
			"%s and %s", text(a), text(b))
		assert.LessOrEqual(t, h.IntegerDistance("-"+text(a), base, bits), h.IntegerDistance("-"+text(b), base, bits),
			"%s and %s", text(a), text(b))
	})
}

// TestNoNumberIsNearer: the distance of a text is at most its distance to any valid number.
func TestNoNumberIsNearer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("0123456789+-.eEx/:é日")), 0, 12, -1).Draw(t, "text")
		format := rapid.SampledFrom([]byte("efg")).Draw(t, "format")
		decimal := strconv.FormatFloat(rapid.Float64Range(-1e9, 1e9).Draw(t, "decimal"), format, -1, 64)
		if _, err := strconv.ParseFloat(s, 64); !errors.Is(err, strconv.ErrRange) { // or out of range
			assert.LessOrEqual(t, h.DecimalDistance(s, 64), h.StringDistance(s, decimal), "%q, %s", s, decimal)
		}
		whole := strconv.FormatInt(rapid.Int64().Draw(t, "whole"), 10)
		assert.LessOrEqual(t, h.IntegerDistance(s, 10, 64), h.StringDistance(s, whole), "%q, %s", s, whole)
	})
}
