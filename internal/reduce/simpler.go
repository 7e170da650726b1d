package reduce

import (
	"encoding/json"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// zeros returns the values that come closest to the zero value of a gene. It returns none if the gene has one of them:
// a test leaves out fields that are zero.
func zeros(g gene.Gene) (out []any) {
	v := g.Value()
	if _, parent := g.(gene.Parent); parent {
		s, ok := g.(gene.Simplifier)
		switch {
		case ok && isRecursive(g):
			return s.Simpler()
		case ok && len(s.Simpler()) > 0:
			return []any{[]any{}, value.Object{}}
		}
		return []any{nil} // most genes refuse nil
	}
	var zero any
	switch v.(type) {
	case bool:
		zero = false
	case int64, json.Number:
		zero = int64(0)
	case float64:
		zero = 0.0
	case string:
		zero = ""
	}
	if value.Equal(v, zero) {
		return nil
	}
	return []any{zero}
}

// isPlain reports whether a gene can only be made smaller as a whole: it has no parts that are made small themselves,
// or is a list of which elements may be removed.
func isPlain(g gene.Gene) bool {
	_, parent := g.(gene.Parent)
	_, simplifier := g.(gene.Simplifier)
	return !parent || simplifier && !isRecursive(g)
}

// isRecursive reports whether values of a gene may contain values of the same kind.
func isRecursive(g gene.Gene) bool {
	_, simplifier := g.(gene.Simplifier)
	_, wrapper := g.(gene.Wrapper)
	return simplifier && wrapper
}

// numbers returns the constants in the conditions that a test is needed for.
func numbers(values func(fitness.ID) []any, c *Candidate) (out []int64) {
	if values == nil {
		return nil
	}
	for _, id := range c.Need {
		for _, v := range values(id) {
			if n, ok := v.(int64); ok {
				out = append(out, n)
			}
		}
	}
	return out
}

// assign gives a gene a value, and reports whether the gene now has exactly this value.
func assign(g gene.Gene, v any) bool {
	return !value.Equal(g.Value(), v) && gene.Assign(g, v) && value.Equal(g.Value(), v)
}
