package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// bodyDocument is a document with one operation whose JSON body is the schema
// Root among the given schemas, in the notation of JSON Schema.
func bodyDocument(schemas string) string {
	return `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/things":{"post":{
		"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Root"}}}},
		"responses":{"200":{"description":"ok"}}}}},"components":{"schemas":` + schemas + `}}`
}

func read(t testing.TB, document string) *openapi.Document {
	doc, err := openapi.Read([]byte(document), openapi.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, doc.Operations, "%v", doc.Warnings)
	return doc
}

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

// cases are schemas that leave something to get wrong.
var schemaCases = []struct{ name, schemas string }{
	{"scalars", `{"Root":{"type":"object","additionalProperties":false,"required":["a","b","c"],"properties":{
		"a":{"type":"integer","minimum":-3,"exclusiveMaximum":12,"multipleOf":3},"b":{"type":"number","minimum":0.5,"maximum":0.75},
		"c":{"type":"string","minLength":2,"maxLength":5},"d":{"type":"boolean"},"e":{"type":"number","multipleOf":0.01,"minimum":1,"maximum":2},
		"f":{"type":"integer","format":"int32","minimum":2147483640}}}}`},
	{"formats", `{"Root":{"type":"object","required":["a","b","c","d","e","f","g","h","i","j","k"],"properties":{
		"a":{"type":"string","format":"date"},"b":{"type":"string","format":"date-time"},"c":{"type":"string","format":"uuid"},
		"d":{"type":"string","format":"email"},"e":{"type":"string","format":"uri"},"f":{"type":"string","format":"ipv4"},
		"g":{"type":"string","format":"ipv6"},"h":{"type":"string","format":"hostname"},"i":{"type":"string","format":"duration"},
		"j":{"type":"string","format":"json-pointer"},"k":{"type":"string","format":"email","maxLength":5}}}}`},
	{"patterns", `{"Root":{"type":"object","required":["a","b","c"],"properties":{
		"a":{"type":"string","pattern":"^[A-Z]{3}-\\d+$"},"b":{"type":"string","pattern":"^(foo|bar)?x$"},
		"c":{"type":"string","pattern":"^[a-z]+$","minLength":3,"maxLength":6},
		"d":{"type":"string","format":"uuid","pattern":"^[0-9a-f-]{36}$"},"e":{"type":"string","format":"code","pattern":"^x+$","minLength":2}}}}`},
	{"enum, const, default and examples", `{"Root":{"type":"object","required":["a","b","c","d"],"properties":{
		"a":{"enum":["x",1,null,{"y":[1]}]},"b":{"const":"k"},"c":{"type":"string","default":"dd","examples":["ee"],"maxLength":3},
		"d":{"type":["integer","null"],"enum":[1,2,null]}}}}`},
	{"null and several types", `{"Root":{"type":"object","required":["a","b"],"properties":{
		"a":{"type":["string","null"],"maxLength":2},"b":{"type":["integer","boolean"]},"c":{"oneOf":[{"type":"null"},{"type":"integer"}]}}}}`},
	{"arrays", `{"Root":{"type":"object","required":["a","b","c"],"properties":{
		"a":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":3},
		"b":{"type":"array","items":{"enum":["x","y","z"]},"uniqueItems":true,"minItems":1},
		"c":{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"minItems":2}}}}`},
	{"dictionaries", `{"Root":{"type":"object","required":["a","b","c"],"properties":{
		"a":{"type":"object","additionalProperties":{"type":"integer"},"minProperties":1,"maxProperties":2},
		"b":{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":{"type":"string"}},
		"c":{"type":"object","propertyNames":{"pattern":"^k[0-9]$"},"additionalProperties":{"type":"boolean"}},
		"d":{"type":"object","patternProperties":{"^p[0-9]$":{"type":"integer"}},"additionalProperties":false},
		"e":{"type":"object","properties":{"p":{"type":"integer"},"q":{"type":"integer"}},"minProperties":1,"maxProperties":1}}}}`},
	{"allOf", `{"Root":{"allOf":[{"$ref":"#/components/schemas/Base"},{"type":"object","required":["b"],"properties":{
		"a":{"type":"integer","maximum":9},"b":{"type":"string","maxLength":4}}}],"required":["a"]},
		"Base":{"type":"object","required":["z"],"properties":{"a":{"type":"number","minimum":5},"z":{"allOf":[{"type":"string"},{"minLength":3}]}}}}`},
	{"oneOf beside properties", `{"Root":{"type":"object","required":["k"],"properties":{"k":{"type":"string","minLength":1}},
		"oneOf":[{"required":["a"],"properties":{"a":{"type":"integer"}},"not":{"required":["b"]}},{"required":["b"],"properties":{"b":{"type":"integer"}},"not":{"required":["a"]}}]}}`},
	{"anyOf", `{"Root":{"anyOf":[{"type":"string","minLength":1},{"type":"array","items":{"type":"integer"},"minItems":1}]}}`},
	{"recursion", `{"Root":{"type":"object","required":["v"],"properties":{"v":{"type":"integer"},"next":{"$ref":"#/components/schemas/Root"},
		"list":{"type":"array","items":{"$ref":"#/components/schemas/Root"}},"any":{"anyOf":[{"$ref":"#/components/schemas/Root"},{"type":"null"}]}}}}`},
	{"recursion that a choice ends", `{"Root":{"oneOf":[{"$ref":"#/components/schemas/Leaf"},{"$ref":"#/components/schemas/Pair"}]},
		"Leaf":{"type":"integer"},"Pair":{"type":"object","required":["l","r"],"properties":{"l":{"$ref":"#/components/schemas/Root"},"r":{"$ref":"#/components/schemas/Root"}}}}`},
	{"required but not described", `{"Root":{"type":"object","required":["a"]}}`},
	{"exponential references", exponential(12)},
}

