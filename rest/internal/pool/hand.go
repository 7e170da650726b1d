package pool

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

const (
	// maxHanded is the largest number of calls that one operation hands to the same other operation.
	maxHanded = 3
	// An operation can hand its calls to another operation if both send at least leastCommon inputs of the same names,
	// and if the first sends at least commonOfFour of every four inputs that the second knows.
	leastCommon, commonOfFour = 2, 3
)

// handing is a pair of operations. The operation "to" gets calls with which the operation "from" succeeded.
type handing struct{ from, to *api.Operation }

// Handed returns a test of another operation that sends nearly the same inputs as this operation. The last call of the
// test succeeded, and Handed did not return the test for this operation before. It returns nil if there is none.
func (l *Values) Handed(to *api.Operation) []*action.Call {
	if l == nil {
		return nil
	}
	for _, from := range l.donors[to] {
		if !alike(from, to) {
			break // the donors with the most names in common come first
		}
		pair := handing{from, to}
		if kept := l.kept(from); l.handed[pair] < min(len(kept), maxHanded) {
			l.handed[pair]++
			return kept[l.handed[pair]-1]
		}
	}
	return nil
}

// alike reports whether the operation "from" sends nearly all inputs that the operation "to" knows.
func alike(from, to *api.Operation) bool {
	common := 0
	for _, name := range to.Sends {
		if slices.Contains(from.Sends, name) {
			common++
		}
	}
	return common >= leastCommon && 4*common >= commonOfFour*len(to.Sends)
}

// Hand copies the whole body of the call "from" into the call c, and its inputs of the same names. It reports whether c
// accepts any of them.
func (l *Values) Hand(r *rand.Rand, c, from *action.Call) bool {
	body := genotype.Hand(r, c.Genotype.Body, from.Genotype.Body)
	return give(c, from) || body
}
