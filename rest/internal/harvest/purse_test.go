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
		"not enough":       {purse{limit: 70, each: 4, late: true}, 3, 2, 0},
		"not late":         {purse{limit: 70, each: 4}, 1, 4, 2},
		"not even with it": {purse{limit: 50, each: 4, late: true}, 2, 2, 1},
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
			assert.Equal(t, tt.each == leastExecutions, p.thrifty)
		})
	}
	p := purse{limit: 10, each: 5}
	assert.True(t, p.save())
	assert.Equal(t, leastExecutions, p.each)
	assert.False(t, p.save(), "it is as seldom already")
}
