package tracking

import (
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/sut"
)

// form keeps the form that a parser wants an input in, even where few bits agree: it
// may take more than one kind.
func (in *Inputs) form(m match, want any) {
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
