package genotype

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/suite"
)

// format is all that is known of a format of texts.
type format struct {
	// name is how schemas spell the format, in lower case.
	name string
	// aliases are other spellings in schemas.
	aliases []string
	// unspoken says that only names imply the format: schemas do not spell it.
	unspoken bool
	// make returns the gene of the format. It is nil where the pattern is enough.
	make func() gene.Gene
	// pattern describes the format. If the format has a gene, the pattern is a
	// brief form of it, for limits that the gene does not keep.
	pattern string
	// narrower names the format to take if this one does not fit the limits.
	narrower string
	// encoding says how a text of the format holds bytes: encodedRaw,
	// encodedBase64, or "" if it holds none.
	encoding string
	// said is how descriptions call the format, with the same capitals and spaces between: the names of a standard
	// whose texts have check digits, which no search finds by chance. It is "" for other formats.
	said string
	// malformed is a text that nearly has the format, "" if none is known.
	malformed string
}

// The encodings of bytes, as the keyword contentEncoding spells them.
const encodedRaw, encodedBase64 = "binary", "base64"

// formats is the table of the formats of texts. If a name implies two of them, the
// first one is taken. A row says how values look, or is a whole standard: no row is a
// choice of a few values. Those come from the program, which compares its inputs with them.
var formats = []format{
	{name: "date", make: date, malformed: "2024-13-45"},
	{name: "time", make: timeOfDay, malformed: "25:61:00"},
	{name: "partial-time", make: timeOfDay},
	{name: "date-time", aliases: []string{"datetime"}, make: dateTime,
		malformed: "2024-02-30T25:61:00Z"},
	{name: "duration", pattern: `^P([1-9]D|[1-9]W|([1-9]D)?T[1-9][HMS])$`, malformed: "P"},

	{name: "uuid", aliases: []string{"guid"}, make: gene.NewUUID,
		malformed: "123e4567-e89b-12d3-a456-42661417400"},
	{name: "uuid4", make: gene.NewUUID},
	{name: "objectid", aliases: []string{"bson-objectid"}, pattern: `^[0-9a-f]{24}$`},
	{name: "ulid", pattern: `^[0-7][0-9A-HJKMNP-TV-Z]{25}$`},

	{name: "uri", make: gene.NewURI,
		pattern: `^[a-z]{1,9}:[a-z/]{0,9}$`, malformed: "http://[evoke"},
	{name: "url", make: gene.NewURI, pattern: `^http://[a-z]{1,9}/?$`, malformed: "http://[evoke"},
	{name: "uri-reference", aliases: []string{"iri", "iri-reference"}, make: gene.NewURI},
	{name: "email", make: gene.NewEmail,
		pattern: `^[a-z]{1,9}@[a-z]{1,9}(\.[a-z]{2})?$`, malformed: "evoke.example.com"},
	{name: "idn-email", make: gene.NewEmail, malformed: "evoke.example.com"},
	{name: "hostname", make: gene.NewHostname,
		pattern: `^[a-z]{1,9}(\.[a-z]{2})?$`, malformed: "-evoke-.example"},
	{name: "idn-hostname", make: gene.NewHostname},
	{name: "ip", make: ip(0), malformed: "256.1.2.3"},
	{name: "ipv4", make: ip(4), malformed: "256.1.2.3"},
	{name: "ipv6", make: ip(6), malformed: "256.1.2.3"},
	{name: "cidr", pattern: `^10\.[0-9]\.[0-9]\.0/(8|16|24)$`},
	{name: "mac", pattern: `^[0-9a-f]{2}(:[0-9a-f]{2}){5}$`},
	{name: "json-pointer", pattern: `^(/[a-z]{1,5}){0,3}$`},

	{name: "int32", make: digits(gene.NewInt32)},
	{name: "int64", aliases: []string{"integer"}, make: digits(gene.NewInt64)},
	{name: "double", aliases: []string{"float", "number"}, make: digits(double)},
	{name: "decimal", aliases: []string{"numeric"}, make: digits(cents)},

	{name: "binary", encoding: encodedRaw},
	{name: "base64", encoding: encodedBase64},
	{name: "byte", encoding: encodedBase64, malformed: "%%%"},

	{name: "phone", pattern: `^\+[1-9][0-9]{7,11}$`},
	{name: "currency", make: currencyCode, pattern: `^[A-Z]{3}$`},
	{name: "country", make: countryCode, pattern: `^[A-Z]{2}$`},
	{name: "color", pattern: `^#[0-9a-f]{6}$`},
	{name: "semver", pattern: `^[0-9]\.[0-9]{1,2}\.[0-9]{1,2}$`},

	{name: "iban", said: "IBAN", make: iban, malformed: "DE89370400440532013001"},
	{name: "lei", said: "LEI", make: lei, malformed: "5493001KJTIIGC8Y1R13"},
	{name: "isbn", aliases: []string{"isbn13", "isbn-13"}, said: "ISBN ISBN-13", narrower: "isbn10",
		make: withDigit(`^97[89][0-9]{9}$`, gtin), malformed: "9780306406158"},
	{name: "isbn10", aliases: []string{"isbn-10"}, said: "ISBN-10", make: withDigit(`^[0-9]{9}$`, isbn10),
		malformed: "0306406153"},
	{name: "ean", aliases: []string{"ean13", "ean-13", "gtin", "gtin13"},
		said: "EAN EAN-13 GTIN GTIN-13", narrower: "ean8",
		make: withDigit(`^[0-9]{12}$`, gtin), malformed: "4006381333932"},
	{name: "ean8", aliases: []string{"ean-8", "gtin8"}, make: withDigit(`^[0-9]{7}$`, gtin)},
	{name: "upc", said: "UPC", make: withDigit(`^[0-9]{11}$`, gtin), malformed: "036000291453"},
	{name: "sscc", said: "SSCC", make: withDigit(`^[0-9]{17}$`, gtin)},
	{name: "isin", said: "ISIN", make: withDigit(`^(US|DE|GB|FR|CH)[0-9A-Z]{9}$`, luhn),
		malformed: "US0378331006"},
	{name: "imei", said: "IMEI", make: withDigit(`^[0-9]{14}$`, luhn), malformed: "490154203237519"},
	{name: "credit-card", aliases: []string{"creditcard", "credit_card", "card-number"}, said: "Luhn LUHN",
		make:      withDigit(`^(4[0-9]{14}|5[1-5][0-9]{13}|3[47][0-9]{12})$`, luhn),
		malformed: "4111111111111112"},

	{name: "language", unspoken: true, make: languageTag,
		narrower: "language-code"},
	{name: "language-code", unspoken: true, make: languageCode},
	{name: "postcode", unspoken: true,
		pattern: `^[0-9]{5}$`},
	{name: "cron", unspoken: true,
		pattern: `^(\*|[0-9]|\*/[1-9]) (\*|[0-9]) (\*|[1-9]) (\*|[1-9]) (\*|[0-6])$`},
	{name: "clock", unspoken: true,
		pattern: `^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$`},
	{name: "pause", unspoken: true,
		pattern: `^[1-9][0-9]?(ms|s|m|h)$`},
	{name: "slug", unspoken: true, pattern: `^[a-z]{2,8}(-[a-z]{2,8})?$`},
	{name: "amount", unspoken: true,
		pattern: `^(0|[1-9][0-9]{0,3})(\.[0-9]{2})?$`},
}

