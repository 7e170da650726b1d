package track

import (
	"encoding/hex"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/value"
)

// View is a value inside of an input, which is found by decoding the input.
type View struct {
	Link  Link
	Value any // string, int64 or float64
}

const (
	// maxViews bounds the values inside of one input, and maxNesting the depth of nested encodings.
	maxViews   = 64
	maxNesting = 4
	// minCoded is the length of the shortest text that is decoded.
	minCoded = 4
	// maxCoded is the length of the longest text that is decoded.
	maxCoded = 64 << 10
)

// Views returns the values inside of an input: the result of decoding a text, and the members of JSON, also nested. It
// returns none for an input that is not encoded.
func Views(input any, k *Known) []View {
	text, ok := input.(string)
	if !ok || len(text) < minCoded || len(text) > maxCoded {
		return nil
	}
	v := viewer{known: k}
	v.inside(text, nil, maxNesting)
	return v.found
}

// Of returns how an operand may have been made of the value inside of an input.
func (v *View) Of(operand any, k *Known) (Link, bool) {
	l, ok := Of(v.Value, operand, k)
	if !ok {
		return l, false
	}
	if l.Way == Same {
		inner := v.Link
		inner.Bits = l.Bits
		return inner, true
	}
	l.Outer = &v.Link
	return l, true
}

type viewer struct {
	known *Known
	found []View
}

func (v *viewer) add(l Link, value any) bool {
	if len(v.found) == maxViews {
		return false
	}
	v.found = append(v.found, View{l, value})
	return true
}

// inside adds the values in a text.
func (v *viewer) inside(text string, outer *Link, depth int) {
	if depth == 0 || len(text) < minCoded {
		return
	}
	if c := strings.TrimLeft(text, " \t\r\n"); c != "" && (c[0] == '{' || c[0] == '[' || c[0] == '"') {
		if document, err := value.ParseJSON([]byte(text)); err == nil {
			v.members(document, "", outer, depth)
			return
		}
	}
	if strings.ContainsAny(text, "%+") {
		if plain, err := url.QueryUnescape(text); err == nil && plain != text {
			v.text(Link{Way: Path, Outer: outer}, plain, depth)
			return
		}
	}
	if v.decoded(text, outer, depth) {
		return
	}
	for _, cut := range [...]string{" ", ".", ",", ":", ";", "|", "&", "="} {
		if strings.Contains(text, cut) {
			v.parts(text, cut, outer, depth)
		}
	}
}

// text adds a decoded text, and the values in it.
func (v *viewer) text(l Link, plain string, depth int) {
	if v.add(l, plain) && readable(plain) {
		v.inside(plain, &l, depth-1)
	}
}

// decoded adds the results of decoding a text. For a part, it also adds results that are no text.
func (v *viewer) decoded(text string, outer *Link, depth int) bool {
	part := outer != nil && outer.Way == Part
	if data, err := hex.DecodeString(text); err == nil && readable(string(data)) {
		v.text(Link{Way: Hex, Outer: outer}, string(data), depth)
		return true
	}
	for _, name := range v.known.codes() {
		if data, err := Alphabet(name).DecodeString(text); err == nil && (part || readable(string(data))) {
			v.text(Link{Way: Base64, Form: name, Outer: outer}, string(data), depth)
			return true
		}
	}
	return false
}

// parts adds the results of decoding the parts between separators.
func (v *viewer) parts(text, cut string, outer *Link, depth int) {
	at := 0
	for part := range strings.SplitSeq(text, cut) {
		if len(part) >= minCoded && len(part) < len(text) {
			l := Link{Way: Part, Before: text[:at], After: text[at+len(part):], Outer: outer}
			v.decoded(part, &l, depth-1)
		}
		at += len(part) + len(cut)
	}
}

// readable reports whether decoded data looks like text.
func readable(data string) bool {
	if len(data) < minPart || !utf8.ValidString(data) {
		return false
	}
	for _, c := range data {
		if !unicode.IsPrint(c) && !unicode.IsSpace(c) {
			return false
		}
	}
	return true
}

// members adds the texts and numbers of a JSON value.
func (v *viewer) members(document any, at string, outer *Link, depth int) {
	switch d := document.(type) {
	case value.Object:
		for _, m := range d {
			v.members(m.Value, value.Below(at, m.Name), outer, depth)
		}
	case []any:
		for i, e := range d {
			v.members(e, value.Below(at, strconv.Itoa(i)), outer, depth)
		}
	case string:
		v.text(Link{Way: Member, Form: at, Outer: outer}, d, depth)
	case int64, float64:
		v.add(Link{Way: Member, Form: at, Outer: outer}, d)
	}
}

// putMember returns a JSON text with another value in the place of a member.
func (l *Link) putMember(input, want any) (any, bool) {
	text, ok := input.(string)
	if !ok {
		return nil, false
	}
	document, err := value.ParseJSON([]byte(text))
	if err != nil {
		return nil, false
	}
	if old, err := value.At(document, l.Form); err == nil {
		if want, ok = sameKind(old, want); !ok {
			return nil, false
		}
	}
	next, ok := replaced(document, value.Steps(l.Form), want)
	if !ok {
		return nil, false
	}
	return string(value.AppendJSON(nil, next)), true
}

// sameKind converts a value to a text or a number, like the old one.
func sameKind(old, want any) (any, bool) {
	text, isText := want.(string)
	if _, isNumber := number(old); !isNumber || !isText {
		return like(old, want)
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}

// replaced returns a JSON value with another value at a path. It adds the last member if that is missing.
func replaced(v any, steps []string, want any) (any, bool) {
	if len(steps) == 0 {
		return want, true
	}
	switch v := v.(type) {
	case value.Object:
		out := append(make(value.Object, 0, len(v)+1), v...)
		for i, m := range out {
			if m.Name == steps[0] {
				inner, ok := replaced(m.Value, steps[1:], want)
				out[i].Value = inner
				return out, ok
			}
		}
		return append(out, value.Member{Name: steps[0], Value: want}), len(steps) == 1
	case []any:
		i, err := strconv.Atoi(steps[0])
		if err != nil || i < 0 || i >= len(v) {
			return nil, false
		}
		inner, ok := replaced(v[i], steps[1:], want)
		out := append([]any(nil), v...)
		out[i] = inner
		return out, ok
	}
	return nil, false
}
