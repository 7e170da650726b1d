package genotype

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

const silent = `
openapi: 3.0.3
info: {title: Silent, version: "1"}
paths:
  /things:
    get:
      parameters: [{name: page, in: query, schema: {type: integer}}, {name: X-Known, in: header, schema: {type: string}}]
      responses: {"200": {description: all}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: integer}, inner: {$ref: "#/components/schemas/Inner"}}}}}}
      responses: {"201": {description: made}}
    put:
      requestBody: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, required: [a], properties: {a: {type: string, enum: [k]}}}}}}
      responses: {"201": {description: made}}
components: {schemas: {Inner: {type: object, properties: {b: {type: string}}}}}
`

// sentBy returns target, headers, cookies and body of a call.
func sentBy(op *openapi.Operation, c *Call) string {
	var m message.Request
	c.Encode(op, &m)
	out := string(m.Target(nil, "")) + " |"
	for _, h := range m.Headers {
		out += " " + h.Name + "=" + h.Value
	}
	if text := m.CookieText(); text != "" {
		out += " Cookie=" + text
	}
	return strings.TrimSpace(out + " | " + m.ContentType + " " + string(m.Body))
}

// give puts a value into the last parameter.
func give(t *testing.T, c *Call, v any) {
	t.Helper()
	require.True(t, gene.Assign(c.Params[len(c.Params)-1].Gene, v))
}

// TestFoundParametersAreOffAndCanBeSent covers each place.
func TestFoundParametersAreOffAndCanBeSent(t *testing.T) {
	op := resttest.Read(t, silent).Operations[0]
	for _, tt := range []struct {
		in   Input
		v    any
		want string
	}{
		{Input{In: "query", Name: "sort"}, "a b", "/things?sort=a%20b | |"},
		{Input{In: "header", Name: "x-team"}, "blue", "/things | X-Team=blue |"},
		{Input{In: "cookie", Name: "session"}, "s", "/things | Cookie=session=s |"},
		{Input{In: InForm, Name: "field"}, "f", "/things | | application/x-www-form-urlencoded field=f"},
		{Input{In: "query", Name: "size", Type: `{"type":"integer","minimum":3}`}, int64(4), "/things?size=4 | |"},
		{Input{In: "query", Name: "tag", Type: `{"type":"array","items":{"type":"string"}}`}, []any{"x", "y"},
			"/things?tag=x&tag=y | |"},
	} {
		b := NewBuilder(Options{})
		before := b.Call(op)
		require.True(t, gene.Assign(before.Params[0].Gene, value.Absent))
		require.True(t, gene.Assign(before.Params[1].Gene, value.Absent))
		c := b.Found(op, before, tt.in)
		require.NotNil(t, c, tt.in)
		assert.Equal(t, sentBy(op, before), sentBy(op, c), "off at first")
		assert.Len(t, before.Params, 2, "the genes that were there stay")
		assert.Nil(t, b.Found(op, c, tt.in), "it is there already")
		give(t, c, tt.v)
		assert.Equal(t, tt.want, sentBy(op, c))
		assert.Equal(t, []Input{tt.in}, c.Undeclared([]Input{{In: "query", Name: "other"}, tt.in}))
	}
}

// TestWhatIsNotFound: the schema has it, the transport sends it, or a user does.
func TestWhatIsNotFound(t *testing.T) {
	ops := resttest.Read(t, silent).Operations
	users := []auth.User{{Name: "ann", Headers: []auth.Header{{Name: "X-Key", Value: "k"}},
		Cookies: []auth.Header{{Name: "sid", Value: "s"}}, Query: []auth.Header{{Name: "key", Value: "k"}}}}
	schemes := []openapi.SecurityScheme{{Type: "apiKey", In: "query", Param: "token"}, {Type: "http", Scheme: "basic"}}
	b := NewBuilder(Options{Credentials: Credentials(users, schemes)})
	for _, in := range []Input{
		{In: "query", Name: "page"}, {In: "header", Name: "x-known"}, {In: "header", Name: "Content-Type"},
		{In: "header", Name: "accept"}, {In: "header", Name: "Host"}, {In: "header", Name: "Authorization"},
		{In: "header", Name: "Accept-Encoding"}, {In: "header", Name: "no token"}, {In: "header", Name: "x-key"},
		{In: "cookie", Name: "sid"}, {In: "cookie", Name: "a b"}, {In: "query", Name: "key"},
		{In: "query", Name: "token"}, {In: "query"}, {In: "path", Name: "id"},
		{In: InWhole, Name: "application/json", Type: "no schema"}, {In: InWhole, Name: "application/json"},
	} {
		assert.Nil(t, b.Found(ops[0], b.Call(ops[0]), in), in)
	}
	for _, in := range []Input{{In: InForm, Name: "a"}, {In: "query", Name: "a"}} {
		assert.Nil(t, b.Found(ops[2], b.Call(ops[2]), in), "a field of the declared form: %v", in)
	}
	for _, covered := range []string{
		`{"type":"object","properties":{"A":{"type":"integer"}}}`, `{}`,
		`{"type":"object","properties":{"inner":{"type":"object","properties":{"b":{"type":"string"}}}}}`,
	} {
		assert.Nil(t, b.Found(ops[1], b.Call(ops[1]), Input{In: InWhole, Name: "application/json", Type: covered}),
			covered)
	}
}

