package texts

import (
	"unicode/utf8"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// The functions below run only if the outcome of a call is news. If package probe has a replacement for the same
// question, they call it, although that computes the outcome again.

// text returns a copy of a slice. So the compiler can keep the slice of the program on the stack.
func text(b []byte) string { return string(b) }

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
	if found {
		at.Steps(true, 1, s)
		return
	}
	first, n := utf8.DecodeRuneInString(chars)
	lacks(at, heuristics.AnyCharDistance(s, chars), s, chars[:n], first != utf8.RuneError)
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
		at.Steps(true, 1, s)
		return
	}
	lacks(at, heuristics.AnyByteDistance(s, c), s, string([]byte{c}), c < utf8.RuneSelf)
}

// lacks reports that a text lacks a part. possible says whether an input can have the part.
func lacks(at probe.Call, distance uint64, s, part string, possible bool) {
	if !possible {
		at.Steps(false, distance, s)
		return
	}
	at.Steps(false, distance, s, probe.Wanted{Form: probe.Containing, Text: part})
}

// read reports whether a text has a form. about is the parameter of the form.
//
//go:noinline
func read(at probe.Call, ok bool, s string, form probe.Form, about string, distance func(s string) uint64) {
	if ok {
		at.Steps(true, 1, s)
		return
	}
	at.Steps(false, distance(s), s, probe.Wanted{Form: form, Text: about})
}
