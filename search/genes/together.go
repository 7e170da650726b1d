package genes

import (
	"math/bits"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
)

const (
	// togetherRate is the share of mutations that change two integers at once.
	togetherRate = 0.5
	// maxRatio is how many times as far as the other one an integer moves at most.
	maxRatio = 4
	// shortRate is the share of steps that are no longer than the numbers.
	shortRate = 0.5
	// wide and narrow are the greatest exponents of a step at the beginning and at the end of a search.
	wide, narrow = 30, 10
)

// together moves two integers of a gene by multiples of one step, and reports whether it did. Where an equation
// holds between integers, each of them alone is at its best: only a move of both along the equation
// brings them nearer to what else is wanted.
func together(r *rand.Rand, g gene.Gene, focus float64) bool {
	var all []gene.Gene
	for part := range gene.Walk(g) {
		if _, ok := part.Value().(int64); ok && isLeaf(part) {
			all = append(all, part)
		}
	}
	if len(all) < 2 {
		return false
	}
	i := r.IntN(len(all))
	j := (i + 1 + r.IntN(len(all)-1)) % len(all)
	longest := wide - int(focus*(wide-narrow))
	if r.Float64() < shortRate { // no longer than the numbers
		longest = min(longest, max(bits.Len64(magnitude(all[i])), bits.Len64(magnitude(all[j]))))
	}
	step := int64(1) << r.IntN(1+longest)
	return move(all[i], step*ratio(r)) && move(all[j], step*ratio(r))
}

// magnitude is the distance of an integer from zero.
func magnitude(g gene.Gene) uint64 {
	n, _ := g.Value().(int64)
	return uint64(max(n, -n))
}

// isLeaf reports whether a gene is made of no other one, and can be told its value.
func isLeaf(g gene.Gene) bool {
	_, assigns := g.(gene.Assigner)
	_, wraps := g.(gene.Wrapper)
	_, parent := g.(gene.Parent)
	return assigns && !wraps && !parent
}

// ratio draws from -maxRatio to maxRatio without 0.
func ratio(r *rand.Rand) int64 {
	n := 1 + r.Int64N(maxRatio)
	if r.IntN(2) == 0 {
		return -n
	}
	return n
}

// move adds to an integer, and reports whether the gene takes that. What overflows is not taken.
func move(g gene.Gene, by int64) bool {
	old, ok := g.Value().(int64)
	now := old + by
	return ok && (now > old) == (by > 0) && gene.Assign(g, now)
}
