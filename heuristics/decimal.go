package heuristics

import (
	"strconv"
	"strings"
)

// The places in a decimal number.
const (
	decimalStart = iota
	decimalSign
	decimalDigits // accepting
	decimalDot    // no digit yet
	decimalPart   // behind digits and the dot; accepting
	decimalE
	decimalESign
	decimalPower // accepting
	decimalPlaces
)

// decimalSteps are the characters that lead from one place to another one: '0'
// stands for all digits, '-' for both signs, 'e' for both cases.
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

// DecimalDistance is how far s is from a number that strconv.ParseFloat(s, bits)
// takes, and 0 exactly when it takes s. It is the smallest sum of how far the
// characters are from those of a decimal number, with or without a sign, a dot
// and an exponent, plus [MissingChar] if its last digit is missing; or the
// distance from "inf", "infinity" or "nan". What is out of range is a step away
// for each power of ten. Hexadecimal numbers are 0 or away from decimal ones.
// Source: EvoMaster's parseDouble, which knows neither exponents nor names.
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

// nameDistance is [StringDistance] from a lower-case name in any case.
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

// decimalWalk is the smallest sum of distances of the characters of s from those
// of a decimal number.
func decimalWalk(s string) uint64 {
	var at [decimalPlaces]uint64
	for i := range at {
		at[i] = hopeless
	}
	at[decimalStart] = 0
	for len(s) > 0 {
		c, n := firstChar(s)
		s = s[n:]
		at = decimalStep(at, c)
	}
	best := min(at[decimalDigits], at[decimalPart], at[decimalPower])
	for _, open := range [...]int{decimalStart, decimalSign, decimalDot, decimalE, decimalESign} {
		if at[open] != hopeless {
			best = min(best, at[open]+MissingChar)
		}
	}
	return best
}

func decimalStep(at [decimalPlaces]uint64, c rune) [decimalPlaces]uint64 {
	var next [decimalPlaces]uint64
	for i := range next {
		next[i] = hopeless
	}
	digit, dot := charDistance(c, min(max(c, '0'), '9')), charDistance(c, '.')
	sign, e := min(charDistance(c, '-'), charDistance(c, '+')), min(charDistance(c, 'e'), charDistance(c, 'E'))
	for _, step := range decimalSteps {
		if at[step.from] == hopeless {
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

// outOfRange is how many powers of ten a decimal number is above those of a size.
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

// exponent reads a whole number of any length, up to what is of use.
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
