package words

import "strings"

// Annotates reports whether a keyword of a schema does not restrict the values, so that it may be ignored beside a
// reference. Sources: JSON Schema 2020-12, sections 8 and 9 of the core and of the validation vocabulary; OpenAPI 3.1,
// section 4.8.24.
func Annotates(keyword string) bool {
	switch keyword {
	case "$ref", "summary", "description", "title", "deprecated", "externalDocs", "$comment", "$schema", "$id",
		"$anchor", "$defs", "definitions":
		return true
	}
	return false
}

// LoginEndpoint and SignUpEndpoint return the members of an endpoint in a file that describes how users log in or sign
// up. Source: Web Fuzzing Commons (WFC), schema auth.yaml, LoginEndpoint and SignupEndpoint.
func LoginEndpoint() []string {
	return []string{"endpoint", "externalEndpointURL", "payloadRaw", "payloadUserPwd", "headers", "verb", "contentType",
		"token", "expectCookies"}
}

// SignUpEndpoint is described at [LoginEndpoint].
func SignUpEndpoint() []string {
	return []string{"endpoint", "externalEndpointURL", "payloadRaw", "verb", "contentType", "generators"}
}

// Free are formats that do not restrict the characters of a text, or only to those of a number (Format Registry of the
// OpenAPI Initiative; names of types that generators of schemas write as formats).
const Free Table = `
	binary password float double char commonmark html string text int integer number boolean datetimelocal`

// Dates are words in dates, whose occurrence in an answer changes from day to day: those of dates in headers (RFC 9110,
// 5.6.7), and their long forms. "sat", "mar" and "may" also have other meanings.
const Dates Table = `
	mon tue wed thu fri monday tuesday wednesday thursday friday saturday sunday
	jan feb apr jun jul aug sep oct nov dec january february april june july august september
	october november december utc gmt`

// Notations returns pairs of a field in notations of dates and times and a regular expression for its values: years,
// months, days, hours, minutes and seconds. Sources: Unicode Technical Standard 35, Date Format Patterns, and the
// capitals that people write in place of its small letters. MM means minutes if minutes is true, else months.
func Notations(minutes bool) []string {
	year, day, sixty := "20[0-9][0-9]", "(0[1-9]|1[0-9]|2[0-8])", "[0-5][0-9]"
	month := "(0[1-9]|1[0-2])"
	if minutes {
		month = sixty
	}
	return []string{
		"YYYY", year, "yyyy", year, "YY", "[0-9][0-9]", "yy", "[0-9][0-9]", "MM", month, "DD", day, "dd", day,
		"HH", "([01][0-9]|2[0-3])", "mm", sixty, "ss", sixty, "SS", sixty,
	}
}

// Implying returns the last words of names that imply a format of texts, separated by spaces; an underscore joins two
// words. Sources: the formats of JSON Schema 2020-12, section 7.3, whose names the words repeat; schema.org's url,
// email, isbn, gtin, telephone, postalCode, priceCurrency and birthDate; the autocomplete attribute of HTML.
func Implying(format string) string {
	switch format {
	case "date":
		return "date birthday birthdate"
	case "date-time":
		return "at timestamp datetime"
	case "uuid":
		return "uuid guid"
	case "uri":
		return "url uri href website homepage webhook"
	case "email":
		return "email mail"
	case "hostname":
		return "hostname host domain"
	case "ip":
		return "ip"
	case "cidr":
		return "cidr subnet"
	case "phone":
		return "phone mobile telephone"
	case "currency":
		return "currency currency_code"
	case "country":
		return "country_code"
	case "color":
		return "color colour"
	case "semver":
		return "version semver"
	case "language":
		return "language lang locale"
	case "language-code":
		return "language_code"
	case "postcode":
		return "zip postcode zip_code post_code postal_code"
	case "cron":
		return "cron crontab schedule"
	case "clock":
		return "time"
	case "pause":
		return "duration ttl timeout interval delay"
	case "slug":
		return "slug"
	case "amount":
		return "amount price total balance"
	}
	return implyingChecked(format)
}

// implyingChecked is [Implying] for standards with check digits.
func implyingChecked(format string) string {
	switch format {
	case "iban", "lei", "sscc", "isin", "imei", "upc", "isbn10", "ean8":
		return format
	case "isbn":
		return "isbn isbn13"
	case "ean":
		return "ean ean13 gtin gtin13 barcode"
	case "credit-card":
		return "card_number credit_card pan"
	}
	return ""
}

// Implies reports whether the last word of a name, or its last two words with a space between, implies a format of
// texts.
func Implies(word, format string) bool {
	for implying := range strings.FieldsSeq(Implying(format)) {
		if implying == word || strings.ReplaceAll(implying, "_", " ") == word {
			return true
		}
	}
	return false
}
