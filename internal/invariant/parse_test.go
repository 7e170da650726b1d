package invariant

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/value"
)

// TestParseLaws: the relation of the text of each law holds in executions, as the law does.
func TestParseLaws(t *testing.T) {
	m := learned(200, func(int, value.Object) {})
	for _, l := range m.Laws("POST /sales") {
		r, err := Parse(l.Text)
		require.NoError(t, err, l.Text)
		random, says := rand.New(rand.NewPCG(3, 4)), 0
		for range 20 {
			sent, got := sale(random, 7)
			holds, applies := r.In([]Value{{"body", sent}}, []Value{{"response", got}})
			assert.Equal(t, applies, holds, "%s: %v", l.Text, r)
			if applies {
				says++
			}
		}
		assert.NotZero(t, says, l.Text)
	}
	for text, want := range map[string]Relation{
		"response/a is an element of response/b":            {ElementOf, []string{"response/a", "response/b"}},
		"the elements of body/a are elements of response/b": {SubsetOf, []string{"body/a", "response/b"}},
		`response/a is null if response/b is "x or y" or "z", and only then`: {NullIf,
			[]string{"response/a", "response/b", "x or y", "z"}},
	} {
		r, err := Parse(text)
		require.NoError(t, err)
		assert.Equal(t, want, r)
	}
	for _, text := range []string{"", "response/a", "response/a is null if response/b is open"} {
		_, err := Parse(text)
		assert.Error(t, err, text)
	}
}
