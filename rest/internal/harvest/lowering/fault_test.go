package lowering

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// A test that panics shows a fault, whatever it was kept for.
func TestEveryServerErrorIsAFaultOfItsTest(t *testing.T) {
	registry := &fitness.Registry{}
	w := &Writer{Executor: &execute.Executor{Records: execute.Records{Faults: api.NewFaults(registry)}}}
	op := api.New([]*openapi.Operation{{Method: "GET", Path: "/books"}},
		genotype.NewBuilder(genotype.Options{}), registry).Ops[0]
	panics := oracle.Finding{Code: oracle.CodeServerError, Category: "handler panics", Detail: "panic a",
		Reason: "the handler panics: no"}
	schema := oracle.Finding{Code: oracle.CodeSchema, Category: "answer against the schema",
		Detail: "200 x", Reason: "x"}
	other := oracle.Finding{Code: oracle.CodeSchema, Category: "answer against the schema",
		Detail: "200 y", Reason: "y"}
	l := &lowering{w: w, at: []int{0, 1}, Executions: Executions{Traces: []*execute.Trace{{Steps: []execute.TraceStep{
		{Call: &action.Call{Op: op}, Findings: []oracle.Finding{panics, other}},
		{Call: &action.Call{Op: op}, Findings: []oracle.Finding{schema, panics}},
	}}}}}
	l.Traces[0].Steps[0].Answer.Panic = &sut.Panic{Value: "no", Stack: "the stack"}
	l.test.Steps = []suite.Step{{Call: &suite.Call{}}, {Call: &suite.Call{}}}
	l.need = []fitness.ID{w.Executor.Faults.Target(op, &schema)}
	l.faults()
	var shown []string
	for _, f := range l.test.Faults {
		shown = append(shown, f.Reason+" "+f.Stack)
	}
	assert.Equal(t, []string{"x ", "the handler panics: no the stack"}, shown, "what it was kept for comes first")
	assert.Equal(t, suite.FaultKind, l.kind())
}

// TestAFaultIsAsserted: the part of an answer that shows a fault is asserted as far as it is the same each time.
func TestAFaultIsAsserted(t *testing.T) {
	at := func(pointer string) suite.About { return suite.About{Op: suite.Equal, Pointer: pointer} }
	typed := func(pointer, kind string) suite.Check {
		return suite.Check{Pointer: pointer, Op: suite.HasType, Value: kind}
	}
	list := `[{"a":1},{"a":2},{"a":3},{"a":"`
	for name, tt := range map[string]struct {
		about  suite.About
		seen   effects.Seen
		have   []suite.Check
		bodies []string
		want   []suite.Check
	}{
		"missing": {at("/b"), effects.Seen{}, nil, []string{`{"a":1}`, `{"a":2}`},
			[]suite.Check{{Pointer: "/b", Op: suite.Absent}}},
		"sometimes": {at("/b"), effects.Seen{}, nil, []string{`{"a":1}`, `{"b":2}`}, nil},
		"an element further on": {at("/3/a"), effects.Seen{}, nil, []string{list + `x"}]`, list + `y"}]`},
			[]suite.Check{typed("/3/a", suite.TypeString)}},
		"another type": {at("/a"), effects.Seen{}, nil, []string{`{"a":1}`, `{"a":"x"}`}, nil},
		"elements of other tests": {at("/3/a"), effects.Seen{Shared: true}, nil,
			[]string{list + `x"}]`, list + `y"}]`}, nil},
		"asserted": {at("/0/a"), effects.Seen{}, []suite.Check{typed("/*/a", suite.TypeNumber)},
			[]string{`[{"a":1}]`}, nil},
		"asserted above": {at("/a/0"), effects.Seen{},
			[]suite.Check{{Pointer: "/a", Op: suite.Equal, Value: []any{"x"}}}, []string{`{"a":["x"]}`}, nil},
		"something else asserted": {at("/b"), effects.Seen{}, []suite.Check{typed("/a", suite.TypeNumber)},
			[]string{`{"a":1,"b":1}`}, []suite.Check{typed("/b", suite.TypeNumber)}},
		"the status": {suite.About{Op: suite.StatusOp}, effects.Seen{}, nil, []string{`{}`}, nil},
		"no JSON":    {at("/b"), effects.Seen{}, nil, []string{`x`}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var bodies [][]byte
			for _, b := range tt.bodies {
				bodies = append(bodies, []byte(b))
			}
			assert.Equal(t, tt.want, shown(&tt.about, &tt.seen, tt.have, bodies))
		})
	}
}
