package lowering

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
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
	l.faults([]fitness.ID{w.Executor.Faults.Target(op, &schema)})
	var shown []string
	for _, f := range l.test.Faults {
		shown = append(shown, f.Reason+" "+f.Stack)
	}
	assert.Equal(t, []string{"x ", "the handler panics: no the stack"}, shown, "what it was kept for comes first")
	assert.Equal(t, suite.FaultKind, l.kind())
}

func TestKindsOfTests(t *testing.T) {
	for _, tt := range []struct {
		expect suite.Expect
		want   suite.Kind
	}{
		{suite.Expect{Status: 204}, suite.Success}, {suite.Expect{Status: 302}, suite.Success},
		{suite.Expect{Status: 400}, suite.ClientError}, {suite.Expect{Status: 499}, suite.ClientError},
		{suite.Expect{Status: 500}, suite.FaultKind}, {suite.Expect{Panics: true}, suite.FaultKind},
		{suite.Expect{Broken: true}, suite.FaultKind},
	} {
		l := &lowering{test: suite.Test{Steps: []suite.Step{{Call: &suite.Call{Expect: tt.expect}}}}}
		assert.Equal(t, tt.want, l.kind(), tt.expect)
	}
}

// TestAgrees: as many answers of the same kinds; what they hold may differ. Where no
// other process answered, any agree.
func TestAgrees(t *testing.T) {
	trace := &execute.Trace{Steps: []execute.TraceStep{{Answer: sut.Response{Status: 200, Body: []byte("x")}},
		{Answer: sut.Response{Outcome: sut.TimedOut}}}}
	same := []Answer{{Status: 200, Body: []byte("y")}, {Outcome: sut.TimedOut}}
	for name, tt := range map[string]struct {
		answers []Answer
		want    bool
	}{
		"unknown": {nil, true}, "the same": {same, true}, "fewer": {same[:1], false},
		"more":            {append(same[:2:2], same[0]), false},
		"another status":  {[]Answer{{Status: 201}, {Outcome: sut.TimedOut}}, false},
		"another outcome": {[]Answer{{Status: 200}, {Outcome: sut.Broken}}, false},
	} {
		assert.Equal(t, tt.want, Executions{[]*execute.Trace{trace}, tt.answers}.Agree(), name)
	}
}
