package mio_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
)

// TestSamplesFollowWhatTheyBring: with Adaptive, MIO samples less while mutants improve targets and samples do not. If
// both improve equally many targets, or none, the share of samples stays the same.
func TestSamplesFollowWhatTheyBring(t *testing.T) {
	const evaluations = 4000
	for name, tt := range map[string]struct {
		adaptive      bool
		better        func(p *script, i int) bool
		least, atMost float64 // bounds of the share of samples
	}{
		"mutants bring more":       {true, func(p *script, i int) bool { return p.parents[i-1] > 0 }, 0.04, 0.2},
		"mutants bring more, told": {false, func(p *script, i int) bool { return p.parents[i-1] > 0 }, 0.45, 0.55},
		"samples bring more":       {true, func(p *script, i int) bool { return p.parents[i-1] == 0 }, 0.45, 0.55},
		"nothing is brought":       {true, func(*script, int) bool { return false }, 0.45, 0.55},
	} {
		best := 0.1
		p := &script{}
		p.score = func(i int) fitness.Scores {
			if tt.better(p, i) {
				best += 0.0001
				return one(best)
			}
			return one(0.1)
		}
		require.NoError(t, p.session(evaluations).Run(context.Background(),
			&mio.MIO[int]{Pr: fixed(0.5), M: fixed(1), Adaptive: tt.adaptive}))
		samples := 0
		for _, parent := range p.parents {
			if parent == 0 {
				samples++
			}
		}
		share := float64(samples) / evaluations
		assert.GreaterOrEqual(t, share, tt.least, name)
		assert.LessOrEqual(t, share, tt.atMost, name)
	}
}
