package genotype

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

// TestDemandsHaveLimits: a value stays small, whatever its schema demands, and a
// warning says what was cut.
func TestDemandsHaveLimits(t *testing.T) {
	array, object := `{"type": "array", "minItems": 100, "items": `,
		`{"type": "object", "minProperties": 100, "additionalProperties": `
	text := `{"type": "string", "minLength": 1000000000}`
	for name, tt := range map[string]struct{ schema, warning string }{
		"arrays in arrays": {strings.Repeat(array, 8) + `{"type": "string"}` + strings.Repeat("}", 8),
			"minItems 100 is taken for 1, as a call has at most 300 values"},
		"objects in objects": {strings.Repeat(object, 8) + `{"type": "string"}` + strings.Repeat("}", 8),
			"minProperties 100 is taken for 1, as a call has at most 300 values"},
		"members": {`{"type": "object", "minProperties": 1000000000}`,
			"minProperties 1000000000 is taken for 100"},
		"unique elements": {
			`{"type": "array", "uniqueItems": true, "minItems": 1000000000, "items": {"type": "string"}}`,
			"minItems 1000000000 is taken for 100",
		},
		"a text": {text, "minLength 1000000000 is taken for 10000"},
		"texts": {`{"type": "array", "minItems": 1000000000, "items": ` + text + `}`,
			"minItems 10000 is taken for"},
		"a pattern": {`{"type": "string", "pattern": "` + strings.Repeat("[a-z]", 20_000) + `"}`,
			"it has more than 10000 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			doc := resttest.Read(t, resttest.BodyDocument(`{"Root": `+tt.schema+`}`))
			b := NewBuilder(Options{})
			genes := b.Call(doc.Operations[0])
			assert.Contains(t, fmt.Sprint(b.Warnings()), tt.warning)
			r := rand.New(rand.NewPCG(1, 1))
			for range 20 {
				genes.Randomize(r)
				require.Less(t, len(value.AppendJSON(nil, genes.Body.Value())), 100_000)
			}
		})
	}
}

// TestNobodyWaits: what nobody waits for any more has no genes.
func TestNobodyWaits(t *testing.T) {
	stop := make(chan struct{})
	close(stop)
	doc := resttest.Read(t, resttest.BodyDocument(
		`{"Root": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}}`,
	))
	b := NewBuilder(Options{Stop: stop})
	b.Call(doc.Operations[0])
	assert.LessOrEqual(t, b.schemas.all, 1)
}

