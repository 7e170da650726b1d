package lowering

import (
	"slices"

	"github.com/evoke-go/evoke/internal/invariant"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// accepted reports whether laws may be asserted of a call: it was accepted, and other things are asserted of its body.
func accepted(s *execute.TraceStep, e *suite.Expect) bool {
	return e.Status/100 == 2 && s.Call.Genotype.Invalid == nil && len(e.Checks) > 0 && !e.Latin1
}

// held returns the laws of an operation that hold in all bodies.
func (w *Writer) held(op *api.Operation, bodies [][]byte) (out []suite.Check) {
	if w.Laws == nil {
		return nil
	}
	for _, c := range w.Laws(op.Spec.Name()) {
		law := invariant.Relation{Form: string(c.Op), Of: c.Operands()}
		if !slices.ContainsFunc(bodies, func(b []byte) bool {
			body, err := value.ParseJSON(b)
			holds, _ := law.Holds(body)
			return err != nil || !holds
		}) {
			out = append(out, c)
		}
	}
	return out
}