// TestFoundFields join those of a declared form.
func TestFoundFields(t *testing.T) {
	op := resttest.Read(t, silent).Operations[2]
	b := NewBuilder(Options{})
	c := b.Found(op, b.Call(op), Input{In: InForm, Name: "extra"})
	give(t, c, "1")
	assert.Equal(t, "/things | | application/x-www-form-urlencoded a=k&extra=1", sentBy(op, c))
}

// TestFoundBodies: an operation without a body gets one that may be there; another one
// gets a further content.
func TestFoundBodies(t *testing.T) {
	ops := resttest.Read(t, silent).Operations
	whole := Input{In: InWhole, Name: "application/json",
		Type: `{"type":"object","properties":{"x":{"type":["integer","null"],"format":"int32"}},"required":["x"]}`}
	b, r := NewBuilder(Options{}), rand.New(rand.NewPCG(1, 2))

	c := b.Found(ops[0], b.Call(ops[0]), whole)
	require.NotNil(t, c)
	assert.False(t, c.Body.On || c.Body.Declared())
	assert.Nil(t, c.BodyState())
	sent, malformed := map[bool]int{}, 0
	for range 400 {
		c.Randomize(r)
		sent[c.Body.On]++
		c.MakeInvalid(r)
		switch {
		case c.Invalid == nil || c.Invalid.Param != InBody:
		case assert.Equal(t, BodyMalformed, c.Invalid.Whole,
			"it is no JSON, but nothing that is not declared is invalid"):
			assert.True(t, c.Body.On)
			_, text, _ := strings.Cut(sentBy(ops[0], c), "application/json ")
			assert.False(t, json.Valid([]byte(text)), text)
			malformed++
		}
	}
	assert.Positive(t, malformed)
	assert.InDelta(t, 200, sent[true], 50)
	require.True(t, gene.Assign(c.Body.Contents[0], value.Object{{Name: "x", Value: int64(7)}}))
	c.MakeValid()
	c.Body.On = true
	assert.Contains(t, sentBy(ops[0], c), `application/json {"x":7}`)
	assert.Equal(t, "body application/json with x", whole.Describe(c.Body))

	c = b.Found(ops[1], b.Call(ops[1]), whole)
	require.Len(t, c.Body.Contents, 2)
	assert.True(t, c.Body.Declared())
	c.Body.SetMedia(1)
	assert.Equal(t, []Input{whole}, c.Undeclared([]Input{whole}))
	partly := Input{In: InWhole, Name: "application/json",
		Type: `{"type":"object","properties":{"a":{"type":"integer"},"c":{"type":"string"}}}`}
	told := partly.Describe(b.Found(ops[1], c, partly).Body)
	assert.Equal(t, "body application/json with c", told, "declared members are not named")
	recursive := Input{In: InWhole, Name: "application/json", Type: `{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/t"}}}}}`}
	c = b.Found(ops[0], b.Call(ops[0]), recursive)
	require.NotNil(t, c)
	assert.True(t, gene.Assign(c.Body.Contents[0],
		value.Object{{Name: "v", Value: int64(1)}, {Name: "next", Value: value.Object{{Name: "v", Value: int64(2)}}}}))
}

