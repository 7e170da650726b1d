package pool

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

const (
	// maxHanded is how many calls of one operation are handed to another one.
	maxHanded = 3
	// Operations send nearly the same that have at least leastCommon names in common, and so
	// many of four that the one which gets the calls knows.
	leastCommon, commonOfFour = 2, 3
)

// handing is a pair of operations of which one gets what the other succeeded with.
type handing struct{ from, to *api.Operation }

// Handed returns calls of another operation that sends nearly the same, the last of which
// succeeded and was not handed to this operation yet. It returns nil if there are none.
func (l *Values) Handed(to *api.Operation) []*action.Call {
	if l == nil {
		return nil
	}
	for _, from := range l.donors[to] {
		if !alike(from, to) {
			break // those with the most in common come first
		}
		pair := handing{from, to}
		if kept := l.kept(from); l.handed[pair] < min(len(kept), maxHanded) {
			l.handed[pair]++
			return kept[l.handed[pair]-1]
		}
	}
	return nil
}

// alike reports whether one operation sends nearly all that another one knows.
func alike(from, to *api.Operation) bool {
	common := 0
	for _, name := range to.Sends {
		if slices.Contains(from.Sends, name) {
			common++
		}
	}
	return common >= leastCommon && 4*common >= commonOfFour*len(to.Sends)
}

// Hand gives a call the whole body of another one and its inputs of the same names. It reports
// whether the call takes any of that.
func (l *Values) Hand(r *rand.Rand, c, from *action.Call) bool {
	body := genotype.Hand(r, c.Genotype.Body, from.Genotype.Body)
	return give(c, from) || body
}
