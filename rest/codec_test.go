package rest

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// richDocument has parameters of all places and styles, and bodies of all kinds.
const richDocument = `
openapi: 3.1.0
info: {title: t, version: "1"}
paths:
  /things:
    post:
      requestBody:
        content:
          application/json: {schema: {$ref: "#/components/schemas/Thing"}}
          application/xml: {schema: {$ref: "#/components/schemas/Thing"}}
          application/x-www-form-urlencoded: {schema: {$ref: "#/components/schemas/Thing"}}
          multipart/form-data: {schema: {type: object, required: [file], properties: {file: {type: string, format: binary}, note: {type: string}}}}
          application/octet-stream: {}
          text/plain: {schema: {type: string, maxLength: 20}}
      responses: {"201": {description: made}}
    get:
      parameters:
        - {name: q, in: query, schema: {type: array, items: {type: string, format: binary}, minItems: 1, maxItems: 3}, explode: false}
        - {name: deep, in: query, style: deepObject, schema: {type: object, properties: {a: {type: integer}, b: {type: string}}}}
        - {name: empty, in: query, allowEmptyValue: true, schema: {type: number}}
        - {name: X-Big, in: header, schema: {type: integer, format: uint64, minimum: 0}}
        - {name: session, in: cookie, schema: {type: string, pattern: "^[a-z]+(-[0-9]{2,3})*$"}}
        - {name: filter, in: query, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}
      responses: {"200": {description: all}}
  /things/{id}/parts/{part}:
    put:
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
        - {name: part, in: path, required: true, style: matrix, schema: {type: string, format: uuid}, example: p1}
      requestBody: {required: true, content: {application/json: {schema: {type: array, uniqueItems: true, items: {type: string, enum: [a, b, c]}}}}}
      responses: {"200": {description: changed}}
components:
  schemas:
    Thing:
      type: object
      required: [size, price, raw]
      properties:
        size: {type: number, minimum: -1.5e300}
        price: {type: number, multipleOf: 0.01}
        huge: {type: integer, minimum: 9223372036854775807000}
        raw: {type: string, format: binary}
        code: {type: string, format: byte}
        when: {type: string, format: date-time}
        link: {type: string, format: uri, default: "http://localhost"}
        tag: {type: string, format: isbn-13}
        any: {}
        kind: {oneOf: [{type: string, maxLength: 3}, {type: integer}, {type: array, items: {type: boolean}}]}
        maybe: {type: ["string", "null"], examples: ["x", "yy"]}
        more: {type: object, additionalProperties: {$ref: "#/components/schemas/Thing"}}
      additionalProperties: {type: integer}
`

// silent is a system that nobody calls.
type silent struct{}

func (silent) Reset(context.Context) error { return nil }
func (silent) Call(context.Context, *sut.Request) (*sut.Response, error) {
	return &sut.Response{Status: 200}, nil
}

func codecProblem(t testing.TB, document string) *Problem {
	t.Helper()
	doc, err := openapi.Read([]byte(document), openapi.Options{})
	require.NoError(t, err)
	o := Options{
		Users:       []auth.User{auth.Basic("ann", "ann", "1"), auth.Basic("bob", "bob", "2")},
		InvalidRate: 0.3,
		Formats: map[string]func(*openapi.Schema) gene.Gene{"isbn-13": func(*openapi.Schema) gene.Gene {
			return &isbn13{}
		}},
	}
	p, err := New(doc, silent{}, &fitness.Registry{}, o)
	require.NoError(t, err)
	return p
}

// requests returns what the calls of a case send, byte for byte.
func requests(c *testcase.Case) []sut.Request {
	out := make([]sut.Request, len(c.Actions))
	for i, a := range c.Actions {
		a := a.(*action.Call)
		var m message.Request
		a.Genotype.Encode(a.Op.Spec, &m)
		out[i] = sut.Request{Method: a.Op.Spec.Method, Target: string(m.Target(nil, "/base")),
			Header: m.Header(), Body: m.Body}
	}
	return out
}

