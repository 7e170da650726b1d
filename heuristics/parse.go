package heuristics

import (
	"cmp"
	"math"
	"strconv"
)

// hopeless is the distance where no text will do. It is farther than any other.
const hopeless = math.MaxUint64

// IntegerDistance is how far s is from a number that strconv.ParseInt(s, base,
// bits) takes, and 0 exactly when it takes s. It is the sum of how far each
// character is from the nearest digit, or sign where one may be, plus
// [MissingChar] for each digit that is missing or too many, and for a number of
// the right length that is too large a part of that, the larger the number. A
// base or size that there is not is farther than any text. Source: EvoMaster's
// parseInt; that the base and the range count beyond the length is ours.
func IntegerDistance(s string, base, bits int) uint64 { return integer(s, base, bits, true) }

// NaturalDistance is [IntegerDistance] for strconv.ParseUint, which takes no sign.
func NaturalDistance(s string, base, bits int) uint64 { return integer(s, base, bits, false) }

func integer(s string, base, bits int, signed bool) uint64 {
	if base < 0 || base == 1 || base > 36 || bits < 0 || bits > 64 {
		return hopeless
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

// sign takes the sign off a text. A first character that is none counts as one if
// it is nearer to a sign than to a digit, and something is behind it.
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

// prefix takes the prefix off a text that names its base.
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

// limitOf is the largest number of a size, without its sign.
func limitOf(bits int, signed, negative bool) uint64 {
	switch {
	case !signed:
		return math.MaxUint64 >> (64 - bits)
	case negative:
		return 1 << (bits - 1)
	}
	return 1<<(bits-1) - 1
}

// digits reads a number.
type digits struct {
	base        int
	limit       uint64
	underscores bool
	lead        leadingDigits
	value       uint64
	over        bool // beyond the limit
}

// read is the distance of what follows a sign and a prefix.
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

// excess is how far a number is beyond the limit.
func (n *digits) excess() uint64 {
	limit := leadingDigits{base: n.lead.base}
	limit.set(n.limit)
	more := float64(n.lead.count-limit.count) + (n.lead.part() - limit.part())
	return 1 + uint64(max(MissingChar*more, 0))
}

// leadingDigits are as many of the first digits of a number as float64 holds.
type leadingDigits struct {
	base, value, scale uint64
	count              int // all digits but leading zeros
}

// leadingMost is the number that no more digits are added to. With one more of any
// base it is below 2^53.
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

// part is in [1/base,1) and larger for a larger number of as many digits.
func (l *leadingDigits) part() float64 {
	if l.count == 0 {
		return 0
	}
	return float64(l.value) / float64(l.scale)
}

// nearestDigit is the digit of a base that a character is nearest to.
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

// truths are the texts that strconv.ParseBool takes.
var truths = [...]string{"1", "t", "T", "TRUE", "true", "True", "0", "f", "F", "FALSE", "false", "False"}

// TruthDistance is how far s is from a text that strconv.ParseBool takes, and 0
// exactly when it takes s. It is the smallest [StringDistance] of any of these.
// Source: EvoMaster's parseBoolean.
func TruthDistance(s string) uint64 {
	best := uint64(hopeless)
	for _, t := range truths {
		best = min(best, StringDistance(s, t))
	}
	return best
}

// QuotedDistance is how far s is from a literal that strconv.Unquote takes, and
// 0 exactly when it takes s. It is the smallest for any of the three quotes: how
// far the first and the last character are from it, [MissingChar] for each of
// them that is missing, and a step for each place between them that is not
// right. Source: ours.
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
	best := uint64(hopeless)
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
