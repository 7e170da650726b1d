package heuristics_test

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

// ordered tests three operands x <= y <= z: the operand that is nearer to a side has no lower score for it. The
// equality may be nil.
func ordered[T any](
	draw *rapid.Generator[T], compare func(a, b T) int, equal, less func(a, b T) h.Truthness,
) func(*testing.T) {
	return func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			three := []T{draw.Draw(t, "x"), draw.Draw(t, "y"), draw.Draw(t, "z")}
			slices.SortFunc(three, compare)
			x, y, z := three[0], three[1], three[2]
			noLower(t, "y < x against z < x", less(y, x).OfTrue, less(z, x).OfTrue)
			noLower(t, "x < y against x < z, to false", less(x, y).OfFalse, less(x, z).OfFalse)
			noLower(t, "z < y against z < x", less(z, y).OfTrue, less(z, x).OfTrue)
			if equal == nil {
				return
			}
			noLower(t, "y == z against x == z", equal(y, z).OfTrue, equal(x, z).OfTrue)
			noLower(t, "y == x against z == x", equal(y, x).OfTrue, equal(z, x).OfTrue)
			if equal(x, z) != equal(z, x) {
				t.Fatalf("not symmetric: %v, %v", equal(x, z), equal(z, x))
			}
		})
	}
}

func noLower(t *rapid.T, what string, near, far float64) {
	t.Helper()
	if !(near >= far) {
		t.Fatalf("%s: %v is lower than %v", what, near, far)
	}
}

func TestCloserScoresNoLower(t *testing.T) {
	numbers := floats().Filter(func(f float64) bool { return f == f })
	dates := times().Filter(func(at time.Time) bool { return at.Year() > -9999 && at.Year() < 9999 })
	t.Run("ints", ordered(ints(), cmp.Compare, h.EqualInt, h.LessInt))
	t.Run("uints", ordered(uints(), cmp.Compare, h.EqualUint, h.LessUint))
	t.Run("floats", ordered(numbers, cmp.Compare, h.EqualFloat, h.LessFloat))
	t.Run("times", ordered(dates, time.Time.Compare, h.EqualTime, h.BeforeTime))
	t.Run("strings", ordered(texts(), strings.Compare, nil, h.LessString))
	t.Run("bytes", ordered(slicesOfBytes(), bytes.Compare, nil, h.LessBytes))
}

// TestEachStepCounts: near the border of a condition each single step of an integer changes the score.
func TestEachStepCounts(t *testing.T) {
	for d := int64(0); d < 10_000; d++ {
		assert.Greater(t, h.EqualInt(7+d, 7).OfTrue, h.EqualInt(8+d, 7).OfTrue)
		assert.Greater(t, h.LessInt(7+d, 7).OfTrue, h.LessInt(8+d, 7).OfTrue)
		assert.Greater(t, h.LessInt(6-d, 7).OfFalse, h.LessInt(5-d, 7).OfFalse)
	}
}

// TestEarlierPositionsDominate: no later difference outweighs the first one.
func TestEarlierPositionsDominate(t *testing.T) {
	assert.Less(t, h.OrderDistance("bzzz", "b"), h.OrderDistance("azzz", "b"), "where character-wise distances mislead")
	assert.Less(t, h.OrderDistance("\x00", ""), h.OrderDistance("\x00\x00", ""), "the end comes before any byte")
	rapid.Check(t, func(t *rapid.T) {
		shared := rapid.StringN(1, 400, -1).Draw(t, "shared")
		early := rapid.IntRange(0, len(shared)-1).Draw(t, "position")
		a := shared[:early] + string([]byte{shared[early] + 1}) + texts().Draw(t, "rest")
		b := shared + "x" + texts().Draw(t, "tail")
		c := shared + "y" + texts().Draw(t, "other tail")
		if near, far := h.OrderDistance(b, c), h.OrderDistance(a, c); near >= far {
			t.Fatalf("%g for position %d, %g later", far, early, near)
		}
	})
}

// TestOrderStepByStep changes "zebra" to a text below "mango", one byte at a time as a search would: each step
// increases the score.
func TestOrderStepByStep(t *testing.T) {
	best := h.LessString("zebra", "mango").OfTrue
	for c := byte('y'); c >= 'm'; c-- {
		now := h.LessString(string(c)+"ebra", "mango").OfTrue
		assert.Greater(t, now, best, "%c", c)
		best = now
	}
	assert.Greater(t, h.LessString("mbbra", "mango").OfTrue, best)
	assert.Equal(t, 1.0, h.LessString("mabra", "mango").OfTrue)
}

// nearer draws a change of text that brings it one step closer to target.
func nearer(t *rapid.T, text, target []rune) []rune {
	changed := slices.Clone(text)
	var differ []int
	for i := range min(len(text), len(target)) {
		if text[i] != target[i] {
			differ = append(differ, i)
		}
	}
	switch {
	case len(differ) > 0:
		i := rapid.SampledFrom(differ).Draw(t, "position")
		low, high := min(text[i], target[i]), max(text[i], target[i])
		changed[i] = rapid.Int32Range(low, high).Filter(func(r int32) bool {
			return r != text[i] && utf8.ValidRune(r)
		}).Draw(t, "character")
	case len(text) > len(target):
		changed = changed[:len(changed)-1]
	case len(text) < len(target):
		changed = append(changed, target[len(text)])
	}
	return changed
}