func assertSame(t require.TestingT, want, got *testcase.Case) {
	require.Equal(t, requests(want), requests(got))
	for i := range want.Actions {
		a, b := want.Actions[i].(*action.Call), got.Actions[i].(*action.Call)
		require.Equal(t, a.User, b.User)
		require.Equal(t, a.Follow, b.Follow)
		require.Equal(t, a.Genotype.Invalid, b.Genotype.Invalid)
	}
}

func TestDecodedCasesAreTheSame(t *testing.T) {
	documents := map[string]string{"everything": richDocument}
	for _, c := range resttest.SchemaCases {
		documents[c.Name] = resttest.BodyDocument(c.Schemas)
	}
	for name, document := range documents {
		t.Run(name, func(t *testing.T) {
			p, other := codecProblem(t, document), codecProblem(t, document)
			rapid.Check(t, func(t *rapid.T) {
				r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
				c := p.Sample(r)
				for range rapid.IntRange(0, 12).Draw(t, "mutations") {
					c = p.Mutate(r, c, r.Float64())
				}
				data, err := p.EncodeCase(c)
				require.NoError(t, err)
				require.True(t, json.Valid(data), "%s", data)
				back, err := other.DecodeCase(data)
				require.NoError(t, err)
				assertSame(t, c, back)
				again, err := other.EncodeCase(back)
				require.NoError(t, err)
				require.Equal(t, string(data), string(again))
				assertSameFuture(t, p, other, c, back)
			})
		})
	}
}

// assertSameFuture mutates both cases alike, values only: what is added to a
// case does not come from it. Of a custom gene only the value is known.
func assertSameFuture(t *rapid.T, p, other *Problem, a, b *testcase.Case) {
	seed := rapid.Uint64().Draw(t, "future")
	ra, rb := rand.New(rand.NewPCG(seed, 2)), rand.New(rand.NewPCG(seed, 2))
	for range 4 {
		a, b = p.Mutate(ra, a, 0.5), other.Mutate(rb, b, 0.5)
		same := slices.EqualFunc(requests(a), requests(b), func(x, y sut.Request) bool {
			return x.Target == y.Target && string(x.Body) == string(y.Body)
		})
		if data, err := p.EncodeCase(a); err != nil || strings.Contains(string(data), `"tag":[`) {
			return // the custom gene is on
		}
		require.True(t, same, "the future differs: %v, %v", requests(a), requests(b))
	}
}

func TestBinaryAndInvalidValuesSurvive(t *testing.T) {
	p := codecProblem(t, richDocument)
	r := rand.New(rand.NewPCG(5, 6))
	bytes, invalid := 0, 0
	for range 300 {
		c := p.Sample(r)
		data, err := p.EncodeCase(c)
		require.NoError(t, err)
		back, err := p.DecodeCase(data)
		require.NoError(t, err)
		assertSame(t, c, back)
		if strings.Contains(string(data), `"$bytes"`) {
			bytes++
		}
		if strings.Contains(string(data), `"flaw"`) {
			invalid++
		}
	}
	assert.Greater(t, bytes, 20, "cases with bytes that are no text")
	assert.Greater(t, invalid, 20)
}

func TestDecodedCustomGenesMutate(t *testing.T) {
	p := codecProblem(t, richDocument)
	r := rand.New(rand.NewPCG(7, 8))
	changed := 0
	for range 400 {
		c := p.sampler.drafts.call(r, p.api.Ops[0])
		data, err := p.EncodeCase(&testcase.Case{Actions: []testcase.Action{c}})
		require.NoError(t, err)
		back, err := p.DecodeCase(data)
		require.NoError(t, err)
		mutant := p.Mutate(r, back, 0.5)
		if !assert.ObjectsAreEqual(requests(back), requests(mutant)) {
			changed++
		}
	}
	assert.Greater(t, changed, 300)
}

