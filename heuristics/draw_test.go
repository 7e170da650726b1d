package heuristics_test

import (
	"math"
	"strings"
	"time"

	"pgregory.net/rapid"
)

// The generators mix arbitrary values with the limits of a type and with values that are likely to be equal or next to
// each other.

func ints() *rapid.Generator[int64] {
	return rapid.OneOf(rapid.Int64(), rapid.Int64Range(-3, 3), rapid.SampledFrom([]int64{
		math.MinInt64, math.MinInt64 + 1, math.MaxInt64 - 1, math.MaxInt64, 1 << 53, 1<<53 + 1,
	}))
}

func uints() *rapid.Generator[uint64] {
	return rapid.Map(ints(), func(i int64) uint64 { return uint64(i) })
}

func floats() *rapid.Generator[float64] {
	small := math.SmallestNonzeroFloat64
	return rapid.OneOf(rapid.Float64(), rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{
		0, math.Copysign(0, -1), small, 2 * small, -small, 0x1p-1022, math.Nextafter(0x1p-1022, 0),
		1, math.Nextafter(1, 2),
		math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
	}))
}

func texts() *rapid.Generator[string] {
	pieces := []string{
		"", "a", "b", "Z", "k", "K", "\u212a", "s", "ſ", "ß", "é", "日", "😀", "\U0010ffff", "�",
		"\x00", "\x7f", "\x80", "\xff", "\xc3", "\xc3\xa9\xc3", "\xed\xa0\x80",
	}
	joined := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6), func(s []string) string {
		return strings.Join(s, "")
	})
	return rapid.OneOf(joined, joined, rapid.String(),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 12), func(b []byte) string { return string(b) }),
		rapid.SampledFrom([]string{strings.Repeat("long ", 10_000), strings.Repeat("long ", 10_000) + "x",
			strings.Repeat("é", 5_000)}))
}

func slicesOfBytes() *rapid.Generator[[]byte] {
	return rapid.OneOf(rapid.Just[[]byte](nil), rapid.Map(texts(), func(s string) []byte { return []byte(s) }))
}

func times() *rapid.Generator[time.Time] {
	zone := time.FixedZone("east", 3600)
	return rapid.Custom(func(t *rapid.T) time.Time {
		seconds := rapid.OneOf(rapid.Int64Range(-1<<36, 1<<36), rapid.Int64Range(0, 2), ints()).Draw(t, "seconds")
		at := time.Unix(seconds, rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds"))
		if rapid.Bool().Draw(t, "elsewhere") {
			return at.In(zone)
		}
		return at.UTC()
	})
}
