package value

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds the nesting of JSON, as in encoding/json.
const maxDepth = 10000

// ParseJSON parses JSON into plain data. Members keep their order. Integers that fit become int64, longer ones
// json.Number. Other numbers become float64 if that keeps every digit, else json.Number.
func ParseJSON(data []byte) (any, error) {
	p := parser{data: data}
	if len(data) <= maxShared {
		p.text = string(data)
	}
	v, err := p.value(0)
	if err != nil {
		return nil, fmt.Errorf("read JSON at byte %d: %w", p.at, err)
	}
	if p.space(); p.at < len(p.data) {
		return nil, fmt.Errorf("read JSON at byte %d: unexpected text after the value", p.at)
	}
	return v, nil
}

// maxShared is the size in bytes up to which a text is converted to a string once, and its strings are parts of that
// string. For larger texts that would waste memory: a program that keeps one short string would keep the whole text.
const maxShared = 2 << 10

// parser reads one JSON text from left to right.
type parser struct {
	data []byte
	text string // data as a string; "" for a long text
	at   int

	// members and elements are stacks of the members and elements of objects and lists that are not parsed to their
	// end.
	members  []Member
	elements []any
}

type syntaxError string

func (e syntaxError) Error() string { return string(e) }

const (
	errEnd   = syntaxError("unexpected end of JSON")
	errValue = syntaxError("expected a value")
	errDeep  = syntaxError("nested too deeply")
)

