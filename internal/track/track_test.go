package track_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/internal/track"
)

func TestWays(t *testing.T) {
	for _, tt := range []struct {
		input, operand any
		way            track.Way
		want, put      any // what the comparison wants, and the input for that
	}{
		{"frodo", "frodo", track.Same, "sam", "sam"},
		{"frodo", "frodo", track.Same, int64(7), "7"},
		{int64(7), int64(7), track.Same, int64(8), int64(8)},
		{int64(7), 7.0, track.Same, 8.5, 8.5},
		{7.5, 7.5, track.Same, int64(9), int64(9)},
		{"42", int64(42), track.Number, int64(43), "43"},
		{" 4.5 ", 4.5, track.Number, 0.25, "0.25"},
		{int64(42), "42", track.Number, "x", "x"},
		{"ff", int64(255), track.Number, int64(0xBEEF), "beef"},
		{"-101", int64(-257), track.Number, int64(8), "8"},
		{" frodo\t", "frodo", track.Trimmed, "sam", "sam"},
		{"Frodo", "frodo", track.Lower, "sam", "sam"},
		{"Frodo", "FRODO", track.Upper, "SAM", "SAM"},
		{"a%2Fb", "a/b", track.Path, "c/d", "c%2Fd"},
		{"ZnJvZG8=", "frodo", track.Base64, "sam", "c2Ft"},
		{"ZnJvZG8", "frodo", track.Base64, "gimli", "Z2ltbGk"},
		{"66726f646f", "frodo", track.Hex, "sam", "73616d"},
		{"2024-02-29", "2024-02-29T00:00:00Z", track.Moment, "2025-03-01T00:00:00Z", "2025-03-01"},
		{"2014-05-06", int64(2014), track.Part, int64(2019), "2019-05-06"},
		{"team:blue:7", "blue", track.Part, "red", "team:red:7"},
	} {
		l, ok := track.Of(tt.input, tt.operand)
		require.True(t, ok, "%v %v", tt.input, tt.operand)
		assert.Equal(t, tt.way, l.Way, "%v %v", tt.input, tt.operand)
		put, ok := l.Put(tt.input, tt.want)
		require.True(t, ok)
		assert.Equal(t, tt.put, put)
	}
	for _, tt := range [][2]any{
		{"", ""}, {"a", ""}, {"", "a"}, {"frodo", "sam"}, {int64(7), int64(8)}, {"x", int64(0)}, {"abc", "b"}, {nil, "a"}, {"a", nil}, {true, "true"},
	} {
		_, ok := track.Of(tt[0], tt[1])
		assert.False(t, ok, "%v", tt)
	}
	l, _ := track.Of("2024-02-29", "2024-02-29T00:00:00Z")
	_, ok := l.Put("2024-02-29", "no time")
	assert.False(t, ok)
	l, _ = track.Of("frodo", "frodo")
	_, ok = l.Put("frodo", true)
	assert.False(t, ok)
}

// TestLongerValuesAreSurer: what agrees in more is less likely to agree by chance.
func TestLongerValuesAreSurer(t *testing.T) {
	bits := func(v any) float64 {
		l, ok := track.Of(v, v)
		require.True(t, ok)
		return l.Bits
	}
	assert.Less(t, bits("ab"), bits("abc"))
	assert.Less(t, bits(int64(1)), bits(int64(1000)))
	assert.Less(t, bits(int64(-1)), bits(int64(-70_000)))
	assert.Less(t, bits(2.0), bits(2.25))
	assert.Zero(t, bits(int64(0)))
}

// TestPutIsTheWayBack: what was put for a wanted text is linked with that text again.
func TestPutIsTheWayBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zA-Z0-9 :/%]{1,12}`)
		input, operand := text.Draw(t, "input"), text.Draw(t, "operand")
		l, ok := track.Of(input, operand)
		if !ok {
			l, _ = track.Of(input, input)
		}
		want := rapid.StringMatching(`[a-z]{3,8}`).Draw(t, "want")
		if l.Way == track.Upper {
			want = "WANTED"
		}
		put, ok := l.Put(input, want)
		if !ok {
			return // no time
		}
		_, ok = track.Of(put, want)
		assert.True(t, ok, "%v of %q for %q becomes %q", l.Way, input, want, put)
	})
}
