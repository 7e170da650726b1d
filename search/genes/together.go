package genes

import (
	"math/bits"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
)

const (
	// togetherRate is the share of mutations that change two integers at once.
	togetherRate = 0.5
	// maxRatio is by how many steps an integer moves at most.
	maxRatio = 4
	// shortRate is the share of mutations whose step is no longer than the larger of the two integers.
	shortRate = 0.5
	// maxExponentAtStart and maxExponentAtEnd are the greatest exponents of a step, which is a power of two, at the
	// beginning and at the end of a search.
	maxExponentAtStart, maxExponentAtEnd = 30, 10
)

// moveTogether moves two integers of a gene by small multiples of one step, and reports whether it did. Where an
// equation such as x = 3*y holds between integers, a change of one alone makes the score worse: only a move of both
// along the equation brings them nearer to the other goals.
func moveTogether(r *rand.Rand, g gene.Gene, focus float64) bool {
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
	longest := maxExponentAtStart - int(focus*(maxExponentAtStart-maxExponentAtEnd))
	if r.Float64() < shortRate { // a step no longer than the larger integer
		longest = min(longest, max(bits.Len64(magnitude(all[i])), bits.Len64(magnitude(all[j]))))
	}
	step := int64(1) << r.IntN(1+longest)
	return move(all[i], step*ratio(r)) && move(all[j], step*ratio(r))
}

// magnitude returns the absolute value of an integer gene.
func magnitude(g gene.Gene) uint64 {
	n, _ := g.Value().(int64)
	return uint64(max(n, -n))
}

// isLeaf reports whether a gene consists of no other gene and can be assigned a value.
func isLeaf(g gene.Gene) bool {
	_, assigns := g.(gene.Assigner)
	_, wraps := g.(gene.Wrapper)
	_, parent := g.(gene.Parent)
	return assigns && !wraps && !parent
}

// ratio draws an integer from -maxRatio to maxRatio, but never 0.
func ratio(r *rand.Rand) int64 {
	n := 1 + r.Int64N(maxRatio)
	if r.IntN(2) == 0 {
		return -n
	}
	return n
}

// move adds a number to an integer gene, and reports whether the gene accepted the sum. A sum that overflows changes
// nothing.
func move(g gene.Gene, by int64) bool {
	old, ok := g.Value().(int64)
	now := old + by
	return ok && (now > old) == (by > 0) && gene.Assign(g, now)
}
