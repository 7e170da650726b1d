// Package track recognises an input of a test in an operand that the program compares: the value itself, or the result
// of usual changes. It also inverts these changes, to compute the input that would give the operand a wanted value.
package track

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Way is a change of an input before it is compared.
type Way int

// The ways, from small to large changes.
const (
	Same    Way = iota // nothing
	Number             // a text was read as a number, or a number written as a text
	Moment             // a text was read as a time
	Trimmed            // a text lost the space around it
	Lower              // its letters became small
	Upper              // its letters became capital
	Path               // the escapes of a URL were undone
	Base64             // it was decoded from base64
	Hex                // it was decoded from hexadecimal digits
	Part               // a part was cut out of it
	Member             // it was decoded from JSON, and a member of it was taken
	Length             // its bytes were counted, all of them ASCII
	Span               // a text was read as a time, and the time from now to it, or since then, was taken
)

// Link says how an operand was made of an input. Links can be written as JSON.
type Link struct {
	Way Way
	// Bits says how unlikely a match by chance is: about the number of bits that agree.
	Bits float64 `json:",omitempty"`
	// Outer is the link from the input to the value that this way changes. Nil means that the value is the input.
	Outer *Link `json:",omitempty"`
	// Before and After are the texts around a part.
	Before string `json:",omitempty"`
	After  string `json:",omitempty"`
	// Form is the alphabet of base64, the layout of a time, or the JSON pointer of a member.
	Form string `json:",omitempty"`
	// Base is the base of a number if it is not 10.
	Base int `json:",omitempty"`
	// Unit is the unit in which the program measures a span of time. It is negative if the span is the time that has
	// passed since the moment, and positive if it is the time until the moment.
	Unit time.Duration `json:",omitempty"`
	// Now is the time when a span was taken, in seconds since 1970.
	Now int64 `json:",omitempty"`
}

// Key returns a key that is the same for links with the same ways, whatever the texts around a part.
func (l *Link) Key() string {
	key := ""
	for ; l != nil; l = l.Outer {
		key += strconv.Itoa(int(l.Way))
		if l.Way == Member {
			key += l.Form
		}
		key += " "
	}
	return key
}

// Depth returns the number of ways in the link.
func (l *Link) Depth() int {
	if l == nil {
		return 0
	}
	return 1 + l.Outer.Depth()
}

// Known is what is known of the forms that the program reads, beside the usual ones. Nil means nothing.
type Known struct {
	Layouts   []string  // of times
	Alphabets []string  // of base64: "", "raw", "url" and "rawurl"
	Now       time.Time `json:"-"` // when the operands were compared; the zero Time is unknown
}

// times returns the layouts of times, the usual ones first.
func (k *Known) times() []string {
	if k == nil {
		return usual[:]
	}
	return slices.Concat(usual[:], k.Layouts)
}

// codes returns the alphabets of base64, the ones that the program is known to read first.
func (k *Known) codes() []string {
	if k == nil || len(k.Alphabets) == 0 {
		return alphabets[:]
	}
	return slices.Concat(k.Alphabets, alphabets[:])
}

// minPart is the length of the shortest part that is recognised.
const minPart = 3

// Of returns how an operand may have been made of an input. Both are string, int64 or float64; other values, and the
// empty text, have no link.
func Of(input, operand any, k *Known) (Link, bool) {
	switch o := operand.(type) {
	case string:
		if text, ok := input.(string); ok {
			return ofTexts(text, o, k)
		}
		if text, ok := written(input); ok && text == o {
			return Link{Way: Number, Bits: numberBits(input)}, true
		}
	case int64, float64:
		if text, ok := input.(string); ok {
			if l, ok := ofNumber(text, o); ok {
				return l, true
			}
			return ofSpan(text, o, k)
		}
		if a, ok := number(input); ok {
			b, _ := number(o)
			return Link{Way: Same, Bits: numberBits(input)}, a == b
		}
	}
	return Link{}, false
}

// ofNumber handles a text that was parsed as a number, or whose bytes were counted.
func ofNumber(text string, operand any) (Link, bool) {
	l := Link{Way: Number, Bits: numberBits(operand)}
	trimmed := strings.TrimSpace(text)
	want, _ := number(operand)
	if got, err := strconv.ParseFloat(trimmed, 64); err == nil && got == want {
		return l, true
	}
	for _, base := range [...]int{16, 8, 2} {
		if got, err := strconv.ParseInt(trimmed, base, 64); err == nil && float64(got) == want {
			l.Base = base
			return l, true
		}
	}
	if l, ok := ofDigits(trimmed, want, l); ok {
		return l, true
	}
	l.Way = Length
	return l, want > 0 && float64(len(text)) == want && isASCII(text)
}

