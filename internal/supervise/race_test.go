//go:build race && unix

package supervise_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/supervise"
)

// hugeAllocation is just above the limit. Memory that the kernel does not refuse, the race detector would fill with its
// shadow memory.
const hugeAllocation = memoryLimit + 64<<20

// TestDataRace: a program goes on after a data race, and ends with the code of
// the race detector.
func TestDataRace(t *testing.T) {
	exit := run(t, "race")
	assert.Equal(t, supervise.Raced, exit.Kind, "%s", exit.Stderr)
	assert.Equal(t, 66, exit.Code)
	assert.Regexp(t, `^supervise_test\.race(\.func1)?`+file, exit.Frame, "%s", exit.Stderr)
}
