package rest

import (
	"slices"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// judges returns the oracles of a search: those that always judge, the rules that are on by default or asked
// for and not turned off, and those of the options.
func judges(c *conformance.Checker, o *Options) []oracle.Oracle {
	out := oracle.Builtin(c)
	for _, r := range rules.Rules() {
		if (!r.OptIn || slices.Contains(o.With, r.Code)) && !slices.Contains(o.Without, r.Code) {
			out = append(out, r)
		}
	}
	return append(out, o.Oracles...)
}
