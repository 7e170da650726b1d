package derive

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/testcase"
)

const library = `
openapi: 3.0.3
info: {title: Library, version: "1"}
paths:
  /authors: {post: {responses: {"201": {description: made}}}}
  /shelves: {post: {responses: {"201": {description: made}}}}
  /books:
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [title, author], properties: {
        title: {type: string}, author: {type: object, required: [id, kind], properties: {id: {type: string}, kind: {type: string, enum: [a, b]}}}, shelves: {type: array, minItems: 2, items: {type: string}}}}}}}
      responses: {"201": {description: made}}
`

// TestSuppositions: what is called like the elements comes first, then each collection for all that is required, each
// with what is required and with all, and then forms; after that nothing is left. What led to a success is told.
func TestSuppositions(t *testing.T) {
	a := api.New(resttest.Read(t, library).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	books := a.Named("POST /books")
	succeeded, told := map[*api.Operation]bool{a.Named("POST /authors"): true, a.Named("POST /shelves"): true},
		[]string{}
	p := NewSuppositions(SuppositionSource{
		API: a, MaxCalls: 10,
		Seeking:   func(op *api.Operation) bool { return op == books && !succeeded[op] },
		Succeeded: func(op *api.Operation) bool { return succeeded[op] },
		Usual: func(r *rand.Rand, op *api.Operation, parts genotype.Parts) *action.Call {
			c := action.New(op, 0, 0)
			c.Genotype.Fill(r, genotype.Manner{Parts: parts})
			return c
		},
		Needed: func(*rand.Rand, *api.Operation) []testcase.Action { return nil },
		Made: func(_ *rand.Rand, makers []*api.Operation, _ []testcase.Action, _ int) []testcase.Action {
			return []testcase.Action{action.New(makers[0], 0, 0)}
		},
		Unsure: func(*api.Operation) []string { return nil },
		Tell:   func(op *api.Operation, place, collection string) { told = append(told, place+" "+collection) },
	})
	var tests []string
	var first *testcase.Case
	r := rand.New(rand.NewPCG(1, 2))
	for c := p.Next(r); c != nil; c = p.Next(r) {
		if first == nil {
			first = c
		}
		text := ""
		for _, k := range c.Actions[len(c.Actions)-1].(*action.Call).Claims() {
			text += fmt.Sprintf("%s=%s ", k.At, k.From.Collection)
		}
		tests = append(tests, text)
		p.Evaluated(c)
	}
	assert.Equal(t, []string{
		"/author/id=/authors ", "/author/id=/authors /shelves=/shelves ",
		"/title=/authors /author/id=/authors ", "/title=/authors /author/id=/authors ",
		"/title=/shelves /author/id=/shelves ", "/title=/shelves /author/id=/shelves ",
	}, tests[:len(tests)-pool.Forms()])
	assert.Empty(t, told)

	p.running, p.about = first, supposition{{"-1//author/id", "/authors"}}
	succeeded[books] = true
	p.Evaluated(first)
	assert.Equal(t, []string{"-1//author/id /authors"}, told)
	assert.Nil(t, p.Next(r))
	var none *Suppositions
	assert.Nil(t, none.Next(r))
	none.Evaluated(first)
}