// exponential is a chain of schemas, each with two members of the next.
func exponential(n int) string {
	var b strings.Builder
	b.WriteString(`{"Root":{"$ref":"#/components/schemas/S0"}`)
	for i := range n {
		fmt.Fprintf(&b, `,"S%d":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/S%d"},"b":{"$ref":"#/components/schemas/S%d"}}}`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `,"S%d":{"type":"integer"}}`, n)
	return b.String()
}

func TestValuesFitTheSchema(t *testing.T) {
	for _, c := range schemaCases {
		t.Run(c.name, func(t *testing.T) {
			document := bodyDocument(c.schemas)
			doc, schema := read(t, document), validator(t, document)
			b := newGeneBuilder(Options{})
			genes := b.operation(doc.Operations[0])
			assert.LessOrEqual(t, b.total, 2*maxGenes)
			r := rand.New(rand.NewPCG(1, 2))
			var e message.Request
			different := map[string]bool{}
			for i := range 400 {
				if i%20 == 0 {
					genes.Randomize(r)
				} else {
					genes = genes.Clone()
					for g := range genes.Genes() {
						gene.Mutate(g, r, float64(i)/400)
					}
				}
				genes.encode(doc.Operations[0], &e)
				require.True(t, e.JSONBody)
				require.NoError(t, validate(schema, e.Body), "%s", e.Body)
				different[string(e.Body)] = true
			}
			assert.Greater(t, len(different), 5)
		})
	}
}

func TestCorruptedValuesDoNotFit(t *testing.T) {
	for _, c := range schemaCases {
		t.Run(c.name, func(t *testing.T) {
			document := bodyDocument(c.schemas)
			doc, schema := read(t, document), validator(t, document)
			op := doc.Operations[0]
			genes := newGeneBuilder(Options{}).operation(op)
			r := rand.New(rand.NewPCG(3, 4))
			var e, again message.Request
			for range 200 {
				genes.Randomize(r)
				require.False(t, genes.corrupted())
				genes.corrupt(r)
				require.True(t, genes.corrupted())
				if strings.Contains(genes.violation(), "does not fit int") {
					continue // JSON Schema does not know the format
				}
				genes.encode(op, &e)
				valid := e.HasBody && e.ContentType == "application/json" && validate(schema, e.Body) == nil
				if strings.HasSuffix(genes.violation(), "/evokeUnknown is unknown") {
					assert.Contains(t, string(e.Body), "evokeUnknown") // which only a strict decoder minds
				} else {
					require.False(t, valid, "%s: %s", genes.violation(), e.Body)
				}

				genes.Clone().encode(op, &again)
				assert.Equal(t, string(e.Body), string(again.Body), "a clone keeps the violation")
				genes.clearCorruption()
				genes.encode(op, &e)
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
		{"oneOf with mapping", `{"Root":{` + oneOf + `,` + mapping + `},"Pet":{` + plainPet + `},` + pets + `}`, "feline"},
		{"oneOf by name", `{"Root":{` + oneOf + `,"discriminator":{"propertyName":"kind"}},"Pet":{` + plainPet + `},` + pets + `}`, "Cat"},
		{"inheritance", `{"Root":{"$ref":"#/components/schemas/Pet"},"Pet":{` + plainPet + `,` + mapping + `},` + pets + `}`, "feline"},
	} {
		t.Run(c.name, func(t *testing.T) {
			op := read(t, bodyDocument(c.schemas)).Operations[0]
			genes := newGeneBuilder(Options{}).operation(op)
			r := rand.New(rand.NewPCG(1, 2))
			var e message.Request
			seen := map[string]bool{}
			for range 100 {
				genes.Randomize(r)
				genes.encode(op, &e)
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
		{"required member", `{"Root":{"type":"object","required":["next"],"properties":{"next":{"$ref":"#/components/schemas/Root"}}}}`, "no value fits"},
		{"allOf of itself", `{"Root":{"type":"object","allOf":[{"$ref":"#/components/schemas/Root"}],"properties":{"a":{"type":"integer"}}}}`, ""},
		{"array of itself", `{"Root":{"type":"array","items":{"$ref":"#/components/schemas/Root"}}}`, ""},
		{"merged members", `{"Root":{"allOf":[{"properties":{"x":{"$ref":"#/components/schemas/Root"}}},{"properties":{"x":{"$ref":"#/components/schemas/Other"}}}]},
			"Other":{"allOf":[{"required":["x"],"properties":{"x":{"$ref":"#/components/schemas/Root"}}},{"properties":{"x":{"$ref":"#/components/schemas/Other"}}}]}}`, ""},
		{"union of itself", `{"Root":{"anyOf":[{"$ref":"#/components/schemas/Root"}]}}`, ""},
		{"least numbers out of this world", `{"Root":{"type":"array","minItems":1000000000,"items":{"type":"string","minLength":1000000000}}}`, "is taken for"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := openapi.Read([]byte(bodyDocument(c.schemas)), openapi.Options{})
			require.NoError(t, err)
			if len(doc.Operations) == 0 {
				return // already refused by the reader
			}
			b := newGeneBuilder(Options{})
			genes := b.operation(doc.Operations[0])
			if strings.HasPrefix(c.name, "least") {
				return // drawing 10,000 texts of 10,000 characters takes a while
			}
			genes.Randomize(rand.New(rand.NewPCG(1, 2)))
			var e message.Request
			genes.encode(doc.Operations[0], &e)
			assert.True(t, json.Valid(e.Body))
			assert.Contains(t, strings.Join(b.warnings(), "\n"), c.want)
		})
	}
}

func TestReadOnlyPropertiesAreNotSent(t *testing.T) {
	op := read(t, bodyDocument(`{"Root":{"type":"object","required":["id","name"],"properties":{
		"id":{"type":"integer","readOnly":true},"name":{"type":"string"},"secret":{"type":"string","writeOnly":true}}}}`)).Operations[0]
	genes := newGeneBuilder(Options{}).operation(op)
	r := rand.New(rand.NewPCG(1, 2))
	var e message.Request
	secret := false
	for range 50 {
		genes.Randomize(r)
		genes.encode(op, &e)
		assert.NotContains(t, string(e.Body), `"id"`)
		assert.Contains(t, string(e.Body), `"name"`)
		secret = secret || strings.Contains(string(e.Body), `"secret"`)
	}
	assert.True(t, secret)
}

func TestUnsupportedPatternIsAWarning(t *testing.T) {
	op := read(t, bodyDocument(`{"Root":{"type":"string","pattern":"^(?=a)(?<!b)c$"}}`)).Operations[0]
	b := newGeneBuilder(Options{})
	require.NotNil(t, b.operation(op).body)
	require.Len(t, b.warnings(), 1)
	assert.Contains(t, b.warnings()[0], "POST /things: pattern")
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
func (g *isbn) Mutate(r *rand.Rand) {
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
	op := read(t, bodyDocument(`{"Root":{"type":"object","required":["isbn"],"properties":{
		"isbn":{"type":"string","format":"isbn-13"},"none":{"type":"string","format":"none"}}}}`)).Operations[0]
	b := newGeneBuilder(Options{Formats: map[string]func(*openapi.Schema) gene.Gene{
		"isbn-13": func(*openapi.Schema) gene.Gene { return &isbn{} },
		"none":    func(*openapi.Schema) gene.Gene { return nil },
	}})
	genes := b.operation(op)
	genes.Randomize(rand.New(rand.NewPCG(1, 2)))
	var e message.Request
	genes.encode(op, &e)
	assert.Regexp(t, `"isbn":"\d{13}"`, string(e.Body))
	assert.Equal(t, []string{"POST /things: format none: the custom format gives no gene"}, b.warnings())
}
