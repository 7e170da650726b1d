package value

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// escape translates a backslash and the escape after it, outside of brackets.
func (t *translator) escape() error {
	c := t.peek(1)
	switch c {
	case 's', 'S':
		t.out.WriteString("[" + t.space(c == 'S') + "]")
	case 'b', 'B':
		t.out.WriteString(`\` + string(c))
	case 'A':
		t.out.WriteByte('^')
	case 'z', 'Z':
		t.out.WriteByte('$')
	case 'k', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return Backtracking("back references are")
	default:
		return t.character()
	}
	t.at += 2
	return nil
}

// character translates an escape that means the same inside and outside of brackets.
func (t *translator) character() error {
	c := t.peek(1)
	switch c {
	case -1:
		return errors.New("trailing backslash")
	case 'd', 'D', 'w', 'W', 't', 'n', 'v', 'f', 'r':
		t.out.WriteString(`\` + string(c))
	case 'p', 'P':
		return t.property()
	case 'u', 'x', 'c', '0':
		return t.codePoint()
	default:
		if t.as == Wide && unicode.IsLetter(c) {
			return fmt.Errorf(`engines differ in what \%c means`, c)
		}
		t.literal(c) // an escaped literal such as \/ or \-
	}
	t.at += 2
	return nil
}

// codePoint translates \uHHHH, \u{X}, \xXX, \cX and \0.
func (t *translator) codePoint() error {
	kind := t.peek(1)
	t.at += 2
	switch {
	case kind == '0':
		t.literal(0)
		return nil
	case kind == 'c':
		t.literal(t.peek(0) & 31)
		t.at++
		return nil
	case t.peek(0) == '{':
		return t.braced()
	}
	v := t.hex(map[bool]int{true: 4, false: 2}[kind == 'u'])
	if utf16.IsSurrogate(v) && t.peek(0) == '\\' && t.peek(1) == 'u' {
		t.at += 2
		v = utf16.DecodeRune(v, t.hex(4))
		if v == '\uFFFD' {
			return errors.New("half a surrogate pair")
		}
	}
	if v < 0 || utf16.IsSurrogate(v) {
		return errors.New("malformed escape or half a surrogate pair")
	}
	t.literal(v)
	return nil
}

// braced translates the hexadecimal number in braces of \u{X}.
func (t *translator) braced() error {
	end := t.find('}')
	if end < 0 {
		return errors.New("malformed escape")
	}
	v, err := strconv.ParseUint(string(t.in[t.at+1:end]), 16, 32)
	if err != nil || v > unicode.MaxRune {
		return errors.New("malformed escape")
	}
	t.literal(rune(v))
	t.at = end + 1
	return nil
}

// hex parses n hexadecimal digits. It returns -1 if there are fewer.
func (t *translator) hex(n int) rune {
	if t.at+n > len(t.in) {
		return -1
	}
	v, err := strconv.ParseUint(string(t.in[t.at:t.at+n]), 16, 32)
	t.at += n
	if err != nil {
		return -1
	}
	return rune(v)
}

// property translates \p{...}, including the form \p{name=value}.
func (t *translator) property() error {
	head := `\` + string(t.peek(1))
	if t.peek(2) != '{' {
		t.out.WriteString(head)
		t.at += 2
		return nil
	}
	end := t.find('}')
	if end < 0 {
		return errors.New("malformed property")
	}
	name := string(t.in[t.at+3 : end])
	if _, value, ok := strings.Cut(name, "="); ok {
		name = value
	}
	t.at = end + 1
	for _, p := range properties {
		if p.name == name {
			t.set(p, head == `\P`)
			return nil
		}
	}
	t.out.WriteString(head + "{" + name + "}")
	return nil
}
