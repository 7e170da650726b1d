package genotype

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// TestCodes: lists in the words of a description are found, and prose is none.
func TestCodes(t *testing.T) {
	for text, want := range map[string][]string{
		"ACK - acknowledged|ADV - advice":                        {"ACK", "ADV"},
		"One of: A1, B2 or C3. More text, which is long.":        {"A1", "B2", "C3"},
		"The state:\n* `open` - takes votes\n* `shut` - is over": {"open", "shut"},
		"`USD`, `EUR`":                              {"USD", "EUR"},
		"Colour (one of red, green, dark-blue)":     {"red", "green", "dark-blue"},
		"0 = none, 1 = some, 2 = all":               {"0", "1", "2"},
		"Kind of the record: 'K20' or 'K30'":        {"K20", "K30"},
		"order asc | desc":                          {"asc", "desc"},
		"- north: to the left\n- south: to the sky": {"north", "south"},
		"Must be either yes or no":                  {"yes", "no"},
		"The name of the user, which can be anything that they like, or nothing.": nil,
		"It's the user's name":       nil,
		"One of the things in a box": nil,
		"Use `id` here":              nil,
		"":                           nil,
	} {
		assert.Equal(t, want, codesIn(text), text)
	}
}

// TestNotations: the letters of a date or time become a pattern.
func TestNotations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for text, want := range map[string]string{
		"the day (format YYMMDD)": `^\d{2}(0[1-9]|1[0-2])[0-2]\d$`, "yyyy-MM-dd": `^20\d\d-[01]\d-[0-2]\d$`,
		"at HH:mm": `^[0-2]\d:[0-5]\d$`, "MM/DD/YYYY": `^[01]\d/[0-2]\d/20\d\d$`,
	} {
		g, err := gene.NewRegex(notationPattern(text))
		require.NoError(t, err, text)
		for range 20 {
			g.Randomize(r)
			assert.Regexp(t, regexp.MustCompile(want), g.Value(), text)
		}
	}
	assert.Empty(t, notationPattern("the MMDDX of HOMMAGE"))
}

// TestDescribedValuesAreDrawn: values of a description stand beside all others, and only
// those that the schema allows.
func TestDescribedValuesAreDrawn(t *testing.T) {
	b, r := NewBuilder(Options{}), rand.New(rand.NewPCG(1, 2))
	s := openapi.NewSchema()
	s.Types, s.MaxLength, s.Description = []string{"string"}, 3, "one of: LOW, MID, HIGH"
	g, listed := b.schemas.makeGene(s), 0
	for range 400 {
		g.Randomize(r)
		assert.NotEqual(t, "HIGH", g.Value())
		if v := g.Value(); v == "LOW" || v == "MID" {
			listed++
		}
	}
	assert.InDelta(t, describedRate, float64(listed)/400, 0.1)
	assert.True(t, gene.Assign(g, "abc"), "it is no enum")

	s = openapi.NewSchema()
	s.Types, s.Description = []string{"integer"}, "220 - credits|225 - debits"
	assert.True(t, gene.Assign(b.schemas.makeGene(s), int64(7)))
	s.Enum = []any{int64(1), int64(2)}
	assert.False(t, gene.Assign(b.schemas.makeGene(s), int64(220)))
}

// TestValuesThatAnswersListAreDrawn: a text whose schema lists nothing has the values that the success of the operation
// lists for the member of the same name, beside all others, and only those that its own schema allows.
func TestValuesThatAnswersListAreDrawn(t *testing.T) {
	doc, err := openapi.Read([]byte(`
openapi: 3.0.3
info: {title: Rules, version: "1"}
paths:
  /rules:
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: "#/components/schemas/New"}}}
      responses:
        "200":
          description: made
          content: {application/json: {schema: {properties: {rule: {$ref: "#/components/schemas/Rule"}}}}}
        "400":
          description: refused
          content: {application/json: {schema: {properties: {name: {type: string, enum: [no, never]}}}}}
components:
  schemas:
    New:
      required: [kind, name]
      properties: {kind: {type: string, maxLength: 5}, name: {type: string}}
    Rule:
      properties: {kind: {type: string, enum: [LESS, MORE, ANOTHER]}, name: {type: string}}
`), openapi.Options{})
	require.NoError(t, err)
	c, r := NewBuilder(Options{}).Call(doc.Operations[0]), rand.New(rand.NewPCG(1, 2))
	kinds, names := map[any]int{}, map[any]int{}
	for range 200 {
		c.Randomize(r)
		o, ok := c.Body.Value().(value.Object)
		require.True(t, ok)
		kind, _ := o.Get("kind")
		name, _ := o.Get("name")
		kinds[kind]++
		names[name]++
	}
	assert.Greater(t, kinds["LESS"], 10)
	assert.Greater(t, kinds["MORE"], 10)
	assert.Greater(t, len(kinds), 10, "any other text as well")
	assert.Zero(t, kinds["ANOTHER"], "longer than the schema of the input allows")
	assert.Zero(t, names["never"], "a value of a refusal")
}
