package inputs

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// limits are the limits of a schema that rules of validators express.
type limits struct {
	Pattern          string   `json:"pattern,omitempty"`
	Enum             []any    `json:"enum,omitempty"`
	Minimum          *float64 `json:"minimum,omitempty"`
	Maximum          *float64 `json:"maximum,omitempty"`
	ExclusiveMinimum *float64 `json:"exclusiveMinimum,omitempty"`
	ExclusiveMaximum *float64 `json:"exclusiveMaximum,omitempty"`
	MinLength        *int     `json:"minLength,omitempty"`
	MaxLength        *int     `json:"maxLength,omitempty"`
	MinItems         *int     `json:"minItems,omitempty"`
	MaxItems         *int     `json:"maxItems,omitempty"`
}

func number(f float64) *float64 { return &f }
func whole(n int) *int          { return &n }

// kind returns the type of a schema without "null".
func (n *node) kind() string {
	switch t := n.Type.(type) {
	case string:
		return t
	case []string:
		return t[0]
	}
	return ""
}

// limit adds the rules of github.com/go-playground/validator to a schema, as far as a schema can express them. The
// rules behind "dive" are for the elements of an array.
func (n *node) limit(rules []string) {
	for i, rule := range rules {
		name, arg, _ := strings.Cut(rule, "=")
		switch {
		case name == "dive":
			inner := n.Items
			if inner == nil {
				inner = n.AdditionalProperties
			}
			if inner != nil {
				inner.limit(rules[i+1:])
			}
			return
		case strings.Contains(rule, "|"):
		case n.kind() == "string":
			n.limitText(name, arg)
		case n.kind() == "integer", n.kind() == "number":
			n.limitNumber(name, arg)
		case n.kind() == "array":
			n.limitList(name, arg)
		}
	}
}

// written maps names of rules to formats of strings.
var written = map[string]string{
	"email": "email", "uuid": "uuid", "uuid3": "uuid", "uuid4": "uuid", "uuid5": "uuid", "uuid_rfc4122": "uuid",
	"uuid4_rfc4122": "uuid",
	"url":           "uri", "uri": "uri", "http_url": "uri", "ip": "ipv4", "ipv4": "ipv4",
	"ipv6": "ipv6", "base64": "byte",
	"hostname": "hostname", "fqdn": "hostname",
}

// spelled maps names of rules to patterns of strings.
var spelled = map[string]string{
	"alpha": "^[a-zA-Z]+$", "alphanum": "^[a-zA-Z0-9]+$", "numeric": "^[0-9]+$", "number": "^[0-9]+$",
	"hexadecimal": "^[0-9a-f]+$",
	"boolean":     "^(true|false|1|0)$", "lowercase": "^[a-z]+$", "uppercase": "^[A-Z]+$", "hexcolor": "^#[0-9a-f]{6}$",
	"e164":  `^\+[1-9][0-9]{7,14}$`,
	"ascii": "^[ -~]*$", "printascii": "^[ -~]*$", "latitude": `^-?[1-8]?[0-9]\.[0-9]{1,4}$`,
	"longitude": `^-?[1-9]?[0-9]\.[0-9]{1,4}$`,
}

func (n *node) limitText(name, arg string) {
	size, err := strconv.Atoi(arg)
	counts := err == nil && size >= 0
	switch {
	case (name == "min" || name == "gte") && counts:
		n.MinLength = whole(size)
	case (name == "max" || name == "lte") && counts:
		n.MaxLength = whole(size)
	case name == "gt" && counts:
		n.MinLength = whole(size + 1)
	case name == "lt" && counts && size > 0:
		n.MaxLength = whole(size - 1)
	case name == "len" && counts:
		n.MinLength, n.MaxLength = whole(size), whole(size)
	case name == "required" && n.MinLength == nil:
		n.MinLength = whole(1)
	case name == "oneof":
		for _, word := range words(arg) {
			n.Enum = append(n.Enum, word)
		}
	case name == "eq":
		n.Enum = []any{arg}
	case name == "startswith":
		n.Pattern = "^" + regexp.QuoteMeta(arg)
	case name == "endswith":
		n.Pattern = regexp.QuoteMeta(arg) + "$"
	case name == "contains":
		n.Pattern = regexp.QuoteMeta(arg)
	case name == "datetime":
		n.limitTime(arg)
	case written[name] != "":
		n.Format = written[name]
	case spelled[name] != "":
		n.Pattern = spelled[name]
	}
}

// limitTime says that a string is a time in a layout of package time.
func (n *node) limitTime(layout string) {
	switch layout {
	case time.DateOnly:
		n.Format = "date"
	case time.RFC3339:
		n.Format = "date-time"
	default:
		n.Pattern = "^" + strings.NewReplacer(
			"2006", "20[0-9]{2}", "01", "(0[1-9]|1[0-2])", "02", "(0[1-9]|1[0-9]|2[0-8])",
			"15", "([01][0-9]|2[0-3])", "04", "[0-5][0-9]", "05", "[0-5][0-9]", "Jan",
			"(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)",
		).Replace(regexp.QuoteMeta(layout)) + "$"
	}
}

func (n *node) limitNumber(name, arg string) {
	if name == "oneof" {
		for _, word := range words(arg) {
			if f, err := strconv.ParseFloat(word, 64); err == nil {
				n.Enum = append(n.Enum, f)
			}
		}
		return
	}
	f, err := strconv.ParseFloat(arg, 64)
	if err != nil {
		return
	}
	switch name {
	case "min", "gte":
		n.Minimum = number(f)
	case "max", "lte":
		n.Maximum = number(f)
	case "gt":
		n.ExclusiveMinimum = number(f)
	case "lt":
		n.ExclusiveMaximum = number(f)
	case "eq", "len":
		n.Enum = []any{f}
	}
}

func (n *node) limitList(name, arg string) {
	size, err := strconv.Atoi(arg)
	if err != nil || size < 0 {
		return
	}
	switch name {
	case "min", "gte":
		n.MinItems = whole(size)
	case "max", "lte":
		n.MaxItems = whole(size)
	case "gt":
		n.MinItems = whole(size + 1)
	case "lt":
		n.MaxItems = whole(max(0, size-1))
	case "len":
		n.MinItems, n.MaxItems = whole(size), whole(size)
	}
}

// words splits a list into its words; words in quotes may contain spaces.
func words(list string) []string {
	var out []string
	for list = strings.TrimSpace(list); list != ""; list = strings.TrimSpace(list) {
		if rest, quoted := strings.CutPrefix(list, "'"); quoted {
			word, after, _ := strings.Cut(rest, "'")
			out, list = append(out, word), after
			continue
		}
		word, after, _ := strings.Cut(list, " ")
		out, list = append(out, word), after
	}
	return out
}
