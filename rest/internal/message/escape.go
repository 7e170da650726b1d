package message

import "strings"

const UpperHex = "0123456789ABCDEF"

// CharClass is a set of ASCII bytes.
type CharClass [4]uint64

func newCharClass(chars string) CharClass {
	var c CharClass
	for i := range len(chars) {
		c[chars[i]>>6] |= 1 << (chars[i] & 63)
	}
	return c
}

func (c *CharClass) has(b byte) bool { return c[b>>6]&(1<<(b&63)) != 0 }

const UnreservedChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

// The bytes that are not escaped. All are read-only.
var (
	Unreserved = newCharClass(UnreservedChars)
	// A comma has no special meaning in queries, and is more readable unescaped.
	queryPlain = newCharClass(UnreservedChars + ",")
	// The reserved characters of RFC 3986, except those that end or split a query ("#", "&", and ";" for some
	// decoders), and "+", which decoders take for a space.
	queryReserved = newCharClass(UnreservedChars + ",:/?[]@!$'()*=")
	// A cookie-octet of RFC 6265 but for "%", the escape itself.
	CookiePlain = newCharClass(UnreservedChars + "!#$&'()*+/:<=>?@[]^`{|}")
	// The characters that RFC 3986 allows in a path, escapes included.
	PathPlain   = newCharClass(UnreservedChars + "/!$&'()*+,;=:@%")
	headerToken = newCharClass("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~")
)

// AppendEscaped appends s with every byte outside of plain as %XX.
func AppendEscaped(dst []byte, s string, plain *CharClass) []byte {
	for i := range len(s) {
		b := s[i]
		if plain.has(b) {
			dst = append(dst, b)
			continue
		}
		dst = append(dst, '%', UpperHex[b>>4], UpperHex[b&15])
	}
	return dst
}

// Escaped returns s with every byte outside of plain as %XX. It returns s itself if there is no such byte.
func Escaped(s string, plain *CharClass) string {
	for i := range len(s) {
		if !plain.has(s[i]) {
			return string(AppendEscaped(make([]byte, 0, len(s)+16), s, plain))
		}
	}
	return s
}

func EscapeSegment(s string) string { return Escaped(s, &Unreserved) }

func EscapeCookie(s string) string { return Escaped(s, &CookiePlain) }

func AppendQueryText(dst []byte, s string, reserved bool) []byte {
	if reserved {
		return AppendEscaped(dst, s, &queryReserved)
	}
	return AppendEscaped(dst, s, &queryPlain)
}

// SafeSegment changes values that would change the route: an empty segment, "." and "..", which servers remove even
// when escaped. It returns other values unchanged.
func SafeSegment(raw, prefix string) string {
	switch prefix + raw {
	case "", ".", "..":
		return raw + "0"
	}
	return raw
}

// HeaderText returns s as a valid field value (RFC 9110, 5.5) of visible
// ASCII: control characters are dropped, other characters become "?", and
// spaces around it, which no receiver sees, go.
func HeaderText(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7f:
			return -1
		case r > 0x7f:
			return '?'
		}
		return r
	}, s), " ")
}

// IsToken reports whether s can be the name of a header or a cookie.
func IsToken(s string) bool {
	for i := range len(s) {
		if !headerToken.has(s[i]) {
			return false
		}
	}
	return s != ""
}
