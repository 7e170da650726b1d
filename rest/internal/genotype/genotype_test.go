package genotype

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

// validator compiles the schema Root of a document.
func validator(t testing.TB, document string) *jsonschema.Schema {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("doc.json", v))
	s, err := c.Compile("doc.json#/components/schemas/Root")
	require.NoError(t, err)
	return s
}

func validate(s *jsonschema.Schema, body []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

func TestValuesFitTheSchema(t *testing.T) {
	for _, c := range resttest.SchemaCases {
		t.Run(c.Name, func(t *testing.T) {
			document := resttest.BodyDocument(c.Schemas)
			doc, schema := resttest.Read(t, document), validator(t, document)
			b := NewBuilder(Options{})
			genes := b.Call(doc.Operations[0])
			assert.LessOrEqual(t, b.schemas.total, 2*maxGenes)
			r := rand.New(rand.NewPCG(1, 2))
			var e message.Request
			different := map[string]bool{}
			for i := range 400 {
				if i%20 == 0 {
					genes.Randomize(r)
				} else {
					genes = genes.Clone()
					for g := range genes.Genes() {
						g.Mutate(r, float64(i)/400)
					}
				}
				genes.Encode(doc.Operations[0], &e)
				require.True(t, e.JSONBody)
				require.NoError(t, validate(schema, e.Body), "%s", e.Body)
				different[string(e.Body)] = true
			}
			assert.Greater(t, len(different), 5)
		})
	}
}

func TestInvalidValuesDoNotFit(t *testing.T) {
	for _, c := range resttest.SchemaCases {
		t.Run(c.Name, func(t *testing.T) {
			document := resttest.BodyDocument(c.Schemas)
			doc, schema := resttest.Read(t, document), validator(t, document)
			op := doc.Operations[0]
			genes := NewBuilder(Options{}).Call(op)
			r := rand.New(rand.NewPCG(3, 4))
			var e, again message.Request
			for range 200 {
				genes.Randomize(r)
				require.False(t, genes.IsInvalid())
				genes.MakeInvalid(r)
				require.True(t, genes.IsInvalid())
				if strings.Contains(invalidity(genes), "does not fit int") {
					continue // JSON Schema does not know the format
				}
				genes.Encode(op, &e)
				valid := e.HasBody && e.ContentType == "application/json" && validate(schema, e.Body) == nil
				if strings.HasSuffix(invalidity(genes), "/evokeUnknown is unknown") {
					assert.Contains(t, string(e.Body), "evokeUnknown") // which only a strict decoder minds
				} else {
					require.False(t, valid, "%s: %s", invalidity(genes), e.Body)
				}

				genes.Clone().Encode(op, &again)
				assert.Equal(t, string(e.Body), string(again.Body), "a clone is invalid in the same way")
				genes.MakeValid()
				genes.Encode(op, &e)
				require.NoError(t, validate(schema, e.Body), "%s", e.Body)
			}
		})
	}
}

func TestDiscriminators(t *testing.T) {
	pets := `"Cat":{"allOf":[{"$ref":"#/components/schemas/Pet"},{"type":"object","required":["claws"],"properties":{"claws":{"type":"integer"}}}]},
		"Dog":{"allOf":[{"$ref":"#/components/schemas/Pet"},{"type":"object","required":["bark"],"properties":{"bark":{"type":"boolean"}}}]}`
	plainPet := `"type":"object","required":["kind"],"properties":{"kind":{"type":"string"}}`
	mapping := `"discriminator":{"propertyName":"kind","mapping":{"feline":"#/components/schemas/Cat","Dog":"#/components/schemas/Dog"}}`
	oneOf := `"oneOf":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}]`
	for _, c := range []struct{ name, schemas, cat string }{
		{"oneOf with mapping", `{"Root":{` + oneOf + `,` + mapping + `},"Pet":{` + plainPet + `},` + pets + `}`,
			"feline"},
		{"oneOf by name", `{"Root":{` + oneOf + `,"discriminator":{"propertyName":"kind"}},"Pet":{` +
			plainPet + `},` + pets + `}`, "Cat"},
		{"inheritance", `{"Root":{"$ref":"#/components/schemas/Pet"},"Pet":{` + plainPet + `,` + mapping +
			`},` + pets + `}`, "feline"},
	} {
		t.Run(c.name, func(t *testing.T) {
			op := resttest.Read(t, resttest.BodyDocument(c.schemas)).Operations[0]
			genes := NewBuilder(Options{}).Call(op)
			r := rand.New(rand.NewPCG(1, 2))
			var e message.Request
			seen := map[string]bool{}
			for range 100 {
				genes.Randomize(r)
				genes.Encode(op, &e)
				var pet struct {
					Kind  string
					Claws *int64
					Bark  *bool
				}
				require.NoError(t, json.Unmarshal(e.Body, &pet), "%s", e.Body)
				seen[pet.Kind] = true
				assert.Equal(t, pet.Kind == c.cat, pet.Claws != nil, "%s", e.Body)
				assert.Equal(t, pet.Kind == "Dog", pet.Bark != nil, "%s", e.Body)
			}
			assert.Equal(t, map[string]bool{c.cat: true, "Dog": true}, seen)
		})
	}
}

func TestUnboundedRecursionIsCut(t *testing.T) {
	for _, c := range []struct{ name, schemas, want string }{
		{"required member",
			`{"Root":{"type":"object","required":["next"],"properties":{"next":{"$ref":"#/components/schemas/Root"}}}}`,
			"no value fits"},
		{"allOf of itself", `{"Root":{"type":"object","allOf":[{"$ref":"#/components/schemas/Root"}],"properties":{"a":{"type":"integer"}}}}`, ""},
		{"array of itself", `{"Root":{"type":"array","items":{"$ref":"#/components/schemas/Root"}}}`, ""},
		{"merged members", `{"Root":{"allOf":[{"properties":{"x":{"$ref":"#/components/schemas/Root"}}},{"properties":{"x":{"$ref":"#/components/schemas/Other"}}}]},
			"Other":{"allOf":[{"required":["x"],"properties":{"x":{"$ref":"#/components/schemas/Root"}}},{"properties":{"x":{"$ref":"#/components/schemas/Other"}}}]}}`, ""},
		{"union of itself", `{"Root":{"anyOf":[{"$ref":"#/components/schemas/Root"}]}}`, ""},
		{"least numbers out of this world",
			`{"Root":{"type":"array","minItems":1000000000,"items":{"type":"string","minLength":1000000000}}}`,
			"is taken for"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := openapi.Read([]byte(resttest.BodyDocument(c.schemas)), openapi.Options{})
			require.NoError(t, err)
			if len(doc.Operations) == 0 {
				return // already refused by the reader
			}
			b := NewBuilder(Options{})
			genes := b.Call(doc.Operations[0])
			if strings.HasPrefix(c.name, "least") {
				return // drawing 10,000 texts of 10,000 characters takes a while
			}
			genes.Randomize(rand.New(rand.NewPCG(1, 2)))
			var e message.Request
			genes.Encode(doc.Operations[0], &e)
			assert.True(t, json.Valid(e.Body))
			assert.Contains(t, strings.Join(b.Warnings(), "\n"), c.want)
		})
	}
}

