package harvest

import (
	"slices"

	"github.com/evoke-go/evoke/suite"
)

// invalid says what is invalid on purpose in the call that a test is about: the
// one that shows its fault, else the last one. It is nil for nothing.
func (l *lowering) invalid() *suite.Invalid {
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
