//go:build !race

package supervise_test

const (
	raceEnabled    = false
	hugeAllocation = 64 << 30
)
