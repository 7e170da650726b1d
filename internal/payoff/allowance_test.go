package payoff_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/payoff"
)

func TestAllowance(t *testing.T) {
	a := payoff.Allowance{Free: 3, Each: 2, Tests: 10}
	assert.True(t, a.Allows(2, 0, 9))
	assert.False(t, a.Allows(3, 0, 9))
	assert.True(t, a.Allows(3, 1, 0), "one paid")
	assert.False(t, a.Allows(5, 1, 9))
	assert.True(t, a.Allows(5, 1, 10), "after ten tests")
	assert.False(t, payoff.Allowance{}.Allows(0, 0, 1000), "nothing is allowed")
}
