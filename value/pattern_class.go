package value

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
)

// White space: every engine matches the narrow set, and ECMA-262 the wide one.
const (
	narrowSpace   = `\t\n\f\r `
	noNarrowSpace = `\S`
	wideSpace     = `\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	noWideSpace   = `\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}` +
		`\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
	anyButLineEnd = `[^\n\r\x{2028}\x{2029}]`
	anything      = `[\x{0}-\x{10ffff}]`
)

// space returns the set for \s, or for \S if not is true, as it stands inside brackets.
func (t *translator) space(not bool) string {
	switch {
	case t.narrow() && not:
		return noWideSpace
	case t.narrow():
		return narrowSpace
	case not:
		return noNarrowSpace
	}
	return wideSpace
}

// property is a class of characters whose name package regexp does not know. narrow is the set, as inside brackets,
// that it contains in all engines; more are the characters that it contains in some.
type property struct{ name, narrow, more string }

var properties = [...]property{
	{"Alpha", `[:alpha:]`, alphabetic}, {"Alphabetic", `\p{L}`, alphabetic}, {"IsAlphabetic", `\p{L}`, alphabetic},
	{"IsLetter", `\p{L}`, ``}, {"Digit", `[:digit:]`, `\p{Nd}`}, {"IsDigit", `\p{Nd}`, ``},
	{"Alnum", `[:alnum:]`, alphabetic + `\p{Nd}`},
	{"Upper", `[:upper:]`, `\p{Lu}\p{Nl}\p{So}`}, {"Uppercase", `\p{Lu}`, `\p{Nl}\p{So}`},
	{"Lower", `[:lower:]`, `\p{Ll}` + lowercase}, {"Lowercase", `\p{Ll}`, lowercase},
	{"Punct", `[:punct:]`, `\p{P}\p{S}`}, {"Space", `[:space:]`, wideSpace + `\x{85}`},
	{"Blank", `[:blank:]`, `\p{Zs}`}, {"Cntrl", `[:cntrl:]`, `\p{Cc}`},
	{"XDigit", `[:xdigit:]`, `\p{Nd}\x{ff21}-\x{ff26}\x{ff41}-\x{ff46}`}, {"ASCII", `[:ascii:]`, ``},
	{"Print", `[:print:]`, visible + `\p{Zs}`}, {"Graph", `[:graph:]`, visible},
}

// Unicode properties contain more than the general categories of letters: some marks and symbols are alphabetic, some
// of them upper or lower case.
const (
	alphabetic = `\p{L}\p{M}\p{Nl}\p{So}`
	lowercase  = `\p{Lm}\p{Lo}\p{Mn}\p{Nl}\p{So}`
	visible    = `\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf}\p{Co}`
)

// set writes the characters of a property, or all others if not is true.
func (t *translator) set(p property, not bool) {
	class := p.narrow
	if t.narrow() == not {
		class += p.more
	}
	if not {
		class = complement(class)
	}
	if !t.inClass {
		class = "[" + class + "]"
	}
	t.out.WriteString(class)
}

// complement returns the set, as inside brackets, of all characters that are not in a class. The class must be neither
// empty nor full.
func complement(class string) string {
	re, err := syntax.Parse("[^"+class+"]", syntax.Perl)
	if err != nil {
		return class // does not happen for the properties above, as a test checks
	}
	var b strings.Builder
	for i := 0; i < len(re.Rune); i += 2 {
		fmt.Fprintf(&b, `\x{%x}-\x{%x}`, re.Rune[i], re.Rune[i+1])
	}
	return b.String()
}

// class translates a character class in brackets.
func (t *translator) class() error {
	t.at++
	t.negated = t.peek(0) == '^'
	if t.negated {
		t.at++
	}
	if t.peek(0) == ']' { // [] matches no character and [^] every character
		if !t.negated {
			return errors.New("empty class matches nothing")
		}
		t.out.WriteString(anything)
		t.negated = false
		t.at++
		return nil
	}
	t.out.WriteByte('[')
	if t.negated {
		t.out.WriteByte('^')
	}
	t.inClass = true
	for t.peek(0) != ']' {
		if t.peek(0) < 0 {
			return errors.New("class is not closed")
		}
		if err := t.classItem(); err != nil {
			return err
		}
	}
	t.inClass, t.negated = false, false
	t.at++
	t.out.WriteByte(']')
	return nil
}

func (t *translator) classItem() error {
	c := t.peek(0)
	if c != '\\' {
		if c == '-' || c == '[' && t.peek(1) == ':' {
			t.out.WriteRune(c) // a range, or a POSIX class
		} else {
			t.literal(c)
		}
		t.at++
		return nil
	}
	switch next := t.peek(1); next {
	case 's', 'S':
		t.out.WriteString(t.space(next == 'S'))
	case 'b':
		t.literal('\b')
	default:
		return t.character()
	}
	t.at += 2
	return nil
}
