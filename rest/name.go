package rest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// flaw says what is wrong on purpose with the call that a test is about, nil
// for nothing: the one that shows its fault, else the last.
func (l *lowering) flaw() *suite.Flaw {
	at := len(l.at) - 1
	if len(l.test.Faults) > 0 {
		at = slices.Index(l.at, l.test.Faults[0].Step)
	}
	genes := l.traces[0].steps[at].call.genes
	if genes.fault == nil {
		return nil
	}
	return genes.fault.plain(genes)
}

// plain returns a violation as plain data.
func (f *corruption) plain(c *callGenes) *suite.Flaw {
	v := violations{place: "body"}
	out := &suite.Flaw{In: "body"}
	if f.param != inBody {
		spec := c.params[f.param].spec
		v.place = spec.In + " " + spec.Name
		out.In, out.At = spec.In, []string{spec.Name}
	}
	for _, s := range f.at {
		if s.name == "" {
			out.At = append(out.At, strconv.Itoa(s.index))
		} else {
			out.At = append(out.At, s.name)
		}
	}
	out.What = strings.TrimPrefix(f.what, v.label(f.at)+" ")
	return out
}
