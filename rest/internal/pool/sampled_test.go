package pool_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const depot = `
openapi: 3.0.3
info: {title: Depot, version: "1"}
servers: [{url: https://depot.example/api/v2}]
paths:
  /crates:
    post:
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Crate"}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {crateId: {type: string}, seal: {type: string}}}}}}}
    get:
      parameters:
        - {name: tag, in: query, schema: {type: array, items: {type: integer}}}
        - {name: page, in: query, required: true, schema: {type: integer, minimum: 1, maximum: 9}}
        - {name: X-Yard, in: header, schema: {type: string}}
      responses: {"200": {description: some}}
  /crates/{crateId}:
    parameters: [{name: crateId, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: one}}}
  /crates/latest:
    get: {responses: {"200": {description: one}}}
  /crates/{crateId}/moves:
    parameters: [{name: crateId, in: path, required: true, schema: {type: string}}]
    post:
      requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {seal: {type: string}, times: {type: integer}, via: {type: array, items: {type: string}}}}}}}
      responses: {"200": {description: moved}}
  /labels:
    post:
      requestBody: {content: {application/xml: {schema: {type: object, required: [text], properties: {text: {type: string}, size: {type: integer, xml: {attribute: true}}, lines: {type: array, xml: {wrapped: true}, items: {type: string, xml: {name: line}}}}, xml: {name: label}}}}}
      responses: {"200": {description: printed}}
components:
  schemas:
    Crate:
      type: object
      required: [kind, weight]
      properties: {kind: {type: string, enum: [box, barrel]}, weight: {type: number}, inner: {type: object, properties: {code: {type: string}}}}
`

// seeds makes tests of samples for the depot.
func seeds(t *testing.T, set samples.Set, change func(*pool.Options)) (*pool.Seeds, *action.Codec) {
	t.Helper()
	doc := resttest.Read(t, depot)
	codec := &action.Codec{API: api.New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})}
	o := pool.Options{BasePaths: doc.BasePaths, MaxCalls: 10}
	if change != nil {
		change(&o)
	}
	return pool.Make(codec, &set, o), codec
}

// sent shows the calls of a test: method, target, headers and body.
func sent(c *testcase.Case) (out []string) {
	for _, a := range c.Actions {
		call := a.(*action.Call)
		var e message.Request
		call.Genotype.Encode(call.Op.Spec, &e)
		text := call.Op.Spec.Method + " " + string(e.Target(nil, ""))
		for _, h := range e.Headers {
			text += " " + h.Name + "=" + h.Value
		}
		out = append(out, strings.TrimSpace(text+" "+string(e.Body)))
	}
	return out
}

func one(r samples.Request) samples.Set {
	return samples.Set{Recordings: []samples.Recording{{File: "a", Requests: []samples.Request{r}}}}
}

