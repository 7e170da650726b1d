package gene_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
)

// TestSimplerTexts checks which texts are long or unusual enough to have a simpler value.
func TestSimplerTexts(t *testing.T) {
	for v, want := range map[string]bool{
		"": false, "text": false, "A book_No.1-2": true, "twelve chars": false, "thirteen char": true, "é": true,
		"a/b": true, "a\tb": true, "a-b_c.d 1": false,
	} {
		g := with(t, text(0, -1), v).(gene.Simplifier)
		assert.Equal(t, want, len(g.Simpler()) > 0, "%q", v)
		if want {
			require.True(t, gene.Assign(g.(gene.Gene), g.Simpler()[0]))
			assert.Empty(t, g.Simpler(), "%q", v)
		}
	}
}
