package heuristics

import (
	"cmp"
	"math"
	"strconv"
)

// unreachable is the distance if no text is accepted. It is larger than any other.
const unreachable = math.MaxUint64

// IntegerDistance is how far s is from a number that strconv.ParseInt(s, base, bits) accepts, and 0 exactly when it
// accepts s. It is the sum of the distances of each character from the nearest digit, or sign at the start, plus
// [MissingChar] for each digit that is missing or too many. A number of the right length that is out of range adds a
// part of MissingChar, the larger the number the more. For an invalid base or size it is larger than any other
// distance. Source: EvoMaster's parseInt; the parts for the base and the range are ours.
func IntegerDistance(s string, base, bits int) uint64 { return integer(s, base, bits, true) }

// NaturalDistance is [IntegerDistance] for strconv.ParseUint, which accepts no sign.
func NaturalDistance(s string, base, bits int) uint64 { return integer(s, base, bits, false) }

func integer(s string, base, bits int, signed bool) uint64 {
	if base < 0 || base == 1 || base > 36 || bits < 0 || bits > 64 {
		return unreachable
	}
	if bits == 0 {
		bits = strconv.IntSize
	}
	start := s
	d, negative := uint64(0), false
	if signed {
		d, negative, s = sign(s, base)
	}
	prefixed := base == 0
	if prefixed {
		base, s = prefix(s)
	}
	n := digits{base: base, limit: limitOf(bits, signed, negative)}
	d += n.read(s, prefixed)
	if d == 0 && prefixed && n.underscores && !parses(start, bits, signed) {
		return 1
	}
	return d
}

// parses reports whether a text with underscores is a number.
func parses(s string, bits int, signed bool) bool {
	var err error
	if signed {
		_, err = strconv.ParseInt(s, 0, bits)
	} else {
		_, err = strconv.ParseUint(s, 0, bits)
	}
	return err == nil
}

// sign splits the sign from a text, and returns its distance. A first character that is no sign counts as one if it is
// nearer to a sign than to a digit, and more text follows.
func sign(s string, base int) (d uint64, negative bool, rest string) {
	if s == "" {
		return 0, false, s
	}
	c, n := firstChar(s)
	if (c == '-' || c == '+') && len(s) > n {
		return 0, c == '-', s[1:]
	}
	_, digit := nearestDigit(c, cmp.Or(base, 10))
	if plus, minus := charDistance(c, '+'), charDistance(c, '-'); len(s) > n && min(plus, minus) < digit {
		return min(plus, minus), minus <= plus, s[n:]
	}
	return 0, false, s
}

// prefix splits the prefix of a base, such as 0x, from a text.
func prefix(s string) (base int, rest string) {
	if len(s) > 2 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'b':
			return 2, s[2:]
		case 'o':
			return 8, s[2:]
		case 'x':
			return 16, s[2:]
		}
	}
	if len(s) > 1 && s[0] == '0' {
		return 8, s[1:]
	}
	return 10, s
}

// limitOf is the largest absolute value of a number of so many bits.
func limitOf(bits int, signed, negative bool) uint64 {
	switch {
	case !signed:
		return math.MaxUint64 >> (64 - bits)
	case negative:
		return 1 << (bits - 1)
	}
	return 1<<(bits-1) - 1
}

// digits reads the digits of a number.
type digits struct {
	base        int
	limit       uint64
	underscores bool
	lead        leadingDigits
	value       uint64
	over        bool // the number is out of range
}

// read returns the distance of the text after the sign and the prefix.
func (n *digits) read(s string, underscores bool) uint64 {
	d, any := uint64(0), false
	n.lead.base = uint64(n.base)
	for len(s) > 0 {
		c, size := firstChar(s)
		s = s[size:]
		if c == '_' && underscores {
			n.underscores = true
			continue
		}
		digit, far := nearestDigit(c, n.base)
		d, any = d+far, true
		n.add(digit)
	}
	if !any {
		return d + MissingChar
	}
	if n.over {
		d += n.excess()
	}
	return d
}

func (n *digits) add(digit uint64) {
	n.lead.add(digit)
	if n.over || n.value > (n.limit-min(digit, n.limit))/uint64(n.base) || digit > n.limit {
		n.over = true
		return
	}
	n.value = n.value*uint64(n.base) + digit
}

// excess returns the distance of a number that is out of range to one in range.
func (n *digits) excess() uint64 {
	limit := leadingDigits{base: n.lead.base}
	limit.set(n.limit)
	more := float64(n.lead.count-limit.count) + (n.lead.part() - limit.part())
	return 1 + uint64(max(MissingChar*more, 0))
}

