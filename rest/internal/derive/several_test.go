package derive

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/value"
)

// TestSeveralElementsAreRead: two more lamps are made like the one that was made, and a
// page of them is read; a lamp itself and the weather are no collections of lamps.
func TestSeveralElementsAreRead(t *testing.T) {
	v, made := lamp(t, VariantSource{})
	all := of(v, several)
	require.Len(t, all, 2+maxFilters)
	calls := all[0].Actions
	require.Len(t, calls, 4)
	for _, a := range calls[:3] {
		assert.Equal(t, made.Op, a.(*action.Call).Op)
	}
	for i, name := range []string{"limit", "since"} {
		page := last(all[i])
		assert.Equal(t, "GET /lamps", page.Op.Spec.Name())
		for _, p := range page.Genotype.Params {
			switch p.Spec.Name {
			case name:
				assert.Equal(t, int64(1), p.Gene.Value())
			case "limit", "since":
				assert.Equal(t, value.Absent, p.Gene.Value(), "one number at a time")
			}
		}
	}

	texts := map[string]bool{}
	for _, c := range all[2:] {
		for _, p := range last(c).Genotype.Params {
			if list, ok := p.Gene.Value().([]any); ok && p.Spec.Name == "match" {
				require.Len(t, list, 1)
				texts[list[0].(string)] = true
			}
		}
	}
	require.Len(t, texts, maxFilters, "each notation once")
	for text := range texts {
		assert.Regexp(t, `watts|name`, text)
		assert.Regexp(t, `40|hall`, text)
		assert.NotContains(t, text, "%")
	}

	v, _ = lamp(t, VariantSource{})
	v.MaxCalls = 3
	assert.Empty(t, of(v, several), "there is no room for a page")
}
