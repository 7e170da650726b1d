package genotype

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
)

func TestWait(t *testing.T) { genetest.Run(t, func() gene.Gene { return newWait() }) }

// TestWaitsMoveByTheCalendar: most mutations are a unit of the calendar, forward or back, and none leaves the range.
func TestWaitsMoveByTheCalendar(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const from = 40 * 24 * 60 * 60
	met, other := map[int64]int{}, 0
	for range 600 {
		g := newWait()
		assert.True(t, g.Assign(int64(from)))
		g.Mutate(r, 0.5)
		if d := g.Value().(int64) - from; max(d, -d)%60 == 0 {
			met[d]++
		} else {
			other++
		}
	}
	for _, d := range Around(0) {
		if from+d > 0 { // a year ago is no time that passes
			assert.Greater(t, met[d], 10, d)
		}
	}
	assert.Positive(t, other)
	assert.Less(t, other, 200)
}

// TestSimplerWaits: seconds, minutes and hours that do not matter go.
func TestSimplerWaits(t *testing.T) {
	for now, want := range map[int64][]any{
		255601: {int64(255660)}, 255660: {int64(259200)}, 90000: {int64(172800)}, 259200: nil,
	} {
		g := newWait()
		assert.True(t, g.Assign(now))
		assert.Equal(t, want, g.Simpler(), now)
	}
}
