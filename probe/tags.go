package probe

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
)

// tagSet is a set of numbers below smallTags.
type tagSet [2]uint64

// without returns the set without a number.
func (t tagSet) without(n int) tagSet {
	t[n/64%2] &^= 1 << (n % 64)
	return t
}

// nearest returns the number of the set that is closest to n. n is below smallTags, and the set is not empty.
func (t tagSet) nearest(n int) int {
	below, above := t.below(n), t.above(n)
	if above < 0 || below >= 0 && n-below <= above-n {
		return below
	}
	return above
}

// below returns the largest number of the set up to n, -1 if there is none.
func (t tagSet) below(n int) int {
	if n >= 64 {
		if word := t[1] << (127 - n) >> (127 - n); word != 0 {
			return 127 - bits.LeadingZeros64(word)
		}
		n = 63
	}
	return 63 - bits.LeadingZeros64(t[0]<<(63-n)>>(63-n))
}

// above returns the smallest number of the set from n on, -1 if there is none.
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

// drop clears the notes of the switch itself, but not those of its cases, and returns the tags that it had noted.
func (s *Choice) drop() (tags tagSet) {
	for i := range s.seen {
		if s.seen[i].Load() != 0 {
			tags[i] = s.seen[i].Swap(0)
		}
	}
	return tags
}

// resolve clears the notes of the switch, and writes what its tags mean into the conditions of its cases.
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
			s.noteMiss(i, wholeRank(d))
		}
		open = true
	}
	switch {
	case s.near(end).muted[1] != 0:
		if !open {
			s.muteIfAllMuted(then)
		}
	case rest != (tagSet{}):
		s.cell(end).taken = [2]uint8{caseFalse, took}
	case s.open(end):
		s.noteMiss(end, nearest)
	}
}

// beside returns the tag that is nearest to the value of case i, and its distance.
func (s *Choice) beside(i int, tags tagSet) (tag int, distance uint64) {
	switch {
	case s.Texts != nil:
		return besideText(unsafe.Slice(s.Texts, s.N-1)[i], tags)
	case s.Uints != nil:
		v := unsafe.Slice(s.Uints, s.N-1)[i]
		tag = tags.nearest(int(min(v, smallTags-1)))
		return tag, heuristics.UintDistance(uint64(tag), v)
	}
	v := unsafe.Slice(s.Ints, s.N-1)[i]
	tag = tags.nearest(int(min(max(v, 0), smallTags-1)))
	return tag, heuristics.IntDistance(int64(tag), v)
}

// besideText is beside for texts, with tags of one character. The distance is [heuristics.StringDistance].
func besideText(v string, tags tagSet) (tag int, distance uint64) {
	c, size := utf8.DecodeRuneInString(v)
	if size == 0 || c >= smallTags || c == utf8.RuneError {
		tag = tags.nearest(smallTags - 1)
		return tag, heuristics.StringDistance(string(rune(tag)), v)
	}
	tag = tags.nearest(int(c))
	return tag, uint64(max(tag-int(c), int(c)-tag)) + heuristics.MissingChar*uint64(utf8.RuneCountInString(v[size:]))
}

// muteIfAllMuted mutes a switch whose cases are all muted, so that it costs one load. It undoes that if UnmuteAll has
// run since the round then.
//
//go:norace
func (s *Choice) muteIfAllMuted(then uint64) {
	s.muted = 1
	if rounds.Load() != then {
		s.muted = 0
	}
}

//go:norace
func (s *Choice) unmute() { s.muted = 0 }

// silenceAgain undoes unmute for a switch whose cases are all muted.
//
//go:norace
func (s *Choice) silenceAgain() {
	if s.N > 0 && s.near(0).silent() {
		s.muted = muted
	}
}
