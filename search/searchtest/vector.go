package searchtest

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Vector is the individual of the toy problems: a few integers.
type Vector []int

// Sample draws a vector of a toy problem at random.
func (t Toy) Sample(r *rand.Rand) Vector {
	v := make(Vector, t.Shortest+r.IntN(t.Longest-t.Shortest+1))
	for i := range v {
		v[i] = r.IntN(t.Limit)
	}
	return v
}

// Mutate returns a mutated copy of a vector of n numbers. It changes each number with the probability 1/n, and at least
// one number. If the length may vary, one mutant in four has a number more or less instead.
func (t Toy) Mutate(r *rand.Rand, parent Vector, focus float64) Vector {
	if t.Shortest < t.Longest && r.IntN(4) == 0 {
		return t.resize(r, parent)
	}
	v := slices.Clone(parent)
	t.move(r, v, r.IntN(len(v)), focus)
	for i := range v {
		if r.IntN(len(v)) == 0 {
			t.move(r, v, i, focus)
		}
	}
	return v
}

func (t Toy) resize(r *rand.Rand, parent Vector) Vector {
	grow := r.IntN(2) == 0
	if len(parent) <= t.Shortest || grow && len(parent) < t.Longest {
		return slices.Insert(slices.Clone(parent), r.IntN(len(parent)+1), r.IntN(t.Limit))
	}
	i := r.IntN(len(parent))
	return slices.Delete(slices.Clone(parent), i, i+1)
}

// move adds or subtracts a power of two. The largest power falls with the focus, from half the range of numbers to its
// square root.
func (t Toy) move(r *rand.Rand, v Vector, i int, focus float64) {
	most := float64(bits.Len(uint(t.Limit - 1)))
	delta := 1 << r.IntN(max(int(most*(1-focus/2)), 1))
	if r.IntN(2) == 0 {
		delta = -delta
	}
	v[i] = min(max(v[i]+delta, 0), t.Limit-1)
}
