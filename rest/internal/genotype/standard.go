package genotype

import (
	"slices"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/evoke-go/evoke/gene"
)

// countries are the codes of ISO 3166-1, in their order. Codes that were withdrawn
// have no name in the Unicode CLDR, and are left out.
func countries() (codes []string) {
	english := display.English.Regions()
	for _, r := range language.Supported.Regions() {
		if isCountry(r) && english.Name(r) != "" {
			codes = append(codes, r.String())
		}
	}
	return codes
}

// isCountry reports whether ISO 3166-1 gives a number to a region. The CLDR
// knows more regions, such as those that user-assigned codes stand for.
func isCountry(r language.Region) bool {
	return r.IsCountry() && !r.IsPrivateUse() && r.Canonicalize() == r && r.M49() != 0
}

// countryCode makes genes for the code of a country.
func countryCode() gene.Gene {
	return enumOf(countries())
}

// currencyCode makes genes for the codes of ISO 4217 that are legal tender
// somewhere today.
func currencyCode() gene.Gene {
	var codes []string
	for q := currency.Query(); q.Next(); {
		codes = append(codes, q.Unit().String())
	}
	slices.Sort(codes)
	return enumOf(slices.Compact(codes))
}

// languages are the languages of ISO 639-1.
func languages() (out []language.Base) {
	for _, base := range language.Supported.BaseLanguages() {
		if len(base.String()) == 2 && isCurrent(base) {
			out = append(out, base)
		}
	}
	return out
}

// languageCode makes genes for the code of a language.
func languageCode() gene.Gene {
	var codes []string
	for _, base := range languages() {
		codes = append(codes, base.String())
	}
	return enumOf(codes)
}

// languageTag makes genes for tags of BCP 47: each language, alone and with the
// country where most of its speakers live.
func languageTag() gene.Gene {
	var tags []string
	for _, base := range languages() {
		tags = append(tags, base.String())
		home, _ := language.Make(base.String()).Region()
		if isCountry(home) {
			tags = append(tags, base.String()+"-"+home.String())
		}
	}
	return enumOf(tags)
}

// isCurrent reports whether a language has this code today. Some codes were
// replaced by others, such as iw by he.
func isCurrent(base language.Base) bool {
	t, err := language.DeprecatedBase.Canonicalize(language.Make(base.String()))
	now, _ := t.Base()
	return err == nil && now == base
}

func enumOf(texts []string) gene.Gene {
	values := make([]any, len(texts))
	for i, t := range texts {
		values[i] = t
	}
	return gene.NewEnum(values...)
}
