package rest

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
)

// impliedRate is the share of texts in the format that their name implies. The
// others are any texts, as the schema says.
const impliedRate = 0.5

// impliedFormats are formats by the last word of a name, for schemas that leave
// the format to the name, as many do that are generated from code; the code
// often checks it. It is read-only.
var impliedFormats = map[string][]string{
	"email":     {"email", "mail"},
	"uri":       {"url", "uri", "href", "website", "homepage", "webhook"},
	"uuid":      {"uuid", "guid"},
	"date":      {"date", "birthday", "birthdate"},
	"date-time": {"at", "timestamp", "datetime"},
	"phone":     {"phone", "mobile", "telephone"},
	"ip":        {"ip"},
	"hostname":  {"hostname", "host", "domain"},
	"currency":  {"currency"},
	"color":     {"color", "colour"},
}

// implied is a gene for a text without format and pattern whose name implies a
// format, else plain.
func (b *geneBuilder) implied(s *openapi.Schema, plain gene.Gene) gene.Gene {
	format := impliedFormat(b.name)
	if format == "" || s.Format != "" || s.Pattern != "" || b.segment {
		return plain
	}
	g := formatted(format)
	if g == nil {
		regex, err := gene.NewRegex(cmp.Or(patterns[format], brief[format]))
		if err != nil {
			return plain
		}
		g = regex
	}
	if !fits(g, s) {
		return plain
	}
	return gene.NewWeightedChoice([]float64{1 - impliedRate, impliedRate}, plain, g)
}

// impliedFormat is the format that a name implies, "" for none.
func impliedFormat(name string) string {
	all := words(name)
	if len(all) == 0 {
		return ""
	}
	last := strings.TrimSuffix(all[len(all)-1], "s")
	for format, names := range impliedFormats {
		if slices.Contains(names, last) && (last != "at" || len(all) > 1) {
			return format
		}
	}
	return ""
}

// words splits a name in camel case or with separators into its words in lower
// case.
func words(name string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			r = ' '
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	return strings.Fields(b.String())
}
