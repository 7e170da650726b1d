package rest_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// linkedSchema is of a service whose names tell nothing of what its operations
// have to do with each other, and whose links tell all.
const linkedSchema = `
openapi: 3.0.3
info: {title: Linked, version: "1"}
paths:
  /alpha:
    post:
      responses:
        "201":
          description: made
          content: {application/json: {schema: {type: object}}}
          links:
            on:
              operationId: beta
              parameters: {zz: $response.body#/q, mm: 'x-{$response.body#/deep/0/r}!', x-foo: $response.header.X-Mark}
              requestBody: {w: $response.body#/n, l: [{v: $response.body#/q}]}
  /beta/{zz}:
    put:
      operationId: beta
      parameters:
        - {name: zz, in: path, required: true, schema: {type: string}}
        - {name: mm, in: query, required: true, schema: {type: string}}
        - {name: X-Foo, in: header, required: true, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [w, l]
              properties:
                w: {type: integer}
                l: {type: array, minItems: 1, items: {type: object, required: [v], properties: {v: {type: string}}}}
      responses:
        "202":
          description: changed
          links:
            end: {operationRef: '#/paths/~1gamma~1{yy}/delete', parameters: {yy: $request.path.zz, kk: $request.body#/w}}
        "409": {description: no}
  /gamma/{yy}:
    delete:
      parameters:
        - {name: yy, in: path, required: true, schema: {type: string}}
        - {name: kk, in: query, required: true, schema: {type: integer}}
      responses: {"204": {description: gone}, "410": {description: no}}
`

// newLinked gives out values that nobody can guess, and wants them back.
func newLinked() http.Handler {
	type made struct {
		q, r, mark string
		n          int
		changed    bool
	}
	all := map[string]*made{}
	m := http.NewServeMux()
	m.HandleFunc("POST /alpha", func(w http.ResponseWriter, _ *http.Request) {
		a := &made{q: rand.Text(), r: rand.Text(), mark: rand.Text()}
		_, _ = fmt.Sscanf(fmt.Sprint(len(all)+1)+"90210", "%d", &a.n)
		all[a.q] = a
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Mark", a.mark)
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(map[string]any{"q": a.q, "n": a.n, "deep": []any{map[string]string{"r": a.r}}})
	})
	m.HandleFunc("PUT /beta/{zz}", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			W int
			L []struct{ V string }
		}
		a := all[r.PathValue("zz")]
		if json.NewDecoder(r.Body).Decode(&in) != nil || a == nil || r.FormValue("mm") != "x-"+a.r+"!" ||
			r.Header.Get("X-Foo") != a.mark ||
			in.W != a.n || len(in.L) == 0 || in.L[0].V != a.q {
			w.WriteHeader(http.StatusConflict)
			return
		}
		a.changed = true
		w.WriteHeader(http.StatusAccepted)
	})
	m.HandleFunc("DELETE /gamma/{yy}", func(w http.ResponseWriter, r *http.Request) {
		a := all[r.PathValue("yy")]
		w.WriteHeader(map[bool]int{true: http.StatusNoContent, false: http.StatusGone}[a != nil && a.changed &&
			r.FormValue("kk") == fmt.Sprint(a.n)])
	})
	return m
}

// searchLinked returns the suite of a short search.
func searchLinked(t *testing.T, schema string, calls int) *suite.Suite {
	t.Helper()
	doc, err := openapi.Read([]byte(schema), openapi.Options{})
	require.NoError(t, err)
	require.Empty(t, doc.Warnings)
	system := sut.NewHandler(newLinked, sut.HandlerOptions{})
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 1, Budget: search.Cost(calls)})
	for p.Opening() {
		_, err := s.Evaluate(context.Background(), s.Sample())
		require.NoError(t, err)
	}
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	out, flaky, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.Zero(t, flaky)
	require.NoError(t, out.Validate())
	return out
}

// TestLinksTellWhatNamesDoNot: what a call needs cannot be guessed and names say
// nothing of it; links do, and tests have variables for it.
func TestLinksTellWhatNamesDoNot(t *testing.T) {
	without := regexp.MustCompile(`(?m)^ +links:\n( {12}.*\n)+`).ReplaceAllString(linkedSchema, "")
	require.NotContains(t, without, "links")
	out := searchLinked(t, without, 2000)
	assert.Nil(t, testNamed(out, "PutBetaByZzReturns202"))
	assert.Nil(t, testNamed(out, "DeleteGammaByYyReturns204"))

	out = searchLinked(t, linkedSchema, 100)
	test := testNamed(out, "PutBetaByZzReturns202")
	require.NotNil(t, test)
	require.Len(t, test.Steps, 2)
	assert.Equal(t, []suite.Capture{
		{Var: "alphaQ", Source: suite.FromBody, Name: "/q"},
		{Var: "alphaR", Source: suite.FromBody, Name: "/deep/0/r"},
		{Var: "alphaXmark", Source: suite.FromHeader, Name: "X-Mark"},
		{Var: "alphaN", Source: suite.FromBody, Name: "/n"},
	}, test.Steps[0].Call.Captures)
	put := test.Steps[1].Call.Request
	assert.Equal(t, suite.Text{{Literal: "/beta/"}, {Var: "alphaQ"}}, put.Path)
	assert.Equal(t, suite.Text{{Literal: "x-"}, {Var: "alphaR"}, {Literal: "!"}}, put.Query[0].Value)
	assert.Equal(t, suite.Text{{Var: "alphaXmark"}}, put.Headers[0].Value)
	assert.Equal(t, suite.Text{{Literal: `{"w":`}, {Var: "alphaN"}, {Literal: `,"l":[{"v":"`}, {Var: "alphaQ"},
		{Literal: `"}]}`}}, put.Body.Text)

	test = testNamed(out, "DeleteGammaByYyReturns204")
	require.NotNil(t, test)
	require.Len(t, test.Steps, 3)
	assert.Equal(t, suite.Text{{Literal: "/gamma/"}, {Var: "alphaQ"}}, test.Steps[2].Call.Request.Path,
		"what a call sent may come from another answer")
	assert.Equal(t, suite.Text{{Var: "alphaN"}}, test.Steps[2].Call.Request.Query[0].Value)
}
