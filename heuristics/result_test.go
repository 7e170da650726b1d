package heuristics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/heuristics"
)

const (
	sureTrue  = heuristics.ToTrue | heuristics.Sure
	sureFalse = heuristics.ToFalse | heuristics.Sure
)

// leaf is the outcome of a condition.
type leaf struct {
	number  int
	outcome bool
	other   float64
}

// other returns how near a call with these leaves came to the other result.
func other(guards []heuristics.Guard, result bool, leaves ...leaf) float64 {
	var r heuristics.Result
	r.Begin(guards)
	for _, l := range leaves {
		r.Hear(l.number, l.outcome, l.other)
	}
	return r.Other(result)
}

// checks is `if a { return false }; if b { return false }; return c`.
var checks = []heuristics.Guard{
	{First: 0, Formula: "a", Level: 0, Then: sureFalse},
	{First: 1, Formula: "a", Level: 1, Then: sureFalse},
	{First: 2, Formula: "a", Level: 2, Then: sureTrue, Else: sureFalse},
}

// all is `for ... { if a || b { return false } }; return c`.
var all = []heuristics.Guard{
	{First: 0, Formula: "ab|", Level: 0, Then: sureFalse},
	{First: 2, Formula: "a", Level: 1, Then: sureTrue, Else: sureFalse},
}

// anyOf is `for ... { if a { return true } }; return false`.
var anyOf = []heuristics.Guard{{First: 0, Formula: "a", Level: 0, Then: sureTrue}}

// sets is `ok := true; if a { ok = false }; if b { ok = false }; return ok`.
var sets = []heuristics.Guard{
	{First: 0, Formula: "a", Then: sureFalse},
	{First: 1, Formula: "a", Then: sureFalse},
}

// TestResultGrows: each call of a row comes nearer to the other result than the one before.
func TestResultGrows(t *testing.T) {
	good := leaf{0, false, 0.2}
	for name, rows := range map[string][]float64{
		"the same check, nearer": {
			other(checks, false, leaf{0, true, 0.3}), other(checks, false, leaf{0, true, 0.9}),
		},
		"a later check counts more than a nearer one": {
			other(checks, false, leaf{0, true, 0.9}), other(checks, false, good, leaf{1, true, 0.2}),
			other(checks, false, good, leaf{1, false, 0.2}, leaf{2, false, 0.11}),
		},
		"a loop that goes on longer": {
			other(all, false, leaf{0, true, 0.9}),
			other(all, false, leaf{0, false, 0.2}, leaf{1, false, 0.2}, leaf{0, true, 0.2}),
			other(all, false, leaf{0, false, 0.2}, leaf{1, false, 0.2}, leaf{0, false, 0.2}, leaf{1, true, 0.2}),
			other(all, false, leaf{2, false, 0.2}),
		},
		"the nearest of a list": {
			other(anyOf, false, leaf{0, false, 0.3}, leaf{0, false, 0.2}),
			other(anyOf, false, leaf{0, false, 0.3}, leaf{0, false, 0.8}, leaf{0, false, 0.2}),
		},
		"fewer flags": {
			other(sets, false, leaf{0, true, 0.3}, leaf{1, true, 0.3}),
			other(sets, false, leaf{0, true, 0.3}, leaf{1, false, 0.3}),
		},
		"away from true": {
			other(checks, true, good, good, leaf{2, true, 0.3}), other(checks, true, good, good, leaf{2, true, 0.6}),
		},
	} {
		for i := 1; i < len(rows); i++ {
			assert.Greater(t, rows[i], rows[i-1], "%s: %v", name, rows)
		}
	}
}

// A longer list alone is not nearer, after the function has left its loop.
func TestResultOfLongerLoop(t *testing.T) {
	pass := []leaf{{0, false, 0.2}, {1, false, 0.2}}
	end := leaf{2, false, 0.4}
	short := other(all, false, append(pass, end)...)
	long := other(all, false, append(append(append(pass, pass...), pass...), end)...)
	assert.Equal(t, short, long)
}

// In place of a bool variable counts the condition that was evaluated right before it, unless that is part of another
// guard.
func TestResultOfFlag(t *testing.T) {
	guards := []heuristics.Guard{{First: 1, Formula: "a!", Then: sureFalse}}
	assert.Equal(t, other(guards, false, leaf{1, false, 0.7}),
		other(guards, false, leaf{0, false, 0.7}, leaf{1, false, 0}))
	assert.Equal(t, other(guards, false, leaf{1, false, heuristics.Reached}), other(guards, false, leaf{1, false, 0}))
}

// A call whose result the function returns is the last guard.
func TestResultTold(t *testing.T) {
	guards := []heuristics.Guard{checks[0], {First: 1, Level: 1, Then: sureTrue, Else: sureFalse}}
	tell := func(near float64) float64 {
		var r heuristics.Result
		r.Begin(guards)
		r.Hear(0, false, 0.5)
		r.Tell(1, false, near)
		r.Tell(7, false, 0.9) // no guard has this number
		return r.Other(false)
	}
	assert.Greater(t, tell(0.6), tell(0.3))
	assert.Greater(t, tell(0.3), other(guards, false, leaf{0, true, 0.99}))
}

// Nothing is known of a function without leaves.
func TestResultOfNothing(t *testing.T) {
	var r heuristics.Result
	r.Hear(3, true, 0)
	assert.Zero(t, r.Other(true))
	assert.Zero(t, other(checks, true))
	assert.Zero(t, other([]heuristics.Guard{{Formula: "|&!b", Then: sureFalse}}, false))
}

// If no guard decided, the latest condition outside of all guards counts, such as the lookup of the result in a map.
func TestResultOfLoose(t *testing.T) {
	loose := func(near float64) float64 {
		var r heuristics.Result
		r.Hear(3, false, near)
		return r.Other(false)
	}
	assert.Greater(t, loose(0.9), loose(0.5))
	assert.Greater(t, loose(0.2), heuristics.Reached)
}

// Whatever is heard in whatever order, the value is that of a side that was not taken.
func TestResultBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		guards := rapid.SampledFrom([][]heuristics.Guard{nil, checks, all, anyOf, sets}).Draw(t, "guards")
		var r heuristics.Result
		r.Begin(guards)
		for range rapid.IntRange(0, 30).Draw(t, "leaves") {
			if rapid.IntRange(0, 9).Draw(t, "tells") == 0 {
				r.Tell(rapid.IntRange(-1, 4).Draw(t, "guard"), rapid.Bool().Draw(t, "told"),
					rapid.Float64Range(0, 1).Draw(t, "near"))
				continue
			}
			r.Hear(rapid.IntRange(0, 5).Draw(t, "leaf"), rapid.Bool().Draw(t, "outcome"),
				rapid.Float64Range(0, 1).Draw(t, "other"))
		}
		near := r.Other(rapid.Bool().Draw(t, "result"))
		assert.True(t, near == 0 || near >= heuristics.Reached && near < 1, "%v", near)
	})
}

func TestResultAllocates(t *testing.T) {
	var r heuristics.Result
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		r.Begin(all)
		r.Hear(0, false, 0.3)
		r.Hear(1, true, 0.3)
		r.Other(false)
	}))
}
