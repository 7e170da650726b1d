package gotest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/value"
)

// goScalar returns a Go literal of a scalar as tests read it from an answer. ok is false for objects and arrays.
func goScalar(value any) (literal string, ok bool) {
	switch v := value.(type) {
	case nil:
		return "nil", true
	case bool:
		return strconv.FormatBool(v), true
	case string:
		// Decoding an answer replaces each byte that is not UTF-8.
		return expr.String(string([]rune(v))), true
	case int64, float64, json.Number:
		return expr.Number(plainNumber(expr.NumberText(value))), true
	}
	return "", false
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
		b.WriteString(expr.NumberText(v))
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
	if err := e.Encode(s); err != nil { // every string can be encoded
		return strconv.Quote(s)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