func date() gene.Gene      { return gene.NewDate(false) }
func timeOfDay() gene.Gene { return gene.NewTime(false) }
func dateTime() gene.Gene  { return gene.NewDateTime(false) }
func double() gene.Gene    { return gene.NewDouble(gene.FloatLimits{}) }
func cents() gene.Gene     { return gene.NewDecimal(gene.DecimalLimits{Scale: 2}) }

// ip makes genes for addresses of a version, 0 for both.
func ip(version int) func() gene.Gene {
	return func() gene.Gene { return gene.NewIP(version) }
}

// digits makes genes for texts that hold a number.
func digits[G gene.Gene](number func() G) func() gene.Gene {
	return func() gene.Gene { return gene.NewNumericString(number()) }
}

// spoken is the format that schemas spell like this, the zero format for none.
func spoken(name string) format {
	name = strings.ToLower(name)
	return firstFormat(func(f format) bool {
		return !f.unspoken && (f.name == name || slices.Contains(f.aliases, name))
	})
}

// impliedBy is the format that a name implies (see [words.Implies]), the zero format for none. Many schemas that are
// generated from code leave the format to the name, and the code often checks the format. The last two words of the
// name together go before the last one.
func impliedBy(name string) format { return impliedByWords(suite.Words(name)) }

// Implied returns the name of the format of texts that the name of a part implies, "" for none.
func Implied(part string) string { return impliedBy(part).name }

