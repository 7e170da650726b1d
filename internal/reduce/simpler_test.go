package reduce

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
)

func TestZeros(t *testing.T) {
	list := gene.NewArray(gene.NewInt64(), gene.ArrayLimits{Max: -1})
	for _, c := range []struct {
		gene gene.Gene
		v    any
		want any // after it took the first zero that it takes
	}{
		{gene.NewInt64(), int64(4711), int64(0)},
		{gene.NewDouble(gene.FloatLimits{}), 405.88, 0.0},
		{gene.NewString(gene.StringLimits{Unbounded: true}), "EgX", ""},
		{gene.NewBool(), true, false},
		{gene.NewBigInt(nil, nil), json.Number("123456789012345678901234567890"), int64(0)},
		{list, []any{int64(1), int64(2)}, []any{}},
		{gene.NewOptional(gene.NewInt64()), int64(3), int64(3)},
	} {
		require.True(t, gene.Assign(c.gene, c.v), "%v", c.v)
		for _, zero := range zeros(c.gene) {
			if assign(c.gene, zero) {
				break
			}
		}
		assert.EqualValues(t, c.want, c.gene.Value(), "%v", c.v)
		for _, zero := range zeros(c.gene) {
			assert.False(t, assign(c.gene, zero), "%v has a zero", c.v)
		}
	}
}
