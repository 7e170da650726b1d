package probe

import (
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/aside"
)

// Choice is the cell of a switch with constant cases. It has one condition for each value and, last, a condition for
// "no case". Only the true sides of these conditions are targets: the false sides have numbers of targets, but are
// never reported.
type Choice struct {
	// First and Near are the first of N elements each. One of Ints, Uints, Floats and Texts is set: the first of the
	// N-1 values of the cases. The others are nil.
	First  *Cond
	Near   *Near
	N      int
	Ints   *int64
	Uints  *uint64
	Floats *float64
	Texts  *string

	// seen has a bit for each tag of this round that is a number, or a text of one character, below smallTags. What
	// these tags mean for the cases is computed when the round is read.
	seen [2]atomic.Uint64
	// known has fingerprints of longer texts that were the tag in this round.
	known [4]atomic.Uint64
	// muted is 1 when all cases are muted.
	muted uint8
}

// smallTags is the number of tags that have a bit in a Choice.
const smallTags = 128

// SwitchI returns tag, which the switch is about to compare with the values of its cases, and notes it.
//
//go:norace
func SwitchI[T ~int | ~int8 | ~int16 | ~int32 | ~int64](g *Group, s *Choice, tag T) T {
	if s.muted == 0 {
		s.chooseI(g, int64(tag))
	}
	return tag
}

// SwitchU is [SwitchI] for unsigned integers.
//
//go:norace
func SwitchU[T ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](g *Group, s *Choice, tag T) T {
	if s.muted == 0 {
		s.chooseU(g, uint64(tag))
	}
	return tag
}

// SwitchF is [SwitchI] for floating-point numbers.
//
//go:norace
func SwitchF[T ~float32 | ~float64](g *Group, s *Choice, tag T) T {
	if s.muted == 0 {
		s.chooseF(g, float64(tag))
	}
	return tag
}

// SwitchS is [SwitchI] for strings.
//
//go:norace
func SwitchS[T ~string](g *Group, s *Choice, tag T) T {
	if s.muted == 0 {
		s.chooseS(g, string(tag))
	}
	return tag
}

// noteTag notes a tag below smallTags.
//
//go:norace
func (s *Choice) noteTag(g *Group, tag uint64) {
	word, bit := &s.seen[tag/64%2], uint64(1)<<(tag%64)
	if word.Load()&bit == 0 {
		aside.Ignore()
		word.Or(bit)
		aside.Heed()
	}
	g.touched = 1
}

//go:noinline
func (s *Choice) chooseI(g *Group, tag int64) {
	if alive(); watched.Load() == &everything {
		s.listen(tag)
	}
	if asking.depth.Load() != 0 {
		hearTag(s, tag, s.Ints, heuristics.IntDistance)
	}
	if uint64(tag) < smallTags {
		s.noteTag(g, uint64(tag))
		return
	}
	chooseOther(s, g, tag, unsafe.Slice(s.Ints, s.N-1), heuristics.IntDistance)
}

//go:noinline
func (s *Choice) chooseU(g *Group, tag uint64) {
	if alive(); watched.Load() == &everything {
		s.listen(tag)
	}
	if asking.depth.Load() != 0 {
		hearTag(s, tag, s.Uints, heuristics.UintDistance)
	}
	if tag < smallTags {
		s.noteTag(g, tag)
		return
	}
	chooseOther(s, g, tag, unsafe.Slice(s.Uints, s.N-1), heuristics.UintDistance)
}

// hearTag tells a caller that asks how near a tag came to each case.
func hearTag[T int64 | uint64 | string](s *Choice, tag T, values *T, distance func(a, b T) uint64) {
	end := s.N - 1
	if !hears(s.cell(end)) {
		return
	}
	none, next := true, uint64(0)
	for i, v := range unsafe.Slice(values, end) {
		none = none && v != tag
		rank := wholeRank(max(distance(tag, v), minDistance))
		heard(s.cell(i), v == tag, rank)
		next = max(next, rank)
	}
	heard(s.cell(end), none, next)
}

func chooseOther[T int64 | uint64](s *Choice, g *Group, tag T, values []T, distance func(a, b T) uint64) {
	hit := s.N - 1
	for i, v := range values {
		if v == tag {
			hit = i
		} else if s.open(i) {
			s.noteMiss(i, wholeRank(distance(tag, v)))
		}
	}
	s.noteHit(g, hit)
}

//go:noinline
func (s *Choice) chooseF(g *Group, tag float64) {
	if alive(); watched.Load() == &everything {
		s.listen(tag)
	}
	hit := s.N - 1
	for i, v := range unsafe.Slice(s.Floats, s.N-1) {
		if v == tag {
			hit = i
		} else if s.open(i) {
			s.noteMiss(i, realRank(heuristics.FloatDistance(tag, v)))
		}
	}
	s.noteHit(g, hit)
}

