package rest

import "strings"

const upperHex = "0123456789ABCDEF"

// charClass is a set of ASCII bytes.
type charClass [4]uint64

func newCharClass(chars string) charClass {
	var c charClass
	for i := range len(chars) {
		c[chars[i]>>6] |= 1 << (chars[i] & 63)
	}
	return c
}

func (c *charClass) has(b byte) bool { return c[b>>6]&(1<<(b&63)) != 0 }

const unreservedChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

// The bytes that stay as they are. All are read-only.
var (
	unreserved = newCharClass(unreservedChars)
	// A comma is data to every decoder of queries, and readable.
	queryPlain = newCharClass(unreservedChars + ",")
	// What RFC 3986 reserves, but for what ends or splits a query ("#", "&",
	// and ";" for some), and "+", which decoders take for a space.
	queryReserved = newCharClass(unreservedChars + ",:/?[]@!$'()*=")
	// A cookie-octet of RFC 6265 but for "%", the escape itself.
	cookiePlain = newCharClass(unreservedChars + "!#$&'()*+/:<=>?@[]^`{|}")
	// What RFC 3986 allows in a path, escapes included.
	pathPlain   = newCharClass(unreservedChars + "/!$&'()*+,;=:@%")
	headerToken = newCharClass("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~")
)

// appendEscaped appends s with every byte outside of plain as %XX.
func appendEscaped(dst []byte, s string, plain *charClass) []byte {
	for i := range len(s) {
		b := s[i]
		if plain.has(b) {
			dst = append(dst, b)
			continue
		}
		dst = append(dst, '%', upperHex[b>>4], upperHex[b&15])
	}
	return dst
}

// escaped is appendEscaped for strings; it allocates only when it must.
func escaped(s string, plain *charClass) string {
	for i := range len(s) {
		if !plain.has(s[i]) {
			return string(appendEscaped(make([]byte, 0, len(s)+16), s, plain))
		}
	}
	return s
}

func escapeSegment(s string) string { return escaped(s, &unreserved) }

func escapeCookie(s string) string { return escaped(s, &cookiePlain) }

func appendQueryText(dst []byte, s string, reserved bool) []byte {
	if reserved {
		return appendEscaped(dst, s, &queryReserved)
	}
	return appendEscaped(dst, s, &queryPlain)
}

// safeSegment changes the values that would change the route: an empty
// segment, "." and "..", which servers clean away even when escaped.
func safeSegment(raw, prefix string) string {
	switch prefix + raw {
	case "":
		return "0"
	case ".":
		return raw + "0"
	case "..":
		return raw + "0"
	}
	return raw
}

// headerText returns s as a valid field value (RFC 9110, 5.5) of visible
// ASCII: control characters are dropped, other characters become "?", and
// spaces around it, which no receiver sees, go.
func headerText(s string) string {
	clean := true
	for i := range len(s) {
		clean = clean && s[i] >= ' ' && s[i] < 0x7f
	}
	if !clean {
		s = strings.Map(headerRune, s)
	}
	return strings.Trim(s, " ")
}

func headerRune(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r < ' ' || r == 0x7f:
		return -1
	case r > 0x7f:
		return '?'
	}
	return r
}

// isToken reports whether s can be the name of a header or a cookie.
func isToken(s string) bool {
	for i := range len(s) {
		if !headerToken.has(s[i]) {
			return false
		}
	}
	return s != ""
}