// TestRecursionGoesDeep: values get as deep as a search asks for, by whichever way
// they hold values of their own kind, and fit the schema at any depth.
func TestRecursionGoesDeep(t *testing.T) {
	expression := `"Root":{"oneOf":[{"$ref":"#/components/schemas/Leaf"},{"$ref":"#/components/schemas/Both"},{"$ref":"#/components/schemas/Not"}]},
		"Leaf":{"type":"object","required":["op","value"],"properties":{"op":{"const":"is"},"value":{"type":"integer"}}},
		"Both":{"type":"object","required":["left","right","op"],"properties":{"op":{"enum":["and","or"]},"left":{"$ref":"#/components/schemas/Root"},"right":{"$ref":"#/components/schemas/Root"}}},
		"Not":{"type":"object","required":["of","op"],"properties":{"op":{"const":"not"},"of":{"$ref":"#/components/schemas/Root"}}}`
	for name, schemas := range map[string]string{
		"optional member":      `"Root":{"type":"object","required":["v"],"properties":{"v":{"type":"integer"},"next":{"$ref":"#/components/schemas/Root"}}}`,
		"required but null":    `"Root":{"type":"object","required":["next"],"properties":{"next":{"anyOf":[{"type":"null"},{"$ref":"#/components/schemas/Root"}]}}}`,
		"required list":        `"Root":{"type":"object","required":["parts"],"properties":{"parts":{"type":"array","items":{"$ref":"#/components/schemas/Root"}}}}`,
		"list of lists":        `"Root":{"type":"array","items":{"$ref":"#/components/schemas/Root"}}`,
		"dictionary":           `"Root":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/Root"}}`,
		"additional members":   `"Root":{"type":"object","properties":{"v":{"type":"integer"}},"additionalProperties":{"$ref":"#/components/schemas/Root"}}`,
		"expression":           expression,
		"part of itself":       `"Root":{"$ref":"#/components/schemas/A"},"A":{"type":"object","required":["b"],"properties":{"b":{"oneOf":[{"type":"integer"},{"$ref":"#/components/schemas/A"}]}}}`,
		"two in turns":         `"Root":{"type":"object","properties":{"b":{"$ref":"#/components/schemas/B"}}},"B":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/Root"},"b":{"$ref":"#/components/schemas/B"}}}`,
		"merged with a parent": `"Root":{"allOf":[{"$ref":"#/components/schemas/Base"},{"type":"object","properties":{"next":{"$ref":"#/components/schemas/Root"}}}]},"Base":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			document := resttest.BodyDocument("{" + schemas + "}")
			doc, schema := resttest.Read(t, document), validator(t, document)
			genes, r := NewBuilder(Options{}).Call(doc.Operations[0]), rand.New(rand.NewPCG(1, 1))
			tries := 0
			for ; depth(genes.Body.Value()) < 12; tries++ {
				require.Less(t, tries, 10_000)
				next := genes.Clone()
				for g := range next.Genes() {
					g.Mutate(r, 0.5)
				}
				if depth(next.Body.Value()) >= depth(genes.Body.Value()) {
					genes = next
				}
			}
			body := genes.Body.Value()
			require.NoError(t, validate(schema, value.AppendJSON(nil, body)))
			again := NewBuilder(Options{}).Call(doc.Operations[0])
			require.True(t, again.SetBody(genes.BodyState()))
			assert.True(t, value.Equal(body, again.Body.Value()), "the state of the body is restored")
			other := NewBuilder(Options{}).Call(doc.Operations[0])
			require.True(t, gene.Assign(other.Body.Contents[0], body), "another call takes the body")
		})
	}
}

// depth is how many objects and lists lie within each other.
func depth(v any) (n int) {
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			n = max(n, depth(m.Value))
		}
		return n + 1
	case []any:
		for _, e := range v {
			n = max(n, depth(e))
		}
		return n + 1
	}
	return 0
}

// TestRecursionStaysSmall: hundreds of schemas that all hold each other are read in
// time, and a call that is drawn is as small as without recursion.
func TestRecursionStaysSmall(t *testing.T) {
	for name, required := range map[string]bool{"optional": false, "lists that are required": true} {
		t.Run(name, func(t *testing.T) {
			var members, schemas []string
			for i := range 300 {
				ref := fmt.Sprintf(`{"$ref":"#/components/schemas/S%d"}`, i)
				if required {
					ref = `{"type":"array","items":` + ref + `}`
				}
				members = append(members, fmt.Sprintf(`"m%d":%s`, i, ref))
			}
			object := `{"type":"object","properties":{` + strings.Join(members, ",") + `}}`
			for i := range 300 {
				schemas = append(schemas, fmt.Sprintf(`"S%d":%s`, i, object))
			}
			doc := resttest.Read(t, resttest.BodyDocument(`{"Root":`+object+`,`+strings.Join(schemas, ",")+`}`))
			b := NewBuilder(Options{})
			genes := b.Call(doc.Operations[0])
			assert.Less(t, b.schemas.all, 200_000)
			r, sum := rand.New(rand.NewPCG(1, 1)), 0
			for range 50 {
				genes.Randomize(r)
				sum += len(value.AppendJSON(nil, genes.Body.Value()))
			}
			assert.Less(t, sum/50, 20_000)
		})
	}
}

// A schema whose every value is too large has values, and the warning does not deny it.
func TestValuesTooLargeAreNotDenied(t *testing.T) {
	var schemas strings.Builder
	for i := range 7 {
		below := fmt.Sprintf(`{"$ref":"#/components/schemas/W%d"}`, i+1)
		var members []string
		for m := range 6 {
			members = append(members, fmt.Sprintf(`"a%d":%s`, m, below))
		}
		name := map[bool]string{true: "Root", false: fmt.Sprintf("W%d", i)}[i == 0]
		required := `"required":["a0","a1","a2","a3","a4","a5"]`
		fmt.Fprintf(&schemas, `%q:{"type":"object",%s,"properties":{%s}},`, name, required, strings.Join(members, ","))
	}
	doc := resttest.Read(t, resttest.BodyDocument(`{`+schemas.String()+`"W7":{"type":"integer"}}`))
	b := NewBuilder(Options{})
	b.Call(doc.Operations[0])
	warnings := fmt.Sprint(b.Warnings())
	assert.Contains(t, warnings, "each value of its schema has more than 10000 parts or is nested deeper than 24")
	assert.NotContains(t, warnings, "no value fits")
}
