package jstest

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/value"
)

// width is the maximum number of columns of a line of code.
const width = 100

// code is an expression: one text, or an object or array.
type code struct {
	key   string // key of a member, as it is written
	text  string
	open  string // "{", "[", or "" for one text
	elems []*code
}

// identifier matches names that need no quotes as keys.
var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// key returns a name as the key of a member. __proto__ becomes a computed key, because otherwise it would set the
// prototype.
func key(name string) string {
	switch {
	case name == "__proto__":
		return "['__proto__']"
	case identifier.MatchString(name):
		return name
	}
	return escape.JSString(name)
}

// literal returns a plain value as an expression. scalar returns the expression for a text.
func literal(v any, scalar func(string) string) *code {
	switch v := v.(type) {
	case []any:
		out := &code{open: "["}
		for _, e := range v {
			out.elems = append(out.elems, literal(e, scalar))
		}
		return out
	case value.Object:
		out := &code{open: "{"}
		for _, m := range v {
			e := literal(m.Value, scalar)
			e.key = key(m.Name)
			out.elems = append(out.elems, e)
		}
		return out
	case string:
		return &code{text: scalar(v)}
	case nil:
		return &code{text: "null"}
	case bool:
		return &code{text: strconv.FormatBool(v)}
	case int64:
		return &code{text: number(strconv.FormatInt(v, 10))}
	case float64:
		return &code{text: number(strconv.FormatFloat(v, 'g', -1, 64))}
	case json.Number:
		return &code{text: number(string(v))}
	}
	return &code{text: "undefined"} // Validate checked the type
}

// expected returns the literal of a value to compare an answer with. Decoding an answer replaces each byte that is not
// UTF-8.
func expected(v any) *code {
	return literal(v, func(s string) string { return escape.JSString(string([]rune(s))) })
}

// maxSafe is the largest integer up to which a double represents every integer.
const maxSafe = 1<<53 - 1

// number returns the literal of a number as tests read it from an answer: a number, a BigInt for an integer that a
// double may not represent, and a text for a number too large for a double.
func number(text string) string {
	f, err := strconv.ParseFloat(text, 64)
	switch whole := !strings.ContainsAny(text, ".eE"); {
	case f == 0:
		return "0" // in JSON texts there is no negative zero
	case whole && math.Abs(f) > maxSafe:
		return text + "n"
	case err != nil:
		return "api.number(" + escape.JSString(text) + ")"
	case f == math.Trunc(f) && math.Abs(f) <= maxSafe:
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// oneLine returns the expression in one line.
func (c *code) oneLine() string {
	parts := make([]string, len(c.elems))
	for i, e := range c.elems {
		parts[i] = e.oneLine()
	}
	list := strings.Join(parts, ", ")
	switch {
	case c.open == "":
		return c.keyed(c.text)
	case c.open == "[":
		return c.keyed("[" + list + "]")
	case list == "":
		return c.keyed("{}")
	}
	return c.keyed("{ " + list + " }")
}

func (c *code) keyed(text string) string {
	if c.key == "" || c.key == text && c.open == "" {
		return text // shorthand for a variable with the name of the member
	}
	return c.key + ": " + text
}

// lines returns the expression in one line if that fits beside so many columns of other code, else in several. Lines
// after the first begin with indent.
func (c *code) lines(indent string, others int) string {
	line := c.oneLine()
	if len(c.elems) == 0 || others+len(line) <= width {
		return line
	}
	inner := indent + "  "
	var b strings.Builder
	left := 0 // columns left in the line
	for _, e := range c.elems {
		text := e.lines(inner, len(inner+","))
		if left -= len(text) + len(", "); c.open == "[" && e.open == "" && left >= 0 {
			b.WriteString(" " + text + ",")
			continue
		}
		b.WriteString("\n" + inner + text + ",")
		left = width - len(inner+",") - len(text)
	}
	return c.keyed(c.open + b.String() + "\n" + indent + map[string]string{"{": "}", "[": "]"}[c.open])
}

// stringify returns the text that JSON.stringify gives for the literal of a value. It returns false for a value whose
// members would get another order.
func stringify(v any) (string, bool) {
	switch v := v.(type) {
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			text, ok := stringify(v[i])
			if parts[i] = text; !ok {
				return "", false
			}
		}
		return "[" + strings.Join(parts, ",") + "]", true
	case value.Object:
		parts, seen := make([]string, len(v)), map[string]bool{}
		for i, m := range v {
			text, ok := stringify(m.Value)
			if parts[i] = quoted(m.Name) + ":" + text; !ok || seen[m.Name] || index.MatchString(m.Name) {
				return "", false
			}
			seen[m.Name] = true
		}
		return "{" + strings.Join(parts, ",") + "}", true
	case string:
		return quoted(v), true
	case float64:
		text, err := json.Marshal(v)
		return string(text), err == nil && v != 0 && math.Abs(v) < 1e300
	case json.Number: // becomes a BigInt
		return string(v), wholeNumber.MatchString(string(v))
	}
	return string(value.AppendJSON(nil, v)), true
}

var (
	index       = regexp.MustCompile(`^\d+$`)
	wholeNumber = regexp.MustCompile(`^-?[1-9]\d{15,}$`)
)

// quoted returns a text as JSON.stringify writes it.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		short, ok := map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`,
			'\n': `\n`, '\r': `\r`, '\t': `\t`}[r]
		switch {
		case ok:
			b.WriteString(short)
		case r < ' ':
			b.WriteString(`\u00` + string("0123456789abcdef"[r>>4]) + string("0123456789abcdef"[r&15]))
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}
