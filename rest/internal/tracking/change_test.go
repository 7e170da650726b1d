package tracking

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFigures: numbers and moments are points of a line. A point between two values is the upper or the lower value.
func TestFigures(t *testing.T) {
	for _, tt := range []struct {
		v         any
		to        float64
		low, high any
	}{
		{int64(3), 4.5, int64(4), int64(5)},
		{3.5, 4.25, 4.25, 4.25},
		{"2026-01-01T00:00:00+02:00", 0.5, "2026-01-01T00:00:00+02:00", "2026-01-01T00:00:01+02:00"},
		{"2026-01-01", 24*60*60 - 1, "2026-01-01", "2026-01-02"},
		{"2026-01-01", 1e15, nil, nil},
	} {
		f := figureOf(tt.v)
		require.NotNil(t, f.back, tt.v)
		to := tt.to
		if _, ok := tt.v.(string); ok {
			to += f.of
		}
		assert.Equal(t, tt.low, f.back(to, false), tt.v)
		assert.Equal(t, tt.high, f.back(to, true), tt.v)
	}
	assert.Nil(t, figureOf("soon").back)
}

// TestMomentsKeepTheirOffset: a step to another season has the offset of the text, not one of the zone of the machine.
func TestMomentsKeepTheirOffset(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	local := time.Local
	time.Local = zone
	t.Cleanup(func() { time.Local = local })
	const halfAYear = 181 * 24 * 60 * 60
	f := figureOf("2026-01-01T00:00:00+01:00")
	assert.Equal(t, "2026-07-01T00:00:00+01:00", f.back(f.of+halfAYear, true))
}