// TestRequestsAreCalls: a request is a call of the operation that its path fits best,
// and sends what it sent.
func TestRequestsAreCalls(t *testing.T) {
	const jsonType = "application/json"
	for name, c := range map[string]struct {
		r    samples.Request
		want string
	}{
		"base path": {samples.Request{Method: "GET", URL: "https://other.example/api/v2/crates/c%20%2F7"},
			"GET /crates/c%20%2F7"},
		"no base path": {samples.Request{Method: "GET", URL: "http://localhost:8080/crates/c7/"},
			"GET /crates/c7"},
		"behind a proxy": {samples.Request{Method: "GET", URL: "http://gate/depot/api/v2/crates/c7"},
			"GET /crates/c7"},
		"more literal": {samples.Request{Method: "GET", URL: "{{_}}/crates/latest"}, "GET /crates/latest"},
		"without a scheme": {samples.Request{Method: "GET", URL: "localhost:8080/api/v2/crates/c7"},
			"GET /crates/c7"},
		"lists and headers": {samples.Request{Method: "GET", URL: "/crates?tag=3&tag=4&page=2",
			Header: []samples.Field{{Name: "x-yard", Value: "B"}, {Name: "User-Agent", Value: "x"}}},
			"GET /crates?tag=3&tag=4&page=2 X-Yard=B"},
		"undeclared": {samples.Request{Method: "GET", URL: "/crates?page=2&dry=1",
			Header: []samples.Field{{Name: "X-Shift", Value: "late"}}}, "GET /crates?page=2&dry=1 X-Shift=late"},
		"body": {samples.Request{Method: "POST", URL: "/crates", Type: jsonType,
			Body: `{"kind":"box","weight":1.5}`}, `POST /crates {"kind":"box","weight":1.5}`},
		"undeclared member": {samples.Request{Method: "POST", URL: "/crates",
			Type: jsonType, Body: `{"kind":"box","weight":2,"inner":{"code":"x","lock":{"pins":[7,8]}}}`},
			`POST /crates {"kind":"box","weight":2,"inner":{"code":"x","lock":{"pins":[7,8]}}}`},
		"value of no list": {samples.Request{Method: "POST", URL: "/crates", Type: jsonType,
			Body: `{"kind":"sack","weight":"2 t"}`}, `POST /crates {"kind":"sack","weight":"2 t"}`},
		"form": {samples.Request{Method: "POST",
			URL: "/crates/c7/moves", Type: "application/x-www-form-urlencoded", Body: "seal=s+1&times=3&via=a&via=b"},
			"POST /crates/c7/moves seal=s%201&times=3&via=a&via=b"},
		"XML": {samples.Request{Method: "POST", URL: "/labels", Type: "text/xml",
			Body: `<label size="3"><text>Up</text><lines><line>a</line><line>b</line></lines></label>`},
			`POST /labels <label size="3"><text>Up</text><lines><line>a</line><line>b</line></lines></label>`},
		"no value in a place": {samples.Request{Method: "POST", URL: "/crates", Type: jsonType,
			Body: `{"kind":"{{_}}","weight":2,"inner":{"code":"{{_}}"},"other":"{{_}}"}`}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			made, _ := seeds(t, one(c.r), nil)
			require.Len(t, made.Tests, 1)
			got := sent(made.Tests[0])
			require.Len(t, got, 1)
			assert.NotContains(t, got[0], "{{_}}")
			assert.NotContains(t, got[0], "%7B%7B")
			if c.want != "" {
				assert.Equal(t, c.want, got[0])
			}
			assert.False(t, made.Tests[0].Actions[0].(*action.Call).Genotype.IsInvalid(),
				"a body of its own type takes all of it")
			assert.Empty(t, made.Warnings)
		})
	}
}

// TestCallsComeBack: a call with what the schema does not declare is kept as text, also
// for a process that has no samples.
func TestCallsComeBack(t *testing.T) {
	set := one(samples.Request{Method: "POST", URL: "/crates?dry=1", Type: "application/json",
		Body: `{"kind":"sack","weight":2,"lock":{"pins":[7]}}`})
	made, codec := seeds(t, set, nil)
	plain, err := codec.Archive(made.Tests[0])
	require.NoError(t, err)
	data, err := json.Marshal(json.RawMessage(value.AppendExact(nil, plain)))
	require.NoError(t, err)
	_, other := seeds(t, samples.Set{}, nil)
	back, err := value.ParseExact(data)
	require.NoError(t, err)
	c, losses, err := other.Recall(back.(value.Object))
	require.NoError(t, err)
	assert.Empty(t, losses)
	assert.Equal(t, sent(made.Tests[0]), sent(c))
	encoded, err := codec.Encode(made.Tests[0])
	require.NoError(t, err)
	_, third := seeds(t, samples.Set{}, nil)
	c, err = third.Decode(encoded)
	require.NoError(t, err)
	assert.Equal(t, sent(made.Tests[0]), sent(c))
}

// TestOnlyWhatIsDeclared: without expansion nothing is added to operations.
func TestOnlyWhatIsDeclared(t *testing.T) {
	set := one(samples.Request{Method: "GET", URL: "/crates?page=2&dry=1"})
	made, codec := seeds(t, set, func(o *pool.Options) { o.Declared = true })
	assert.Equal(t, []string{"GET /crates?page=2"}, sent(made.Tests[0]))
	assert.Empty(t, codec.API.Fresh())
}

// TestBodiesFindOperations: a body without a request goes to the operations whose schema
// knows most of it.
func TestBodiesFindOperations(t *testing.T) {
	for text, want := range map[string]string{
		`{"kind":"barrel","weight":7,"inner":{"code":"q"}}`: "POST /crates " +
			`{"kind":"barrel","weight":7,"inner":{"code":"q"}}`,
		`<label><text>x</text></label>`: `POST /labels <label><text>x</text></label>`,
		`{"a":{"b":1},"c":[]}`:          "",
		`[1,2]`:                         "",
	} {
		kind := "application/json"
		if text[0] == '<' {
			kind = "application/xml"
		}
		made, _ := seeds(t, samples.Set{Bodies: []samples.Body{{File: "a", Type: kind, Data: text}}}, nil)
		if want == "" {
			assert.Empty(t, made.Tests)
			assert.Equal(t, []string{"1 of 1 bodies fit no operation of the schema"}, made.Warnings)
			continue
		}
		require.Len(t, made.Tests, 1, text)
		assert.Equal(t, want, sent(made.Tests[0])[0])
	}
}

