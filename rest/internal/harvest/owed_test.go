package harvest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/problem"
)

// TestOwed: the executions that the kept tests take before they are written are owed, those in processes of their own
// among them.
func TestOwed(t *testing.T) {
	p := &purse{each: 2, owing: owing{renewed: 1}}
	p.spend(7)
	p.spend(3)
	assert.Equal(t, problem.Work{Tests: 2, Actions: 10}, p.done())
	p.add(3)
	p.add(2)
	assert.Equal(t, problem.Work{Tests: 6, Actions: 15}, p.owed())
	p.later, p.seldom = 5, 2
	assert.Equal(t, problem.Work{Tests: 16, Actions: 40}, p.owed())
	p.save()
	assert.Equal(t, problem.Work{Tests: 8, Actions: 20}, p.owed())
}
