package probe_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

func TestSwitch(t *testing.T) {
	c, s := newSwitch[int64](t, 5, 7, 100)
	none := heuristics.EqualInt(0, 0).OfFalse
	tests := map[level][4]float64{
		5: {1, heuristics.EqualInt(5, 7).OfTrue, heuristics.EqualInt(5, 100).OfTrue, none},
		7: {heuristics.EqualInt(7, 5).OfTrue, 1, heuristics.EqualInt(7, 100).OfTrue, none},
		9: {heuristics.EqualInt(9, 5).OfTrue, heuristics.EqualInt(9, 7).OfTrue, heuristics.EqualInt(9, 100).OfTrue, 1},
	}
	for tag, want := range tests {
		assert.Equal(t, tag, probe.SwitchI(c.group, s, tag))
		round := taken(t)
		assert.Len(t, round, 4, "only true sides")
		for i, value := range want {
			assert.Equal(t, value, round[c.cond(i, true)], "tag %d case %d", tag, i)
		}
	}
	probe.SwitchI(c.group, s, 9)
	probe.SwitchI(c.group, s, 8)
	assert.Equal(t, heuristics.EqualInt(8, 7).OfTrue, taken(t)[c.cond(1, true)], "none of them is no reason to stop")
}

func TestSwitchText(t *testing.T) {
	c, s := newSwitch(t, "got", "put")
	assert.Equal(t, label("get"), probe.SwitchS(c.group, s, label("get")))
	round := taken(t)
	assert.Equal(t, heuristics.EqualString("get", "got").OfTrue, round[c.cond(0, true)])
	assert.Equal(t, heuristics.EqualString("get", "put").OfTrue, round[c.cond(1, true)])
	assert.Equal(t, 1.0, round[c.cond(2, true)])
}

func TestSwitchNaN(t *testing.T) {
	c, s := newSwitch(t, 1, math.NaN())
	assert.True(t, math.IsNaN(probe.SwitchF(c.group, s, math.NaN())))
	assert.Equal(t, 1.0, taken(t)[c.cond(2, true)], "NaN is no case")
}

func TestSwitchMuted(t *testing.T) {
	c, s := newSwitch(t, "a", "b")
	t.Cleanup(probe.UnmuteAll)
	run := func() {
		for _, tag := range []string{"a", "b", "c"} {
			probe.SwitchS(c.group, s, tag)
		}
	}
	for i := range 3 {
		probe.Mute(c.cond(i, true))
		run()
		assert.Len(t, taken(t), 2-i, "%d muted", i+1)
	}
	run()
	assert.Empty(t, taken(t))
	probe.UnmuteAll()
	run()
	assert.Len(t, taken(t), 3)
}

// TestSwitchModel: whether a switch notes its tags or computes them when the round is read, it reports what one
// condition for each case would report.
func TestSwitchModel(t *testing.T) {
	t.Run("texts", func(t *testing.T) {
		modelSwitch(t, probe.SwitchS, heuristics.EqualString, []string{"ab", "a", "bäb", "", "\xff"},
			[]string{"", "b", "ä", "\x00", "\x7f", "x", "abba", "longer than that"})
	})
	t.Run("numbers", func(t *testing.T) {
		modelSwitch(t, probe.SwitchI[int64], heuristics.EqualInt, []int64{3, 300, -5, 63, 64, 127, 128, math.MinInt64},
			[]int64{-9, -1, 0, 1, 2, 62, 65, 126, 129, 1 << 40, math.MaxInt64})
	})
	t.Run("unsigned", func(t *testing.T) {
		modelSwitch(t, probe.SwitchU[uint64], heuristics.EqualUint, []uint64{0, 90, 500, math.MaxUint64},
			[]uint64{1, 5, 89, 127, 128, 700})
	})
	t.Run("floats", func(t *testing.T) {
		modelSwitch(t, probe.SwitchF[float64], heuristics.EqualFloat, []float64{0.1, 90, -3},
			[]float64{0, 0.2, 89, math.NaN(), math.Inf(1)})
	})
}

// modelSwitch draws tags from the values of the cases and from others.
func modelSwitch[T int64 | uint64 | float64 | string](
	t *testing.T, run func(*probe.Group, *probe.Choice, T) T, equal func(a, b T) heuristics.Truthness,
	values, others []T,
) {
	c, s := newSwitch(t, values...)
	rapid.Check(t, func(rt *rapid.T) {
		probe.UnmuteAll()
		probe.Drop()
		m := &model{c: c, best: map[probe.Target]float64{}, muted: map[probe.Target]bool{}}
		actions := m.driver(t)
		actions["mute"] = func(rt *rapid.T) { m.mute(c.cond(rapid.IntRange(0, len(values)).Draw(rt, "case"), true)) }
		actions["switch"] = func(rt *rapid.T) {
			tag := rapid.SampledFrom(append(slices.Clone(values), others...)).Draw(rt, "tag")
			if got := run(c.group, s, tag); got == got {
				assert.Equal(rt, tag, got)
			}
			for i, v := range values {
				m.raise(c.cond(i, true), equal(tag, v).OfTrue)
			}
			none := 1.0
			if slices.Contains(values, tag) {
				none = heuristics.Close(1)
			}
			m.raise(c.cond(len(values), true), none)
		}
		rt.Repeat(actions)
		assert.Equal(rt, m.best, taken(t))
	})
	probe.UnmuteAll()
}

// TestSwitchUnmuted: a tag that was seen while a case was muted is news for the case after it was unmuted.
func TestSwitchUnmuted(t *testing.T) {
	for _, tag := range []int{5, 6, 500, 600} { // a value of a case and another number, each small and large
		c, s := newSwitch[int64](t, 4, 5, 500)
		probe.Mute(c.cond(0, true))
		probe.SwitchI(c.group, s, tag)
		probe.SwitchI(c.group, s, tag)
		probe.UnmuteAll()
		probe.SwitchI(c.group, s, tag)
		assert.Equal(t, heuristics.EqualInt(int64(tag), 4).OfTrue, taken(t)[c.cond(0, true)])
	}
}

// TestFinalIsOfARound: the knowledge that a side cannot come nearer ends with the round.
func TestFinalIsOfARound(t *testing.T) {
	c := newCells(t, 0, 2)
	less := func(a, b int64) bool { return probe.Ints(c.at(0)).Lt(a, b) }
	for range 3 {
		for _, a := range []int64{3, 4, 1} { // 4 is next to the other side
			assert.True(t, less(a, 5))
			assert.True(t, probe.Bool(c.group, &c.conds[1], true))
		}
		round := taken(t)
		assert.Equal(t, heuristics.Truthness{OfTrue: 1, OfFalse: heuristics.Close(1)}, c.truthness(round, 0))
		assert.Equal(t, heuristics.Truthness{OfTrue: 1, OfFalse: heuristics.Reached}, c.truthness(round, 1))
		less(1, 5)
		assert.Equal(t, heuristics.Close(4), c.truthness(taken(t), 0).OfFalse)
		less(4, 5)
		assert.False(t, less(5, 5))
		assert.Equal(t, heuristics.Truthness{OfTrue: 1, OfFalse: 1}, c.truthness(taken(t), 0))
	}
}
