package twin

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheOtherZoneIsFarAway(t *testing.T) {
	for _, hours := range []int{-12, -9, -5, 0, 1, 5, 9, 13, 14} {
		zone, err := time.LoadLocation(otherZone(hours * 3600))
		require.NoError(t, err)
		_, offset := time.Unix(0, 0).In(zone).Zone()
		apart := (time.Duration(offset-hours*3600) * time.Second).Abs()
		assert.Greater(t, apart, 9*time.Hour, hours)
		assert.NotZero(t, apart%time.Hour, hours)
	}
}