// TestOlderCallsAdopt: a call that was made before sends what it sent, and can then
// send more. Its state fits the genes of another process that found things in another
// order.
func TestOlderCallsAdopt(t *testing.T) {
	op := resttest.Read(t, silent).Operations[0]
	inputs := []Input{{In: "query", Name: "sort"},
		{In: InWhole, Name: "application/json", Type: `{"type":"object","properties":{"x":{"type":"integer"}}}`},
		{In: "header", Name: "X-Team"},
		{In: InWhole, Name: "application/xml", Type: `{"type":"object","properties":{"y":{"type":"string"}}}`}}
	b, r := NewBuilder(Options{}), rand.New(rand.NewPCG(1, 2))
	template, other := b.Call(op), b.Call(op)
	old := template.Clone()
	old.Randomize(r)
	before := sentBy(op, old)
	for i := range inputs {
		template = b.Found(op, template, inputs[i])
		other = b.Found(op, other, inputs[len(inputs)-1-i])
	}
	assert.Equal(t, before, sentBy(op, old))
	states, body := old.Params.States(), old.BodyState()
	old.Adopt(template)
	assert.Equal(t, before, sentBy(op, old))
	assert.Equal(t, states, old.Params.States())
	assert.Equal(t, body, old.BodyState())
	require.Len(t, old.Params, 4)
	for range 200 {
		old.Randomize(r)
		if r.IntN(2) == 0 {
			old.Body.On = true
			for i := range old.Params {
				old.Params[i].Gene.Mutate(r, 0)
			}
		}
		again := other.Clone()
		require.NoError(t, again.Params.SetStates(old.Params.States()))
		require.True(t, again.SetBody(old.BodyState()))
		var first, second message.Request
		old.Encode(op, &first)
		again.Encode(op, &second)
		assert.Equal(t, first.Body, second.Body)
		assert.ElementsMatch(t, first.Query, second.Query)
		assert.ElementsMatch(t, first.Headers, second.Headers)
	}
	plain := NewBuilder(Options{}).Call(op)
	require.True(t, gene.Assign(old.Params[2].Gene, "z"))
	assert.ErrorContains(t, plain.Params.SetStates(old.Params.States()), "it has other parameters")
	old.Body.On = true
	assert.False(t, plain.SetBody(old.BodyState()))
}

// TestRowsOfAnotherTypeStayOff: more may be known of the rows of a table than when a test was made. Rows that do not
// fit then are left out of the test.
func TestRowsOfAnotherTypeStayOff(t *testing.T) {
	op, b := &openapi.Operation{Method: "GET", Path: "/a"}, NewBuilder(Options{})
	rows := func(column string) Input {
		return Input{In: InRow, Name: "things", Type: `{"type":"array","minItems":1,"items":{"type":"object",` +
			`"required":["a"],"properties":{"a":` + column + `}}}`}
	}
	before := b.Found(op, b.Call(op), rows(`{"type":"number"}`))
	require.True(t, gene.Assign(before.Params[0].Gene, []any{value.Object{{Name: "a", Value: 0.5}}}))
	after := b.Found(op, b.Call(op), rows(`{"type":"integer","enum":[0,1]}`))
	require.NoError(t, after.Params.SetStates(before.Params.States()))
	assert.True(t, value.IsAbsent(after.Value(0)))
	var r message.Request
	after.Encode(op, &r)
	assert.Empty(t, r.Given)
	same := b.Found(op, b.Call(op), rows(`{"type":"number"}`))
	require.NoError(t, same.Params.SetStates(before.Params.States()))
	assert.Equal(t, before.Value(0), same.Value(0))
}

// TestFoundBodiesAreRare where the schema has one.
func TestFoundBodiesAreRare(t *testing.T) {
	op := resttest.Read(t, silent).Operations[1]
	b, r, n := NewBuilder(Options{}), rand.New(rand.NewPCG(1, 2)), 0
	c := b.Found(op, b.Call(op),
		Input{In: InWhole, Name: "application/json", Type: `{"type":"object","properties":{"x":{"type":"integer"}}}`})
	for range 4000 {
		if c.Randomize(r); c.Body.Media() == 1 {
			n++
		}
	}
	assert.InDelta(t, 200, n, 60)
}

// TestFoundParametersAreRare: most new calls leave a certain one out.
func TestFoundParametersAreRare(t *testing.T) {
	op := resttest.Read(t, silent).Operations[0]
	b, r, n := NewBuilder(Options{}), rand.New(rand.NewPCG(1, 2)), 0
	c := b.Found(op, b.Call(op), Input{In: "query", Name: "sort"})
	for range 4000 {
		if c.Randomize(r); c.Params[2].Gene.(*gene.Optional).On() {
			n++
		}
	}
	assert.InDelta(t, 400, n, 60)
}

func TestBoundsOfWhatIsFound(t *testing.T) {
	op := resttest.Read(t, silent).Operations[0]
	b := NewBuilder(Options{})
	c, n := b.Call(op), 0
	for i := range 200 {
		if next := b.Found(op, c, Input{In: "query", Name: "n" + string(rune('A'+i))}); next != nil {
			c = next
			n++
		}
	}
	assert.Equal(t, 64, n)
}

// TestDocuments: a type alone makes a gene of JSON values.
func TestDocuments(t *testing.T) {
	b := NewBuilder(Options{})
	g := b.Document(`{"type":"object","properties":{"n":{"type":"integer","minimum":3,"maximum":3}},"required":["n"]}`)
	require.NotNil(t, g)
	assert.Equal(t, value.Object{{Name: "n", Value: int64(3)}}, g.Value())
	assert.Nil(t, b.Document("no schema"))
}
