package texts

import (
	"unicode/utf8"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// What is here runs only if the outcome of a call is news. Where package probe
// has a function of its own for a question, that is asked again.

// text is a slice as text, without a copy, for functions that only read it.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// equal reports whether two texts are equal.
//
//go:noinline
func equal(at probe.Call, same bool, a, b string) {
	at.Steps(same, heuristics.StringDistance(a, b), a, b)
}

// hasAny reports whether a text has one of some characters.
//
//go:noinline
func hasAny(at probe.Call, found bool, s, chars string) {
	if found || chars == "" {
		at.Steps(found, heuristics.AnyCharDistance(s, chars))
		return
	}
	first, _ := utf8.DecodeRuneInString(chars)
	at.Steps(false, heuristics.AnyCharDistance(s, chars), s, probe.Wanted{Form: probe.Containing, Text: string(first)})
}

// hasRune reports whether a text has a character.
//
//go:noinline
func hasRune(at probe.Call, found bool, s string, c rune) { hasAny(at, found, s, string(c)) }

// hasByte reports whether a text has a byte.
//
//go:noinline
func hasByte(at probe.Call, found bool, s string, c byte) {
	if found {
		at.Steps(true, 1)
		return
	}
	at.Steps(false, heuristics.AnyByteDistance(s, c), s, probe.Wanted{Form: probe.Containing, Text: string([]byte{c})})
}

// read reports whether a text is in the form that is wanted.
//
//go:noinline
func read(at probe.Call, ok bool, s string, form probe.Form, about string, distance func(s string) uint64) {
	if ok {
		at.Steps(true, 1)
		return
	}
	at.Steps(false, distance(s), s, probe.Wanted{Form: form, Text: about})
}
