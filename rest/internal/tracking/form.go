package tracking

import (
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/sut"
)

// keepForm keeps the form that a parser wants of an input, even if few bits agree: a parser may accept several forms.
func (in *Inputs) keepForm(m match, want any) {
	w, ok := want.(sut.Wanted)
	if !ok || m.link.Bits < possible {
		return
	}
	switch w.Form {
	case probe.Prefixed, probe.Suffixed, probe.Containing, probe.Folded, probe.Excluding:
		return // a constant is kept once it has paid
	}
	in.values.Pay(m.at, pool.Paid{Want: w, Link: m.link})
}
