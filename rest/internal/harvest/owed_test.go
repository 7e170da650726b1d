package harvest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOwed: where calls are costly, those that the kept tests take before they are written count as spent.
func TestOwed(t *testing.T) {
	p := &purse{spent: 10, kept: 5, each: 2}
	assert.Equal(t, 10, p.owed(false))
	assert.Equal(t, 25, p.owed(true))
	p.save()
	assert.Equal(t, 20, p.owed(true))
}
