package api

import (
	"regexp"
	"strings"
)

// leading matches what stands before what a path is about.
var leading = regexp.MustCompile(`(?i)^(api|rest|v[0-9.]+)$`)

// Element returns what names an element behind a path: the singular of its segment in the plural, or else of the first
// segment, as far as the ending reveals it.
func Element(template string) string { return singular(elementsOf(template)) }

// elementsOf returns the segment of a path that names its elements: the last one in
// the plural, or else the first.
func elementsOf(template string) string {
	noun := ""
	for s := range strings.SplitSeq(template, "/") {
		if s == "" || strings.Contains(s, "{") {
			continue
		}
		if noun == "" || leading.MatchString(noun) || strings.HasSuffix(s, "s") {
			noun = s
		}
	}
	if noun == "" {
		return "resource"
	}
	return noun
}
