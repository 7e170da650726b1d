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
	"github.com/evoke-go/evoke/openapi"
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
	codes := drawn(t, makeCountryCode())
	assert.Len(t, codes, 249, "the officially assigned codes of ISO 3166-1")
	for _, gone := range []string{"SU", "YU", "AN", "XK", "EU", "ZZ", "UK"} {
		assert.NotContains(t, codes, gone)
	}

	money := drawn(t, makeCurrencyCode())
	assert.Greater(t, len(money), 150)
	for code := range money {
		_, err := currency.ParseISO(code)
		assert.NoError(t, err)
	}
	assert.NotContains(t, money, "DEM")
	assert.NotContains(t, money, "XXX")

	assert.Greater(t, len(drawn(t, makeLanguageCode())), 180)
}

func TestLanguageTags(t *testing.T) {
	tags := drawn(t, makeLanguageTag())
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
	for _, make := range []func() gene.Gene{makeCountryCode, makeCurrencyCode, makeLanguageCode, makeLanguageTag} {
		assert.Equal(t, make(), make())
	}
}

// TestStandardsWithCheckDigits: genes take the examples of the standards, and nothing that differs in a digit.
func TestStandardsWithCheckDigits(t *testing.T) {
	for format, examples := range map[string][]string{
		"iban": {"DE89370400440532013000", "GB82WEST12345698765432", "NL91ABNA0417164300", "AT611904300234573201"},
		"lei":  {"5493001KJTIIGC8Y1R12"}, "isbn": {"9780306406157"}, "isbn10": {"0306406152", "080442957X"},
		"ean": {"4006381333931"}, "ean8": {"73513537"}, "upc": {"036000291452"}, "sscc": {"106141412345678908"},
		"isin": {"US0378331005", "GB0002634946"}, "imei": {"490154203237518"},
		"credit-card": {"4111111111111111", "378282246310005", "5555555555554444"},
	} {
		f := formatNamed(format)
		g := formatGenes{}.of(f)
		require.NotNil(t, g, format)
		for _, text := range examples {
			assert.True(t, gene.Assign(g, text), text)
			assert.Equal(t, text, g.Value())
		}
		if f.said != "" {
			drawn, ok := Standard(rand.New(rand.NewPCG(1, 2)), format)
			assert.True(t, ok && gene.Assign(g, drawn), drawn)
		}
		assert.False(t, f.malformed != "" && gene.Assign(g, f.malformed), f.malformed)
	}
}

func TestStandard(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text, ok := Standard(r, "a valid iban")
	assert.True(t, ok && len(text) > 15, text)
	for _, none := range []string{"", "a date", "uuid", "an email"} {
		_, ok = Standard(r, none)
		assert.False(t, ok, none)
	}
}

// schema is one of texts.
func schema(description, pattern string, most int) *openapi.Schema {
	s := openapi.NewSchema()
	s.Description, s.Pattern, s.MaxLength = description, pattern, most
	return s
}

// TestStandardsInDescriptions: a description names the standard where a name and a pattern do not, and limits say which
// form of it fits.
func TestStandardsInDescriptions(t *testing.T) {
	for name, tt := range map[string]struct {
		schema *openapi.Schema
		want   string
	}{
		"by its name":      {schema("The IBAN to pay to.", "", -1), "iban"},
		"beside a pattern": {schema("an ISBN-13", "^[0-9]{13}$", -1), "isbn"},
		"shorter":          {schema("(ISBN)", "", 10), "isbn10"},
		"no name":          {schema("the eans of lei", "", -1), ""},
		"too short":        {schema("the GTIN", "", 5), ""},
	} {
		t.Run(name, func(t *testing.T) {
			plain := gene.NewString(gene.StringLimits{})
			g := formatGenes{}.withImplied(tt.schema, "text", plain)
			if tt.want == "" {
				assert.Same(t, plain, g)
				return
			}
			valid, r := 0, rand.New(rand.NewPCG(1, 2))
			for range 100 {
				if g.Randomize(r); gene.Assign(formatGenes{}.of(formatNamed(tt.want)), g.Value()) {
					valid++
				}
			}
			assert.InDelta(t, 50, valid, 20)
		})
	}
}
