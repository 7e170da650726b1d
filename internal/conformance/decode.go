package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
)

// decode reads a body that is one JSON value.
func decode(body []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("text after the value")
	}
	return boundExponents(value), nil
}

// maxExponent bounds the numbers that are checked exactly.
const maxExponent = 400

// boundExponents replaces numbers that would fill the memory when written out, such as
// 1e999999, by one of the same type and sign.
func boundExponents(value any) any {
	switch v := value.(type) {
	case json.Number:
		return tameNumber(v)
	case []any:
		for i := range v {
			v[i] = boundExponents(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = boundExponents(v[k])
		}
	}
	return value
}

func tameNumber(n json.Number) any {
	if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return i
	}
	_, exponent, ok := strings.Cut(strings.ToLower(string(n)), "e")
	if !ok {
		return n
	}
	switch e, err := strconv.Atoi(exponent); {
	case err == nil && e <= maxExponent && e >= -maxExponent:
		return n
	case strings.HasPrefix(exponent, "-"):
		return json.Number("0.5")
	case strings.HasPrefix(string(n), "-"):
		return json.Number("-1e400")
	}
	return json.Number("1e400")
}
