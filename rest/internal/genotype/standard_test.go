package genotype

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"github.com/evoke-go/evoke/gene"
)

// drawn are the texts that come up in many draws of a gene.
func drawn(t *testing.T, g gene.Gene) map[string]bool {
	r, out := rand.New(rand.NewPCG(1, 1)), map[string]bool{}
	for range 20_000 {
		g.Randomize(r)
		text, ok := g.Value().(string)
		require.True(t, ok)
		out[text] = true
	}
	return out
}

func TestWholeStandardsAreDrawn(t *testing.T) {
	codes := drawn(t, countryCode())
	assert.Len(t, codes, 249, "the officially assigned codes of ISO 3166-1")
	for _, gone := range []string{"SU", "YU", "AN", "XK", "EU", "ZZ", "UK"} {
		assert.NotContains(t, codes, gone)
	}

	money := drawn(t, currencyCode())
	assert.Greater(t, len(money), 150)
	for code := range money {
		_, err := currency.ParseISO(code)
		assert.NoError(t, err)
	}
	assert.NotContains(t, money, "DEM")
	assert.NotContains(t, money, "XXX")

	assert.Greater(t, len(drawn(t, languageCode())), 180)
}

func TestLanguageTags(t *testing.T) {
	tags := drawn(t, languageTag())
	regions := 0
	for tag := range tags {
		parsed, err := language.Parse(tag)
		require.NoError(t, err, tag)
		assert.Equal(t, tag, parsed.String())
		if strings.Contains(tag, "-") {
			regions++
		}
	}
	assert.Greater(t, regions, 150)
	for _, tag := range []string{"en", "de", "en-US", "pt-BR", "he-IL", "ja-JP"} {
		assert.Contains(t, tags, tag)
	}
	for _, old := range []string{"iw", "in", "ji"} {
		assert.NotContains(t, tags, old)
	}
}

// Each gene has the list in the same order, which decides what a seed draws.
func TestStandardsComeInOneOrder(t *testing.T) {
	for _, make := range []func() gene.Gene{countryCode, currencyCode, languageCode, languageTag} {
		assert.Equal(t, make(), make())
	}
}
