package lowering

import (
	"slices"

	"github.com/evoke-go/evoke/internal/curl"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// faults adds the faults for which the test was kept, each once, from any of its executions: races, for example, do
// not show in each. Then come faults that are never intended behaviour: a panic, an answer of 500.
func (l *lowering) faults() {
	for _, t := range l.Traces {
		l.listed(t, l.kept)
	}
	l.listed(l.Traces[0], func(f *oracle.Finding, _ *api.Operation) bool {
		return f.Code == oracle.CodeServerError || f.Code == oracle.CodeTimeout
	})
}

// kept reports whether the test is kept for a finding of an operation.
func (l *lowering) kept(f *oracle.Finding, op *api.Operation) bool {
	id := l.w.Executor.Faults.Target(op, f)
	needed := slices.Contains(l.need, id)
	if known := l.w.Executor.Faults.Of(id); needed && f.Anywhere && known != nil {
		known.Operation = op.Spec // the operation of its test
	}
	return needed
}

// listed adds the faults of an execution for which kept is true.
func (l *lowering) listed(t *execute.Trace, kept func(*oracle.Finding, *api.Operation) bool) {
	for i := range min(len(t.Steps), len(l.at)) {
		s := &t.Steps[i]
		for n := range s.Findings {
			f := &s.Findings[n]
			op := l.w.API.At(s.Call.Op, f)
			if !kept(f, op) || knows(l.test.Faults, oracle.KeyOf(op.Spec, f)) {
				continue
			}
			fault := suite.Fault{
				Code: f.Code, Category: f.Category, Operation: op.Spec.Name(),
				Reason: unnumbered(l.Traces[0].Names, f.Reason),
				Key:    oracle.KeyOf(op.Spec, f), Cause: oracle.CauseOf(f), Frame: f.Frame,
				Step: l.at[i], About: f.About, Silenced: f.Silenced(),
				Curl: curl.Line(l.w.Address, &l.test.Steps[l.at[i]].Call.Request),
			}
			if s.Answer.Panic != nil {
				fault.Stack = l.w.Executor.Secrets.Text(s.Answer.Panic.Stack)
			}
			l.test.Faults = append(l.test.Faults, fault)
		}
	}
}

func knows(all []suite.Fault, key string) bool {
	return slices.ContainsFunc(all, func(known suite.Fault) bool { return known.Key == key })
}

// shown returns a check of the part of an answer that shows a fault, if no check is about it: that nothing is there, or
// what is there. It returns nil if nothing is the same in all bodies, or if other tests change the part.
func shown(about *suite.About, seen *effects.Seen, have []suite.Check, bodies [][]byte) []suite.Check {
	covered := func(c suite.Check) bool { return about.Covers(c.Op, c.Pointer) }
	if about.Op != suite.Equal || seen.Altered || seen.Counted || slices.ContainsFunc(have, covered) {
		return nil
	}
	var found []any
	for _, b := range bodies {
		body, err := value.ParseJSON(b)
		if err != nil {
			return nil
		}
		if v, err := value.At(body, about.Pointer); err == nil {
			found = append(found, v)
		}
	}
	switch {
	case len(found) == 0:
		return []suite.Check{{Pointer: about.Pointer, Op: suite.Absent}}
	case len(found) < len(bodies) || seen.Shared:
		return nil
	}
	kind := suite.TypeOf(found[0])
	if slices.ContainsFunc(found, func(v any) bool { return suite.TypeOf(v) != kind }) {
		return nil
	}
	return []suite.Check{{Pointer: about.Pointer, Op: suite.HasType, Value: kind}}
}
