package payload

import (
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
)

// Files that a path out of its folder leads to.
const passwd, group = "etc/passwd", "etc/group"

// Forms of payloads. They are read-only.
var (
	script    = lazyregexp.New(`<script>evoke\((\d+)\)</script>`)
	product   = lazyregexp.New(`(?:\{\{|\$\{|#\{|<%= )(\d{5})\*(\d{5})(?:\}| %>)`)
	printf    = lazyregexp.New(`\{\{printf "%x" (\d+)\}\}`)
	header    = lazyregexp.New(`\r\n(Evoke-\d+): (\d+)`)
	foreign   = lazyregexp.New(`^(?:https:)?//(evoke\d+\.localhost)/`)
	called    = lazyregexp.New(`^http://127\.0\.0\.1:\d+(/evoke\d+)`)
	quoted    = lazyregexp.New(`^evoke\d+('+)$`)
	condition = lazyregexp.New(`^(\w+)(?:(%?' OR )'(\d+)%?'='(\d+)|( OR )(\d+)=(\d+))$`)
)

// Markup returns the markup in a text, "" for none.
func Markup(text string) string { return script().FindString(text) }

// Result returns what becomes of a template in a text once it is executed, "" for none.
func Result(text string) string {
	if m := product().FindStringSubmatch(text); m != nil {
		a, _ := strconv.Atoi(m[1])
		b, _ := strconv.Atoi(m[2])
		return strconv.Itoa(a * b)
	}
	if m := printf().FindStringSubmatch(text); m != nil {
		n, _ := strconv.ParseInt(m[1], 10, 64)
		return strconv.FormatInt(n, 16)
	}
	return ""
}

// Header returns the name and the value of the header in a text, "" for none.
func Header(text string) (name, val string) {
	if m := header().FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	return "", ""
}

// Host returns the foreign host that a text leads to, "" for none.
func Host(text string) string { return first(foreign, text) }

// Called returns the path at the listener that a text names, "" for none.
func Called(text string) string { return first(called, text) }

// File returns the file of the system that a text leads to, "" for none.
func File(text string) string {
	for _, name := range []string{passwd, group} {
		if strings.HasSuffix(text, "/"+name) {
			return name
		}
	}
	return ""
}

// Content matches what is in a file.
func Content(file string) lazyregexp.Regexp {
	if file == passwd {
		return inPasswd
	}
	return inGroup
}

var (
	inPasswd = lazyregexp.New(`\broot:[^:\s]*:0:0:`)
	inGroup  = lazyregexp.New(`\b(?:root|wheel):[^:\s]*:0:(?:[^0\d]|$)`)
)

// Quotes returns how many quotes a text ends with that is a payload of them, 0 for none.
func Quotes(text string) int { return len(first(quoted, text)) }

// Condition is a condition of SQL behind a value.
type Condition struct {
	Word, Form string // the value, and how the condition is put behind it
	Operand    string
	Holds      bool
}

// ConditionIn returns the condition in a text.
func ConditionIn(text string) (c Condition, ok bool) {
	m := condition().FindStringSubmatch(text)
	if m == nil {
		return c, false
	}
	if m[5] != "" {
		return Condition{m[1], m[5], m[6], m[6] == m[7]}, true
	}
	return Condition{m[1], m[2], m[3], m[3] == m[4]}, true
}

func first(of lazyregexp.Regexp, text string) string {
	if m := of().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}
