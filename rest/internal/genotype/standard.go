package genotype

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

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

// withDigit makes genes of texts that end in a check digit, behind characters that a pattern describes. digit returns
// it for these characters; 10 is an X.
func withDigit(pattern string, digit func(payload string) int) func() gene.Gene {
	end := func(payload string) string {
		if n := digit(payload); n != 10 {
			return payload + strconv.Itoa(n)
		}
		return payload + "X"
	}
	return checked(pattern, end, func(text string) string { return text[:max(0, len(text)-1)] })
}

// checked makes genes of texts with check characters from payloads that a pattern describes, see [gene.NewChecked].
func checked(pattern string, complete, strip func(string) string) func() gene.Gene {
	return func() gene.Gene {
		payload, err := gene.NewRegex(pattern)
		if err != nil {
			return nil
		}
		return gene.NewChecked(payload, complete, strip)
	}
}

// luhn returns the check digit of the algorithm of Luhn (ISO/IEC 7812-1, annex B). Capitals stand for 10 to 35, as in
// ISO 6166, annex C.
func luhn(payload string) int {
	return complement(payload, func(digit, fromRight int) int {
		if fromRight%2 == 0 {
			digit *= 2
		}
		return digit/10 + digit%10
	})
}

// gtin returns the check digit of the numbers of GS1, such as EAN, UPC and SSCC, and of ISBN-13 (GS1 General
// Specifications, 7.9).
func gtin(payload string) int {
	return complement(payload, func(digit, fromRight int) int { return digit * (3 - fromRight%2*2) })
}

// complement returns what the sum of a term for each digit lacks to a multiple of 10.
func complement(payload string, term func(digit, fromRight int) int) int {
	digits, sum := numbered(payload), 0
	for i, c := range digits {
		sum += term(int(c-'0'), len(digits)-1-i)
	}
	return (10 - sum%10) % 10
}

// isbn10 returns the check digit of an ISBN-10 (ISO 2108:1992, annex A).
func isbn10(payload string) int {
	sum := 0
	for i, c := range payload {
		sum += int(c-'0') * (10 - i)
	}
	return (11 - sum%11) % 11
}

// numbered writes the capitals of a text as the numbers 10 to 35.
func numbered(text string) string {
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

// mod97 returns the two check digits for a text (ISO 7064, MOD 97-10).
func mod97(text string) string {
	n, _ := new(big.Int).SetString(numbered(text)+"00", 10)
	if n == nil {
		return "00"
	}
	return fmt.Sprintf("%02d", 98-new(big.Int).Mod(n, big.NewInt(97)).Int64())
}

// ibanPayload describes accounts by their country, as far as the country checks no more than the IBAN does. Source: the
// IBAN registry that SWIFT keeps for ISO 13616.
const ibanPayload = `^(DE[0-9]{18}|AT[0-9]{16}|CH[0-9]{17}|DK[0-9]{14}|` +
	`NL[A-Z]{4}[0-9]{10}|GB[A-Z]{4}[0-9]{14})$`

// iban makes genes for numbers of accounts: the check digits stand behind the country (ISO 13616).
func iban() gene.Gene {
	return checked(ibanPayload, func(payload string) string {
		country, account := payload[:min(2, len(payload))], payload[min(2, len(payload)):]
		return country + mod97(account+country) + account
	}, func(text string) string {
		if len(text) < 4 {
			return ""
		}
		return text[:2] + text[4:]
	})()
}

// lei makes genes for identifiers of legal entities: the check digits are the last two (ISO 17442).
func lei() gene.Gene {
	return checked(`^[0-9A-Z]{4}00[0-9A-Z]{12}$`, func(payload string) string { return payload + mod97(payload) },
		func(text string) string { return text[:max(0, len(text)-2)] })()
}
