package genotype

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

// TestDemandsHaveLimits: a value stays small, whatever its schema demands, and a
// warning says what was cut.
func TestDemandsHaveLimits(t *testing.T) {
	array, object := `{"type": "array", "minItems": 100, "items": `, `{"type": "object", "minProperties": 100, "additionalProperties": `
	text := `{"type": "string", "minLength": 1000000000}`
	for name, tt := range map[string]struct{ schema, warning string }{
		"arrays in arrays":   {strings.Repeat(array, 8) + `{"type": "string"}` + strings.Repeat("}", 8), "minItems 100 is taken for 1, as a call has at most 300 values"},
		"objects in objects": {strings.Repeat(object, 8) + `{"type": "string"}` + strings.Repeat("}", 8), "minProperties 100 is taken for 1, as a call has at most 300 values"},
		"members":            {`{"type": "object", "minProperties": 1000000000}`, "minProperties 1000000000 is taken for 100"},
		"unique elements":    {`{"type": "array", "uniqueItems": true, "minItems": 1000000000, "items": {"type": "string"}}`, "minItems 1000000000 is taken for 100"},
		"a text":             {text, "minLength 1000000000 is taken for 10000"},
		"texts":              {`{"type": "array", "minItems": 1000000000, "items": ` + text + `}`, "minItems 10000 is taken for"},
		"a pattern":          {`{"type": "string", "pattern": "` + strings.Repeat("[a-z]", 20_000) + `"}`, "it has more than 10000 characters"},
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
	doc := resttest.Read(t, resttest.BodyDocument(`{"Root": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}}`))
	b := NewBuilder(Options{Stop: stop})
	b.Call(doc.Operations[0])
	assert.LessOrEqual(t, b.schemas.all, 1)
}
