package rest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const pens = `
openapi: 3.0.3
info: {title: Pens, version: "1"}
paths:
  /pens:
    head: {responses: {"200": {description: some}}}
    post: {responses: {"201": {description: made}}}
  /pens/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: one}}}
    put: {responses: {"200": {description: put}}}
`

// bench has learners of the pens.
type bench struct {
	learners
	tally map[*api.Operation]*execute.Tally
}

func newBench(t *testing.T) *bench {
	registry := &fitness.Registry{}
	a := api.New(resttest.Read(t, pens).Operations, genotype.NewBuilder(genotype.Options{}), registry)
	return &bench{learners{API: a, Pool: pool.New(&action.Codec{API: a}, registry, nil, false)},
		map[*api.Operation]*execute.Tally{}}
}

// answer has the learners hear calls with the statuses of their answers.
func (b *bench) answer(statuses []int, names ...string) (test *testcase.Case) {
	test = &testcase.Case{}
	for _, name := range names {
		test.Actions = append(test.Actions, action.New(b.API.Named(name), 0, 0))
	}
	b.Begin(test)
	for i, status := range statuses {
		call := test.Actions[i].(*action.Call)
		if b.tally[call.Op] == nil {
			b.tally[call.Op] = &execute.Tally{Operation: call.Op.Spec, Statuses: map[int]int{}}
		}
		b.tally[call.Op].Statuses[status]++
		s := &execute.Step{
			Exchange: &link.Exchange{
				Step: i, Call: call, Request: &sut.Request{Target: "/pens/own?x=1"},
				Answer: &sut.Response{Status: status},
			},
			Test: test, Tally: b.tally[call.Op],
		}
		if i > 0 {
			s.Uses = []link.Use{{Text: []link.Piece{{Origin: &link.Origin{Step: i - 1}}}}}
		}
		b.Heard(s)
	}
	return test
}

// kept are the names of the calls that the memory keeps of an operation.
func (b *bench) kept(name string) (out [][]string) {
	for _, calls := range b.Pool.Kept(b.API.Named(name)) {
		var names []string
		for _, c := range calls {
			names = append(names, c.Op.Spec.Name())
		}
		out = append(out, names)
	}
	return out
}

// TestSuccessesAreRemembered: each with what changed something before it.
func TestSuccessesAreRemembered(t *testing.T) {
	b := newBench(t)
	b.answer([]int{201, 200, 199, 200, 300, 299}, "POST /pens", "HEAD /pens", "GET /pens/{id}", "PUT /pens/{id}",
		"POST /pens", "HEAD /pens")
	assert.Equal(t, [][]string{{"POST /pens"}}, b.kept("POST /pens"))
	assert.Equal(t, [][]string{{"POST /pens", "HEAD /pens"}, {"POST /pens", "PUT /pens/{id}", "HEAD /pens"}},
		b.kept("HEAD /pens"))
	assert.Empty(t, b.kept("GET /pens/{id}"))
	assert.Equal(t, [][]string{{"POST /pens", "PUT /pens/{id}"}}, b.kept("PUT /pens/{id}"))
	b.answer([]int{200, 200}, "GET /pens/{id}", "PUT /pens/{id}")
	assert.Equal(t, []string{"PUT /pens/{id}"}, b.kept("PUT /pens/{id}")[1],
		"a new test begins anew, and reading changes nothing")
}

// TestFlows: an accepted call that took a value of an earlier answer tells that its operation needs the other one.
func TestFlows(t *testing.T) {
	b := newBench(t)
	var flows []string
	b.Flow = func(from, to *api.Operation) { flows = append(flows, from.Spec.Name()+" > "+to.Spec.Name()) }
	b.answer([]int{201, 200, 301}, "POST /pens", "GET /pens/{id}", "PUT /pens/{id}")
	assert.Equal(t, []string{"POST /pens > GET /pens/{id}"}, flows)
}

// TestWhatDoesNotTell: a stray call, and a client that left, tell nothing of the operation; what the program read of a
// stray call is found.
func TestWhatDoesNotTell(t *testing.T) {
	b := newBench(t)
	op := b.API.Named("POST /pens")
	for _, s := range []*execute.Step{{Stray: true}, {Gone: true}} {
		test := &testcase.Case{Actions: []testcase.Action{action.New(op, 0, 0)}}
		s.Test = test
		s.Exchange = &link.Exchange{
			Call: test.Actions[0].(*action.Call), Answer: &sut.Response{Status: 201},
			Request: &sut.Request{Target: "/"},
		}
		s.Inputs = []genotype.Input{{In: "query", Name: "colour"}}
		b.Begin(test)
		b.Heard(s)
	}
	assert.Empty(t, b.kept("POST /pens"))
	assert.NotEmpty(t, op.Found)
}
