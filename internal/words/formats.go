package words

import "strings"

// Annotates reports whether a keyword of a schema says nothing about the values that the schema allows, so that it
// changes nothing beside a reference. Sources: JSON Schema 2020-12, sections 8 and 9 of the core and of the validation
// vocabulary; OpenAPI 3.1, section 4.8.24.
func Annotates(keyword string) bool {
	switch keyword {
	case "$ref", "summary", "description", "title", "deprecated", "externalDocs", "$comment", "$schema", "$id",
		"$anchor", "$defs", "definitions":
		return true
	}
	return false
}

// LoginEndpoint and SignUpEndpoint return the members of an endpoint in a file that describes how users log in or get
// an account. Source: Web Fuzzing Commons (WFC), schema auth.yaml, LoginEndpoint and SignupEndpoint.
func LoginEndpoint() []string {
	return []string{"endpoint", "externalEndpointURL", "payloadRaw", "payloadUserPwd", "headers", "verb", "contentType",
		"token", "expectCookies"}
}

// SignUpEndpoint is described at [LoginEndpoint].
func SignUpEndpoint() []string {
	return []string{"endpoint", "externalEndpointURL", "payloadRaw", "verb", "contentType", "generators"}
}

// Implying returns the words that a name ends in which implies a format of texts, with spaces between; an underscore
// joins two words of one name. Sources: the formats of JSON Schema 2020-12, section 7.3, whose names they repeat;
// schema.org's url, email, telephone, postalCode, priceCurrency and birthDate; the autocomplete attribute of HTML.
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
	return ""
}

// Implies reports whether a last word of a name, or the last two with a space between, implies a format of texts.
func Implies(word, format string) bool {
	for implying := range strings.FieldsSeq(Implying(format)) {
		if implying == word || strings.ReplaceAll(implying, "_", " ") == word {
			return true
		}
	}
	return false
}
