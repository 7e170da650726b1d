package evoke_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/probe"
)

// TestReplacementsThatDoNotFit: a mistake in the table is told, with the row it
// is in, and nothing is searched without the replacement.
func TestReplacementsThatDoNotFit(t *testing.T) {
	_, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(shop.Schema), Handler: shop.New,
		WhiteBox: evoke.WhiteBox{Replacements: []probe.Replacement{{Func: "strings.Contain", With: "github.com/evoke-go/evoke/probe.Contains"}}},
	})
	require.ErrorContains(t, err, "replacement of strings.Contain by github.com/evoke-go/evoke/probe.Contains: package strings has no function Contain")
	assert.NotContains(t, err.Error(), "\n")
}
