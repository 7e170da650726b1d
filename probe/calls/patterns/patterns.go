// Package patterns has replacements of the functions of package regexp that look for a match in a text or in bytes, see
// [probe.Replacement].
package patterns

import (
	"regexp"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// found reports whether a text has a match of a pattern.
func found[T string | []byte](at probe.Call, ok bool, pattern string, text T) {
	if !at.News(ok) {
		return
	}
	toTrue := 1.0
	if !ok {
		toTrue = heuristics.Close(float64(distance(pattern, string(text))))
	}
	at.Report(ok, toTrue, heuristics.Close(1), text, probe.Wanted{Form: probe.Matching, Text: pattern})
}

// foundBy reports whether a text has a match of an expression. It does nothing if re is nil: without one, only a call
// that may find nothing (n = 0) returns.
func foundBy[T string | []byte](at probe.Call, ok bool, re *regexp.Regexp, text T) {
	if re != nil {
		found(at, ok, re.String(), text)
	}
}

// MatchOf is [regexp.MatchString]. A pattern that is not valid matches nothing.
func MatchOf(at probe.Call, pattern, s string) (bool, error) {
	ok, err := regexp.MatchString(pattern, s)
	found(at, ok, pattern, s)
	return ok, err
}

// MatchBytesOf is [regexp.Match].
func MatchBytesOf(at probe.Call, pattern string, b []byte) (bool, error) {
	ok, err := regexp.Match(pattern, b)
	found(at, ok, pattern, b)
	return ok, err
}

// MatchString is re.MatchString(s).
func MatchString(at probe.Call, re *regexp.Regexp, s string) bool {
	ok := re.MatchString(s)
	foundBy(at, ok, re, s)
	return ok
}

// Match is re.Match(b).
func Match(at probe.Call, re *regexp.Regexp, b []byte) bool {
	ok := re.Match(b)
	foundBy(at, ok, re, b)
	return ok
}

// FindString is re.FindString(s). An empty result may be an empty match, so it asks again whether there is one.
func FindString(at probe.Call, re *regexp.Regexp, s string) string {
	match := re.FindString(s)
	foundBy(at, match != "" || re.MatchString(s), re, s)
	return match
}

// Find is re.Find(b).
func Find(at probe.Call, re *regexp.Regexp, b []byte) []byte {
	match := re.Find(b)
	foundBy(at, match != nil, re, b)
	return match
}

// FindStringIndex is re.FindStringIndex(s).
func FindStringIndex(at probe.Call, re *regexp.Regexp, s string) []int {
	match := re.FindStringIndex(s)
	foundBy(at, match != nil, re, s)
	return match
}

// FindIndex is re.FindIndex(b).
func FindIndex(at probe.Call, re *regexp.Regexp, b []byte) []int {
	match := re.FindIndex(b)
	foundBy(at, match != nil, re, b)
	return match
}

// FindStringSubmatch is re.FindStringSubmatch(s).
func FindStringSubmatch(at probe.Call, re *regexp.Regexp, s string) []string {
	match := re.FindStringSubmatch(s)
	foundBy(at, match != nil, re, s)
	return match
}

// FindSubmatch is re.FindSubmatch(b).
func FindSubmatch(at probe.Call, re *regexp.Regexp, b []byte) [][]byte {
	match := re.FindSubmatch(b)
	foundBy(at, match != nil, re, b)
	return match
}

// FindStringSubmatchIndex is re.FindStringSubmatchIndex(s).
func FindStringSubmatchIndex(at probe.Call, re *regexp.Regexp, s string) []int {
	match := re.FindStringSubmatchIndex(s)
	foundBy(at, match != nil, re, s)
	return match
}

// FindSubmatchIndex is re.FindSubmatchIndex(b).
func FindSubmatchIndex(at probe.Call, re *regexp.Regexp, b []byte) []int {
	match := re.FindSubmatchIndex(b)
	foundBy(at, match != nil, re, b)
	return match
}