// leadingDigits are the first digits of a number, as many as float64 holds exactly.
type leadingDigits struct {
	base, value, scale uint64
	count              int // number of all digits without leading zeros
}

// leadingMost is the bound at which no more digits are added. With one more digit of any base the number is still below
// 2^53.
const leadingMost = 1 << 47

func (l *leadingDigits) add(digit uint64) {
	if l.count == 0 && digit == 0 {
		return
	}
	if l.count == 0 {
		l.scale = 1
	}
	l.count++
	if l.scale < leadingMost {
		l.value, l.scale = l.value*l.base+digit, l.scale*l.base
	}
}

// set adds all digits of a number.
func (l *leadingDigits) set(v uint64) {
	power := uint64(1)
	for v/power >= l.base {
		power *= l.base
	}
	for ; power > 0; power /= l.base {
		l.add(v / power % l.base)
	}
}

// part is in [1/base,1). It is larger the larger the number, among numbers with as many digits.
func (l *leadingDigits) part() float64 {
	if l.count == 0 {
		return 0
	}
	return float64(l.value) / float64(l.scale)
}

// nearestDigit returns the digit of a base that is nearest to a character, and its distance.
func nearestDigit(c rune, base int) (digit, d uint64) {
	best, last := rune('0'), rune('0'+min(base, 10)-1)
	best = min(max(c, '0'), last)
	digit, d = uint64(best-'0'), charDistance(c, best)
	if base <= 10 {
		return digit, d
	}
	for _, first := range [...]rune{'A', 'a'} {
		letter := min(max(c, first), first+rune(base)-11)
		if far := charDistance(c, letter); far < d {
			digit, d = uint64(letter-first)+10, far
		}
	}
	return digit, d
}

// boolTexts are the texts that strconv.ParseBool accepts.
var boolTexts = [...]string{"1", "t", "T", "TRUE", "true", "True", "0", "f", "F", "FALSE", "false", "False"}

// TruthDistance is how far s is from a text that strconv.ParseBool accepts, and 0 exactly when it accepts s. It is the
// smallest [StringDistance] to one of these texts. Source: EvoMaster's parseBoolean.
func TruthDistance(s string) uint64 {
	best := uint64(unreachable)
	for _, t := range boolTexts {
		best = min(best, StringDistance(s, t))
	}
	return best
}

// QuotedDistance is how far s is from a literal that strconv.Unquote accepts, and 0 exactly when it accepts s. For each
// of the three quotes it sums the distances of the first and the last character from the quote, [MissingChar] for each
// missing quote, and 1 for each invalid character between them. The smallest sum counts. Source: ours.
func QuotedDistance(s string) uint64 {
	if _, err := strconv.Unquote(s); err == nil {
		return 0
	}
	if s == "" {
		return 2 * MissingChar
	}
	first, n := firstChar(s)
	last, inner, missing := first, "", uint64(MissingChar)
	if len(s) > n {
		c, m := lastChar(s)
		last, inner, missing = c, s[n:max(n, len(s)-m)], 0
	}
	best := uint64(unreachable)
	for _, quote := range [...]rune{'"', '`', '\''} {
		d := charDistance(first, quote) + missing
		if missing == 0 {
			d += charDistance(last, quote)
		}
		best = min(best, d+wrongInside(inner, byte(quote)))
	}
	return max(best, 1)
}

// wrongInside counts what may not stand between two quotes.
func wrongInside(s string, quote byte) uint64 {
	wrong, characters := uint64(0), 0
	for ; len(s) > 0; characters++ {
		if quote == '`' {
			if s[0] == '`' {
				wrong++
			}
			s = s[1:]
			continue
		}
		_, _, tail, err := strconv.UnquoteChar(s, quote)
		switch {
		case err != nil:
			wrong++
			_, n := firstChar(s)
			tail = s[n:]
		case s[0] == '\n':
			wrong++
		}
		s = tail
	}
	switch {
	case quote != '\'':
		return wrong
	case characters == 0:
		return wrong + MissingChar
	}
	return wrong + MissingChar*uint64(characters-1)
}

// UTF8Distance is how far s is from valid UTF-8, and 0 exactly when it is: the
// number of bytes that are no part of a character. Source: ours.
func UTF8Distance(s string) uint64 {
	d := uint64(0)
	for len(s) > 0 {
		c, n := firstChar(s)
		if c > maxRune {
			d++
		}
		s = s[n:]
	}
	return d
}

const maxRune = '\U0010FFFF'