func TestForeignCasesAreRefused(t *testing.T) {
	p := codecProblem(t, richDocument)
	r := rand.New(rand.NewPCG(1, 2))
	call := p.sampler.drafts.call(r, p.api.Named("PUT /things/{id}/parts/{part}"))
	put := &testcase.Case{Actions: []testcase.Action{call}}
	put.Actions[0].(*action.Call).Genotype.MakeInvalid(r)
	put.Actions[0].(*action.Call).Follow.Enabled = true
	put.Actions[0].(*action.Call).User.Index = 1
	data, err := p.EncodeCase(put)
	require.NoError(t, err)
	_, err = p.DecodeCase(data)
	require.NoError(t, err)
	for name, replace := range map[string][2]string{
		"version":       {`"version":1`, `"version":2`},
		"operation":     {"PUT /things", "PUT /thing"},
		"user":          {`"user":1`, `"user":4`},
		"user text":     {`"user":1`, `"user":"ann"`},
		"follow":        {`"follow":true`, `"follow":8`},
		"parameter":     {"path id", "path key"},
		"value":         {`"path id":`, `"path id":"x","was":`},
		"no body":       {`"body"`, `"content"`},
		"media":         {`"body":[true,0`, `"body":[true,1`},
		"invalid":       {`"whole":`, `"part":`},
		"invalid place": {`"at":[`, `"at":[null],"was":[`},
		"no JSON":       {`{`, `[`},
	} {
		t.Run(name, func(t *testing.T) {
			other := strings.Replace(string(data), replace[0], replace[1], 1)
			require.NotEqual(t, string(data), other)
			_, err := p.DecodeCase([]byte(other))
			require.Error(t, err)
			if name != "no JSON" {
				assert.ErrorIs(t, err, ErrForeignCase)
			}
			assert.NotContains(t, err.Error(), "\n")
		})
	}
	_, err = p.DecodeCase([]byte(`{"version":1,"calls":[]}`))
	assert.ErrorIs(t, err, ErrForeignCase)
	changed := strings.Replace(richDocument, "enum: [a, b, c]", "enum: [x, y]", 1)
	put.Actions[0].(*action.Call).Genotype.MakeValid()
	require.True(t, gene.Assign(put.Actions[0].(*action.Call).Genotype.Body.Contents[0], []any{"a"}))
	data, err = p.EncodeCase(put)
	require.NoError(t, err)
	_, err = codecProblem(t, changed).DecodeCase(data)
	assert.ErrorIs(t, err, ErrForeignCase, "values of another version of the schema")
}

func FuzzDecodeCase(f *testing.F) {
	p := codecProblem(f, richDocument)
	r := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		data, err := p.EncodeCase(p.Sample(r))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := p.DecodeCase(data)
		if err != nil {
			return
		}
		requests(c)
		requests(p.Mutate(r, c, 0.5))
		_, err = p.EncodeCase(c)
		require.NoError(t, err)
	})
}

func BenchmarkCaseCodec(b *testing.B) {
	p := codecProblem(b, richDocument)
	c := p.Sample(rand.New(rand.NewPCG(1, 2)))
	data, err := p.EncodeCase(c)
	require.NoError(b, err)
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			_, _ = p.EncodeCase(c)
		}
	})
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			_, _ = p.DecodeCase(data)
		}
	})
}

// isbn13 is a gene of a format that Evoke does not know: 13 digits with the
// check digit of ISBN.
type isbn13 struct{ digits [12]byte }

func (g *isbn13) Clone() gene.Gene { c := *g; return &c }
func (g *isbn13) Randomize(r *rand.Rand) {
	for i := range g.digits {
		g.digits[i] = byte(r.IntN(10))
	}
}
func (g *isbn13) Mutate(r *rand.Rand, _ float64) {
	i := r.IntN(len(g.digits))
	g.digits[i] = (g.digits[i] + 1 + byte(r.IntN(9))) % 10
}
func (g *isbn13) Value() any {
	text, sum := make([]byte, 13), 0
	for i, d := range g.digits {
		text[i] = '0' + d
		sum += int(d) * (1 + i%2*2)
	}
	text[12] = '0' + byte((10-sum%10)%10)
	return string(text)
}