func TestReadOnlyPropertiesAreNotSent(t *testing.T) {
	op := resttest.Read(t, resttest.BodyDocument(`{"Root":{"type":"object","required":["id","name"],"properties":{
		"id":{"type":"integer","readOnly":true},"name":{"type":"string"},"secret":{"type":"string","writeOnly":true}}}}`)).Operations[0]
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	var e message.Request
	secret := false
	for range 50 {
		genes.Randomize(r)
		genes.Encode(op, &e)
		assert.NotContains(t, string(e.Body), `"id"`)
		assert.Contains(t, string(e.Body), `"name"`)
		secret = secret || strings.Contains(string(e.Body), `"secret"`)
	}
	assert.True(t, secret)
}

func TestUnsupportedPatternIsAWarning(t *testing.T) {
	op := resttest.Read(t, resttest.BodyDocument(`{"Root":{"type":"string","pattern":"^(a|b)\\1$"}}`)).Operations[0]
	b := NewBuilder(Options{})
	require.NotNil(t, b.Call(op).Body)
	require.Len(t, b.Warnings(), 1)
	assert.Contains(t, b.Warnings()[0], "POST /things: pattern")
}

// isbn is a gene of a format that Evoke does not know: 13 digits with the
// check digit of ISBN.
type isbn struct{ digits [12]byte }

func (g *isbn) Clone() gene.Gene { c := *g; return &c }
func (g *isbn) Randomize(r *rand.Rand) {
	for i := range g.digits {
		g.digits[i] = byte(r.IntN(10))
	}
}
func (g *isbn) Mutate(r *rand.Rand, _ float64) {
	i := r.IntN(len(g.digits))
	g.digits[i] = (g.digits[i] + 1 + byte(r.IntN(9))) % 10
}
func (g *isbn) Value() any {
	text, sum := make([]byte, 13), 0
	for i, d := range g.digits {
		text[i] = '0' + d
		sum += int(d) * (1 + i%2*2)
	}
	text[12] = '0' + byte((10-sum%10)%10)
	return string(text)
}

func TestCustomFormat(t *testing.T) {
	op := resttest.Read(t, resttest.BodyDocument(`{"Root":{"type":"object","required":["isbn"],"properties":{
		"isbn":{"type":"string","format":"isbn-13"},"none":{"type":"string","format":"none"}}}}`)).Operations[0]
	b := NewBuilder(Options{Formats: map[string]func(*openapi.Schema) gene.Gene{
		"isbn-13": func(*openapi.Schema) gene.Gene { return &isbn{} },
		"none":    func(*openapi.Schema) gene.Gene { return nil },
	}})
	genes := b.Call(op)
	genes.Randomize(rand.New(rand.NewPCG(1, 2)))
	var e message.Request
	genes.Encode(op, &e)
	assert.Regexp(t, `"isbn":"\d{13}"`, string(e.Body))
	assert.Equal(t, []string{"POST /things: format none: the custom format gives no gene"}, b.Warnings())
}
