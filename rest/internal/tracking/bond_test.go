package tracking_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
)

// pays has a trial whose last call has a value cover a side, and returns whether there
// was one.
func (p *program) pays(value any, side fitness.ID) bool {
	r := rand.New(rand.NewPCG(1, 2))
	for p.tracker.Waiting() {
		next := p.tracker.Next(r)
		if next == nil {
			break
		}
		values := valuesOf(next)
		if last := values[len(values)-1]; last[0] == value {
			p.evaluate(next, side)
			return true
		}
		p.evaluate(next)
	}
	return false
}

// bound counts how often a test has two values after its bonds had their say.
func (p *program) bound(owner, q string, wantOwner, wantQ string) (count int) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		c := p.test(owner, 7, q)
		p.tracker.Inputs().Bind(r, c)
		if values := valuesOf(c); values[0][0] == wantOwner && values[1][0] == wantQ {
			count++
		}
	}
	return count
}

// TestInputsThatHaveToBeEqualAreBound: the relation that made a condition hold is kept,
// and not the value alone.
func TestInputsThatHaveToBeEqualAreBound(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: []any{values[1][0], values[0][0]}}}
	})
	assert.Zero(t, p.bound("gondor", "moria", "gondor", "gondor"), "nothing is known")
	p.evaluate(p.test("frodo", 1, "forest"), 11)
	require.True(t, p.pays("frodo", 10))
	assert.InDelta(t, 50, p.bound("gondor", "moria", "gondor", "gondor"), 20)
	assert.Equal(t, 100, p.bound("gondor", "gondor", "gondor", "gondor"))
}

// TestMomentsThatHaveToBeInOrderAreBound: one keeps its distance from the other.
func TestMomentsThatHaveToBeInOrderAreBound(t *testing.T) {
	moment := func(v any) string {
		at, _ := time.Parse(time.DateOnly, v.(string))
		return at.Format(time.RFC3339Nano)
	}
	p := newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: []any{moment(values[1][0]), moment(values[0][0])}}}
	})
	p.evaluate(p.test("2024-03-10", 1, "2024-02-29"), 11)
	require.True(t, p.pays("2024-03-11", 10))
	assert.InDelta(t, 50, p.bound("2019-12-31", "2010-01-01", "2019-12-31", "2020-01-01"), 20)
	assert.Zero(t, p.bound("no date", "2010-01-01", "no date", "2020-01-01"))
}

// TestConstantsAreNotBound: what a condition compares with a constant is no relation.
func TestConstantsAreNotBound(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: []any{values[1][0], "rohan"}}}
	})
	p.evaluate(p.test("frodo", 1, "forest"), 11)
	require.True(t, p.pays("rohan", 10))
	assert.Equal(t, 100, p.bound("gondor", "moria", "gondor", "moria"))
}
