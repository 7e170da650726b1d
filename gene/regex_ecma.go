package gene

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/evoke-go/evoke/value"
)

// White space, by who has to accept it: every regex engine agrees on the
// narrow set, ECMA-262 has the wide one. What is generated for \s must be in
// the narrow set, what is generated for \S must be outside of the wide one.
const (
	narrowSpace = `\t\n\f\r `
	wideSpace   = `\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	noWideSpace = `\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}` +
		`\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
	anyButLineEnd = `[^\n\r\x{2028}\x{2029}]`
)

// properties are names of character classes in other engines that package
// regexp knows by another.
var properties = [...][2]string{
	{"Alpha", "[:alpha:]"}, {"Alphabetic", "L"}, {"Digit", "[:digit:]"}, {"Alnum", "[:alnum:]"},
	{"Upper", "[:upper:]"}, {"Uppercase", "Lu"}, {"Lower", "[:lower:]"}, {"Lowercase", "Ll"},
	{"Punct", "[:punct:]"}, {"Space", "[:space:]"}, {"XDigit", "[:xdigit:]"}, {"ASCII", "[:ascii:]"},
	{"Print", "[:print:]"}, {"Graph", "[:graph:]"}, {"Blank", "[:blank:]"}, {"Cntrl", "[:cntrl:]"},
	{"IsAlphabetic", "L"}, {"IsDigit", "Nd"}, {"IsLetter", "L"},
}

// translator rewrites an ECMA-262 pattern, the dialect of JSON Schema, for
// package regexp/syntax. Where engines differ it narrows: whatever matches the
// result matches the pattern.
type translator struct {
	in  []rune
	at  int
	out strings.Builder
	// repeats is the most repetitions kept of those that are not required;
	// package regexp refuses more than 1000, nested ones multiplied.
	repeats int
	inClass bool
}

// translate returns the pattern in the syntax of package regexp.
func translate(pattern string, repeats int) (string, error) {
	t := &translator{in: []rune(unslash(pattern)), repeats: repeats}
	for t.at < len(t.in) {
		if err := t.item(); err != nil {
			return "", err
		}
	}
	return t.out.String(), nil
}

// unslash removes the delimiters of a pattern written as a JavaScript
// literal, which could match nothing with the anchor inside.
func unslash(pattern string) string {
	if inner, ok := strings.CutPrefix(pattern, "/^"); ok {
		if inner, ok = strings.CutSuffix(inner, "/"); ok {
			return "^" + inner
		}
	}
	return pattern
}

func (t *translator) peek(offset int) rune {
	if t.at+offset < len(t.in) {
		return t.in[t.at+offset]
	}
	return -1
}

// item translates one character, escape, class, group start or quantifier.
func (t *translator) item() error {
	c := t.in[t.at]
	switch c {
	case '\\':
		return t.escape()
	case '[':
		return t.class()
	case '(':
		return t.group()
	case '{':
		t.braces()
		return nil
	case '.':
		t.out.WriteString(anyButLineEnd)
	case '}', ']':
		t.literal(c)
	default:
		t.out.WriteRune(c)
	}
	t.at++
	return nil
}

// literal writes a character without any meaning.
func (t *translator) literal(c rune) { fmt.Fprintf(&t.out, `\x{%x}`, c) }

// group translates what follows an opening parenthesis; names are dropped.
func (t *translator) group() error {
	if t.peek(1) != '?' {
		t.out.WriteString("(?:")
		t.at++
		return nil
	}
	rest := string(t.in[t.at+2 : min(t.at+5, len(t.in))])
	switch {
	case strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "!"):
		return errors.New("lookahead is not supported")
	case strings.HasPrefix(rest, "<=") || strings.HasPrefix(rest, "<!"):
		return errors.New("lookbehind is not supported")
	case strings.HasPrefix(rest, ">"):
		return errors.New("atomic groups are not supported")
	case strings.HasPrefix(rest, "<") || strings.HasPrefix(rest, "P<"):
		end := t.find('>')
		if end < 0 {
			return errors.New("group name is not closed")
		}
		t.out.WriteString("(?:")
		t.at = end + 1
		return nil
	}
	t.out.WriteString("(?")
	t.at += 2
	return nil
}

// find returns where c comes next, or -1.
func (t *translator) find(c rune) int {
	for i := t.at; i < len(t.in); i++ {
		if t.in[i] == c {
			return i
		}
	}
	return -1
}

// braces translates a counted quantifier, or a brace that is none.
func (t *translator) braces() {
	end := t.find('}')
	if end < 0 {
		t.literal('{')
		t.at++
		return
	}
	body := string(t.in[t.at+1 : end])
	least, greatest, comma := strings.Cut(body, ",")
	lo, okLo := count(least)
	hi, okHi := count(greatest)
	switch {
	case !okLo || comma && greatest != "" && !okHi:
		t.literal('{')
		t.at++
		return
	case comma && greatest != "" && lo <= hi:
		hi = min(hi, max(lo, t.repeats))
		fmt.Fprintf(&t.out, "{%d,%d}", lo, hi)
	default:
		t.out.WriteString("{" + body + "}")
	}
	t.at = end + 1
}

func count(text string) (int, bool) {
	if text == "" || value.ScanDigits(text, 0) != len(text) {
		return 0, false
	}
	v, err := strconv.Atoi(text)
	if err != nil {
		v = 1 << 30
	}
	return v, true
}

// escape translates a backslash and what follows, outside of a class.
func (t *translator) escape() error {
	c := t.peek(1)
	switch c {
	case 's':
		t.out.WriteString("[" + narrowSpace + "]")
	case 'S':
		t.out.WriteString("[" + noWideSpace + "]")
	case 'b', 'B':
		t.out.WriteString(`\` + string(c))
	case 'A':
		t.out.WriteByte('^')
	case 'z', 'Z':
		t.out.WriteByte('$')
	case 'k', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return errors.New("back references are not supported")
	default:
		return t.character()
	}
	t.at += 2
	return nil
}

// character translates an escape that means the same inside and outside of a
// class.
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
		t.literal(c) // an identity escape such as \/ or \-
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
		end := t.find('}')
		if end < 0 {
			return errors.New("malformed escape")
		}
		v, err := strconv.ParseUint(string(t.in[t.at+1:end]), 16, 32)
		if err != nil || v > 0x10ffff {
			return errors.New("malformed escape")
		}
		t.literal(rune(v))
		t.at = end + 1
		return nil
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

// hex reads n hexadecimal digits, -1 if there are fewer.
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

// property translates \p{...}, also with the name of the property in front.
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
		if p[0] != name {
			continue
		}
		if name = p[1]; name[0] == '[' {
			return t.posix(head, name)
		}
	}
	t.out.WriteString(head + "{" + name + "}")
	return nil
}

// posix writes a class like [:alpha:], negated for \P.
func (t *translator) posix(head, class string) error {
	if head == `\P` {
		class = "[:^" + class[2:]
	}
	if !t.inClass {
		class = "[" + class + "]"
	}
	t.out.WriteString(class)
	return nil
}