func impliedByWords(all []string) format {
	if len(all) == 0 {
		return format{}
	}
	for i := range all {
		all[i] = strings.ToLower(all[i])
	}
	last := strings.TrimSuffix(all[len(all)-1], "s")
	if len(all) > 1 {
		two := all[len(all)-2] + " " + last
		if f := firstFormat(func(f format) bool { return words.Implies(two, f.name) }); f.name != "" {
			return f
		}
	} else if last == "at" {
		return format{}
	}
	return firstFormat(func(f format) bool { return words.Implies(last, f.name) })
}

// saidIn returns the standard with check digits that a description names, the zero format for none.
func saidIn(description string) format {
	is := func(c rune) bool { return c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	all := strings.FieldsFunc(description, is)
	return firstFormat(func(f format) bool {
		return slices.ContainsFunc(strings.Fields(f.said), func(name string) bool { return slices.Contains(all, name) })
	})
}

// Standard draws a text of the standard with check digits that some words name, such as "isbn13" or "an IBAN". It
// returns false for words that name none.
func Standard(r *rand.Rand, text string) (string, bool) {
	f := spoken(text)
	if f.said == "" {
		f = saidIn(strings.ToUpper(text))
	}
	if f.said == "" {
		return "", false
	}
	g := new(formatGenes).of(f)
	g.Randomize(r)
	drawn, ok := g.Value().(string)
	return drawn, ok
}

// narrow is the format to take if f does not fit, the zero format for none.
func (f format) narrow() format {
	return firstFormat(func(g format) bool { return f.narrower != "" && g.name == f.narrower })
}

func firstFormat(is func(format) bool) format {
	if i := slices.IndexFunc(formats, is); i >= 0 {
		return formats[i]
	}
	return format{}
}

// formatGenes has a gene for each built-in format that was asked for.
type formatGenes struct{ made map[string]gene.Gene }

// own returns a copy of a format's own gene. Genes of whole standards share their list.
func (o *formatGenes) own(f format) gene.Gene {
	if o.made[f.name] == nil {
		if o.made == nil {
			o.made = map[string]gene.Gene{}
		}
		o.made[f.name] = f.make()
	}
	return o.made[f.name].Clone()
}

// of returns the gene of a format: its own, else that of its pattern, nil if the format has neither.
func (o *formatGenes) of(f format) gene.Gene {
	if f.make != nil {
		return o.own(f)
	}
	if f.pattern == "" {
		return nil
	}
	g, err := gene.NewRegex(f.pattern)
	if err != nil {
		return nil
	}
	return g
}

// impliedRate is the share of texts in the format that their name implies. The
// others are any texts, as the schema says.
const impliedRate = 0.5

// implied returns a gene for a text whose name implies a format, or whose description names a standard with check
// digits, else plain. A text with a pattern has the format only for such a standard.
func (o *formatGenes) implied(s *openapi.Schema, name string, plain gene.Gene) gene.Gene {
	f := impliedBy(name)
	if f.said == "" && (f.name == "" || s.Pattern != "") {
		f = saidIn(s.Description)
	}
	for ; f.name != ""; f = f.narrow() {
		if g := o.of(f); g != nil && fits(g, s) {
			return gene.NewWeightedChoice([]float64{1 - impliedRate, impliedRate}, plain, g)
		}
	}
	return plain
}
