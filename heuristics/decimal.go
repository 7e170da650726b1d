package heuristics

import (
	"strconv"
	"strings"
)

// States of the automaton that reads a decimal number.
const (
	decimalStart = iota
	decimalSign
	decimalDigits // digits; accepting
	decimalDot    // a dot before any digit
	decimalPart   // digits, and a dot behind or between them; accepting
	decimalE
	decimalESign
	decimalPower // digits of the exponent; accepting
	decimalPlaces
)

// decimalSteps are the characters that lead from one state to another: '0' stands for all digits, '-' for both signs,
// 'e' for both cases.
var decimalSteps = [...]struct {
	from, to int
	by       rune
}{
	{decimalStart, decimalSign, '-'},
	{decimalStart, decimalDigits, '0'}, {decimalSign, decimalDigits, '0'}, {decimalDigits, decimalDigits, '0'},
	{decimalStart, decimalDot, '.'}, {decimalSign, decimalDot, '.'}, {decimalDot, decimalPart, '0'},
	{decimalDigits, decimalPart, '.'}, {decimalPart, decimalPart, '0'},
	{decimalDigits, decimalE, 'e'}, {decimalPart, decimalE, 'e'},
	{decimalE, decimalESign, '-'}, {decimalE, decimalPower, '0'}, {decimalESign, decimalPower, '0'},
	{decimalPower, decimalPower, '0'},
}

// DecimalDistance is how far s is from a number that strconv.ParseFloat(s, bits) accepts, and 0 exactly when it accepts
// s. It is the smaller of two distances. One is to a decimal number, with or without a sign, a dot and an exponent: the
// smallest sum of the distances of the characters, plus [MissingChar] if the last digit is missing. The other is to
// "inf", "infinity" or "nan". A number out of range is a step away for each power of ten. A hexadecimal number is at 0,
// or as far away as its characters are from a decimal number. Source: EvoMaster's parseDouble, which knows neither
// exponents nor names.
func DecimalDistance(s string, bits int) uint64 {
	walk, unsigned := decimalWalk(s), s
	if s != "" && (s[0] == '-' || s[0] == '+') {
		unsigned = s[1:]
	}
	best := walk
	for _, name := range [...]string{"inf", "infinity", "nan"} {
		best = min(best, nameDistance(unsigned, name))
	}
	if best == 0 || len(unsigned) > 2 && unsigned[1]|0x20 == 'x' || strings.Contains(unsigned, "_") {
		if _, err := strconv.ParseFloat(s, bits); err == nil {
			return 0
		}
	}
	if walk == 0 {
		return outOfRange(s, bits)
	}
	return max(best, 1)
}

// nameDistance is [StringDistance] to a lower-case name, in upper or lower case.
func nameDistance(s, name string) uint64 {
	d := uint64(0)
	for len(s) > 0 && len(name) > 0 {
		c, n := firstChar(s)
		lower := rune(name[0])
		d += min(charDistance(c, lower), charDistance(c, lower-0x20))
		s, name = s[n:], name[1:]
	}
	return d + missing(s) + missing(name)
}

// decimalWalk is the smallest sum of distances of the characters of s from those of a decimal number.
func decimalWalk(s string) uint64 {
	var at [decimalPlaces]uint64
	for i := range at {
		at[i] = unreachable
	}
	at[decimalStart] = 0
	for len(s) > 0 {
		c, n := firstChar(s)
		s = s[n:]
		at = decimalStep(at, c)
	}
	best := min(at[decimalDigits], at[decimalPart], at[decimalPower])
	for _, open := range [...]int{decimalStart, decimalSign, decimalDot, decimalE, decimalESign} {
		if at[open] != unreachable {
			best = min(best, at[open]+MissingChar)
		}
	}
	return best
}

func decimalStep(at [decimalPlaces]uint64, c rune) [decimalPlaces]uint64 {
	var next [decimalPlaces]uint64
	for i := range next {
		next[i] = unreachable
	}
	digit, dot := charDistance(c, min(max(c, '0'), '9')), charDistance(c, '.')
	sign, e := min(charDistance(c, '-'), charDistance(c, '+')), min(charDistance(c, 'e'), charDistance(c, 'E'))
	for _, step := range decimalSteps {
		if at[step.from] == unreachable {
			continue
		}
		d := digit
		switch step.by {
		case '.':
			d = dot
		case '-':
			d = sign
		case 'e':
			d = e
		}
		next[step.to] = min(next[step.to], at[step.from]+d)
	}
	return next
}

// outOfRange is the number of powers of ten by which a decimal number exceeds the range of a float of so many bits.
func outOfRange(s string, bits int) uint64 {
	most := 308
	if bits == 32 {
		most = 38
	}
	power, point, leading := 0, false, true
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.':
			point = true
		case c|0x20 == 'e':
			power += exponent(s[i+1:])
			return uint64(max(power-most, 1))
		case c == '0' && leading:
			if point {
				power--
			}
		case '0' <= c && c <= '9':
			leading = false
			if !point {
				power++
			}
		}
	}
	return uint64(max(power-most, 1))
}

// exponent parses a whole number of any length. It stops at numbers beyond all exponents.
func exponent(s string) int {
	const most = 1 << 30
	negative, n := false, 0
	for i := range len(s) {
		switch c := s[i]; c {
		case '-':
			negative = true
		case '+':
		default:
			n = min(n*10+int(c-'0'), most)
		}
	}
	if negative {
		return -n
	}
	return n
}
