package link

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/testcase"
)

const desk = `
openapi: 3.0.3
info: {title: Desk, version: "1"}
paths:
  /payments:
    post: {responses: {"200": {description: ok}}}
  /refunds/{code}:
    put:
      parameters:
        - {name: code, in: path, required: true, schema: {type: string}}
        - {name: voucher, in: query, required: true, schema: {type: string}}
        - {name: X-Proof, in: header, required: true, schema: {type: string}}
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [of, list], properties: {
          of: {type: object, required: [number, text], properties: {number: {type: integer}, text: {type: string}}},
          list: {type: array, minItems: 1, items: {type: string}}}}}}
      responses: {"200": {description: ok}}
`

// TestClaims: each part of a call takes the value of the latest answer that has it, with
// what belongs around it, and its own where there is none.
func TestClaims(t *testing.T) {
	a, m := api.New(resttest.Read(t, desk).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}),
		&Answers{}
	c := action.New(a.Named("PUT /refunds/{code}"), 0, 0)
	c.Randomize(rand.New(rand.NewPCG(1, 2)))
	claimed, refused := 0, 0
	for _, to := range action.Takers(c) {
		from := action.Source{Operation: "POST /payments"}
		switch to.Name {
		case "code", "voucher", "text":
			from.Name, from.Before = "/of/0/receipt", "v"
		case "X-Proof":
			from.Name, from.Header, from.Before, from.After = "X-Session", true, "Session ", "."
		case "number":
			from.Name = "/of/0/amount"
		default:
			from.Name = "/of/0/receipt"
		}
		if c.Claim(to, from) {
			claimed++
		} else {
			refused++
		}
	}
	assert.GreaterOrEqual(t, claimed, 5)
	var e message.Request
	c.Genotype.Encode(c.Op.Spec, &e)
	before := e.Clone()
	assert.Empty(t, m.Resolve(c, &e, nil), "no answer has it")
	assert.Equal(t, string(before.Body), string(e.Body))

	for step, body := range []string{`{"of": [{"receipt": "r-1", "amount": 7}]}`,
		`{"of": [{"receipt": "r-2", "amount": 8}]}`, `{"of": []}`} {
		answer := answer(200, "", body)
		answer.Header.Set("X-Session", "s-"+string(rune('1'+step)))
		m.Hold(step, a.Named("POST /payments"), Given(answer))
	}
	uses := m.Resolve(c, &e, nil)
	assert.Equal(t, "/refunds/vr-2?voucher=vr-2", string(e.Target(nil, "")))
	assert.Equal(t, "Session s-3.", e.Headers[0].Value)
	assert.Contains(t, string(e.Body), `"number":8`)
	assert.Contains(t, string(e.Body), `"text":"vr-2"`)
	assert.Contains(t, string(e.Body), `"list":["r-2"`, "the first element")
	require.Len(t, uses, 6)
	for _, u := range uses {
		if len(u.At) > 0 && u.At[0].Name == "list" {
			assert.Equal(t, []genotype.Step{{Name: "list"}, {}}, u.At)
			continue
		}
		if u.Bare {
			assert.Equal(t, []genotype.Step{{Name: "of"}, {Name: "number"}}, u.At)
			assert.Len(t, u.Text, 1)
			continue
		}
		assert.NotEmpty(t, u.Text[0].Literal)
		assert.NotNil(t, u.Text[1].Origin)
	}

	for _, to := range action.Takers(c) {
		c.Keep(to)
	}
	assert.Empty(t, c.Claims(), "an input that gets a value of its own claims none")
}

