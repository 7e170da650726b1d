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

// format describes a format of texts.
type format struct {
	// name is the spelling of the format in schemas, in lower case.
	name string
	// aliases are other spellings in schemas.
	aliases []string
	// unspoken says that schemas never name the format. Only the names of members imply it.
	unspoken bool
	// make returns the gene of the format. It is nil where the pattern is enough.
	make func() gene.Gene
	// pattern describes the format. If the format has a gene, the pattern describes shorter texts of the format, for
	// limits that the values of the gene exceed.
	pattern string
	// narrower names the format to take if this format does not fit the limits.
	narrower string
	// encoding says how a text of the format holds bytes: encodedRaw, encodedBase64, or "" if it holds none.
	encoding string
	// said has the names of a standard in descriptions, in their capitals, with spaces between. The texts of such a
	// standard have check digits, which no search finds by chance. It is "" for other formats.
	said string
	// malformed is a text that nearly has the format, "" if none is known.
	malformed string
}

// The encodings of bytes, as the keyword contentEncoding spells them.
const encodedRaw, encodedBase64 = "binary", "base64"

// formats is the table of the formats of texts. If a name implies two formats, the first one is taken. A row describes
// how values look, or all values of a standard. No row is a choice of a few values: such values come from the program,
// which compares its inputs with them.
var formats = []format{
	{name: "date", make: makeDate, malformed: "2024-13-45"},
	{name: "time", make: makeTime, malformed: "25:61:00"},
	{name: "partial-time", make: makeTime},
	{name: "date-time", aliases: []string{"datetime"}, make: makeDateTime,
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
	{name: "ip", make: makeIP(0), malformed: "256.1.2.3"},
	{name: "ipv4", make: makeIP(4), malformed: "256.1.2.3"},
	{name: "ipv6", make: makeIP(6), malformed: "256.1.2.3"},
	{name: "cidr", pattern: `^10\.[0-9]\.[0-9]\.0/(8|16|24)$`},
	{name: "mac", pattern: `^[0-9a-f]{2}(:[0-9a-f]{2}){5}$`},
	{name: "json-pointer", pattern: `^(/[a-z]{1,5}){0,3}$`},

	{name: "int32", make: makeDigits(gene.NewInt32)},
	{name: "int64", aliases: []string{"integer"}, make: makeDigits(gene.NewInt64)},
	{name: "double", aliases: []string{"float", "number"}, make: makeDigits(makeDouble)},
	{name: "decimal", aliases: []string{"numeric"}, make: makeDigits(makeCents)},

	{name: "binary", encoding: encodedRaw},
	{name: "base64", encoding: encodedBase64},
	{name: "byte", encoding: encodedBase64, malformed: "%%%"},

	{name: "phone", pattern: `^\+[1-9][0-9]{7,11}$`},
	{name: "currency", make: makeCurrencyCode, pattern: `^[A-Z]{3}$`},
	{name: "country", make: makeCountryCode, pattern: `^[A-Z]{2}$`},
	{name: "color", pattern: `^#[0-9a-f]{6}$`},
	{name: "semver", pattern: `^[0-9]\.[0-9]{1,2}\.[0-9]{1,2}$`},

	{name: "iban", said: "IBAN", make: makeIBAN, malformed: "DE89370400440532013001"},
	{name: "lei", said: "LEI", make: makeLEI, malformed: "5493001KJTIIGC8Y1R13"},
	{name: "isbn", aliases: []string{"isbn13", "isbn-13"}, said: "ISBN ISBN-13", narrower: "isbn10",
		make: makeWithDigit(`^97[89][0-9]{9}$`, gtinDigit), malformed: "9780306406158"},
	{name: "isbn10", aliases: []string{"isbn-10"}, said: "ISBN-10", make: makeWithDigit(`^[0-9]{9}$`, isbn10Digit),
		malformed: "0306406153"},
	{name: "ean", aliases: []string{"ean13", "ean-13", "gtin", "gtin13"},
		said: "EAN EAN-13 GTIN GTIN-13", narrower: "ean8",
		make: makeWithDigit(`^[0-9]{12}$`, gtinDigit), malformed: "4006381333932"},
	{name: "ean8", aliases: []string{"ean-8", "gtin8"}, make: makeWithDigit(`^[0-9]{7}$`, gtinDigit)},
	{name: "upc", said: "UPC", make: makeWithDigit(`^[0-9]{11}$`, gtinDigit), malformed: "036000291453"},
	{name: "sscc", said: "SSCC", make: makeWithDigit(`^[0-9]{17}$`, gtinDigit)},
	{name: "isin", said: "ISIN", make: makeWithDigit(`^(US|DE|GB|FR|CH)[0-9A-Z]{9}$`, luhnDigit),
		malformed: "US0378331006"},
	{name: "imei", said: "IMEI", make: makeWithDigit(`^[0-9]{14}$`, luhnDigit), malformed: "490154203237519"},
	{name: "credit-card", aliases: []string{"creditcard", "credit_card", "card-number"}, said: "Luhn LUHN",
		make:      makeWithDigit(`^(4[0-9]{14}|5[1-5][0-9]{13}|3[47][0-9]{12})$`, luhnDigit),
		malformed: "4111111111111112"},

	{name: "language", unspoken: true, make: makeLanguageTag,
		narrower: "language-code"},
	{name: "language-code", unspoken: true, make: makeLanguageCode},
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

func makeDate() gene.Gene     { return gene.NewDate(false) }
func makeTime() gene.Gene     { return gene.NewTime(false) }
func makeDateTime() gene.Gene { return gene.NewDateTime(false) }
func makeDouble() gene.Gene   { return gene.NewDouble(gene.FloatLimits{}) }
func makeCents() gene.Gene    { return gene.NewDecimal(gene.DecimalLimits{Scale: 2}) }

// makeIP returns a maker of genes for addresses of a version, 0 for both versions.
func makeIP(version int) func() gene.Gene {
	return func() gene.Gene { return gene.NewIP(version) }
}

// makeDigits returns a maker of genes for texts that hold a number.
func makeDigits[G gene.Gene](number func() G) func() gene.Gene {
	return func() gene.Gene { return gene.NewNumericString(number()) }
}

// formatNamed returns the format that schemas spell in a way, the zero format for none.
func formatNamed(name string) format {
	name = strings.ToLower(name)
	return firstFormat(func(f format) bool {
		return !f.unspoken && (f.name == name || slices.Contains(f.aliases, name))
	})
}

// Implied returns the name of the format of texts that the name of a part implies, "" for none.
func Implied(part string) string { return formatImpliedBy(part).name }

// formatImpliedBy returns the format that a name implies (see [words.Implies]), the zero format for none. Many schemas
// that are generated from code leave the format to the name, and the code often checks the format. The last two words
// of the name together go before the last word alone.
func formatImpliedBy(name string) format {
	all := strings.Fields(strings.ToLower(strings.Join(suite.Words(name), " ")))
	if len(all) == 0 {
		return format{}
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

// standardIn returns the standard with check digits that a description names, the zero format for none.
func standardIn(description string) format {
	isBetween := func(c rune) bool { return c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	all := strings.FieldsFunc(description, isBetween)
	return firstFormat(func(f format) bool {
		return slices.ContainsFunc(strings.Fields(f.said), func(name string) bool { return slices.Contains(all, name) })
	})
}

// Standard draws a text of the standard with check digits that some words name, such as "isbn13" or "an IBAN". It
// returns false for words that name none.
func Standard(r *rand.Rand, text string) (string, bool) {
	f := formatNamed(text)
	if f.said == "" {
		f = standardIn(strings.ToUpper(text))
	}
	if f.said == "" {
		return "", false
	}
	g := formatGenes{}.of(f)
	g.Randomize(r)
	drawn, ok := g.Value().(string)
	return drawn, ok
}

// firstFormat returns the first format in the table that satisfies a condition, the zero format for none.
func firstFormat(condition func(format) bool) format {
	if i := slices.IndexFunc(formats, condition); i >= 0 {
		return formats[i]
	}
	return format{}
}

// formatGenes has, by the name of the format, the genes that were made.
type formatGenes map[string]gene.Gene

// own returns a copy of the gene that a format makes. The genes of a standard share its list of values.
func (genes formatGenes) own(f format) gene.Gene {
	if genes[f.name] == nil {
		genes[f.name] = f.make()
	}
	return genes[f.name].Clone()
}

// of returns the gene that a format makes, else the gene of its pattern. It returns nil if the format has neither.
func (genes formatGenes) of(f format) gene.Gene {
	if f.make != nil {
		return genes.own(f)
	}
	if g, err := gene.NewRegex(f.pattern); err == nil && f.pattern != "" {
		return g
	}
	return nil
}

// impliedRate is the share of texts in the format that their name implies. The other texts are any that the schema
// allows.
const impliedRate = 0.5

// withImplied returns a gene that also has texts in a format, if the name of the text implies one, or if its
// description names a standard with check digits. Beside a pattern, only such a standard counts. Otherwise it returns
// the gene plain.
func (genes formatGenes) withImplied(s *openapi.Schema, name string, plain gene.Gene) gene.Gene {
	f := formatImpliedBy(name)
	if f.said == "" && (f.name == "" || s.Pattern != "") {
		f = standardIn(s.Description)
	}
	for f.name != "" {
		if g := genes.of(f); g != nil && fits(g, s) {
			return gene.NewWeightedChoice([]float64{1 - impliedRate, impliedRate}, plain, g)
		}
		next := f.narrower
		f = firstFormat(func(g format) bool { return g.name == next })
	}
	return plain
}
