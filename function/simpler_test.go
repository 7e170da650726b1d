package function

import (
	"encoding/json"
	"math"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/gene"
)

func TestSimplerInts(t *testing.T) {
	for n, want := range map[int64][]any{
		0:    nil,
		1:    {int64(0)},
		-1:   {int64(0), int64(1)},
		5:    {int64(0), int64(1), int64(-1), int64(2), int64(4)},
		100:  {int64(0), int64(1), int64(-1), int64(10)},
		-100: {int64(0), int64(1), int64(-1), int64(100), int64(-10)},
		101:  {int64(0), int64(1), int64(-1), int64(10), int64(100), int64(50), int64(76), int64(89), int64(95), int64(98), int64(100)},
	} {
		assert.Equal(t, want, simplerInts(n), "%d", n)
	}
	assert.NotContains(t, simplerInts(math.MinInt64), int64(math.MinInt64))
	assert.Contains(t, simplerInts(math.MaxInt64), int64(1e18))
}

func TestSimplerFloats(t *testing.T) {
	assert.Nil(t, simplerFloats(0))
	assert.Equal(t, []any{0.0, 1.0, -1.0, 1.0}, simplerFloats(2))
	assert.Equal(t, []any{0.0, 1.0, -1.0, 2.0, 2.7, 2.71}, simplerFloats(2.718)[:6])
}

func TestSimplerTexts(t *testing.T) {
	assert.Nil(t, simplerTexts(""))
	assert.Equal(t, []any{"", "a"}, simplerTexts("€"))
	assert.Contains(t, simplerTexts("abcd"), "cd")
	assert.Contains(t, simplerTexts("abcd"), "acd")
	assert.Equal(t, []any{"", "\xff", "\xfe\xfd"}, simplerTexts("\xff\xfe\xfd"))
}

// TestSimplicityComesToAnEnd takes whatever is simpler until nothing is: that
// must end, as each test is only executed so often.
func TestSimplicityComesToAnEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g gene.Gene
		switch v := rapid.OneOf(rapid.Int64().AsAny(), rapid.Float64().AsAny(), rapid.StringN(0, 40, -1).AsAny(), rapid.Bool().AsAny()).Draw(t, "value").(type) {
		case int64:
			g = gene.NewInt64()
			gene.Assign(g, v)
		case float64:
			g = gene.NewDouble(gene.FloatLimits{})
			gene.Assign(g, v)
		case string:
			g = gene.NewString(gene.StringLimits{Unbounded: true})
			gene.Assign(g, v)
			if !utf8.ValidString(v) {
				t.Skip()
			}
		case bool:
			g = gene.NewBool()
			gene.Assign(g, v)
		}
		for steps := 0; ; steps++ {
			if steps > 2000 {
				t.Fatalf("it does not end at %v", g.Value())
			}
			tries := simpler(g)
			if len(tries) == 0 || !assign(g, tries[rapid.IntRange(0, len(tries)-1).Draw(t, "try")]) {
				break
			}
		}
	})
}

func TestLargeNumbersHaveSimplerOnes(t *testing.T) {
	g := gene.NewBigInt(nil, nil)
	if !gene.Assign(g, json.Number("123456789012345678901234567890")) {
		t.Fatal("it takes large numbers")
	}
	assert.Equal(t, []any{int64(0), int64(1)}, simpler(g))
}
