package tracking

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// Unlock gives undeclared parameters of a call a value of an earlier answer, as it
// helped before in an input of that name, in whichever operation. It returns the name of
// the operation that answers the value, "" if none is known.
func Unlock(t *Tracker, r *rand.Rand, c *action.Call) (maker string) {
	if t == nil {
		return ""
	}
	for _, to := range action.Takers(c) {
		if to.Param < 0 || !c.Genotype.Params[to.Param].Found || t.lending.names[to.Name] == nil {
			continue
		}
		var known []kept
		for _, k := range t.lending.names[to.Name].values {
			if _, ok := k.want.(action.Source); ok && k.given != nil {
				known = append(known, k)
			}
		}
		if len(known) == 0 {
			continue
		}
		k := known[r.IntN(len(known))]
		from := k.want.(action.Source)
		if gene.Assign(to.Gene, k.given) && c.Claim(to, from) {
			maker = from.Operation
		}
	}
	return maker
}