func (p *parser) space() {
	for p.at < len(p.data) {
		switch p.data[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// peek returns the next byte after white space, or 0 at the end.
func (p *parser) peek() byte {
	if p.space(); p.at < len(p.data) {
		return p.data[p.at]
	}
	return 0
}

func (p *parser) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, errDeep
	}
	switch c := p.peek(); {
	case p.at >= len(p.data):
		return nil, errEnd
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return p.string()
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	case c == 't':
		return true, p.word("true")
	case c == 'f':
		return false, p.word("false")
	case c == 'n':
		return nil, p.word("null")
	}
	return nil, errValue
}

func (p *parser) word(word string) error {
	if !bytes.HasPrefix(p.data[p.at:], []byte(word)) {
		return errValue
	}
	p.at += len(word)
	return nil
}

// next consumes a separator and reports whether another item follows.
func (p *parser) next(end byte) (bool, error) {
	switch p.peek() {
	case ',':
		p.at++
		return true, nil
	case end:
		p.at++
		return false, nil
	}
	if p.at >= len(p.data) {
		return false, errEnd
	}
	return false, fmt.Errorf("expected ',' or %q", end)
}

func (p *parser) array(depth int) (any, error) {
	if p.at++; p.peek() == ']' {
		p.at++
		return []any{}, nil
	}
	for from := len(p.elements); ; {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		p.elements = append(p.elements, v)
		if more, err := p.next(']'); !more {
			out := append(make([]any, 0, len(p.elements)-from), p.elements[from:]...)
			p.elements = p.elements[:from]
			return out, err
		}
	}
}

func (p *parser) object(depth int) (any, error) {
	if p.at++; p.peek() == '}' {
		p.at++
		return Object{}, nil
	}
	for from := len(p.members); ; {
		m, err := p.member(depth)
		if err != nil {
			return nil, err
		}
		p.members = append(p.members, m)
		if more, err := p.next('}'); !more {
			out := append(make(Object, 0, len(p.members)-from), p.members[from:]...)
			p.members = p.members[:from]
			return out, err
		}
	}
}

func (p *parser) member(depth int) (Member, error) {
	if p.peek() != '"' {
		return Member{}, syntaxError("expected the name of a member")
	}
	name, err := p.string()
	if err != nil {
		return Member{}, err
	}
	if p.peek() != ':' {
		return Member{}, syntaxError("expected ':'")
	}
	p.at++
	v, err := p.value(depth + 1)
	return Member{Name: name, Value: v}, err
}

func (p *parser) number() (any, error) {
	n, whole := scanNumber(p.data[p.at:])
	if n == 0 {
		return nil, syntaxError("malformed number")
	}
	text := p.part(p.at, p.at+n)
	p.at += n
	if whole {
		if v, err := strconv.ParseInt(text, 10, 64); err == nil {
			return v, nil
		}
		return json.Number(text), nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err == nil && keepsDigits(v, text) {
		return v, nil
	}
	return json.Number(text), nil
}

// keepsDigits reports whether the shortest form of v is the number in text. Up to 15 significant digits that is always
// so, unless v is subnormal.
func keepsDigits(v float64, text string) bool {
	if len(text) <= 16 && (v >= 1e-300 || v <= -1e-300) {
		return true
	}
	if string(appendFloat(make([]byte, 0, 32), v)) == text {
		return true // the form that most programs write
	}
	q, ok := ratOfText(text)
	if !ok {
		return false
	}
	short, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	return ok && short.Cmp(q) == 0
}

// part returns a part of the text as a string.
func (p *parser) part(from, to int) string {
	if p.text != "" {
		return p.text[from:to]
	}
	return string(p.data[from:to])
}

// string parses a string; strings without escapes take the fast path.
func (p *parser) string() (string, error) {
	p.at++
	start := p.at
	for p.at < len(p.data) {
		switch c := p.data[p.at]; {
		case c == '"':
			s := p.part(start, p.at)
			p.at++
			return s, nil
		case c == '\\' || c >= utf8.RuneSelf:
			return p.slowText(start)
		case c < ' ':
			return "", syntaxError("control character in a string")
		}
		p.at++
	}
	return "", errEnd
}

// slowText continues parsing a string with escapes or with bytes that may not be UTF-8.
func (p *parser) slowText(start int) (string, error) {
	out := append(make([]byte, 0, 2*(p.at-start)+16), p.data[start:p.at]...)
	for p.at < len(p.data) {
		switch c := p.data[p.at]; {
		case c == '"':
			p.at++
			return string(out), nil
		case c < ' ':
			return "", syntaxError("control character in a string")
		case c == '\\':
			var err error
			if out, err = p.escape(out); err != nil {
				return "", err
			}
		default:
			r, size := utf8.DecodeRune(p.data[p.at:])
			out = utf8.AppendRune(out, r)
			p.at += size
		}
	}
	return "", errEnd
}

func (p *parser) escape(out []byte) ([]byte, error) {
	if p.at+1 >= len(p.data) {
		return nil, errEnd
	}
	c := p.data[p.at+1]
	if c == 'u' {
		return p.unicodeEscape(out)
	}
	const from, to = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	i := bytes.IndexByte([]byte(from), c)
	if i < 0 {
		return nil, syntaxError("unknown escape in a string")
	}
	p.at += 2
	return append(out, to[i]), nil
}

// unicodeEscape parses \uHHHH, or two of them that are a surrogate pair, and appends the character.
func (p *parser) unicodeEscape(out []byte) ([]byte, error) {
	r := p.hex()
	if r < 0 {
		return nil, syntaxError("malformed \\u escape")
	}
	p.at += 6
	if utf16.IsSurrogate(r) {
		pair := utf16.DecodeRune(r, p.hex())
		if pair != utf8.RuneError {
			p.at += 6
		}
		r = pair
	}
	return utf8.AppendRune(out, r), nil
}

// hex returns the number of the \uHHHH at the current place, or -1 if there is none.
func (p *parser) hex() rune {
	if p.at+6 > len(p.data) || p.data[p.at] != '\\' || p.data[p.at+1] != 'u' {
		return -1
	}
	v, err := strconv.ParseUint(string(p.data[p.at+2:p.at+6]), 16, 32)
	if err != nil {
		return -1
	}
	return rune(v)
}
