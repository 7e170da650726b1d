//go:build !race

package supervise_test

const hugeAllocation = 64 << 30
