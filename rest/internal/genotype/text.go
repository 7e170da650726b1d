package genotype

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/wire"
	"github.com/evoke-go/evoke/value"
)

// defaultBinary is the most bytes of a binary value without limits.
const defaultBinary = 64

// patterns are the formats that a regular expression describes well enough.
// It is read-only.
var patterns = map[string]string{
	"duration":      `^P([1-9]D|[1-9]W|([1-9]D)?T[1-9][HMS])$`,
	"json-pointer":  `^(/[a-z]{1,5}){0,3}$`,
	"mac":           `^[0-9a-f]{2}(:[0-9a-f]{2}){5}$`,
	"cidr":          `^10\.[0-9]\.[0-9]\.0/(8|16|24)$`,
	"phone":         `^\+[1-9][0-9]{7,11}$`,
	"country":       `^[A-Z]{2}$`,
	"currency":      `^[A-Z]{3}$`,
	"color":         `^#[0-9a-f]{6}$`,
	"objectid":      `^[0-9a-f]{24}$`,
	"bson-objectid": `^[0-9a-f]{24}$`,
	"ulid":          `^[0-7][0-9A-HJKMNP-TV-Z]{25}$`,
	"semver":        `^[0-9]\.[0-9]{1,2}\.[0-9]{1,2}$`,
}

// brief are patterns of formats for limits that their genes do not keep. It is
// read-only.
var brief = map[string]string{
	"email":    `^[a-z]{1,9}@[a-z]{1,9}(\.[a-z]{2})?$`,
	"hostname": `^[a-z]{1,9}(\.[a-z]{2})?$`,
	"uri":      `^[a-z]{1,9}:[a-z/]{0,9}$`,
	"url":      `^http://[a-z]{1,9}/?$`,
}

// text is the gene of a string: its format's where the other keywords allow
// that, its pattern's, or any text within the limits.
func (b *Builder) text(s *openapi.Schema) gene.Gene {
	low, high := b.size(s.MinLength, "minLength"), s.MaxLength
	if g := encodedText(s, low, high); g != nil {
		return g
	}
	if g := formatted(s.Format); g != nil && fits(g, s) {
		return g
	}
	pattern := s.Pattern
	if pattern == "" {
		format := strings.ToLower(s.Format)
		pattern = cmp.Or(patterns[format], brief[format])
	}
	if pattern != "" {
		g, err := gene.NewRegex(pattern)
		if err == nil {
			return g.WithLength(low, high)
		}
		b.warn("pattern %q: %v", pattern, err)
	}
	limits := gene.StringLimits{MinLength: low, MaxLength: high}
	if b.segment {
		limits.Alphabet, limits.Rare = segmentAlphabet, "/"
	}
	return b.implied(s, gene.NewString(limits))
}

// segmentAlphabet are the characters drawn for texts in a path: no slash, which
// many servers decode before they look for the route.
const segmentAlphabet = wire.UnreservedChars + " !$%&'()*+,:;=@"

// size caps a lower limit; -1 becomes 0.
func (b *Builder) size(n int, keyword string) int {
	if n > maxSize {
		b.warn("%s %d is taken for %d", keyword, n, maxSize)
	}
	return max(0, min(n, maxSize))
}

// encodedText is the gene of bytes in a string; nil for other strings.
func encodedText(s *openapi.Schema, low, high int) gene.Gene {
	if s.Format == "binary" || s.ContentEncoding == "binary" {
		return file("", low, high)
	}
	if s.Format != "byte" && s.Format != "base64" && s.ContentEncoding != "base64" {
		return nil
	}
	low = (low + 3) / 4 * 3 // from characters to bytes
	if high < 0 {
		high = max(low, defaultBinary)
	} else {
		high = max(low, high/4*3)
	}
	return gene.NewBase64(low, high)
}

// formatted is the gene of a known format, nil for others.
func formatted(format string) gene.Gene {
	switch strings.ToLower(format) {
	case "date":
		return gene.NewDate(false)
	case "time", "partial-time":
		return gene.NewTime(false)
	case "date-time", "datetime":
		return gene.NewDateTime(false)
	case "uuid", "uuid4", "guid":
		return gene.NewUUID()
	case "uri", "url", "uri-reference", "iri", "iri-reference":
		return gene.NewURI()
	case "email", "idn-email":
		return gene.NewEmail()
	case "hostname", "idn-hostname":
		return gene.NewHostname()
	case "ipv4", "ipv6", "ip":
		return gene.NewIP(ipVersion(format))
	case "int32":
		return gene.NewNumericString(gene.NewInt32())
	case "int64", "integer":
		return gene.NewNumericString(gene.NewInt64())
	case "float", "double", "number":
		return gene.NewNumericString(gene.NewDouble(gene.FloatLimits{}))
	case "decimal", "numeric":
		return gene.NewNumericString(gene.NewDecimal(gene.DecimalLimits{Scale: 2}))
	}
	return nil
}

func ipVersion(format string) int {
	switch strings.ToLower(format) {
	case "ipv4":
		return 4
	case "ipv6":
		return 6
	}
	return 0
}

// fitDraws is how many values decide whether a format's gene fits.
const fitDraws = 16

// fits tries whether the values of a format meet the pattern and the lengths
// that stand beside it. The draws are the same every time.
func fits(g gene.Gene, s *openapi.Schema) bool {
	re, err := value.CompilePattern(s.Pattern)
	if err != nil {
		re = regexp.MustCompile("")
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range fitDraws {
		g.Randomize(r)
		v, ok := g.Value().(string)
		n := utf8.RuneCountInString(v)
		if !ok || !re.MatchString(v) || n < s.MinLength || s.MaxLength >= 0 && n > s.MaxLength {
			return false
		}
	}
	return true
}
