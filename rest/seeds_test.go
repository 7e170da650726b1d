package rest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/sut"
)

const harbour = `
openapi: 3.0.3
info: {title: Harbour, version: "1"}
paths:
  /ships:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [flag], properties: {flag: {type: string}}}}}}
      responses: {"201": {description: made}}
    get: {parameters: [{name: flag, in: query, schema: {type: string}}], responses: {"200": {description: some}}}
`

// ships are two samples, and a body.
func ships() samples.Set {
	return samples.Set{Recordings: []samples.Recording{{File: "a", Requests: []samples.Request{
		{Method: "POST", URL: "/ships", Type: "application/json", Body: `{"flag":"DE-HH-0815"}`},
		{Method: "GET", URL: "/ships?flag=DE-HH-0815"},
	}}}, Bodies: []samples.Body{{File: "b", Type: "application/json", Data: `{"flag":"NL-RT-4711"}`}},
		Warnings: []string{"c: it is no text"}}
}

// moored is a problem with samples.
func moored(t *testing.T, o Options) *Problem {
	t.Helper()
	o.Samples = ships()
	p, err := New(resttest.Read(t, harbour), sut.NewHandler(nil, sut.HandlerOptions{}), &fitness.Registry{}, o)
	require.NoError(t, err)
	return p
}

// flags returns what the first tests send: the operation and the flag.
func flags(p *Problem, n int) (out []string) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		for _, a := range p.Sample(r).Actions {
			takers := action.Takers(a)
			v, _ := takers[len(takers)-1].Value().(string)
			out = append(out, a.(*action.Call).Op.Spec.Method+" "+v)
		}
	}
	return out
}

// TestSamplesAreFirst: the tests of samples come before all others, users that are found
// included, and their values are lent from the start.
func TestSamplesAreFirst(t *testing.T) {
	want := []string{"POST DE-HH-0815", "GET DE-HH-0815", "POST DE-HH-0815", "GET DE-HH-0815", "POST NL-RT-4711"}
	p := moored(t, Options{})
	assert.True(t, p.Opening())
	assert.Equal(t, want, flags(p, 4))
	var lent []any
	for _, v := range p.pool.Values().Named("flag") {
		lent = append(lent, v.Plain)
	}
	assert.Equal(t, []any{"DE-HH-0815", "NL-RT-4711"}, lent)
	var warned []string
	for _, w := range p.warnings {
		warned = append(warned, w.String())
	}
	assert.Equal(t, []string{"samples: c: it is no text"}, warned)

	p = moored(t, Options{})
	p.Adopt([]auth.User{auth.Bearer("ann", "token-of-ann")})
	assert.Equal(t, want, flags(p, 4))
	assert.Len(t, p.warnings, 1, "they are said once")
}

// TestSamplesComeBack: new calls of an operation begin with one of its samples now and
// then.
func TestSamplesComeBack(t *testing.T) {
	p := moored(t, Options{NoMemory: true})
	seen := 0
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		c := p.sampler.drafts.call(r, p.api.Named("POST /ships"))
		if v, ok := c.Genotype.Body.Value().(interface{ Get(string) (any, bool) }); ok {
			if flag, _ := v.Get("flag"); flag == "DE-HH-0815" || flag == "NL-RT-4711" {
				seen++
			}
		}
	}
	assert.InDelta(t, 200, seen, 50)
}

// TestSamplesEndWithTheirOperation: a process that goes on leaves out what another one
// tried, and what ended it.
func TestSamplesEndWithTheirOperation(t *testing.T) {
	p := moored(t, Options{})
	p.Died(problem.Death{Operation: "GET /ships"})
	assert.Equal(t, []string{"POST DE-HH-0815", "POST NL-RT-4711"}, flags(p, 2))
	p = moored(t, Options{})
	p.Resume([]problem.Tally{{Operation: "POST /ships", Calls: 1}})
	assert.Equal(t, "GET DE-HH-0815", flags(p, 1)[0])
}

// TestSamplesOfUsersCredentials: a sample that holds the credential of a user is none.
func TestSamplesOfUsersCredentials(t *testing.T) {
	p := moored(t, Options{Users: []auth.User{auth.Bearer("ann", "DE-HH-0815")}})
	assert.Equal(t, []string{"POST NL-RT-4711"}, flags(p, 1))
}
