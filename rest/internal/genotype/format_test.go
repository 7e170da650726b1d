package genotype

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

func TestImpliedFormat(t *testing.T) {
	for name, want := range map[string]string{
		"email": "email", "contactEmail": "email", "user_e-mail": "email", "Emails": "email", "emailVerified": "",
		"callback_url": "uri", "avatarURL": "uri", "created_at": "date-time", "at": "", "look_at_me": "",
		"startDate": "date", "update": "", "candidate": "", "uuid": "uuid", "ip": "ip", "zip": "postcode", "ship": "",
		"ZipCodes": "postcode", "code": "", "countryCode": "country", "country": "", "id": "", "": "", "名": "",
		"time": "clock", "userTimeZone": "", "iban": "iban", "locale": "language", "languageCode": "language-code",
		"preferredLanguage": "language", "number": "", "cardNumber": "credit-card", "isbn13": "isbn",
		"gtin": "ean", "duration": "pause",
	} {
		assert.Equal(t, want, formatImpliedBy(name).name, name)
	}
}

func TestSpokenFormat(t *testing.T) {
	for spelled, want := range map[string]string{
		"date": "date", "Date-Time": "date-time", "datetime": "date-time", "GUID": "uuid",
		"uuid4": "uuid4", "integer": "int64",
		"iri": "uri-reference", "byte": "byte", "": "", "zip": "", "slug": "", "language": "",
		"time": "time", "evoke": "",
	} {
		assert.Equal(t, want, formatNamed(spelled).name, spelled)
	}
}

// alternatives finds words to choose from in a pattern.
var alternatives = regexp.MustCompile(`[A-Za-z0-9/_]{3,}\|`)

// The table is in order: no row hides another one, and the columns of a row do
// not contradict each other.
func TestTableOfFormats(t *testing.T) {
	spellings, implying := map[string]string{}, map[string]string{}
	r := rand.New(rand.NewPCG(1, 1))
	for _, f := range formats {
		for _, name := range append([]string{f.name}, f.aliases...) {
			assert.Empty(t, spellings[name], "%s spells two formats", name)
			assert.Equal(t, strings.ToLower(name), name)
			spellings[name] = f.name
		}
		for word := range strings.FieldsSeq(words.Implying(f.name)) {
			assert.Empty(t, implying[word], "%s implies two formats", word)
			implying[word] = f.name
			assert.NotNil(t, formatGenes{}.of(f), f.name)
		}
		narrower := firstFormat(func(g format) bool { return g.name == f.narrower })
		assert.Equal(t, f.narrower, narrower.name, f.name)
		if f.pattern != "" {
			re := regexp.MustCompile(f.pattern)
			g, err := gene.NewRegex(f.pattern)
			require.NoError(t, err, f.name)
			g.Randomize(r)
			assert.Regexp(t, re, g.Value(), f.name)
			assert.True(t, f.malformed == "" || !re.MatchString(f.malformed), "%s is well-formed", f.malformed)
		}
		assert.NotRegexp(t, alternatives, f.pattern, "%s is a list of a few values", f.name)
		assert.False(t, f.make == nil && f.pattern == "" && f.encoding == "", "%s says nothing", f.name)
	}
}

func TestMalformedTexts(t *testing.T) {
	for spelled, want := range map[string]string{
		"date": "2024-13-45", "time": "25:61:00", "partial-time": "", "DateTime": "2024-02-30T25:61:00Z",
		"guid":  "123e4567-e89b-12d3-a456-42661417400",
		"uuid4": "", "idn-email": "evoke.example.com", "url": "http://[evoke", "uri-reference": "",
		"ipv6": "256.1.2.3", "idn-hostname": "",
		"byte": "%%%", "base64": "", "duration": "P", "slug": "",
	} {
		v := invalidities{typed: true}
		s := openapi.NewSchema()
		s.Format = spelled
		v.addWrongTexts(s, nil)
		if want == "" {
			assert.Empty(t, v.found, spelled)
		} else if assert.Len(t, v.found, 1, spelled) {
			assert.Equal(t, want, v.found[0].Value)
			assert.Equal(t, " is no "+spelled, v.found[0].What)
		}
	}
}

func TestIntegerFormats(t *testing.T) {
	for name, want := range map[string]string{
		"int8": "-128 127", "int16": "-32768 32767", "Int32": "-2147483648 2147483647",
		"int64": "-9223372036854775808 9223372036854775807",
		"uint8": "0 255", "uint16": "0 65535", "uint32": "0 4294967295", "uint64": "0 18446744073709551615",
		"uint": "0 9223372036854775807", "": "-9223372036854775808 9223372036854775807",
	} {
		low, high := integerFormatNamed(name).limits()
		assert.Equal(t, want, low.String()+" "+high.String(), name)
	}
	for name, want := range map[string]any{"int32": int64(1 << 31), "int64": json.Number("9223372036854775808"),
		"int8": nil, "": nil} {
		var v invalidities
		s := openapi.NewSchema()
		s.Types, s.Format = []string{"integer"}, name
		v.addWrongNumbers(s, nil)
		last := v.found[len(v.found)-1]
		assert.Equal(t, want != nil, last.What == " does not fit "+name, name)
		if want != nil {
			assert.Equal(t, want, last.Value)
		}
	}
}

// Names imply formats where the schema says nothing else, and any text stays
// possible.
func TestTextsAreOftenWhatTheirNamesImply(t *testing.T) {
	const email, code, three, tag = `^[^@\s]+@[^@\s]+$`, `^[A-Z]{2}$`, `^[A-Z]{3}$`, `^[a-z]{2}(-[A-Z]{2})?$`
	for name, c := range map[string]struct {
		property  string
		implied   string
		change    func(*openapi.Schema)
		low, high int // of 200 values
	}{
		"an email":       {"email", email, func(*openapi.Schema) {}, 60, 140},
		"another name":   {"title", email, func(*openapi.Schema) {}, 0, 10},
		"a pattern":      {"email", email, func(s *openapi.Schema) { s.Pattern = "^[a-z]+$" }, 0, 0},
		"too short":      {"email", email, func(s *openapi.Schema) { s.MaxLength = 3 }, 0, 10},
		"a short one":    {"countryCode", code, func(s *openapi.Schema) { s.MinLength, s.MaxLength = 2, 2 }, 60, 140},
		"no list":        {"country", code, func(*openapi.Schema) {}, 0, 10},
		"a standard":     {"currency", three, func(*openapi.Schema) {}, 60, 140},
		"a tag":          {"locale", tag, func(*openapi.Schema) {}, 60, 140},
		"a short tag":    {"locale", tag, func(s *openapi.Schema) { s.MinLength, s.MaxLength = 2, 2 }, 60, 140},
		"another format": {"email", email, func(s *openapi.Schema) { s.Format = "uuid" }, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			implied := regexp.MustCompile(c.implied)
			s := openapi.NewSchema()
			s.Types = []string{"string"}
			c.change(s)
			object := openapi.NewSchema()
			object.Types, object.Required = []string{"object"}, []string{c.property}
			object.Properties = []openapi.Property{{Name: c.property, Schema: s}}
			g := NewBuilder(Options{}).schemas.makeGene(object)
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