// session is a recording: a crate is made, read, and moved with what the answer said.
func session() samples.Set {
	return samples.Set{Recordings: []samples.Recording{{File: "a", Requests: []samples.Request{
		{Method: "GET", URL: "https://depot.example/api/v2/crates?page=1",
			Answer: &samples.Answer{Status: 200, Body: `[{"crateId":"c1"}]`}},
		{Method: "POST", URL: "https://depot.example/api/v2/crates", Type: "application/json",
			Body:   `{"kind":"box","weight":1}`,
			Answer: &samples.Answer{Status: 201, Body: `{"crateId":"c-900","seal":"wax-1234567890"}`}},
		{Method: "GET", URL: "https://depot.example/api/v2/crates/c-900",
			Answer: &samples.Answer{Status: 200, Body: `{}`}},
		{Method: "POST", URL: "https://depot.example/api/v2/crates/c-900/moves",
			Type: "application/x-www-form-urlencoded", Body: "seal=wax-1234567890&times=1"},
		{Method: "POST", URL: "https://stats.example/crates", Type: "application/json",
			Body: `{"kind":"box","weight":9}`},
	}}}}
}

// TestSessionsFollowAnswers: what an earlier answer gave is a claim, each call has a test
// with what it needs, and all of them have one together.
func TestSessionsFollowAnswers(t *testing.T) {
	made, _ := seeds(t, session(), func(o *pool.Options) { o.BaseURL = "https://depot.example" })
	assert.Equal(t, []string{"1 of 5 requests fit no operation of the schema"}, made.Warnings)
	var names []string
	for _, c := range made.Tests {
		var ops []string
		for _, a := range c.Actions {
			ops = append(ops, a.(*action.Call).Op.Spec.Name())
		}
		names = append(names, strings.Join(ops, ", "))
	}
	assert.Equal(t, []string{
		"POST /crates",
		"GET /crates",
		"POST /crates, GET /crates/{crateId}",
		"POST /crates, POST /crates/{crateId}/moves",
		"GET /crates, POST /crates, GET /crates/{crateId}, POST /crates/{crateId}/moves",
	}, names)
	for _, c := range made.Tests[3:] {
		last := c.Actions[len(c.Actions)-1].(*action.Call)
		assert.Equal(t, []action.Claim{
			{In: "path crateId", From: action.Source{Operation: "POST /crates", Name: "/crateId"}},
			{In: "body", At: "/seal", From: action.Source{Operation: "POST /crates", Name: "/seal"}},
		}, last.Claims())
	}
}

// TestVariablesFollow: what a collection leaves open in a path follows the call before
// it that may make it.
func TestVariablesFollow(t *testing.T) {
	set := samples.Set{Recordings: []samples.Recording{{File: "a", Requests: []samples.Request{
		{Method: "POST", URL: "{{_}}/crates", Type: "application/json", Body: `{"kind":"box","weight":1}`},
		{Method: "GET", URL: "{{_}}/crates/{{_}}"},
	}}}}
	made, _ := seeds(t, set, nil)
	require.Len(t, made.Tests, 3)
	got := made.Tests[1]
	require.Len(t, got.Actions, 2)
	assert.True(t, got.Actions[1].(*action.Call).Follow.On(0))
}

// TestUsersCredentialsAreLeftOut: a sample that holds one is no test.
func TestUsersCredentialsAreLeftOut(t *testing.T) {
	made, _ := seeds(t, session(), func(o *pool.Options) {
		o.Holds = func(text string) bool { return strings.Contains(text, "c-900") }
	})
	assert.Contains(t, made.Warnings, "2 samples hold the credential of a user, and are left out")
	for _, c := range made.Tests {
		assert.NotContains(t, strings.Join(sent(c), "\n"), "c-900")
	}
}

// TestSameSamplesSameTests: nothing depends on the order of maps.
func TestSameSamplesSameTests(t *testing.T) {
	var before []string
	for range 5 {
		made, _ := seeds(t, session(), nil)
		var now []string
		for _, c := range made.Tests {
			now = append(now, sent(c)...)
		}
		if before == nil {
			before = now
		}
		assert.Equal(t, before, now)
	}
}