//go:noinline
func (s *Choice) chooseS(g *Group, tag string) {
	if watched.Load() == &everything {
		s.listen(tag)
	}
	if alive(); asking.depth.Load() != 0 {
		hearTag(s, tag, s.Texts, heuristics.StringDistance)
	}
	if len(tag) == 1 && tag[0] < smallTags {
		s.noteTag(g, uint64(tag[0]))
		return
	}
	s.chooseText(g, tag)
}

// maxHeeding is the number of cases of one switch that [HeedCases] lets hear.
const maxHeeding = 4

//go:noinline
//go:norace
func (s *Choice) heed(name uint32) {
	for i, left := 0, maxHeeding; i < s.N && left > 0; i++ {
		if c, n := s.cell(i), s.near(i); n.muted[1] == 0 && c.taken[1] == 0 {
			heed(c, n, name)
			left--
		}
	}
}

// listen keeps the tag as an operand of each case that was not taken and is not muted.
//
//go:norace
func (s *Choice) listen(tag any) {
	var found witness
	found.plain(reflect.ValueOf(tag))
	for i := range s.N - 1 {
		if s.near(i).muted[1] == 0 && s.cell(i).taken[1] == 0 {
			keep(s.cell(i), found.values...)
		}
	}
	if len(found.values) > 0 && hears(s.cell(s.N-1)) {
		for _, asker := range askers(s.cell(s.N - 1)) {
			s.listenFor(asker, found.values[0])
		}
	}
}

// listenFor keeps the tag together with the value of each case as operands of another condition, which asks.
func (s *Choice) listenFor(asker *Cond, tag any) {
	for i := range min(s.N-1, heardFor) {
		var found witness
		found.append(tag)
		switch {
		case s.Ints != nil:
			found.append(unsafe.Slice(s.Ints, s.N-1)[i])
		case s.Uints != nil:
			found.plain(reflect.ValueOf(unsafe.Slice(s.Uints, s.N-1)[i]))
		case s.Floats != nil:
			found.append(unsafe.Slice(s.Floats, s.N-1)[i])
		case s.Texts != nil:
			found.text(unsafe.Slice(s.Texts, s.N-1)[i])
		}
		hearAs(asker, found.values, heardFor)
	}
}

// chooseText is a function of its own, so that the path of a text of one character is short.
//
//go:noinline
func (s *Choice) chooseText(g *Group, tag string) {
	now := rounds.Load()
	mark := fingerprint(tag, now)
	known := &s.known[mark%4]
	if known.Load() == mark && now&changing == 0 {
		return
	}
	values := unsafe.Slice(s.Texts, s.N-1)
	hit := slices.Index(values, tag)
	for i, v := range values {
		if i != hit && s.open(i) {
			s.noteMiss(i, textRank(tag, v, s.near(i).rank.Load()))
		}
	}
	if hit < 0 {
		hit = len(values)
	}
	s.noteHit(g, hit)
	if now&changing == 0 && rounds.Load() == now {
		aside.Ignore()
		known.Store(mark)
		aside.Heed()
	}
}

// fingerprint returns a hash of a text and a round, never 0. Two texts share a fingerprint with a chance of 1 in 2^63.
func fingerprint(s string, round uint64) uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	h := (round + 1) * odd
	for i := range len(s) {
		h = (h ^ uint64(s[i]) + 1) * odd
		h ^= h >> 29
	}
	return max(h, 1)
}

// cell and near return the elements for case i; i = N-1 is "no case".
func (s *Choice) cell(i int) *Cond {
	return (*Cond)(unsafe.Add(unsafe.Pointer(s.First), i*int(unsafe.Sizeof(Cond{}))))
}

func (s *Choice) near(i int) *Near {
	return (*Near)(unsafe.Add(unsafe.Pointer(s.Near), i*int(unsafe.Sizeof(Near{}))))
}

// open reports whether the distance to a case is of use to the search.
//
//go:norace
func (s *Choice) open(i int) bool { return s.near(i).wants(s.cell(i), 1, true) }

// noteMiss notes that a case was not taken, and how near it came.
//
//go:norace
func (s *Choice) noteMiss(i int, rank uint64) {
	s.near(i).raise(rank)
	if c := s.cell(i); c.taken[0] == 0 {
		c.taken[0] = caseFalse
	}
}

// noteHit notes which case was taken. It is called after passed for the other cases.
//
//go:norace
func (s *Choice) noteHit(g *Group, hit int) {
	if end := s.N - 1; hit < end && s.open(end) {
		s.noteMiss(end, nearest)
	}
	s.cell(hit).taken = [2]uint8{caseFalse, took}
	g.touched = 1
}
