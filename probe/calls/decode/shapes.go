package decode

import (
	"encoding/base64"
	"slices"
	"unicode"

	h "github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/machines"
)

// element matches a document with one element, with anything inside.
func element() *h.Machine {
	space := h.Repeated(h.Runes('\t', '\n', '\r', '\r', ' ', ' '), 0, -1)
	any := h.Repeated(h.Runes(0, unicode.MaxRune), 0, -1)
	first := h.Runes(':', ':', 'A', 'Z', '_', '_', 'a', 'z')
	name := h.Sequence(first, h.Repeated(h.Runes('-', '.', '0', ':', 'A', 'Z', '_', '_', 'a', 'z'), 0, -1))
	attributes := h.Maybe(h.Sequence(h.Runes(' ', ' '),
		h.Repeated(h.Runes(0, ';', '=', '=', '?', unicode.MaxRune), 0, -1)))
	prolog := h.Maybe(h.Sequence(h.Literal("<?xml"), any, h.Literal("?>"), space))
	open := h.Sequence(h.Literal("<"), name, attributes)
	return h.NewMachine(h.Whole(h.Sequence(space, prolog, open,
		h.Either(h.Literal("/>"), h.Sequence(h.Literal(">"), any, h.Literal("</"), name, h.Literal(">"))), space)))
}

// Base64 is enc.DecodeString(s).
func Base64(at probe.Call, enc *base64.Encoding, s string) ([]byte, error) {
	data, err := enc.DecodeString(s)
	decoded(at, enc, err, s)
	return data, err
}

// Base64Into is enc.Decode(dst, src).
func Base64Into(at probe.Call, enc *base64.Encoding, dst, src []byte) (int, error) {
	text := ""
	if at.News(true) || at.News(false) {
		text = string(src) // dst may share memory with src
	}
	n, err := enc.Decode(dst, src)
	decoded(at, enc, err, text)
	return n, err
}

func decoded(at probe.Call, enc *base64.Encoding, err error, s string) {
	if ok := err == nil; at.News(ok) {
		a := alphabetOf(enc)
		toTrue := 1.0
		if !ok {
			toTrue = h.Close(float64(max(1, measured.Distance(a.digits+string(a.padding), s, a.machine))))
		}
		compared := []any{s}
		if variant, known := a.variant(); known {
			compared = append(compared, probe.Wanted{Form: probe.Base64, Text: variant})
		}
		at.Report(ok, toTrue, h.Close(1), compared...)
	}
}

// alphabet describes a base64 encoding.
type alphabet struct {
	digits  string // the 64 digits, in their order
	padding rune   // base64.NoPadding for none
}

// alphabetOf finds out the digits of an encoding by encoding each value.
func alphabetOf(enc *base64.Encoding) alphabet {
	all := make([]byte, 0, 48)
	for i := 0; i < 64; i += 4 {
		all = append(all, byte(i<<2|(i+1)>>4), byte((i+1)<<4|(i+2)>>2), byte((i+2)<<6|(i+3)))
	}
	a := alphabet{enc.EncodeToString(all), base64.NoPadding}
	if one := enc.EncodeToString([]byte{0}); len(one) > 2 {
		a.padding = rune(one[2])
	}
	return a
}

// variant returns the name that [probe.Base64] has for the alphabet.
func (a alphabet) variant() (string, bool) {
	for name, enc := range map[string]*base64.Encoding{
		"": base64.StdEncoding, "raw": base64.RawStdEncoding, "url": base64.URLEncoding,
		"rawurl": base64.RawURLEncoding,
	} {
		if alphabetOf(enc) == a {
			return name, true
		}
	}
	return "", false
}

// measured keeps the machines of alphabets.
var measured machines.Memory

// machine returns the machine that measures texts of the alphabet without line feeds. Decoders ignore line feeds.
func (a alphabet) machine() *h.Machine {
	sorted := []byte(a.digits)
	slices.Sort(sorted)
	var ranges []rune
	for _, c := range sorted {
		ranges = append(ranges, rune(c), rune(c))
	}
	digits := func(n int) h.Shape { return h.Repeated(h.Runes(ranges...), n, n) }
	two, three := digits(2), digits(3)
	if a.padding != base64.NoPadding {
		pad := h.Runes(a.padding, a.padding)
		two, three = h.Sequence(two, pad, pad), h.Sequence(three, pad)
	}
	return h.NewMachine(h.Whole(h.Sequence(h.Repeated(digits(4), 0, -1), h.Maybe(h.Either(two, three)))))
}
