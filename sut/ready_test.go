package sut

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
)

// TestProbesBeforeInside: the error names the call of the tracer that a problem forgot.
func TestProbesBeforeInside(t *testing.T) {
	p := &Probes{}
	p.Cover(slices.Values([]fitness.ID{0}))
	require.EqualError(t, p.Begin(t.Context(), false),
		"probes: Tracer.Begin before Tracer.Inside: a problem calls Inside once, when it is made")
	_, err := p.Take(t.Context(), nil)
	assert.EqualError(t, err, "probes: Tracer.Take before Tracer.Inside: a problem calls Inside once, when it is made")
}
