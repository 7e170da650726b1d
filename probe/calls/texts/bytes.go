package texts

import (
	"bytes"

	"github.com/evoke-go/evoke/probe"
)

// BytesCompare is [bytes.Compare].
func BytesCompare(at probe.Call, a, b []byte) int {
	order := bytes.Compare(a, b)
	if at.News(order == 0) {
		equal(at, order == 0, text(a), text(b))
	}
	return order
}

// BytesEqualFold is [bytes.EqualFold].
func BytesEqualFold(at probe.Call, s, t []byte) bool {
	same := bytes.EqualFold(s, t)
	if at.News(same) {
		probe.EqualFold(at, text(s), text(t))
	}
	return same
}

// BytesHasPrefix is [bytes.HasPrefix].
func BytesHasPrefix(at probe.Call, s, prefix []byte) bool {
	has := bytes.HasPrefix(s, prefix)
	if at.News(has) {
		probe.HasPrefix(at, text(s), text(prefix))
	}
	return has
}

// BytesHasSuffix is [bytes.HasSuffix].
func BytesHasSuffix(at probe.Call, s, suffix []byte) bool {
	has := bytes.HasSuffix(s, suffix)
	if at.News(has) {
		probe.HasSuffix(at, text(s), text(suffix))
	}
	return has
}

// BytesContains is [bytes.Contains].
func BytesContains(at probe.Call, s, part []byte) bool {
	has := bytes.Contains(s, part)
	if at.News(has) {
		probe.Contains(at, text(s), text(part))
	}
	return has
}

// BytesContainsAny is [bytes.ContainsAny].
func BytesContainsAny(at probe.Call, s []byte, chars string) bool {
	has := bytes.ContainsAny(s, chars)
	if at.News(has) {
		hasAny(at, has, text(s), chars)
	}
	return has
}

// BytesContainsRune is [bytes.ContainsRune].
func BytesContainsRune(at probe.Call, s []byte, c rune) bool {
	has := bytes.ContainsRune(s, c)
	if at.News(has) {
		hasRune(at, has, text(s), c)
	}
	return has
}

// BytesIndex is [bytes.Index].
func BytesIndex(at probe.Call, s, part []byte) int {
	i := bytes.Index(s, part)
	if at.News(i >= 0) {
		probe.Contains(at, text(s), text(part))
	}
	return i
}

// BytesLastIndex is [bytes.LastIndex].
func BytesLastIndex(at probe.Call, s, part []byte) int {
	i := bytes.LastIndex(s, part)
	if at.News(i >= 0) {
		probe.Contains(at, text(s), text(part))
	}
	return i
}

// BytesIndexByte is [bytes.IndexByte].
func BytesIndexByte(at probe.Call, s []byte, c byte) int {
	i := bytes.IndexByte(s, c)
	if at.News(i >= 0) {
		hasByte(at, i >= 0, text(s), c)
	}
	return i
}

// BytesLastIndexByte is [bytes.LastIndexByte].
func BytesLastIndexByte(at probe.Call, s []byte, c byte) int {
	i := bytes.LastIndexByte(s, c)
	if at.News(i >= 0) {
		hasByte(at, i >= 0, text(s), c)
	}
	return i
}

// BytesIndexAny is [bytes.IndexAny].
func BytesIndexAny(at probe.Call, s []byte, chars string) int {
	i := bytes.IndexAny(s, chars)
	if at.News(i >= 0) {
		hasAny(at, i >= 0, text(s), chars)
	}
	return i
}

// BytesLastIndexAny is [bytes.LastIndexAny].
func BytesLastIndexAny(at probe.Call, s []byte, chars string) int {
	i := bytes.LastIndexAny(s, chars)
	if at.News(i >= 0) {
		hasAny(at, i >= 0, text(s), chars)
	}
	return i
}

// BytesIndexRune is [bytes.IndexRune].
func BytesIndexRune(at probe.Call, s []byte, c rune) int {
	i := bytes.IndexRune(s, c)
	if at.News(i >= 0) {
		hasRune(at, i >= 0, text(s), c)
	}
	return i
}

// BytesCount is [bytes.Count].
func BytesCount(at probe.Call, s, part []byte) int {
	n := bytes.Count(s, part)
	if at.News(n > 0) {
		probe.Contains(at, text(s), text(part))
	}
	return n
}

// BytesCut is [bytes.Cut].
func BytesCut(at probe.Call, s, part []byte) (before, after []byte, found bool) {
	before, after, found = bytes.Cut(s, part)
	if at.News(found) {
		probe.Contains(at, text(s), text(part))
	}
	return before, after, found
}

// BytesCutPrefix is [bytes.CutPrefix].
func BytesCutPrefix(at probe.Call, s, prefix []byte) (after []byte, found bool) {
	after, found = bytes.CutPrefix(s, prefix)
	if at.News(found) {
		probe.HasPrefix(at, text(s), text(prefix))
	}
	return after, found
}

// BytesCutSuffix is [bytes.CutSuffix].
func BytesCutSuffix(at probe.Call, s, suffix []byte) (before []byte, found bool) {
	before, found = bytes.CutSuffix(s, suffix)
	if at.News(found) {
		probe.HasSuffix(at, text(s), text(suffix))
	}
	return before, found
}