func reversed(r []rune) string {
	c := slices.Clone(r)
	slices.Reverse(c)
	return string(c)
}

func TestCloserTextScoresNoLower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, target := []rune(rapid.String().Draw(t, "text")), []rune(rapid.String().Draw(t, "target"))
		next := nearer(t, text, target)
		a, b, c := string(text), string(next), string(target)
		noLower(t, "equality", h.EqualString(b, c).OfTrue, h.EqualString(a, c).OfTrue)
		noLower(t, "prefix", h.HasPrefix(b, c).OfTrue, h.HasPrefix(a, c).OfTrue)
		noLower(t, "suffix", h.HasSuffix(reversed(next), reversed(target)).OfTrue,
			h.HasSuffix(reversed(text), reversed(target)).OfTrue)
		if h.StringDistance(a, c) != h.StringDistance(c, a) {
			t.Fatal("not symmetric")
		}
	})
}

// TestTextSteps checks the units.
func TestTextSteps(t *testing.T) {
	for name, test := range map[string]struct{ got, want uint64 }{
		"characters":              {h.StringDistance("abc", "bbe"), 1 + 2},
		"missing characters":      {h.StringDistance("ab", "abcd"), 2 * h.MissingChar},
		"superfluous characters":  {h.StringDistance("abé日", "ab"), 2 * h.MissingChar},
		"aligned on the left":     {h.StringDistance("bc", "abc"), 1 + 1 + h.MissingChar},
		"far characters":          {h.StringDistance("\x00", "\U0010ffff"), 32768 + (0x10ffff-32768)/34},
		"after ASCII":             {h.StringDistance("a日b", "a日d"), 2},
		"bytes":                   {h.BytesDistance([]byte("ab"), []byte("cbd")), 2 + h.MissingByte},
		"prefix ignores the rest": {h.PrefixDistance("abX rest", "abc"), 'c' - 'X'},
		"prefix too short":        {h.PrefixDistance("a", "abc"), 2 * h.MissingChar},
		"suffix ignores the rest": {h.SuffixDistance("rest Xbc", "abc"), 'a' - 'X'},
		"suffix too short":        {h.SuffixDistance("c", "abc"), 2 * h.MissingChar},
		"fold":                    {h.FoldDistance("STRAND", "strawd"), 'w' - 'n'},
		"fold to the nearest":     {h.FoldDistance("[", "z"), 1},
		"fold the other":          {h.FoldDistance("z", "["), 1},
		"fold of other alphabets": {h.FoldDistance("ÄΣK", "äς\u212a"), 0},
		"contains the best":       {h.ContainsDistance("xx abd xx", "abc"), 1},
		"contains nothing alike":  {h.ContainsDistance("", "abc"), 3 * h.MissingChar},
	} {
		assert.Equal(t, test.want, test.got, name)
	}
}

// TestContainsIsTheBestWindow compares the distance with its definition.
func TestContainsIsTheBestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, part := rapid.String().Draw(t, "s"), rapid.StringN(1, 5, -1).Draw(t, "part")
		if rapid.Bool().Draw(t, "ASCII") {
			few := rapid.RuneFrom([]rune("abcz~\x00\x7f"))
			s, part = rapid.StringOfN(few, 0, 30, -1).Draw(t, "s"), rapid.StringOfN(few, 0, 10, -1).Draw(t, "part")
		}
		best := h.PrefixDistance("", part)
		for i := range s {
			best = min(best, h.PrefixDistance(s[i:], part))
		}
		if got := h.ContainsDistance(s, part); got != best {
			t.Fatalf("%d, want %d", got, best)
		}
	})
}

// TestContainsIsBounded: for long texts the distance is bounded, and the outcome is still right.
func TestContainsIsBounded(t *testing.T) {
	s := strings.Repeat("a", 1<<20)
	assert.Equal(t, uint64(1), h.ContainsDistance(s, strings.Repeat("a", 100)+"b"))
	assert.Equal(t, uint64('d'-'a'), h.ContainsDistance(s+"c", "d"), "the better window is out of reach")
	assert.Equal(t, uint64('d'-'c'), h.ContainsDistance(s[:1000]+"c", "d"))
	assert.Zero(t, h.ContainsDistance(s+"bc", "bc"))
}

func TestFloatSteps(t *testing.T) {
	assert.Equal(t, 2.5, h.FloatDistance(-1, 1.5))
	assert.Equal(t, 0.1, h.LessFloatDistance(3, 3))
	assert.Equal(t, math.MaxFloat64, h.FloatDistance(-math.MaxFloat64, math.MaxFloat64))
	assert.Equal(t, 1.5, h.TimeDistance(time.Unix(10, 0), time.Unix(11, 5e8)))
	assert.Equal(t, 1e10+0.5, h.TimeDistance(time.Unix(1e10, 75e7), time.Unix(0, 25e7)), "beyond time.Duration")
}
