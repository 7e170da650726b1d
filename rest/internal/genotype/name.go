package genotype

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/suite"
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
	"currency":  {"currency", "currency code"},
	"color":     {"color", "colour"},
	"semver":    {"version", "semver"},
	"cidr":      {"cidr", "subnet"},
	"nation":    {"country"},
	"country":   {"country code"},
	"postcode":  {"zip", "postcode", "zip code", "post code", "postal code"},
	"cron":      {"cron", "crontab", "schedule"},
	"clock":     {"time"},
	"pause":     {"duration", "ttl", "timeout", "interval", "delay"},
	"language":  {"language", "lang", "locale", "language code"},
	"zone":      {"timezone", "tz", "time zone"},
	"iban":      {"iban"},
	"card":      {"pan", "card number", "credit card"},
	"slug":      {"slug"},
	"amount":    {"amount", "price", "total", "balance"},
}

// impliedPatterns describe formats that only names imply. Numbers with check
// digits are those of documentation. It is read-only.
var impliedPatterns = map[string]string{
	"nation":   `^(US|DE|GB|CH|JP|Germany|France|Japan|Canada|Brazil)$`,
	"postcode": `^[0-9]{5}$`,
	"cron":     `^(\*|[0-9]|\*/[1-9]) (\*|[0-9]) (\*|[1-9]) (\*|[1-9]) (\*|[0-6])$`,
	"clock":    `^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$`,
	"pause":    `^[1-9][0-9]?(ms|s|m|h)$`,
	"language": `^(en|de|fr|en-US|de-DE)$`,
	"zone":     `^(UTC|Europe/Berlin|America/New_York|Asia/Tokyo)$`,
	"iban":     `^(DE89370400440532013000|GB82WEST12345698765432|NO9386011117947|CH9300762011623852957)$`,
	"card":     `^(4111111111111111|5555555555554444|378282246310005)$`,
	"slug":     `^[a-z]{2,8}(-[a-z]{2,8})?$`,
	"amount":   `^(0|[1-9][0-9]{0,3})(\.[0-9]{2})?$`,
}

// narrower are the formats to take where one does not fit the limits. It is
// read-only.
var narrower = map[string]string{"nation": "country"}

// implied is a gene for a text without format and pattern whose name implies a
// format, else plain.
func (b *Builder) implied(s *openapi.Schema, plain gene.Gene) gene.Gene {
	format := impliedFormat(b.name)
	if format == "" || s.Format != "" || s.Pattern != "" || b.segment {
		return plain
	}
	for ; format != ""; format = narrower[format] {
		if g := impliedGene(format); g != nil && fits(g, s) {
			return gene.NewWeightedChoice([]float64{1 - impliedRate, impliedRate}, plain, g)
		}
	}
	return plain
}

// impliedGene is the gene of a format, nil for none.
func impliedGene(format string) gene.Gene {
	if g := formatted(format); g != nil {
		return g
	}
	g, err := gene.NewRegex(cmp.Or(impliedPatterns[format], patterns[format], brief[format]))
	if err != nil {
		return nil
	}
	return g
}

// impliedFormat is the format that a name implies, "" for none.
func impliedFormat(name string) string {
	all := suite.Words(name)
	if len(all) == 0 {
		return ""
	}
	for i := range all {
		all[i] = strings.ToLower(all[i])
	}
	last := strings.TrimSuffix(all[len(all)-1], "s")
	two := strings.Join(append(slices.Clone(all[max(0, len(all)-2):len(all)-1]), last), " ")
	for format, names := range impliedFormats {
		if len(all) > 1 && slices.Contains(names, two) {
			return format
		}
	}
	for format, names := range impliedFormats {
		if slices.Contains(names, last) && (last != "at" || len(all) > 1) {
			return format
		}
	}
	return ""
}
