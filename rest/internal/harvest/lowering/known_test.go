package lowering

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// TestVocabulary shows which values of a schema and of conditions may stand in
// names.
func TestVocabulary(t *testing.T) {
	loop := openapi.NewSchema()
	loop.Items, loop.Enum = loop, []any{"again"}
	s := openapi.NewSchema()
	s.Properties = []openapi.Property{{Name: "sort", Schema: loop}}
	s.Minimum, s.Maximum = "1", "2.5"
	s.Const, s.HasConst = true, true
	s.Default, s.HasDefault = "none", true
	s.Examples = []any{value.Object{{Name: "a", Value: []any{int64(7), "x"}}}}
	v := &vocabulary{seen: map[*openapi.Schema]bool{}}
	v.schema(s)
	assert.ElementsMatch(t, []string{"again", "0", "1", "2", "2.5", "true", "none", "7", "x"}, v.words)

	v = &vocabulary{}
	v.constants([]any{int64(100), 'c', "staff", 0.5})
	assert.ElementsMatch(t, []string{"99", "100", "101", "c", "staff", "0.5"}, v.words)
}
