package api

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// Bit returns the bit of a parameter in [Operation.Following], 0 if there are too many parameters.
func Bit(param int) uint64 {
	if param < 0 {
		return 0
	}
	return 1 << param
}

// inPath returns the bits of the path parameters of a call.
func inPath(c *genotype.Call) (params uint64) {
	for i, p := range c.Params {
		if p.Spec.In == openapi.InPath {
			params |= Bit(i)
		}
	}
	return params
}
