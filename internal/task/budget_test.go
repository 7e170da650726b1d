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
