package texts_test

import (
	"bytes"
	"database/sql"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/callstest"
	"github.com/evoke-go/evoke/probe/calls/texts"
)

// input has the arguments of the functions.
type input struct {
	text, part string
	char       rune
	base, bits int
	tables     []*unicode.RangeTable
}

func results(all ...any) []any { return all }

func positive(results []any) bool { return results[0].(int) > 0 }

// pairs returns calls of all functions of the package.
func pairs(in input) []callstest.Pair {
	return slices.Concat(ofStrings(in), ofBytes(in), ofNumbers(in), ofCharacters(in), ofScans(in))
}

func ofStrings(in input) []callstest.Pair {
	s, part := in.text, in.part
	return []callstest.Pair{
		callstest.Of("strings.Compare", callstest.Zero, func() []any {
			return results(strings.Compare(s, part))
		}, func(at probe.Call) []any { return results(texts.Compare(at, s, part)) }),
		callstest.Of("strings.ContainsAny", callstest.Last, func() []any {
			return results(strings.ContainsAny(s, part))
		}, func(at probe.Call) []any { return results(texts.ContainsAny(at, s, part)) }),
		callstest.Of("strings.ContainsRune", callstest.Last, func() []any {
			return results(strings.ContainsRune(s, in.char))
		}, func(at probe.Call) []any { return results(texts.ContainsRune(at, s, in.char)) }),
		callstest.Of("strings.Index", callstest.Found, func() []any {
			return results(strings.Index(s, part))
		}, func(at probe.Call) []any { return results(texts.Index(at, s, part)) }),
		callstest.Of("strings.LastIndex", callstest.Found, func() []any {
			return results(strings.LastIndex(s, part))
		}, func(at probe.Call) []any { return results(texts.LastIndex(at, s, part)) }),
		callstest.Of("strings.IndexByte", callstest.Found, func() []any {
			return results(strings.IndexByte(s, byte(in.char)))
		}, func(at probe.Call) []any { return results(texts.IndexByte(at, s, byte(in.char))) }),
		callstest.Of("strings.LastIndexByte", callstest.Found, func() []any {
			return results(strings.LastIndexByte(s, byte(in.char)))
		}, func(at probe.Call) []any { return results(texts.LastIndexByte(at, s, byte(in.char))) }),
		callstest.Of("strings.IndexAny", callstest.Found, func() []any {
			return results(strings.IndexAny(s, in.part))
		}, func(at probe.Call) []any { return results(texts.IndexAny(at, s, in.part)) }),
		callstest.Of("strings.LastIndexAny", callstest.Found, func() []any {
			return results(strings.LastIndexAny(s, in.part))
		}, func(at probe.Call) []any { return results(texts.LastIndexAny(at, s, in.part)) }),
		callstest.Of("strings.IndexRune", callstest.Found, func() []any {
			return results(strings.IndexRune(s, in.char))
		}, func(at probe.Call) []any { return results(texts.IndexRune(at, s, in.char)) }),
		callstest.Of("strings.Count", positive, func() []any {
			return results(strings.Count(s, part))
		}, func(at probe.Call) []any { return results(texts.Count(at, s, part)) }),
		callstest.Of("strings.Cut", callstest.Last, func() []any {
			return results(strings.Cut(s, part))
		}, func(at probe.Call) []any { return results(texts.Cut(at, s, part)) }),
		callstest.Of("strings.CutPrefix", callstest.Last, func() []any {
			return results(strings.CutPrefix(s, part))
		}, func(at probe.Call) []any { return results(texts.CutPrefix(at, s, part)) }),
		callstest.Of("strings.CutSuffix", callstest.Last, func() []any {
			return results(strings.CutSuffix(s, part))
		}, func(at probe.Call) []any { return results(texts.CutSuffix(at, s, part)) }),
	}
}

