package probe

import (
	"reflect"
	"sync/atomic"
)

// Tag is what a switch with constant cases may be about.
type Tag interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64 | ~string
}

// Switch is tag, about to be compared with the values of a switch's cases.
// There is one condition for each value and, last, one for none of them. Only
// their true sides are targets: the false sides have numbers too, but are
// never told.
func Switch[T Tag](c []Cond, tag T, values ...T) T {
	if int32(atomic.LoadUint32(&c[0].state)) < mutedBoth {
		choose(c, tag, values)
	}
	return tag
}

// generation counts the calls of UnmuteAll.
var generation atomic.Uint32

//go:noinline
func choose[T Tag](c []Cond, tag T, values []T) {
	before := generation.Load()
	kind := reflect.TypeFor[T]().Kind()
	last := len(c) - 1
	none, muted := true, true
	for i, v := range values[:min(last, len(values))] {
		taken := none && tag == v
		none = none && !taken
		if int32(atomic.LoadUint32(&c[i].state)&(mutedTrue|killedBit)) == mutedTrue {
			continue
		}
		muted = false
		rank := uint64(0)
		if !taken && c[i].wants(false) {
			rank = unequalRank(tag, v, kind)
		}
		c[i].evaluated(taken, rank, measureReal|caseBit)
	}
	c[last].evaluated(none, realRank(leaving), measureReal|caseBit)
	if muted && atomic.LoadUint32(&c[last].state)&mutedTrue != 0 {
		c[0].settle(before)
	}
}

// settle makes a switch that is all muted cost one load: c is its first
// condition, whose false side tells, as it is no target. If something was
// unmuted since before, that is undone.
func (c *Cond) settle(before uint32) {
	atomic.OrUint32(&c.state, mutedFalse|closedFalse)
	if generation.Load() != before {
		atomic.AndUint32(&c.state, ^uint32(mutedFalse|closedFalse))
	}
}
