package harvest

import (
	"slices"

	"github.com/evoke-go/evoke/suite"
)

// flaw says what is invalid on purpose in the call that a test is about, or nil
// for nothing. That call is the one that shows the fault of the test, else the
// last one.
func (l *lowering) flaw() *suite.Flaw {
	at := len(l.at) - 1
	if len(l.test.Faults) > 0 {
		at = slices.Index(l.at, l.test.Faults[0].Step)
	}
	genes := l.traces[0].Steps[at].Call.Genotype
	if genes.Invalid == nil {
		return nil
	}
	return genes.Invalid.Plain(genes)
}
