package probe

import (
	"math"
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"
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
	if atomic.LoadUint32(&c[0].state)&(mutedBoth|condKilled) != mutedBoth {
		choose(c, tag, values)
	}
	return tag
}

// choose looks for the value that the tag has, which is cheap, and at the
// distances to all others only if that may be news: for a tag that was seen in
// this round they are known. As the false side of a case is no target, its
// near has room to remember that.
//
//go:noinline
func choose[T Tag](c []Cond, tag T, values []T) {
	now, last := rounds.Load(), len(c)-1
	values = values[:min(last, len(values))]
	hit := slices.Index(values, tag)
	if hit < 0 {
		hit = last
	}
	if atomic.LoadUint32(&c[last].state)&condKilled != 0 {
		end()
		return
	}
	seen, mark := &c[hit].near[1], now|1
	if hit == last {
		mark = fingerprint(tag, now)
	}
	if now&changing == 0 && seen.Load() == mark {
		return
	}
	muted := compare(c, tag, values, hit)
	if now&changing != 0 || rounds.Load() != now {
		return // what was noted may be in another round
	}
	seen.Store(mark)
	if muted {
		c[0].settle(now)
	}
}

// compare notes the distances of tag to the values of all cases but hit, and
// that hit was taken. It reports whether there is no case that is not muted.
func compare[T Tag](c []Cond, tag T, values []T, hit int) (muted bool) {
	kind := reflect.TypeFor[T]().Kind()
	muted = true
	for i, v := range values {
		state := atomic.LoadUint32(&c[i].state)
		if state&mutedTrue != 0 {
			continue
		}
		muted = false
		switch {
		case i == hit:
			c[i].evaluated(true, 0, measureReal|caseBit)
		case state&(closedTrue|condListed) != closedTrue|condListed:
			c[i].evaluated(false, caseRank(&c[i], tag, v, kind), measureReal|caseBit)
		}
	}
	end := &c[len(c)-1]
	if atomic.LoadUint32(&end.state)&mutedTrue != 0 {
		return muted
	}
	if hit == len(c)-1 {
		end.evaluated(true, 0, measureReal|caseBit)
	} else {
		end.evaluated(false, realRank(leaving), measureReal|caseBit|measureFinal)
	}
	return false
}

// caseRank is the rank beside a case that was not taken, 0 where it is of no
// use.
func caseRank[T Tag](c *Cond, tag, v T, kind reflect.Kind) uint64 {
	if !c.wants(false) {
		return 0
	}
	if kind == reflect.String {
		a, b := *(*string)(unsafe.Pointer(&tag)), *(*string)(unsafe.Pointer(&v))
		if realRank(float64(lengthsApart(a, b))) <= c.near[0].Load() {
			return 0
		}
	}
	return unequalRank(tag, v, kind)
}

// fingerprint is a number for a tag in a round, never 0. Texts share one by a
// chance of 1 in 2^63.
func fingerprint[T Tag](tag T, round uint64) uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	p, kind, h := unsafe.Pointer(&tag), reflect.TypeFor[T]().Kind(), (round+1)*odd
	switch family(kind) {
	case signed:
		h ^= uint64(signedAt(p, kind))
	case unsigned:
		h ^= unsignedAt(p, kind)
	case floating:
		h ^= math.Float64bits(floatAt(p, kind))
	case textual:
		s := *(*string)(p)
		for i := range len(s) {
			h = (h ^ uint64(s[i]) + 1) * odd
			h ^= h >> 29
		}
	}
	return max(h, 1)
}

// settle makes a switch that is all muted cost one load: c is its first
// condition, whose false side tells, as it is no target. If something was
// unmuted since then, that is undone.
func (c *Cond) settle(then uint64) {
	c.change(0, mutedFalse|closedFalse)
	if rounds.Load() != then {
		c.change(mutedFalse|closedFalse, 0)
	}
}
