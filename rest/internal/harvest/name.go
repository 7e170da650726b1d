package harvest

import (
	"slices"

	"github.com/evoke-go/evoke/suite"
)

// flaw says what is wrong on purpose with the call that a test is about, nil
// for nothing: the one that shows its fault, else the last.
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
