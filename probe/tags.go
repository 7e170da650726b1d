package probe

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
)

// tagSet are numbers below few.
type tagSet [2]uint64

// without returns the set without a number.
func (t tagSet) without(n int) tagSet {
	t[n/64%2] &^= 1 << (n % 64)
	return t
}

// nearest returns the number of the set that is next to n, which is below few.
// The set has one.
func (t tagSet) nearest(n int) int {
	below, above := t.below(n), t.above(n)
	if above < 0 || below >= 0 && n-below <= above-n {
		return below
	}
	return above
}

// below returns the largest number up to n, -1 if there is none.
func (t tagSet) below(n int) int {
	if n >= 64 {
		if word := t[1] << (127 - n) >> (127 - n); word != 0 {
			return 127 - bits.LeadingZeros64(word)
		}
		n = 63
	}
	return 63 - bits.LeadingZeros64(t[0]<<(63-n)>>(63-n))
}

// above returns the smallest number from n on, -1 if there is none.
func (t tagSet) above(n int) int {
	if n < 64 {
		if word := t[0] >> n << n; word != 0 {
			return bits.TrailingZeros64(word)
		}
		n = 64
	}
	if word := t[1] >> (n - 64) << (n - 64); word != 0 {
		return 64 + bits.TrailingZeros64(word)
	}
	return -1
}

// drop ends the round for a switch, but for its cases, and returns the tags
// that have a bit.
func (s *Choice) drop() (tags tagSet) {
	for i := range s.seen {
		if s.seen[i].Load() != 0 {
			tags[i] = s.seen[i].Swap(0)
		}
	}
	return tags
}

// resolve ends the round for a switch and works out what its tags mean for its
// cases.
//
//go:norace
func (s *Choice) resolve() {
	then := rounds.Load()
	tags := s.drop()
	if tags == (tagSet{}) {
		return
	}
	rest, open, end := tags, false, s.N-1
	for i := range end {
		tag, d := s.beside(i, tags)
		if d == 0 {
			rest = rest.without(tag)
		}
		switch {
		case s.near(i).muted[1] != 0:
			continue
		case d == 0:
			s.cell(i).taken = [2]uint8{caseFalse, took}
		case s.open(i):
			s.passed(i, wholeRank(d))
		}
		open = true
	}
	switch {
	case s.near(end).muted[1] != 0:
		if !open {
			s.settle(then)
		}
	case rest != (tagSet{}):
		s.cell(end).taken = [2]uint8{caseFalse, took}
	case s.open(end):
		s.passed(end, nearest)
	}
}

// beside returns the tag that is nearest to the value of a case, and how near.
func (s *Choice) beside(i int, tags tagSet) (tag int, distance uint64) {
	switch {
	case s.Texts != nil:
		return besideText(unsafe.Slice(s.Texts, s.N-1)[i], tags)
	case s.Uints != nil:
		v := unsafe.Slice(s.Uints, s.N-1)[i]
		tag = tags.nearest(int(min(v, few-1)))
		return tag, heuristics.UintDistance(uint64(tag), v)
	}
	v := unsafe.Slice(s.Ints, s.N-1)[i]
	tag = tags.nearest(int(min(max(v, 0), few-1)))
	return tag, heuristics.IntDistance(int64(tag), v)
}

// besideText is beside for texts; the tags are of one character. This is
// [heuristics.StringDistance].
func besideText(v string, tags tagSet) (tag int, distance uint64) {
	c, size := utf8.DecodeRuneInString(v)
	if size == 0 || c >= few || c == utf8.RuneError {
		tag = tags.nearest(few - 1)
		return tag, heuristics.StringDistance(string(rune(tag)), v)
	}
	tag = tags.nearest(int(c))
	return tag, uint64(max(tag-int(c), int(c)-tag)) + heuristics.MissingChar*uint64(utf8.RuneCountInString(v[size:]))
}

// settle makes a switch that is all muted cost one load. If something was
// unmuted since then, that is undone.
//
//go:norace
func (s *Choice) settle(then uint64) {
	s.muted = 1
	if rounds.Load() != then {
		s.muted = 0
	}
}

//go:norace
func (s *Choice) unmute() { s.muted = 0 }

// rest undoes unmute for a switch of which nothing can be news for good.
//
//go:norace
func (s *Choice) rest() {
	if s.N > 0 && s.near(0).silent() {
		s.muted = muted
	}
}
