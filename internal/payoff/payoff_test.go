package payoff_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/payoff"
)

func TestRate(t *testing.T) {
	var untried, paid, vain, dear payoff.Payoff
	for range 50 {
		paid.Note(1, 1)
		vain.Note(0, 1)
		dear.Note(1, 20)
	}
	assert.Greater(t, paid.Rate(), untried.Rate())
	assert.Greater(t, untried.Rate(), vain.Rate())
	assert.Greater(t, paid.Rate(), dear.Rate(), "the same gain at a higher cost")
	for range 5000 {
		paid.Note(0, 1)
		vain.Note(0, 1)
	}
	assert.InDelta(t, vain.Rate(), paid.Rate(), 1e-4, "the gain is long ago")
	assert.Positive(t, vain.Rate())
}

func TestManyAtOnce(t *testing.T) {
	var door, steps payoff.Payoff
	door.Note(64, 64)
	for range 64 {
		steps.Note(1, 1)
	}
	assert.Greater(t, steps.Rate(), door.Rate())
	var free payoff.Payoff
	free.Note(0, 0)
	assert.Less(t, free.Rate(), new(payoff.Payoff).Rate(), "a try without a cost counts")
}

func TestShare(t *testing.T) {
	for name, tt := range map[string]struct{ rate, whole, want float64 }{
		"as all":    {0.2, 0.2, 1},
		"half":      {0.1, 0.2, 0.5},
		"nothing":   {1e-9, 0.2, 0.1},
		"very much": {9, 0.2, 2},
	} {
		assert.InDelta(t, tt.want, payoff.Share(tt.rate, tt.whole), 1e-9, name)
	}
}