// digits matches numbers inside of a text, such as the year of a date.
var digits = regexp.MustCompile("[0-9]{2,18}")

// ofDigits handles a number that was cut out of a text.
func ofDigits(text string, want float64, l Link) (Link, bool) {
	for _, at := range digits.FindAllStringIndex(text, -1) {
		if got, err := strconv.ParseInt(text[at[0]:at[1]], 10, 64); err == nil && float64(got) == want {
			l.Way, l.Before, l.After = Part, text[:at[0]], text[at[1]:]
			return l, true
		}
	}
	return l, false
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf })
}

// ofTexts handles two texts.
func ofTexts(input, operand string, k *Known) (Link, bool) {
	l := Link{Bits: textBits(operand)}
	switch {
	case operand == "" || input == "":
		return l, false
	case input == operand:
		return l, true
	case strings.TrimSpace(input) == operand:
		l.Way = Trimmed
	case strings.ToLower(input) == operand:
		l.Way = Lower
	case strings.ToUpper(input) == operand:
		l.Way = Upper
	default:
		return ofDecoded(input, operand, k, l)
	}
	return l, true
}

// ofDecoded handles a text that was decoded, and a part of a text.
func ofDecoded(input, operand string, k *Known, l Link) (Link, bool) {
	if text, err := url.QueryUnescape(input); err == nil && text == operand {
		l.Way = Path
		return l, true
	}
	for _, name := range k.codes() {
		if data, err := Alphabet(name).DecodeString(input); err == nil && string(data) == operand {
			l.Way, l.Form = Base64, name
			return l, true
		}
	}
	if data, err := hex.DecodeString(input); err == nil && string(data) == operand {
		l.Way = Hex
		return l, true
	}
	if layout, ok := sameMoment(input, operand, k); ok {
		l.Way, l.Form = Moment, layout
		return l, true
	}
	if at := strings.Index(input, operand); at >= 0 && isPart(input, at, len(operand)) {
		l.Way, l.Before, l.After = Part, input[:at], input[at+len(operand):]
		return l, true
	}
	return l, false
}

// isPart reports whether a part of a text is long enough, or a word, to be recognised.
func isPart(text string, at, length int) bool { return length >= minPart || isWord(text, at, length) }

// isWord reports whether a part of a text has separators around it.
func isWord(text string, at, length int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+length:])
	return !inWord(before) && !inWord(after)
}

func inWord(c rune) bool {
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c))
}

// alphabets are the names of the alphabets of base64.
var alphabets = [...]string{"", "raw", "url", "rawurl"}

// Alphabet returns the encoding of an alphabet of base64, with the names of the Text of probe.Base64: "" is the
// standard alphabet, the others are "raw", "url" and "rawurl".
func Alphabet(name string) *base64.Encoding {
	switch name {
	case "raw":
		return base64.RawStdEncoding
	case "url":
		return base64.URLEncoding
	case "rawurl":
		return base64.RawURLEncoding
	}
	return base64.StdEncoding
}

// usual are the usual layouts of times in inputs.
var usual = [...]string{time.RFC3339Nano, time.DateOnly, time.DateTime, time.TimeOnly}

// sameMoment reports whether an input is the time of an operand in RFC 3339, and in which layout.
func sameMoment(input, operand string, k *Known) (layout string, ok bool) {
	at, err := time.Parse(time.RFC3339Nano, operand)
	if err != nil {
		return "", false
	}
	for _, layout := range k.times() {
		if t, err := time.Parse(layout, input); err == nil && t.Equal(at) {
			return layout, true
		}
	}
	return "", false
}

// written returns a number as a text.
func written(v any) (text string, ok bool) {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), true
	}
	return "", false
}

func number(v any) (n float64, ok bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// numberBits returns the number of bits of a number; a number with a fraction has more.
func numberBits(v any) float64 {
	n, _ := number(v)
	bits := math.Log2(math.Abs(n) + 1)
	if n != math.Trunc(n) {
		bits += 10
	}
	return bits
}

// textBits returns about five for each character.
func textBits(s string) float64 { return 5 * float64(utf8.RuneCountInString(s)) }
