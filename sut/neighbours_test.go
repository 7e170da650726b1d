package sut

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe/neighbour"
)

// TestNeighboursAreKeptFromTheFirstQuestionOn: before it, requests go their way.
func TestNeighboursAreKeptFromTheFirstQuestionOn(t *testing.T) {
	t.Cleanup(neighbour.Stop)
	none := new(Probes).surroundings()
	assert.Nil(t, none.Neighbours, "this program shows no requests")
	assert.Nil(t, none.Arrange)
	for name, begin := range map[string]func(asked func() []Asked, arrange func([]Answer)){
		"asked":    func(asked func() []Asked, _ func([]Answer)) { assert.Empty(t, asked()) },
		"arranged": func(_ func() []Asked, arrange func([]Answer)) { arrange([]Answer{{Break: Closed}}) },
		"both": func(asked func() []Asked, arrange func([]Answer)) {
			arrange(nil)
			assert.Empty(t, asked())
		},
	} {
		t.Run(name, func(t *testing.T) {
			neighbour.Stop()
			asked, arrange := surrounded()
			assert.False(t, neighbour.Watching())
			begin(asked, arrange)
			assert.True(t, neighbour.Watching())
		})
	}
}
