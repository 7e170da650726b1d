package api

import (
	"regexp"
	"strings"
)

// leadingSegment matches the first segments of paths that name no resource, such as "api" or "v1".
var leadingSegment = regexp.MustCompile(`(?i)^(api|rest|v[0-9.]+)$`)

// Element returns the noun for the elements of a path: "book" for /books/{id}/cover. It is the singular of the last
// plural segment, or of the first segment of a path without plurals. The singular is guessed from the ending of the
// word.
func Element(template string) string { return singular(elementsOf(template)) }

// elementsOf returns the segment of a path that names its elements: the last plural segment, else the first segment. It
// returns "resource" if the path has neither.
func elementsOf(template string) string {
	noun := ""
	for s := range strings.SplitSeq(template, "/") {
		if s == "" || strings.Contains(s, "{") {
			continue
		}
		if noun == "" || leadingSegment.MatchString(noun) || strings.HasSuffix(s, "s") {
			noun = s
		}
	}
	if noun == "" {
		return "resource"
	}
	return noun
}
