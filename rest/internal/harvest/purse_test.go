package harvest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPursesSave: where the calls do not suffice, tests are executed as seldom as they may be,
// once, and late only where that is allowed.
func TestPursesSave(t *testing.T) {
	for name, tt := range map[string]struct {
		p          purse
		kept, each int
		left       int
	}{
		"any number":       {purse{each: 4, late: true}, 3, 4, 0},
		"enough":           {purse{limit: 120, each: 4, late: true}, 3, 4, 0},
		"not enough":       {purse{limit: 40, each: 4, late: true}, 3, 1, 0},
		"on a fresh one":   {purse{limit: 70, each: 5, fresh: 1, late: true}, 3, 2, 0},
		"not late":         {purse{limit: 70, each: 4}, 1, 4, 2},
		"not even with it": {purse{limit: 25, each: 4, late: true}, 2, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p, kept := tt.p, 0
			for range 3 {
				if p.keep(10) {
					kept++
				}
			}
			assert.Equal(t, tt.kept, kept)
			assert.Equal(t, tt.each, p.each)
			assert.Equal(t, tt.left, p.left)
			assert.Equal(t, tt.each == leastExecutions-1+tt.p.fresh, p.thrifty)
		})
	}
	p := purse{limit: 10, each: 5}
	assert.True(t, p.save())
	assert.Equal(t, leastExecutions-1, p.each, "the execution that a test comes from counts")
	assert.False(t, p.save(), "it is as seldom already")
}

// TestPursesShare: what one test does not use of its share is there for those after it.
func TestPursesShare(t *testing.T) {
	p := purse{limit: 12, each: 1}
	p.share(3)
	assert.True(t, p.tries(2))
	assert.False(t, p.tries(3), "it could not be kept")
	p.spend(1)
	assert.True(t, p.tries(1))
	assert.False(t, p.tries(2))
	p.kept++
	p.share(2)
	assert.True(t, p.tries(2), "ten are left for two")
	p.spend(2)
	p.kept++
	p.share(1)
	assert.Equal(t, 7, p.until-p.spent)
	p.atLeast(4)
	assert.Equal(t, 8, p.until-p.spent)
	p.until = 0
	assert.True(t, p.tries(7))
}
