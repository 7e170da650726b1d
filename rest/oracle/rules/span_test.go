package rules

import (
	"testing"

	"github.com/evoke-go/evoke/value"
	"github.com/stretchr/testify/assert"
)

// TestSpans: a span of time has several spellings, and other texts are none.
func TestSpans(t *testing.T) {
	for _, alike := range [][]string{
		{"90s", "1m30s", "PT1M30S", "pt90s", "1.5m"}, {"24h", "24h0m0s", "P1D", "PT24H"}, {"P1W", "P7D", "P6DT24H"},
		{"PT0.5S", "500ms"}, {"-90s", "-1m30s"},
	} {
		for _, text := range alike {
			assert.True(t, same(alike[0], text), "%s %s", alike[0], text)
			assert.False(t, same("17m", text), text)
		}
	}
	for _, text := range []string{"", "90", "soon", "PT", "P", "P1Y", "P1M", "1h of 3", "m", "P1DT1X", "Pm1"} {
		_, ok := span(text)
		assert.False(t, ok, text)
	}
}

// TestOrderOfSpans: spans are ordered by their length, and not as texts.
func TestOrderOfSpans(t *testing.T) {
	for name, tt := range map[string]struct {
		values   []any
		up, down bool
	}{
		"by length": {[]any{"9m0s", "10m", "PT1H"}, true, false},
		"down":      {[]any{"1h", "61s", "1m1s"}, false, true},
		"as texts":  {[]any{"10m0s", "1h0m0s", "9m0s"}, false, false},
		"texts":     {[]any{"10 miles", "1h or so", "9m?"}, true, false},
	} {
		up, down := monotonic(tt.values, false)
		assert.Equal(t, tt.up, up, name)
		assert.Equal(t, tt.down, down, name)
	}
}

// TestIDOf: a key with the noun of the collection identifies an object, and a name does so only without one.
func TestIDOf(t *testing.T) {
	for want, members := range map[string]value.Object{
		"7":   {{Name: "name", Value: "same"}, {Name: "dockNo", Value: int64(7)}},
		"r-1": {{Name: "name", Value: "same"}, {Name: "dock_ref", Value: "r-1"}},
		"k":   {{Name: "dock_name", Value: "same"}, {Name: "name", Value: "k"}},
		"":    {{Name: "gate_no", Value: "3"}},
	} {
		assert.Equal(t, want, idOf(members, "dock"))
	}
}
