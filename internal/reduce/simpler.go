package reduce

import (
	"encoding/json"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// zeros lists the values that come closest to the zero value of a gene, unless it
// has one of them: a test leaves out fields that are zero.
func zeros(g gene.Gene) (out []any) {
	v := g.Value()
	if _, parent := g.(gene.Parent); parent {
		s, ok := g.(gene.Simplifier)
		switch {
		case ok && recurs(g):
			return s.Simpler()
		case ok && len(s.Simpler()) > 0:
			return []any{[]any{}, value.Object{}}
		}
		return []any{nil} // which most refuse
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

// isPlain reports whether the value of a gene is all there is of it to make
// small: it has no parts that are made small by themselves, or is a list of which
// some may go.
func isPlain(g gene.Gene) bool {
	_, parent := g.(gene.Parent)
	_, simplifier := g.(gene.Simplifier)
	return !parent || simplifier && !recurs(g)
}

// recurs reports whether a gene has values that may hold values of their own kind.
func recurs(g gene.Gene) bool {
	_, simplifier := g.(gene.Simplifier)
	_, wrapper := g.(gene.Wrapper)
	return simplifier && wrapper
}

// numbers are the constants of the conditions that a test is needed for.
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

// assign gives a gene a value, and reports whether it took it as it is.
func assign(g gene.Gene, v any) bool {
	return !value.Equal(g.Value(), v) && gene.Assign(g, v) && value.Equal(g.Value(), v)
}
