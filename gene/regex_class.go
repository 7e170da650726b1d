package gene

import (
	"math/rand/v2"
	"sort"
	"unicode"
)

// runeSet is a set of characters as pairs of the first and last character of ranges.
type runeSet struct {
	pairs []rune
	n     int64
}

// newRuneSet returns the set of the characters of the pairs that lie between lo and hi.
func newRuneSet(pairs []rune, lo, hi rune) runeSet {
	var s runeSet
	for i := 0; i+1 < len(pairs); i += 2 {
		from, to := max(pairs[i], lo), min(pairs[i+1], hi)
		if from <= to {
			s.pairs = append(s.pairs, from, to)
			s.n += int64(to-from) + 1
		}
	}
	return s
}

func (s *runeSet) add(o runeSet) {
	s.pairs = append(s.pairs, o.pairs...)
	s.n += o.n
}

// at returns the i-th character of the set.
func (s *runeSet) at(i int64) rune {
	for p := 0; ; p += 2 {
		if n := int64(s.pairs[p+1]-s.pairs[p]) + 1; i >= n {
			i -= n
			continue
		}
		return s.pairs[p] + rune(i)
	}
}

// index is the inverse of at. It returns -1 if c is not in the set.
func (s *runeSet) index(c rune) int64 {
	i := int64(0)
	for p := 0; p < len(s.pairs); p += 2 {
		if s.pairs[p] <= c && c <= s.pairs[p+1] {
			return i + int64(c-s.pairs[p])
		}
		i += int64(s.pairs[p+1]-s.pairs[p]) + 1
	}
	return -1
}

// charClass is a set of characters that a pattern allows, with its word characters and its printable characters as
// subsets: a dot is drawn as a letter more often than as a rare character.
type charClass struct{ word, printable, all runeSet }

// newCharClass returns the class of the pairs, without surrogates, which are no characters.
func newCharClass(pairs []rune) *charClass {
	c := &charClass{}
	for _, span := range [...][2]rune{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}} {
		c.word.add(newRuneSet(pairs, span[0], span[1]))
	}
	c.printable = newRuneSet(pairs, firstChar, lastChar)
	c.all = newRuneSet(pairs, 0, 0xd7ff)
	c.all.add(newRuneSet(pairs, 0xe000, unicode.MaxRune))
	return c
}

// foldClass returns the characters that are equal to c apart from case.
func foldClass(c rune) *charClass {
	all := []rune{c}
	for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
		all = append(all, f)
	}
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	pairs := make([]rune, 0, 2*len(all))
	for _, f := range all {
		pairs = append(pairs, f, f)
	}
	return newCharClass(pairs)
}

func (c *charClass) draw(r *rand.Rand) rune {
	set := &c.all
	switch p := r.Float64(); {
	case p < 0.7 && c.word.n > 0:
		set = &c.word
	case p < 0.97 && c.printable.n > 0:
		set = &c.printable
	}
	return set.at(r.Int64N(set.n))
}

// shift returns another character of the class, 2^i places away.
func (c *charClass) shift(r *rand.Rand, v rune, focus float64) rune {
	set := &c.printable
	if set.n < 2 || set.index(v) < 0 || r.Float64() < 0.02 {
		set = &c.all
	}
	return set.at(stepInt(r, set.index(v), 0, set.n-1, exponent(focus, 6, 3)))
}
