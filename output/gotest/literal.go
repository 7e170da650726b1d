package gotest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/value"
)

// goString returns a Go literal of a text: a raw string where that reads
// better, else a quoted one.
func goString(s string) string {
	if strings.ContainsAny(s, `"\`) && rawable(s) && !strings.Contains(s, "`") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// longText is a text of which each line gets a line of its own.
const longText = 80

// goLines returns a Go expression of a text: one literal, or of a long text of
// several lines one for each.
func goLines(s string) string {
	lines := strings.SplitAfter(s, "\n")
	if len(s) <= longText || len(lines) < 2 {
		return goString(s)
	}
	var parts []string
	for _, line := range lines {
		if line != "" {
			parts = append(parts, strconv.Quote(line))
		}
	}
	return strings.Join(parts, " +\n")
}

// rawable reports whether a text shows as it is in a raw string, but for
// backquotes.
func rawable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) })
}

// rawString returns a Go expression of a text of several lines: raw strings,
// and quoted ones for what does not show in them.
func rawString(s string) string {
	var parts []string
	for s != "" {
		n := span(s, true)
		if n > 0 {
			parts = append(parts, "`"+s[:n]+"`")
		}
		s = s[n:]
		if n = span(s, false); n > 0 {
			parts = append(parts, strconv.Quote(s[:n]))
		}
		s = s[n:]
	}
	return strings.Join(parts, " + ")
}

// span returns how many bytes at the start of a text show in a raw string, or
// do not.
func span(s string, shown bool) int {
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		bad := r == '`' || r == utf8.RuneError && size == 1 || !strconv.IsPrint(r) && r != '\n' && r != '\t'
		if bad == shown {
			return i
		}
	}
	return len(s)
}

// goScalar returns a Go literal of a scalar as the tests read it from an
// answer; ok is false for objects and arrays.
func goScalar(value any) (literal string, ok bool) {
	switch v := value.(type) {
	case nil:
		return "nil", true
	case bool:
		return strconv.FormatBool(v), true
	case string:
		// Decoding replaces each byte that is not UTF-8.
		return goString(string([]rune(v))), true
	case int64, float64, json.Number:
		return goNumber(plainNumber(numberText(value))), true
	}
	return "", false
}

func goNumber(value any) string {
	switch v := value.(type) {
	case int64:
		return fmt.Sprintf("int64(%d)", v)
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	case json.Number:
		return fmt.Sprintf("json.Number(%q)", string(v))
	}
	return fmt.Sprint(value)
}

// numberText returns a number as it is in JSON.
func numberText(value any) string {
	if f, ok := value.(float64); ok {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return fmt.Sprint(value)
}

// jsonText returns plain data as compact JSON.
func jsonText(value any) string {
	var b strings.Builder
	writeJSON(&b, value)
	return b.String()
}

func writeJSON(b *strings.Builder, given any) {
	switch v := given.(type) {
	case value.Object:
		b.WriteByte('{')
		for i, m := range v {
			comma(b, i)
			b.WriteString(jsonString(m.Name) + ":")
			writeJSON(b, m.Value)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			comma(b, i)
			writeJSON(b, e)
		}
		b.WriteByte(']')
	case string:
		b.WriteString(jsonString(v))
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(v))
	default:
		b.WriteString(numberText(v))
	}
}

func comma(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}

func jsonString(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil { // a string always has a JSON form
		return strconv.Quote(s)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
