package genotype

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

func TestImpliedFormat(t *testing.T) {
	for name, want := range map[string]string{
		"email": "email", "contactEmail": "email", "user_e-mail": "email", "Emails": "email", "emailVerified": "",
		"callback_url": "uri", "avatarURL": "uri", "created_at": "date-time", "at": "", "look_at_me": "",
		"startDate": "date", "update": "", "candidate": "", "uuid": "uuid", "ip": "ip", "zip": "postcode", "ship": "", "ZipCodes": "postcode", "code": "", "countryCode": "country", "country": "nation", "id": "", "": "", "名": "",
	} {
		assert.Equal(t, want, impliedFormat(name), name)
	}
	one := map[string]string{}
	for format, names := range impliedFormats {
		assert.NotNil(t, impliedGene(format), format)
		for _, name := range names {
			assert.Empty(t, one[name], "%s implies two formats", name)
			one[name] = format
		}
	}
}

// Names imply formats where the schema says nothing else, and any text stays
// possible.
func TestTextsAreOftenWhatTheirNamesImply(t *testing.T) {
	implied := regexp.MustCompile(`^[^@\s]+@[^@\s]+$|^[A-Z]{2}$`)
	for name, c := range map[string]struct {
		property  string
		change    func(*openapi.Schema)
		low, high int // of 200 values
	}{
		"an email":       {"email", func(*openapi.Schema) {}, 60, 140},
		"another name":   {"title", func(*openapi.Schema) {}, 0, 10},
		"a pattern":      {"email", func(s *openapi.Schema) { s.Pattern = "^[a-z]+$" }, 0, 0},
		"too short":      {"email", func(s *openapi.Schema) { s.MaxLength = 3 }, 0, 10},
		"a short one":    {"country", func(s *openapi.Schema) { s.MinLength, s.MaxLength = 2, 2 }, 60, 140},
		"another format": {"email", func(s *openapi.Schema) { s.Format = "uuid" }, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := openapi.NewSchema()
			s.Types = []string{"string"}
			c.change(s)
			object := openapi.NewSchema()
			object.Types, object.Required = []string{"object"}, []string{c.property}
			object.Properties = []openapi.Property{{Name: c.property, Schema: s}}
			g := NewBuilder(Options{}).schema(object)
			r, n := rand.New(rand.NewPCG(1, 1)), 0
			for range 200 {
				g.Randomize(r)
				value, _ := g.Value().(value.Object).Get(c.property)
				if text, _ := value.(string); implied.MatchString(text) {
					n++
				}
			}
			assert.GreaterOrEqual(t, n, c.low)
			assert.LessOrEqual(t, n, c.high)
		})
	}
}
