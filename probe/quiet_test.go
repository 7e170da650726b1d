package probe_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestQuietEndsWithTheRound: an outcome that was quiet at the end of a round is news in the next one, and its distance
// too, whether the round was ended by Take or by Drop.
func TestQuietEndsWithTheRound(t *testing.T) {
	c := newCells(t, 0, 3)
	for round := range 6 {
		if round%2 == 1 {
			probe.Ints(c.at(0)).Eq(5, 5)
			for n := range int64(6) {
				probe.Ints(c.at(1)).Lt(1+n%2, 2)
				probe.EqT(c.group, &c.conds[2], &c.nears[2], n%2, 1)
			}
			probe.Drop()
		}
		for range 4 {
			probe.Ints(c.at(0)).Eq(int64(round), -3)
			probe.Ints(c.at(1)).Lt(3, 4)
			probe.EqT(c.group, &c.conds[2], &c.nears[2], 3, 4)
		}
		assert.Equal(t, map[probe.Target]float64{
			c.cond(0, false): 1, c.cond(0, true): heuristics.EqualInt(int64(round), -3).OfTrue,
			c.cond(1, true): 1, c.cond(1, false): heuristics.LessInt(3, 4).OfFalse,
			c.cond(2, false): 1, c.cond(2, true): heuristics.EqualInt(3, 4).OfTrue,
		}, taken(t), "round %d", round)
	}
}

// TestQuietIsNeverLeft: whenever rounds begin while a condition is evaluated all the time, in the end its outcomes are
// reported again.
func TestQuietIsNeverLeft(t *testing.T) {
	c := newCells(t, 0, 8)
	for range 50 {
		var stop atomic.Bool
		var busy sync.WaitGroup
		for worker := range 2 {
			busy.Go(func() {
				for n := int64(worker); !stop.Load(); n++ {
					i := n % 8
					probe.Ints(c.at(int(i))).Lt(n%5, 3)
				}
			})
		}
		for range 100 {
			probe.Drop()
			probe.Take(func(probe.Target, float64) {})
		}
		stop.Store(true)
		busy.Wait()
		probe.Drop()
		want := map[probe.Target]float64{}
		for i := range c.conds {
			probe.Ints(c.at(i)).Lt(1, 3)
			want[c.cond(i, true)], want[c.cond(i, false)] = 1, heuristics.LessInt(1, 3).OfFalse
		}
		require.Equal(t, want, taken(t))
	}
}

// TestQuietWhenMuted: a condition is quiet while both of its sides are muted,
// and only then.
func TestQuietWhenMuted(t *testing.T) {
	c := newCells(t, 0, 2)
	t.Cleanup(probe.UnmuteAll)
	run := func() {
		for range 3 {
			probe.Ints(c.at(0)).Lt(1, 3)
			probe.Texts(c.at(1)).Eq("a", "b")
		}
	}
	for range 3 {
		run()
		for _, side := range []bool{true, false} {
			probe.Mute(c.cond(0, side))
			probe.Mute(c.cond(1, side))
			run()
		}
		assert.Empty(t, taken(t))
		run()
		probe.Drop()
		probe.UnmuteAll()
		assert.Empty(t, taken(t))
		run()
		assert.Len(t, taken(t), 4)
		probe.Mute(c.cond(0, true))
		run()
		assert.Len(t, taken(t), 3)
		probe.UnmuteAll()
	}
}

// TestUnmutedIsWanted: an outcome that was quiet because the other side was muted reports the distance to that side in
// the round in which it is unmuted.
func TestUnmutedIsWanted(t *testing.T) {
	c := newCells(t, 0, 1)
	t.Cleanup(probe.UnmuteAll)
	probe.Mute(c.cond(0, false))
	for range 3 {
		probe.Ints(c.at(0)).Lt(1, 3)
	}
	probe.UnmuteAll()
	probe.Ints(c.at(0)).Lt(1, 3)
	assert.Equal(t, map[probe.Target]float64{c.cond(0, true): 1, c.cond(0, false): heuristics.LessInt(1, 3).OfFalse},
		taken(t))
}
