package execute

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page/internal/site"
)

// TestOrderOfScripts: the ids of targets do not depend on the order in which a browser requests the scripts.
func TestOrderOfScripts(t *testing.T) {
	scripts := []string{"/a.js", "/b.js", "/c.js"}
	known := func(order []string) *Known {
		k := newKnown(&fitness.Registry{}, &site.Sources{})
		for _, path := range order {
			k.sources.Code(path, 0, "if (x === '"+path+"') x = 1;\nelse x = 2;", js.CommonJS)
		}
		k.target(0)
		return k
	}
	reversed := slices.Clone(scripts)
	slices.Reverse(reversed)
	one, two := known(scripts), known(reversed)
	require.Equal(t, one.registry.Len(), two.registry.Len())
	for id := range fitness.ID(one.registry.Len()) {
		assert.Equal(t, one.registry.Target(id), two.registry.Target(id))
		assert.Equal(t, one.values[id], two.values[id])
	}
	assert.Equal(t, []any{"/a.js", "/b.js", "/c.js"}, one.Constants())
	assert.Equal(t, one.Constants(), two.Constants())
}
