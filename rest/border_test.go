package rest

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

type brokenOracle struct{}

func (brokenOracle) Judge(x *oracle.Exchange) []oracle.Finding {
	var none []oracle.Finding
	return none[len(x.Response.Body):][:1]
}

// vagueOracle forgets what each finding needs.
type vagueOracle struct{}

func (vagueOracle) Judge(*oracle.Exchange) []oracle.Finding {
	return []oracle.Finding{{Reason: "no code"}, {Code: 7001}}
}

// fine answers 200 to all calls.
type fine struct{}

func (fine) Reset(context.Context) error { return nil }
func (fine) Call(context.Context, *sut.Request) (*sut.Response, error) {
	return &sut.Response{Outcome: sut.Answered, Status: 200, Body: []byte("{}")}, nil
}

const oneNote = `
openapi: 3.0.3
info: {title: Notes, version: "1"}
paths:
  /notes:
    get: {parameters: [{name: page, in: query, schema: {type: integer}}], responses: {"200": {description: all}}}
`

// TestPanicsAreNobodysFault: each maker of tests and three oracles panic, and the search goes on and blames nobody.
func TestPanicsAreNobodysFault(t *testing.T) {
	doc := resttest.Read(t, oneNote)
	o := Options{Oracles: []oracle.Oracle{
		brokenOracle{}, vagueOracle{},
		&oracle.Rule{Code: 7002, Check: func(*oracle.Exchange) []oracle.Finding { panic("odd") }},
	}}
	p, err := New(doc, fine{}, &fitness.Registry{}, o)
	require.NoError(t, err)
	b := &supervise.Border{}
	p.Within(b)
	free := slices.DeleteFunc(slices.Clone(p.sampler.makers.makers), func(k *maker) bool { return k.Stays })
	for _, k := range free {
		k.usual = everyTime
		k.sample = func(*rand.Rand, *moment) (c *testcase.Case) { panic("no " + k.Name) }
		k.mutant = k.sample
	}
	r := rand.New(rand.NewPCG(1, 2))
	calls, mutants := 0, 0
	for range 60 {
		var c *testcase.Case
		require.NotPanics(t, func() { c = p.Sample(r) })
		e, err := p.Evaluate(t.Context(), c)
		require.NoError(t, err)
		calls += e.Cost
		if len(e.Scores) > 0 && p.MutateFor(r, &e, e.Scores[0].ID, 0.5) != nil {
			mutants++
		}
	}
	assert.Positive(t, calls)
	assert.Positive(t, mutants)
	assert.Empty(t, p.Faults())
	text := strings.Join(supervise.Lines(b.Slips()), "\n")
	for _, words := range []string{
		`oracle rest.brokenOracle panics at rest.brokenOracle.Judge \(border_test.go:\d+\): .*out of range`,
		`oracle rest.vagueOracle returns a finding without a code \(\d+ times\); it is left out`,
		`oracle rest.vagueOracle returns a finding without a reason \(\d+ times\); it is left out`,
		`rule 7002 panics at .*: odd`,
	} {
		assert.Regexp(t, words, text)
	}
	assert.NotEmpty(t, free)
	for _, k := range free {
		assert.Regexp(t, `the maker `+k.Name+` panics at .*: no `+k.Name, text)
	}
}

func TestNilOracle(t *testing.T) {
	_, err := New(resttest.Read(t, oneNote), fine{}, &fitness.Registry{}, Options{Oracles: []oracle.Oracle{nil}})
	assert.EqualError(t, err, "rest: oracle 1 of Options.Oracles is nil")
}