// TestEchoes: what says again what the path says has the value that the path gets from an
// earlier answer, from the same place, or else the one that the call chose.
func TestEchoes(t *testing.T) {
	a, m := api.New(resttest.Read(t, desk).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}),
		&Answers{}
	c := action.New(a.Named("PUT /refunds/{code}"), 0, 0)
	c.Randomize(rand.New(rand.NewPCG(1, 2)))
	require.True(t, gene.Assign(c.Genotype.Params[0].Gene, "own"))
	for _, to := range action.Takers(c) {
		switch to.Name {
		case "voucher", "X-Proof", "number", "text":
			require.True(t, c.Echo(to, 0))
		}
	}
	assert.False(t, action.Claiming([]testcase.Action{c}), "it claims nothing of an answer")
	var e message.Request
	c.Genotype.Encode(c.Op.Spec, &e)
	assert.Empty(t, m.Resolve(c, &e, nil), "there is nothing to read")
	assert.Equal(t, "/refunds/own?voucher=own", string(e.Target(nil, "")))
	assert.Equal(t, "own", e.Headers[0].Value)
	assert.Contains(t, string(e.Body), `"text":"own"`)

	var path action.Taker
	for _, to := range action.Takers(c) {
		if to.Name == "code" {
			path = to
		}
	}
	require.True(t, c.Claim(path, action.Source{Operation: "POST /payments", Name: "/id"}))
	m.Hold(0, a.Named("POST /payments"), Given(answer(200, "", `{"id": 77}`)))
	c.Genotype.Encode(c.Op.Spec, &e)
	uses := m.Resolve(c, &e, nil)
	assert.Equal(t, "/refunds/77?voucher=77", string(e.Target(nil, "")))
	assert.Contains(t, string(e.Body), `"number":77`)
	require.Len(t, uses, 5)
	for _, u := range uses {
		require.Len(t, u.Text, 1)
		assert.Equal(t, "/id", u.Text[0].Origin.Name)
		assert.Equal(t, len(u.At) > 0 && u.At[1].Name == "number", u.Bare)
	}
}

// TestElementsThatTheTestMade: a call can name each element that the test made, counted from the last one, whatever
// lists and steps showed since. Without a claim, and for one that was not made, it names the last one.
func TestElementsThatTheTestMade(t *testing.T) {
	a, m := api.New(resttest.Read(t, `
openapi: 3.0.3
info: {title: Boats, version: "1"}
paths:
  /boats:
    get: {responses: {"200": {description: all}}}
    post: {responses: {"201": {description: made}}}
  /boats/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": {description: it}}}
  /boats/{id}/start:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {responses: {"200": {description: it}}}
`).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}), &Answers{}
	m.Learn(0, a.Named("POST /boats"), answer(201, "", `{"id": 7}`))
	m.Learn(1, a.Named("POST /boats"), answer(201, "", `{"id": 8}`))
	m.Learn(2, a.Named("POST /boats/{id}/start"), answer(200, "", `{"id": 7}`))
	m.Learn(3, a.Named("GET /boats"), answer(200, "", `[{"id": 3}, {"id": 7}, {"id": 8}]`))
	for nth, want := range []string{"/boats/8", "/boats/8", "/boats/7", "/boats/8"} {
		c := action.New(a.Named("GET /boats/{id}"), 0, 0)
		c.Follow.Enabled = true
		if nth > 0 {
			require.True(t, c.Claim(action.Takers(c)[0], action.Source{Collection: "/boats", Made: nth}))
		}
		var e message.Request
		c.Genotype.Encode(c.Op.Spec, &e)
		uses := m.Resolve(c, &e, nil)
		assert.Equal(t, want, string(e.Target(nil, "")), nth)
		assert.Len(t, uses, 1, "the written test has a variable")
	}
}

// TestGiven: the values of an answer that are short enough, and no headers that each
// answer has.
func TestGiven(t *testing.T) {
	resp := answer(200, "/a/1", `{"a": [1, {"b": "x"}], "c": null, "d": "", "e": {"f/g": 2}}`)
	resp.Header.Set("Content-Type", "application/json")
	assert.Equal(t, []action.Given{
		{Header: true, Name: "Location", Value: "/a/1"},
		{Name: "/a/0", Value: int64(1)}, {Name: "/a/1/b", Value: "x"}, {Name: "/e/f~1g", Value: int64(2)},
	}, Given(resp))
	assert.Empty(t, Given(answer(200, "", "plain text")))
}
