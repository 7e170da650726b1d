package genotype

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/evoke-go/evoke/gene"
)

// makeCountryCode returns a gene for the codes of ISO 3166-1, in their order. Codes that were withdrawn have no name in
// the Unicode CLDR, and are left out.
func makeCountryCode() gene.Gene {
	var codes []any
	english := display.English.Regions()
	for _, r := range language.Supported.Regions() {
		if isCountry(r) && english.Name(r) != "" {
			codes = append(codes, r.String())
		}
	}
	return gene.NewEnum(codes...)
}

// isCountry reports whether ISO 3166-1 gives a number to a region. The CLDR has more regions, such as the regions of
// user-assigned codes.
func isCountry(r language.Region) bool {
	return r.IsCountry() && !r.IsPrivateUse() && r.Canonicalize() == r && r.M49() != 0
}

// makeCurrencyCode returns a gene for the codes of ISO 4217 that are legal tender somewhere today.
func makeCurrencyCode() gene.Gene {
	known := map[string]bool{}
	for q := currency.Query(); q.Next(); {
		known[q.Unit().String()] = true
	}
	var codes []any
	for _, code := range slices.Sorted(maps.Keys(known)) {
		codes = append(codes, code)
	}
	return gene.NewEnum(codes...)
}

// makeLanguageCode returns a gene for the codes of the languages of ISO 639-1.
func makeLanguageCode() gene.Gene { return gene.NewEnum(languageTags(false)...) }

// makeLanguageTag returns a gene for tags of BCP 47: each language of ISO 639-1, alone and with the country where most
// of its speakers live.
func makeLanguageTag() gene.Gene { return gene.NewEnum(languageTags(true)...) }

// languageTags returns the codes of the languages of ISO 639-1. With regions, it returns each code also with the
// country where most speakers of the language live.
func languageTags(regions bool) (tags []any) {
	for _, base := range language.Supported.BaseLanguages() {
		if len(base.String()) != 2 || !isCurrent(base) {
			continue
		}
		tags = append(tags, base.String())
		home, _ := language.Make(base.String()).Region()
		if regions && isCountry(home) {
			tags = append(tags, base.String()+"-"+home.String())
		}
	}
	return tags
}

// isCurrent reports whether a language has this code today. Some codes were replaced, such as iw by he.
func isCurrent(base language.Base) bool {
	t, err := language.DeprecatedBase.Canonicalize(language.Make(base.String()))
	now, _ := t.Base()
	return err == nil && now == base
}

// makeWithDigit returns a maker of genes for texts that end in a check digit. The pattern describes the payload, which
// is the text before the digit. digit returns the digit for a payload; 10 is an X.
func makeWithDigit(pattern string, digit func(payload string) int) func() gene.Gene {
	return func() gene.Gene {
		return makeChecked(pattern, func(payload string) string {
			if n := digit(payload); n != 10 {
				return payload + strconv.Itoa(n)
			}
			return payload + "X"
		}, func(text string) string { return text[:max(0, len(text)-1)] })
	}
}

// makeChecked returns a gene for texts with check characters, made of payloads that a pattern describes, see
// [gene.NewChecked].
func makeChecked(pattern string, complete, strip func(string) string) gene.Gene {
	payload, err := gene.NewRegex(pattern)
	if err != nil {
		return nil
	}
	return gene.NewChecked(payload, complete, strip)
}

// luhnDigit returns the check digit of the algorithm of Luhn (ISO/IEC 7812-1, annex B). Capitals stand for 10 to 35, as
// in ISO 6166, annex C.
func luhnDigit(payload string) int {
	return digitTo10(payload, func(digit, fromRight int) int {
		if fromRight%2 == 0 {
			digit *= 2
		}
		return digit/10 + digit%10
	})
}

// gtinDigit returns the check digit of the numbers of GS1, such as EAN, UPC and SSCC, and of ISBN-13 (GS1 General
// Specifications, 7.9).
func gtinDigit(payload string) int {
	return digitTo10(payload, func(digit, fromRight int) int { return digit * (3 - fromRight%2*2) })
}

// digitTo10 returns the digit that makes a sum a multiple of 10. The sum has a term for each digit of the payload.
func digitTo10(payload string, term func(digit, fromRight int) int) int {
	digits, sum := spellInDigits(payload), 0
	for i, c := range digits {
		sum += term(int(c-'0'), len(digits)-1-i)
	}
	return (10 - sum%10) % 10
}

// isbn10Digit returns the check digit of an ISBN-10 (ISO 2108:1992, annex A).
func isbn10Digit(payload string) int {
	sum := 0
	for i, c := range payload {
		sum += int(c-'0') * (10 - i)
	}
	return (11 - sum%11) % 11
}

// spellInDigits returns a text with the numbers 10 to 35 in place of its capitals.
func spellInDigits(text string) string {
	var b strings.Builder
	for _, c := range text {
		if c >= 'A' && c <= 'Z' {
			b.WriteString(strconv.Itoa(int(c-'A') + 10))
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// mod97Digits returns the two check digits for a text (ISO 7064, MOD 97-10).
func mod97Digits(text string) string {
	n, _ := new(big.Int).SetString(spellInDigits(text)+"00", 10)
	if n == nil {
		return "00"
	}
	return fmt.Sprintf("%02d", 98-new(big.Int).Mod(n, big.NewInt(97)).Int64())
}

// ibanPayload is a pattern for the numbers of accounts in countries that check no more than the IBAN does. Source: the
// IBAN registry that SWIFT keeps for ISO 13616.
const ibanPayload = `^(DE[0-9]{18}|AT[0-9]{16}|CH[0-9]{17}|DK[0-9]{14}|` +
	`NL[A-Z]{4}[0-9]{10}|GB[A-Z]{4}[0-9]{14})$`

// makeIBAN returns a gene for numbers of accounts: the check digits stand behind the country (ISO 13616).
func makeIBAN() gene.Gene {
	return makeChecked(ibanPayload, func(payload string) string {
		country, account := payload[:min(2, len(payload))], payload[min(2, len(payload)):]
		return country + mod97Digits(account+country) + account
	}, func(text string) string {
		if len(text) < 4 {
			return ""
		}
		return text[:2] + text[4:]
	})
}

// makeLEI returns a gene for identifiers of legal entities: the last two digits are the check digits (ISO 17442).
func makeLEI() gene.Gene {
	return makeChecked(`^[0-9A-Z]{4}00[0-9A-Z]{12}$`,
		func(payload string) string { return payload + mod97Digits(payload) },
		func(text string) string { return text[:max(0, len(text)-2)] })
}
