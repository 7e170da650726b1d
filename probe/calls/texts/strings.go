package texts

import (
	"strings"

	"github.com/evoke-go/evoke/probe"
)

// Compare is [strings.Compare].
func Compare(at probe.Call, a, b string) int {
	order := strings.Compare(a, b)
	if at.News(order == 0) {
		equal(at, order == 0, a, b)
	}
	return order
}

// ContainsAny is [strings.ContainsAny].
func ContainsAny(at probe.Call, s string, chars string) bool {
	has := strings.ContainsAny(s, chars)
	if at.News(has) {
		hasAny(at, has, s, chars)
	}
	return has
}

// ContainsRune is [strings.ContainsRune].
func ContainsRune(at probe.Call, s string, c rune) bool {
	has := strings.ContainsRune(s, c)
	if at.News(has) {
		hasRune(at, has, s, c)
	}
	return has
}

// Index is [strings.Index].
func Index(at probe.Call, s, part string) int {
	i := strings.Index(s, part)
	if at.News(i >= 0) {
		probe.Contains(at, s, part)
	}
	return i
}

// LastIndex is [strings.LastIndex].
func LastIndex(at probe.Call, s, part string) int {
	i := strings.LastIndex(s, part)
	if at.News(i >= 0) {
		probe.Contains(at, s, part)
	}
	return i
}

// IndexByte is [strings.IndexByte].
func IndexByte(at probe.Call, s string, c byte) int {
	i := strings.IndexByte(s, c)
	if at.News(i >= 0) {
		hasByte(at, i >= 0, s, c)
	}
	return i
}

// LastIndexByte is [strings.LastIndexByte].
func LastIndexByte(at probe.Call, s string, c byte) int {
	i := strings.LastIndexByte(s, c)
	if at.News(i >= 0) {
		hasByte(at, i >= 0, s, c)
	}
	return i
}

// IndexAny is [strings.IndexAny].
func IndexAny(at probe.Call, s string, chars string) int {
	i := strings.IndexAny(s, chars)
	if at.News(i >= 0) {
		hasAny(at, i >= 0, s, chars)
	}
	return i
}

// LastIndexAny is [strings.LastIndexAny].
func LastIndexAny(at probe.Call, s string, chars string) int {
	i := strings.LastIndexAny(s, chars)
	if at.News(i >= 0) {
		hasAny(at, i >= 0, s, chars)
	}
	return i
}

// IndexRune is [strings.IndexRune].
func IndexRune(at probe.Call, s string, c rune) int {
	i := strings.IndexRune(s, c)
	if at.News(i >= 0) {
		hasRune(at, i >= 0, s, c)
	}
	return i
}

// Count is [strings.Count].
func Count(at probe.Call, s, part string) int {
	n := strings.Count(s, part)
	if at.News(n > 0) {
		probe.Contains(at, s, part)
	}
	return n
}

// Cut is [strings.Cut].
func Cut(at probe.Call, s, part string) (before, after string, found bool) {
	before, after, found = strings.Cut(s, part)
	if at.News(found) {
		probe.Contains(at, s, part)
	}
	return before, after, found
}

// CutPrefix is [strings.CutPrefix].
func CutPrefix(at probe.Call, s, prefix string) (after string, found bool) {
	after, found = strings.CutPrefix(s, prefix)
	if at.News(found) {
		probe.HasPrefix(at, s, prefix)
	}
	return after, found
}

// CutSuffix is [strings.CutSuffix].
func CutSuffix(at probe.Call, s, suffix string) (before string, found bool) {
	before, found = strings.CutSuffix(s, suffix)
	if at.News(found) {
		probe.HasSuffix(at, s, suffix)
	}
	return before, found
}
