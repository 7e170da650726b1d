package openapi

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestJSONNumber(t *testing.T) {
	tests := []struct {
		text string
		want json.Number
		ok   bool
	}{
		{"1", "1", true}, {"-0.50", "-0.50", true}, {"1.0e+3", "1.0e+3", true},
		{"0x1F", "31", true}, {"0o17", "15", true}, {"1_000", "1000", true}, {".5", "0.5", true}, {"+7", "7", true},
		{"99999999999999999999", "99999999999999999999", true},
		{"", "", false}, {".inf", "", false}, {"NaN", "", false}, {"many", "", false}, {"1 ", "", false},
		{strings.Repeat("9", 500), "", false},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, ok := jsonNumber(tt.text)
			require.Equal(t, tt.ok, ok)
			require.Equal(t, tt.want, got)
		})
	}
}

// A text that jsonNumber accepts becomes a JSON number, and stays the same when it is read again.
func TestJSONNumberLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-+]?(0x[0-9A-F]{1,4}|[0-9_]{0,6}\.?[0-9]{0,4}(e[-+]?[0-9]{1,3})?)`).Draw(t,
			"text")
		n, ok := jsonNumber(text)
		if !ok {
			return
		}
		require.True(t, json.Valid([]byte(n)))
		again, ok := jsonNumber(string(n))
		require.True(t, ok)
		require.Equal(t, n, again)
	})
}

// compare agrees with arithmetic and is antisymmetric.
func TestCompareLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b")
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		order, ok := compare(json.Number(x), json.Number(y))
		back, _ := compare(json.Number(y), json.Number(x))
		require.True(t, ok)
		require.Equal(t, order, -back)
		require.Equal(t, a < b, order < 0)
	})
	_, ok := compare("1e999999999", "1")
	require.False(t, ok)
}
