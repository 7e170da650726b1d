package track

import (
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/value"
)

// Get applies the link to an input: it returns the operand that the program would make of it. It returns false if the
// input does not have the form that the link needs.
func (l *Link) Get(input any) (any, bool) {
	if l.Outer != nil {
		inner, ok := l.Outer.Get(input)
		if !ok {
			return nil, false
		}
		input = inner
	}
	text, isText := input.(string)
	if l.Way == Same || l.Way == Number {
		return input, true
	}
	if !isText {
		return nil, false
	}
	if l.Way == Member {
		document, err := value.ParseJSON([]byte(text))
		if err != nil {
			return nil, false
		}
		inner, err := value.At(document, l.Form)
		return inner, err == nil
	}
	return l.changed(text)
}

// changed applies the change of the link to a text.
func (l *Link) changed(text string) (any, bool) {
	switch l.Way {
	case Trimmed:
		return strings.TrimSpace(text), true
	case Lower:
		return strings.ToLower(text), true
	case Upper:
		return strings.ToUpper(text), true
	case Path:
		out, err := url.QueryUnescape(text)
		return out, err == nil
	case Base64:
		data, err := Alphabet(l.Form).DecodeString(text)
		return string(data), err == nil
	case Hex:
		data, err := hex.DecodeString(text)
		return string(data), err == nil
	case Moment:
		at, err := time.Parse(l.Form, text)
		return at.Format(time.RFC3339Nano), err == nil
	case Length:
		return int64(len(text)), isASCII(text)
	case Span:
		at, err := time.Parse(l.Form, text)
		return float64(at.Sub(time.Unix(l.Now, 0))) / float64(l.Unit), err == nil && l.Unit != 0
	case Part:
		if len(text) < len(l.Before)+len(l.After) || !strings.HasPrefix(text, l.Before) ||
			!strings.HasSuffix(text, l.After) {
			return nil, false
		}
		return text[len(l.Before) : len(text)-len(l.After)], true
	}
	return nil, false
}

// Put is the inverse of Get: it returns the input that becomes the value that a comparison wants. input is the current
// one. It returns false if no such input is known.
func (l *Link) Put(input, want any) (any, bool) {
	if l.Outer == nil {
		return l.put(input, want)
	}
	around, ok := l.Outer.Get(input)
	if !ok {
		around = ""
	}
	inner, ok := l.put(around, want)
	if !ok {
		return nil, false
	}
	return l.Outer.Put(input, inner)
}

// put is Put for the last way of the link alone.
func (l *Link) put(input, want any) (any, bool) {
	if n, ok := want.(int64); ok && l.Base != 0 {
		return strconv.FormatInt(n, l.Base), true
	}
	switch l.Way {
	case Number, Same:
		return like(input, want)
	case Member:
		return l.putMember(input, want)
	case Length:
		return withLength(input, want)
	case Span:
		text, _ := input.(string)
		return l.ends(text, want)
	}
	text, ok := want.(string)
	if !ok {
		text, ok = written(want)
	}
	if !ok {
		return nil, false
	}
	switch l.Way {
	case Path:
		return url.QueryEscape(text), true
	case Base64:
		return Alphabet(l.Form).EncodeToString([]byte(text)), true
	case Hex:
		return hex.EncodeToString([]byte(text)), true
	case Part:
		return l.Before + text + l.After, true
	case Moment:
		t, err := time.Parse(time.RFC3339Nano, text)
		return t.Format(l.Form), err == nil
	}
	return text, true
}

// longest bounds the texts that withLength makes.
const longest = 1 << 16

// withLength returns a text with its end cut off or repeated, so that it has as many bytes as a comparison wants.
func withLength(input, want any) (any, bool) {
	text, isText := input.(string)
	n, isNumber := want.(int64)
	if !isText || !isNumber || n < 0 || n > longest || !isASCII(text) {
		return nil, false
	}
	last := "x"
	if text != "" {
		last = text[len(text)-1:]
	}
	return (text + strings.Repeat(last, max(int(n)-len(text), 0)))[:n], true
}

// like returns a value as a text if the input is a text, and unchanged otherwise.
func like(input, want any) (any, bool) {
	if _, isText := input.(string); !isText {
		return want, true
	}
	if text, ok := want.(string); ok {
		return text, true
	}
	return written(want)
}

// Moved returns other plus the difference of now and before.
func Moved(other, before, now any) (any, bool) {
	o, ok := number(other)
	b, okBefore := number(before)
	n, okNow := number(now)
	if !ok || !okBefore || !okNow {
		return nil, false
	}
	oi, whole := other.(int64)
	bi, wholeBefore := before.(int64)
	ni, wholeNow := now.(int64)
	if whole && wholeBefore && wholeNow {
		return oi + ni - bi, true
	}
	return o + n - b, true
}
