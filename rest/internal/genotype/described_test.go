package genotype

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
)

// TestCodes: lists in the words of a description are found, and prose is none.
func TestCodes(t *testing.T) {
	for text, want := range map[string][]string{
		"ACK - acknowledged|ADV - advice":                        {"ACK", "ADV"},
		"One of: A1, B2 or C3. More text, which is long.":        {"A1", "B2", "C3"},
		"The state:\n* `open` - takes votes\n* `shut` - is over": {"open", "shut"},
		"`USD`, `EUR`":                              {"USD", "EUR"},
		"Colour (one of red, green, dark-blue)":     {"red", "green", "dark-blue"},
		"0 = none, 1 = some, 2 = all":               {"0", "1", "2"},
		"Kind of the record: 'K20' or 'K30'":        {"K20", "K30"},
		"order asc | desc":                          {"asc", "desc"},
		"- north: to the left\n- south: to the sky": {"north", "south"},
		"Must be either yes or no":                  {"yes", "no"},
		"The name of the user, which can be anything that they like, or nothing.": nil,
		"It's the user's name":       nil,
		"One of the things in a box": nil,
		"Use `id` here":              nil,
		"":                           nil,
	} {
		assert.Equal(t, want, newListings().codes(text), text)
	}
}

// TestNotations: the letters of a date or time become a pattern.
func TestNotations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for text, want := range map[string]string{
		"the day (format YYMMDD)": `^\d{2}(0[1-9]|1[0-2])[0-2]\d$`, "yyyy-MM-dd": `^20\d\d-[01]\d-[0-2]\d$`, "at HH:mm": `^[0-2]\d:[0-5]\d$`, "MM/DD/YYYY": `^[01]\d/[0-2]\d/20\d\d$`,
	} {
		g, err := gene.NewRegex(newListings().notation(text))
		require.NoError(t, err, text)
		for range 20 {
			g.Randomize(r)
			assert.Regexp(t, regexp.MustCompile(want), g.Value(), text)
		}
	}
	assert.Empty(t, newListings().notation("the MMDDX of HOMMAGE"))
}

// TestDescribedValuesAreDrawn: values of a description stand beside all others, and only
// those that the schema allows.
func TestDescribedValuesAreDrawn(t *testing.T) {
	b, r := NewBuilder(Options{}), rand.New(rand.NewPCG(1, 2))
	s := openapi.NewSchema()
	s.Types, s.MaxLength, s.Description = []string{"string"}, 3, "one of: LOW, MID, HIGH"
	g, listed := b.schemas.gene(s), 0
	for range 400 {
		g.Randomize(r)
		assert.NotEqual(t, "HIGH", g.Value())
		if v := g.Value(); v == "LOW" || v == "MID" {
			listed++
		}
	}
	assert.InDelta(t, describedRate, float64(listed)/400, 0.1)
	assert.True(t, gene.Assign(g, "abc"), "it is no enum")

	s = openapi.NewSchema()
	s.Types, s.Description = []string{"integer"}, "220 - credits|225 - debits"
	assert.True(t, gene.Assign(b.schemas.gene(s), int64(7)))
	s.Enum = []any{int64(1), int64(2)}
	assert.False(t, gene.Assign(b.schemas.gene(s), int64(220)))
}
