package texts

import (
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// class reports whether a character is in a class.
//
//go:noinline
func class(at probe.Call, in bool, c rune, ranges string) {
	at.Steps(in, heuristics.ClassDistance(c, ranges, !in))
}

// table reports whether a character is in one of some tables.
//
//go:noinline
func table(at probe.Call, in bool, c rune, tables ...*unicode.RangeTable) {
	d := uint64(1)
	if !in {
		d = math.MaxUint64
		for _, t := range tables {
			d = min(d, heuristics.TableDistance(c, t))
		}
	}
	at.Steps(in, d)
}

// IsLetter is [unicode.IsLetter].
func IsLetter(at probe.Call, c rune) bool {
	in := unicode.IsLetter(c)
	if at.News(in) {
		class(at, in, c, heuristics.Letters)
	}
	return in
}

// IsDigit is [unicode.IsDigit].
func IsDigit(at probe.Call, c rune) bool {
	in := unicode.IsDigit(c)
	if at.News(in) {
		class(at, in, c, heuristics.Digits)
	}
	return in
}

// IsNumber is [unicode.IsNumber].
func IsNumber(at probe.Call, c rune) bool {
	in := unicode.IsNumber(c)
	if at.News(in) {
		class(at, in, c, heuristics.Digits)
	}
	return in
}

// IsUpper is [unicode.IsUpper].
func IsUpper(at probe.Call, c rune) bool {
	in := unicode.IsUpper(c)
	if at.News(in) {
		class(at, in, c, heuristics.Uppers)
	}
	return in
}

// IsLower is [unicode.IsLower].
func IsLower(at probe.Call, c rune) bool {
	in := unicode.IsLower(c)
	if at.News(in) {
		class(at, in, c, heuristics.Lowers)
	}
	return in
}

// IsSpace is [unicode.IsSpace].
func IsSpace(at probe.Call, c rune) bool {
	in := unicode.IsSpace(c)
	if at.News(in) {
		class(at, in, c, heuristics.Spaces)
	}
	return in
}

// IsPunct is [unicode.IsPunct].
func IsPunct(at probe.Call, c rune) bool {
	in := unicode.IsPunct(c)
	if at.News(in) {
		class(at, in, c, heuristics.Puncts)
	}
	return in
}

// IsSymbol is [unicode.IsSymbol].
func IsSymbol(at probe.Call, c rune) bool {
	in := unicode.IsSymbol(c)
	if at.News(in) {
		class(at, in, c, heuristics.Symbols)
	}
	return in
}

// IsControl is [unicode.IsControl].
func IsControl(at probe.Call, c rune) bool {
	in := unicode.IsControl(c)
	if at.News(in) {
		class(at, in, c, heuristics.Controls)
	}
	return in
}

// IsGraphic is [unicode.IsGraphic].
func IsGraphic(at probe.Call, c rune) bool {
	in := unicode.IsGraphic(c)
	if at.News(in) {
		class(at, in, c, heuristics.Graphics)
	}
	return in
}

// IsPrint is [unicode.IsPrint].
func IsPrint(at probe.Call, c rune) bool {
	in := unicode.IsPrint(c)
	if at.News(in) {
		class(at, in, c, heuristics.Graphics)
	}
	return in
}

// IsMark is [unicode.IsMark].
func IsMark(at probe.Call, c rune) bool {
	in := unicode.IsMark(c)
	if at.News(in) {
		table(at, in, c, unicode.Mark)
	}
	return in
}

// IsTitle is [unicode.IsTitle].
func IsTitle(at probe.Call, c rune) bool {
	in := unicode.IsTitle(c)
	if at.News(in) {
		table(at, in, c, unicode.Title)
	}
	return in
}

// Is is [unicode.Is].
func Is(at probe.Call, chars *unicode.RangeTable, c rune) bool {
	in := unicode.Is(chars, c)
	if at.News(in) {
		table(at, in, c, chars)
	}
	return in
}

// In is [unicode.In].
func In(at probe.Call, c rune, tables ...*unicode.RangeTable) bool {
	in := unicode.In(c, tables...)
	if at.News(in) {
		table(at, in, c, tables...)
	}
	return in
}

// IsOneOf is [unicode.IsOneOf].
func IsOneOf(at probe.Call, tables []*unicode.RangeTable, c rune) bool {
	in := unicode.IsOneOf(tables, c)
	if at.News(in) {
		table(at, in, c, tables...)
	}
	return in
}

// Valid is [utf8.Valid].
func Valid(at probe.Call, b []byte) bool {
	ok := utf8.Valid(b)
	if at.News(ok) {
		read(at, ok, text(b), probe.UTF8, "", heuristics.UTF8Distance)
	}
	return ok
}

// ValidString is [utf8.ValidString].
func ValidString(at probe.Call, s string) bool {
	ok := utf8.ValidString(s)
	if at.News(ok) {
		read(at, ok, s, probe.UTF8, "", heuristics.UTF8Distance)
	}
	return ok
}
