package heuristics_test

import (
	"bytes"
	"cmp"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

// relation tests a Truthness against Go's own outcome and against the distances to its sides. For any two operands the
// side that Go takes has value 1, its distance is 0, and both layers agree.
func relation[T any](draw *rapid.Generator[T], truthness func(a, b T) h.Truthness, holds func(a, b T) bool,
	toTrue, toFalse func(a, b T) float64) func(*testing.T) {
	return func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			a := draw.Draw(t, "a")
			b := a
			if rapid.Bool().Draw(t, "differ") {
				b = draw.Draw(t, "b")
			}
			checkRelation(t, truthness(a, b), holds(a, b), toTrue(a, b), toFalse(a, b))
		})
	}
}

// checkRelation checks one pair of operands. The distance to false is only defined if the relation holds; else it
// counts as 0.
func checkRelation(t *rapid.T, got h.Truthness, holds bool, toTrue, toFalse float64) {
	checkSides(t, got, holds)
	if !holds {
		toFalse = 0
	}
	if want := h.FromDistances(toTrue, toFalse); got != want {
		t.Fatalf("values %v, distances %g and %g give %v", got, toTrue, toFalse, want)
	}
}

// step is the distance from an equality that holds to its false side.
func step[T any](T, T) float64 { return 1 }

func whole[T any](d func(a, b T) uint64) func(a, b T) float64 {
	return func(a, b T) float64 { return float64(d(a, b)) }
}

func TestNumbers(t *testing.T) {
	t.Run("EqualInt", relation(ints(), h.EqualInt, equal, whole(h.IntDistance), step))
	t.Run("LessInt", relation(ints(), h.LessInt, cmp.Less, whole(h.LessIntDistance), whole(h.IntDistance)))
	t.Run("EqualRest", relation(ints(), func(a, b int64) h.Truthness { return h.EqualRest(a%97, b%97, 97) },
		func(a, b int64) bool { return a%97 == b%97 },
		whole(func(a, b int64) uint64 { return h.RestDistance(a%97, b%97, 97) }), step))
	t.Run("EqualUint", relation(uints(), h.EqualUint, equal, whole(h.UintDistance), step))
	t.Run("LessUint", relation(uints(), h.LessUint, cmp.Less, whole(h.LessUintDistance), whole(h.UintDistance)))
	t.Run("EqualFloat", relation(floats(), h.EqualFloat, equal, h.FloatDistance, step))
	t.Run("LessFloat", relation(floats(), h.LessFloat, less, h.LessFloatDistance, h.FloatDistance))
}

func equal[T comparable](a, b T) bool { return a == b }

// less is <. cmp.Less would order NaN before all numbers.
func less(a, b float64) bool { return a < b }

func TestTexts(t *testing.T) {
	t.Run("EqualString", relation(texts(), h.EqualString, equal, whole(h.StringDistance), step))
	t.Run("LessString", relation(texts(), h.LessString, cmp.Less, h.LessStringDistance, h.OrderDistance))
	t.Run("HasPrefix", relation(texts(), h.HasPrefix, strings.HasPrefix, whole(h.PrefixDistance), step))
	t.Run("HasSuffix", relation(texts(), h.HasSuffix, strings.HasSuffix, whole(h.SuffixDistance), step))
	t.Run("Contains", relation(texts(), h.Contains, strings.Contains, whole(h.ContainsDistance), step))
	t.Run("EqualFold", relation(texts(), h.EqualFold, strings.EqualFold, whole(h.FoldDistance), step))
	t.Run("EqualBytes", relation(slicesOfBytes(), h.EqualBytes, bytes.Equal, whole(h.BytesDistance), step))
	t.Run("LessBytes", relation(slicesOfBytes(), h.LessBytes, func(a, b []byte) bool { return bytes.Compare(a, b) < 0 },
		h.LessBytesDistance, h.BytesOrderDistance))
}

func TestTimes(t *testing.T) {
	t.Run("EqualTime", relation(times(), h.EqualTime, time.Time.Equal, h.TimeDistance, step))
	t.Run("BeforeTime", relation(times(), h.BeforeTime, time.Time.Before, h.BeforeDistance, h.TimeDistance))
}

// TestExtremes has cases that random operands might miss.
func TestExtremes(t *testing.T) {
	inf, small := math.Inf(1), math.SmallestNonzeroFloat64
	no := h.Truthness{OfTrue: h.Reached, OfFalse: 1}
	for name, test := range map[string]struct{ got, want h.Truthness }{
		"NaN equals nothing":       {h.EqualFloat(math.NaN(), math.NaN()), no},
		"NaN has no order":         {h.LessFloat(math.NaN(), 1), no},
		"nothing is less than NaN": {h.LessFloat(1, math.NaN()), no},
		"no gradient to infinity":  {h.EqualFloat(1, inf), no},
		"infinity equals itself":   {h.EqualFloat(inf, inf), h.EqualFloat(2, 2)},
		"zeros are equal":          {h.EqualFloat(math.Copysign(0, -1), 0), h.EqualFloat(0, 0)},
		"subnormals differ": {h.EqualFloat(small, 2*small),
			h.Truthness{OfTrue: math.Nextafter(1, 0), OfFalse: 1}},
		"the ends of int64": {h.EqualInt(math.MinInt64, math.MaxInt64), h.FromDistances(math.MaxUint64, 0)},
		"the ends of float64": {h.EqualFloat(-math.MaxFloat64, math.MaxFloat64),
			h.FromDistances(math.MaxFloat64, 0)},
		"max < min does not wrap":      {h.LessInt(math.MaxInt64, math.MinInt64), h.FromDistances(math.MaxUint64, 0)},
		"bytes of no character differ": {h.EqualString("\xff", "\xfe"), h.FromDistances(1, 0)},
		"a prefix in half a character": {h.HasPrefix("é", "\xc3"), h.EqualInt(0, 0)},
		"part of a character":          {h.Contains("é", "\xa9"), h.EqualInt(0, 0)},
		"time zones do not matter": {h.EqualTime(time.Unix(1, 0).UTC(),
			time.Unix(1, 0).In(time.FixedZone("", 60))), h.EqualInt(0, 0)},
		"the zero time is not lost":     {h.EqualTime(time.Time{}, time.Unix(0, 0)), h.FromDistances(62135596800, 0)},
		"nil and empty bytes are equal": {h.EqualBytes(nil, []byte{}), h.EqualInt(0, 0)},
	} {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", name, test.got, test.want)
		}
	}
}