func ofBytes(in input) []callstest.Pair {
	b, p := []byte(in.text), []byte(in.part)
	return []callstest.Pair{
		callstest.Of("bytes.Compare", callstest.Zero, func() []any {
			return results(bytes.Compare(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesCompare(at, b, p)) }),
		callstest.Of("bytes.EqualFold", callstest.Last, func() []any {
			return results(bytes.EqualFold(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesEqualFold(at, b, p)) }),
		callstest.Of("bytes.HasPrefix", callstest.Last, func() []any {
			return results(bytes.HasPrefix(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesHasPrefix(at, b, p)) }),
		callstest.Of("bytes.HasSuffix", callstest.Last, func() []any {
			return results(bytes.HasSuffix(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesHasSuffix(at, b, p)) }),
		callstest.Of("bytes.Contains", callstest.Last, func() []any {
			return results(bytes.Contains(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesContains(at, b, p)) }),
		callstest.Of("bytes.ContainsAny", callstest.Last, func() []any {
			return results(bytes.ContainsAny(b, in.part))
		}, func(at probe.Call) []any { return results(texts.BytesContainsAny(at, b, in.part)) }),
		callstest.Of("bytes.ContainsRune", callstest.Last, func() []any {
			return results(bytes.ContainsRune(b, in.char))
		}, func(at probe.Call) []any { return results(texts.BytesContainsRune(at, b, in.char)) }),
		callstest.Of("bytes.Index", callstest.Found, func() []any {
			return results(bytes.Index(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesIndex(at, b, p)) }),
		callstest.Of("bytes.LastIndex", callstest.Found, func() []any {
			return results(bytes.LastIndex(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesLastIndex(at, b, p)) }),
		callstest.Of("bytes.IndexByte", callstest.Found, func() []any {
			return results(bytes.IndexByte(b, byte(in.char)))
		}, func(at probe.Call) []any { return results(texts.BytesIndexByte(at, b, byte(in.char))) }),
		callstest.Of("bytes.LastIndexByte", callstest.Found, func() []any {
			return results(bytes.LastIndexByte(b, byte(in.char)))
		}, func(at probe.Call) []any { return results(texts.BytesLastIndexByte(at, b, byte(in.char))) }),
		callstest.Of("bytes.IndexAny", callstest.Found, func() []any {
			return results(bytes.IndexAny(b, in.part))
		}, func(at probe.Call) []any { return results(texts.BytesIndexAny(at, b, in.part)) }),
		callstest.Of("bytes.LastIndexAny", callstest.Found, func() []any {
			return results(bytes.LastIndexAny(b, in.part))
		}, func(at probe.Call) []any { return results(texts.BytesLastIndexAny(at, b, in.part)) }),
		callstest.Of("bytes.IndexRune", callstest.Found, func() []any {
			return results(bytes.IndexRune(b, in.char))
		}, func(at probe.Call) []any { return results(texts.BytesIndexRune(at, b, in.char)) }),
		callstest.Of("bytes.Count", positive, func() []any {
			return results(bytes.Count(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesCount(at, b, p)) }),
		callstest.Of("bytes.Cut", callstest.Last, func() []any {
			return results(bytes.Cut(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesCut(at, b, p)) }),
		callstest.Of("bytes.CutPrefix", callstest.Last, func() []any {
			return results(bytes.CutPrefix(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesCutPrefix(at, b, p)) }),
		callstest.Of("bytes.CutSuffix", callstest.Last, func() []any {
			return results(bytes.CutSuffix(b, p))
		}, func(at probe.Call) []any { return results(texts.BytesCutSuffix(at, b, p)) }),
	}
}

func ofNumbers(in input) []callstest.Pair {
	s := in.text
	return []callstest.Pair{
		callstest.Of("strconv.Atoi", callstest.Passed, func() []any {
			return results(strconv.Atoi(s))
		}, func(at probe.Call) []any { return results(texts.Atoi(at, s)) }),
		callstest.Of("strconv.ParseInt", callstest.Passed, func() []any {
			return results(strconv.ParseInt(s, in.base, in.bits))
		}, func(at probe.Call) []any { return results(texts.ParseInt(at, s, in.base, in.bits)) }),
		callstest.Of("strconv.ParseUint", callstest.Passed, func() []any {
			return results(strconv.ParseUint(s, in.base, in.bits))
		}, func(at probe.Call) []any { return results(texts.ParseUint(at, s, in.base, in.bits)) }),
		callstest.Of("strconv.ParseFloat", callstest.Passed, func() []any {
			return results(strconv.ParseFloat(s, in.bits))
		}, func(at probe.Call) []any { return results(texts.ParseFloat(at, s, in.bits)) }),
		callstest.Of("strconv.ParseBool", callstest.Passed, func() []any {
			return results(strconv.ParseBool(s))
		}, func(at probe.Call) []any { return results(texts.ParseBool(at, s)) }),
		callstest.Of("strconv.Unquote", callstest.Passed, func() []any {
			return results(strconv.Unquote(s))
		}, func(at probe.Call) []any { return results(texts.Unquote(at, s)) }),
	}
}

func ofCharacters(in input) []callstest.Pair {
	c, s, b := in.char, in.text, []byte(in.text)
	return []callstest.Pair{
		callstest.Of("unicode.IsLetter", callstest.Last, func() []any {
			return results(unicode.IsLetter(c))
		}, func(at probe.Call) []any { return results(texts.IsLetter(at, c)) }),
		callstest.Of("unicode.IsDigit", callstest.Last, func() []any {
			return results(unicode.IsDigit(c))
		}, func(at probe.Call) []any { return results(texts.IsDigit(at, c)) }),
		callstest.Of("unicode.IsNumber", callstest.Last, func() []any {
			return results(unicode.IsNumber(c))
		}, func(at probe.Call) []any { return results(texts.IsNumber(at, c)) }),
		callstest.Of("unicode.IsUpper", callstest.Last, func() []any {
			return results(unicode.IsUpper(c))
		}, func(at probe.Call) []any { return results(texts.IsUpper(at, c)) }),
		callstest.Of("unicode.IsLower", callstest.Last, func() []any {
			return results(unicode.IsLower(c))
		}, func(at probe.Call) []any { return results(texts.IsLower(at, c)) }),
		callstest.Of("unicode.IsSpace", callstest.Last, func() []any {
			return results(unicode.IsSpace(c))
		}, func(at probe.Call) []any { return results(texts.IsSpace(at, c)) }),
		callstest.Of("unicode.IsPunct", callstest.Last, func() []any {
			return results(unicode.IsPunct(c))
		}, func(at probe.Call) []any { return results(texts.IsPunct(at, c)) }),
		callstest.Of("unicode.IsSymbol", callstest.Last, func() []any {
			return results(unicode.IsSymbol(c))
		}, func(at probe.Call) []any { return results(texts.IsSymbol(at, c)) }),
		callstest.Of("unicode.IsControl", callstest.Last, func() []any {
			return results(unicode.IsControl(c))
		}, func(at probe.Call) []any { return results(texts.IsControl(at, c)) }),
		callstest.Of("unicode.IsGraphic", callstest.Last, func() []any {
			return results(unicode.IsGraphic(c))
		}, func(at probe.Call) []any { return results(texts.IsGraphic(at, c)) }),
		callstest.Of("unicode.IsPrint", callstest.Last, func() []any {
			return results(unicode.IsPrint(c))
		}, func(at probe.Call) []any { return results(texts.IsPrint(at, c)) }),
		callstest.Of("unicode.IsMark", callstest.Last, func() []any {
			return results(unicode.IsMark(c))
		}, func(at probe.Call) []any { return results(texts.IsMark(at, c)) }),
		callstest.Of("unicode.IsTitle", callstest.Last, func() []any {
			return results(unicode.IsTitle(c))
		}, func(at probe.Call) []any { return results(texts.IsTitle(at, c)) }),
		callstest.Of("unicode.Is", callstest.Last, func() []any {
			return results(unicode.Is(in.tables[0], c))
		}, func(at probe.Call) []any { return results(texts.Is(at, in.tables[0], c)) }),
		callstest.Of("unicode.In", callstest.Last, func() []any {
			return results(unicode.In(c, in.tables...))
		}, func(at probe.Call) []any { return results(texts.In(at, c, in.tables...)) }),
		callstest.Of("unicode.IsOneOf", callstest.Last, func() []any {
			return results(unicode.IsOneOf(in.tables, c))
		}, func(at probe.Call) []any { return results(texts.IsOneOf(at, in.tables, c)) }),
		callstest.Of("unicode/utf8.Valid", callstest.Last, func() []any {
			return results(utf8.Valid(b))
		}, func(at probe.Call) []any { return results(texts.Valid(at, b)) }),
		callstest.Of("unicode/utf8.ValidString", callstest.Last, func() []any {
			return results(utf8.ValidString(s))
		}, func(at probe.Call) []any { return results(texts.ValidString(at, s)) }),
	}
}

// scanOf returns a pair for the method Scan of a type of database/sql, such as sql.NullInt64.
func scanOf[T any, P interface {
	*T
	sql.Scanner
}](name string, value any, near func(probe.Call, func(any) error, any) error) callstest.Pair {
	return callstest.Of("(*database/sql."+name+").Scan", callstest.Passed,
		func() []any { v := P(new(T)); err := v.Scan(value); return results(*v, err) },
		func(at probe.Call) []any { v := P(new(T)); err := near(at, v.Scan, value); return results(*v, err) })
}

func scansOf(value any) []callstest.Pair {
	return []callstest.Pair{
		scanOf[sql.NullInt64]("NullInt64", value, texts.ScanInt64),
		scanOf[sql.NullInt32]("NullInt32", value, texts.ScanInt32),
		scanOf[sql.NullInt16]("NullInt16", value, texts.ScanInt16),
		scanOf[sql.NullByte]("NullByte", value, texts.ScanByte),
		scanOf[sql.NullFloat64]("NullFloat64", value, texts.ScanFloat),
		scanOf[sql.NullBool]("NullBool", value, texts.ScanBool),
	}
}

// ofScans returns a pair for one of the types, by the number of a character.
func ofScans(in input) []callstest.Pair {
	all := []any{in.text, []byte(in.text), nil, int64(in.base), float64(in.bits), in.char > 0, in.char,
		[]string{in.text}, []byte(nil)}
	return scansOf(all[uint32(in.char)%uint32(len(all))])
}

// TestScansAreNear: a text that is nearer to a value of the type has a higher score, and a value of the type is kept as
// wanted.
func TestScansAreNear(t *testing.T) {
	for name, tt := range map[string]struct {
		near func(probe.Call, func(any) error, any) error
		scan func(any) error
		list []any
	}{
		"int64":  {texts.ScanInt64, new(sql.NullInt64).Scan, []any{"abc", "1bc", []byte("12c"), "123"}},
		"int32":  {texts.ScanInt32, new(sql.NullInt32).Scan, []any{"999999999999999", "9999999999", int64(7)}},
		"int16":  {texts.ScanInt16, new(sql.NullInt16).Scan, []any{"abcdef", "1bcdef", "32767"}},
		"byte":   {texts.ScanByte, new(sql.NullByte).Scan, []any{"abcdef", "-1", "255"}},
		"float":  {texts.ScanFloat, new(sql.NullFloat64).Scan, []any{"1..e", "1.5e", "1.5"}},
		"bool":   {texts.ScanBool, new(sql.NullBool).Scan, []any{"fxxxx", "faxse", "false"}},
		"others": {texts.ScanBool, new(sql.NullBool).Scan, []any{[]string{}, nil}},
	} {
		t.Run(name, func(t *testing.T) {
			before := 0.0
			for _, value := range tt.list {
				at := probe.NewCall()
				err := tt.near(at, tt.scan, value)
				toTrue, _ := at.Sides()
				assert.Greater(t, toTrue, before, "%v", value)
				assert.Equal(t, err == nil, toTrue == 1, "%v", value)
				before = toTrue
			}
			assert.Equal(t, 1.0, before)
		})
	}
}

// FuzzSame: a program cannot tell any replacement from the function that it replaces.
func FuzzSame(f *testing.F) {
	for _, text := range []string{
		"", "a", "abc", "ABC", "xaby", "été", "\xff", "12", "-12", "+7", "0x_1f", "0b2", "1_000", "300", "-129",
		"99999999999999999999", "1e400",
		"1.5e-3", ".5", "Inf", "nan", "0x1p-2", "true", "T", `"a\n"`, "`a`", "'a'", "'ab'", `"`,
		"日本", strings.Repeat("a", 300),
	} {
		for _, part := range []string{"", "a", "ab", "\xff", "é"} {
			f.Add(text, part, 'a', 10, 64, byte(1))
		}
		f.Add(text, "b", '\x00', 0, 8, byte(2))
		f.Add(text, "\xff", utf8.RuneError, 16, 0, byte(3))
		f.Add(text, "z", rune(-1), 37, 65, byte(0))
		f.Add(text, "é", rune(math.MinInt32), -1, 32, byte(7))
		f.Add(text, text, 'é', 36, 1, byte(5))
		for kind := range rune(9) { // of a scanned value
			f.Add(text, "", kind, 1, 2, byte(1))
		}
	}
	f.Fuzz(func(t *testing.T, text, part string, char rune, base, bits int, tables byte) {
		in := input{text, part, char, base, bits, nil}
		for i, table := range []*unicode.RangeTable{unicode.Latin, unicode.Mark, {}, nil} {
			if tables&(1<<i) != 0 || i == 3 && in.tables == nil {
				in.tables = append(in.tables, table)
			}
		}
		for _, p := range pairs(in) {
			p.Same(t)
		}
	})
}

// TestEachRowIsCompared: no function of the table is left out of FuzzSame.
func TestEachRowIsCompared(t *testing.T) {
	var want, got []string
	for _, row := range probe.Replacements() {
		if strings.HasPrefix(row.With, "github.com/evoke-go/evoke/probe/calls/texts.") {
			want = append(want, row.Func)
		}
	}
	for _, p := range pairs(input{tables: []*unicode.RangeTable{unicode.Latin}}) {
		got = append(got, p.Func)
	}
	assert.ElementsMatch(t, want, got)
}
