package twin

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestWearIsToldOnce: one warning says why processes were replaced, and how long that took if it was long.
func TestWearIsToldOnce(t *testing.T) {
	var w, other wear
	assert.Empty(t, w.warnings(time.Minute))
	w.replaced(&outcome{Worn: piledUp}, 500*time.Millisecond)
	assert.Equal(
		t, []string{"the process of the search was replaced once, since goroutines piled up in " +
			"it that the system starts and does not end; faults of goroutine leaks name the places where they start"},
		w.warnings(time.Second),
	)
	for range 3 {
		other.replaced(&outcome{Worn: stillRuns}, 5*time.Second)
		other.replaced(&outcome{Worn: piledUp}, 5*time.Second)
	}
	w.add(&other)
	all := w.warnings(time.Minute)
	assert.Len(t, all, 2)
	assert.Contains(t, all[0], "replaced 4 times, since goroutines piled up in it that the system starts and does "+
		"not end, about 50 % of the time went to their starts; faults")
	assert.Contains(t, all[1], "replaced 3 times, since calls that got no answer in time went on in it, or "+
		"transactions that it left open held rows; a handler")
	assert.NotContains(t, w.warnings(time.Hour)[0], "%", "it does not matter")
}
