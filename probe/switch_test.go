package probe_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// TestSwitchModel: what a switch remembers of a round changes nothing of what
// the round tells.
func TestSwitchModel(t *testing.T) {
	c := newCells(t, 0, 4)
	values := []string{"ab", "a", "bäb"}
	rapid.Check(t, func(rt *rapid.T) {
		probe.UnmuteAll()
		probe.Drop()
		m := &model{c: c, best: map[probe.Target]float64{}, muted: map[probe.Target]bool{}}
		actions := m.driver(t)
		actions["mute"] = func(rt *rapid.T) { m.mute(c.cond(rapid.IntRange(0, 3).Draw(rt, "case"), true)) }
		actions["switch"] = func(rt *rapid.T) {
			tag := rapid.SampledFrom([]string{"ab", "a", "bäb", "", "b", "ä", "abba", "longer than that"}).Draw(rt, "tag")
			assert.Equal(rt, tag, probe.Switch(c.conds, tag, values...))
			for i, v := range values {
				m.raise(c.cond(i, true), heuristics.EqualString(tag, v).OfTrue)
			}
			none := 1.0
			if slices.Contains(values, tag) {
				none = heuristics.Close(1)
			}
			m.raise(c.cond(3, true), none)
		}
		rt.Repeat(actions)
		assert.Equal(rt, m.best, taken(t))
	})
	probe.UnmuteAll()
}

// TestSwitchUnmuted: a tag that was seen while a case was muted has news for
// it afterwards.
func TestSwitchUnmuted(t *testing.T) {
	for _, tag := range []int{5, 6} { // a value and none
		c := newCells(t, 0, 3)
		probe.Mute(c.cond(0, true))
		probe.Switch(c.conds, tag, 4, 5)
		probe.Switch(c.conds, tag, 4, 5)
		probe.UnmuteAll()
		probe.Switch(c.conds, tag, 4, 5)
		assert.Equal(t, heuristics.EqualInt(int64(tag), 4).OfTrue, taken(t)[c.cond(0, true)])
	}
}

// TestFinalIsOfARound: that a side came as near as it can is known for one
// round only.
func TestFinalIsOfARound(t *testing.T) {
	c := newCells(t, 0, 2)
	for range 3 {
		for _, a := range []int64{3, 4, 1} { // 4 is next to the other side
			assert.True(t, probe.LtI(&c.conds[0], a, 5))
			assert.True(t, probe.Bool(&c.conds[1], true))
		}
		round := taken(t)
		assert.Equal(t, heuristics.Truthness{OfTrue: 1, OfFalse: heuristics.Close(1)}, c.truthness(round, 0))
		assert.Equal(t, heuristics.Truthness{OfTrue: 1, OfFalse: heuristics.Reached}, c.truthness(round, 1))
		probe.LtI(&c.conds[0], 1, 5)
		assert.Equal(t, heuristics.Close(4), c.truthness(taken(t), 0).OfFalse)
		probe.LtI(&c.conds[0], 4, 5)
		assert.False(t, probe.LtI(&c.conds[0], 5, 5))
		assert.Equal(t, heuristics.Truthness{OfTrue: 1, OfFalse: 1}, c.truthness(taken(t), 0))
	}
}
