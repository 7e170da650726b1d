package tracking_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// chain is a system whose conditions stand one behind the other: the owner is to be the text
// that is looked for, then the size is to be its length, and then target 30 comes nearer with
// the size. Side 10 and 20 lead on.
func (p *program) chain(c *testcase.Case) (listened bool, near float64) {
	v := valuesOf(c)
	owner, size, q := v[0][0].(string), v[0][1].(int64), v[1][0].(string)
	scores := fitness.Scores{}
	var heard []sut.Heard
	takes := func(holds bool, side fitness.ID, operands ...any) bool {
		heard = append(heard, sut.Heard{True: side, False: side + 1, Operands: operands})
		taken, other := side, side+1
		if !holds {
			taken, other = other, taken
		}
		scores = append(scores, fitness.Score{ID: taken, Value: 1, Action: 1},
			fitness.Score{ID: other, Value: 0.5, Action: 1})
		return holds
	}
	if takes(owner == q, 10, owner, q) && takes(size == int64(1000*len(owner)), 20, size, int64(1000*len(owner))) {
		near = float64(size) / 1e6
		scores = append(scores, fitness.Score{ID: 30, Value: near, Action: 1})
	}
	p.tracker.Begin()
	listened = p.listening
	p.heard = nil
	p.tracker.Called(c, 0)
	if listened {
		p.heard = heard
	}
	p.tracker.Called(c, 1)
	p.tracker.End(c, scores)
	return listened, near
}

// TestMutantsAreBroughtBack: inputs that have to fit a changed one follow it, one after the
// other, until the target is reached again.
func TestMutantsAreBroughtBack(t *testing.T) {
	p := newProgram(t, nil)
	r := rand.New(rand.NewPCG(1, 2))
	parent, child := p.test("underhill", 9000, "underhill"), p.test("underhill", 9000, "under the hill")
	_, score := p.chain(parent)
	p.chain(p.test("underhill", 8000, "underhill"))
	p.chain(p.test("underhill", 8000, "overhill")) // all sides of both conditions are covered
	tracking.Aimed(p.tracker, child, parent, 1, 30, score)
	p.chain(child)
	var tests [][][]any
	best := 0.0
	for range 20 {
		c := tracking.Mend(p.tracker, r)
		if c == nil {
			break
		}
		assert.True(t, tracking.Mends(p.tracker, c))
		tests = append(tests, valuesOf(c))
		listened, near := p.chain(c)
		assert.True(t, listened)
		best = max(best, near)
	}
	require.NotEmpty(t, tests)
	assert.Equal(t, valuesOf(parent), tests[0], "the way of the parent is looked at first")
	assert.Equal(t, valuesOf(child), tests[1])
	assert.Equal(t, [][]any{{"under the hill", int64(14000)}, {"under the hill"}}, tests[len(tests)-1])
	assert.Greater(t, best, score)
	assert.LessOrEqual(t, len(tests), 9)
}

// TestOnlyLostMutantsAreBroughtBack: a mutant that still reaches the target, or one for a
// target that is covered, is none; attempts that bring nothing end.
func TestOnlyLostMutantsAreBroughtBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p := newProgram(t, nil)
	parent := p.test("underhill", 9000, "underhill")
	_, score := p.chain(parent)
	for _, child := range []*testcase.Case{p.test("overhill", 8000, "overhill"), p.test("overhill", 9000, "bag end")} {
		target := fitness.ID(30)
		if valuesOf(child)[1][0] == "bag end" {
			target = 10 // it is covered
		}
		tracking.Aimed(p.tracker, child, parent, 1, target, score)
		p.chain(child)
		assert.Nil(t, tracking.Mend(p.tracker, r))
		assert.False(t, tracking.Mends(p.tracker, child))
	}
	tracking.Aimed(nil, parent, parent, 1, 30, score)
	assert.Nil(t, tracking.Mend(nil, r))
	assert.False(t, tracking.Mends(nil, parent))

	attempts := 0
	for range 200 { // those that follow are no nearer
		child := p.test("x", 9000, "underhill")
		tracking.Aimed(p.tracker, child, parent, 1, 30, 1)
		p.chain(child)
		for first := true; ; first = false {
			c := tracking.Mend(p.tracker, r)
			if c == nil {
				break
			}
			if first {
				attempts++
			}
			p.chain(c)
		}
	}
	assert.Positive(t, attempts)
	assert.Less(t, attempts, 40)
}
