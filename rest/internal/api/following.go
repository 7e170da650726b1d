package api

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// Bit is 0 for parameters beyond those that can be told apart.
func Bit(param int) uint64 {
	if param < 0 {
		return 0
	}
	return 1 << param
}

// inPath returns the path parameters of a call, as follow has them.
func inPath(c *genotype.Call) (params uint64) {
	for i, p := range c.Params {
		if p.Spec.In == openapi.InPath {
			params |= Bit(i)
		}
	}
	return params
}
