package task

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNegativeBudget(t *testing.T) {
	assert.NoError(t, Budget{Calls: 1}.Check())
	for _, b := range []Budget{{Calls: -1}, {Evaluations: -1}, {Time: -1}} {
		assert.ErrorContains(t, b.Check(), "negative")
	}
}

// TestCallsAfter: making tests smaller takes as many calls as the search had, and a few in any case.
func TestCallsAfter(t *testing.T) {
	for _, c := range []struct {
		calls  int
		costly bool
		most   int
	}{{10_000, false, 10_000}, {10_000, true, 10_000}, {300, false, leastCallsAfter}, {100, true, leastCallsCostly}} {
		assert.Equal(t, c.most, Budget{Calls: c.calls}.After(c.costly), c)
	}
}
