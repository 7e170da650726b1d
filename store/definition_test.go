package store

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDefinition(t *testing.T) {
	for definition, want := range map[string][]string{
		"CREATE TABLE a (b INT)":                                              nil,
		"CREATE TABLE a (b INT CHECK (b > 0))":                                {"=b > 0"},
		"CREATE TABLE a (b INT constraint c check(b > (0) ), CHECK (b <> 5))": {"c=b > (0)", "=b <> 5"},
		`CREATE TABLE "check" ("check (x" INT CHECK ("check (x" > 0))`:        {`="check (x" > 0`},
		"CREATE TABLE a (b TEXT DEFAULT 'CHECK (1)' CHECK (b <> ')'))":        {"=b <> ')'"},
		"CREATE TABLE a (b INT /* CHECK (1) */, -- CHECK (2)\n CHECK (3))":    {"=3"},
		"CREATE TABLE a (b INT, CONSTRAINT [c d] CHECK (b))":                  {"c d=b"},
		"CREATE TABLE a (CONSTRAINT k UNIQUE (b), CHECK (b > 1)":              {"=b > 1"},
		"CREATE TABLE a (b CHECK (b":                                          nil,
	} {
		var got []string
		readDefinition(definition, func(name, condition string) { got = append(got, name+"="+condition) })
		assert.Equal(t, want, got, definition)
	}
}

// FuzzDefinition: tokens make up their text, and conditions are parts of it.
func FuzzDefinition(f *testing.F) {
	f.Add("CREATE TABLE a (b INT CHECK (b > 0), CHECK ('it''s' /* ( */ <> [x]))")
	f.Add("CHECK(")
	f.Add("'")
	f.Fuzz(func(t *testing.T, s string) {
		readDefinition(s, func(_, condition string) { assert.Contains(t, s, condition) })
		var all strings.Builder
		for rest := s; rest != ""; {
			var first string
			first, rest = token(rest)
			assert.NotEmpty(t, first)
			all.WriteString(first)
		}
		assert.Equal(t, s, all.String())
		labels("enum(" + s)
		readType(s)
	})
}

func TestLabels(t *testing.T) {
	for text, want := range map[string][]string{
		"enum('a','it''s')": {"a", "it's"}, "SET('x')": {"x"}, "varchar(20)": nil, "enum('a,b','')": {"a,b", ""},
	} {
		got, several := labels(text)
		assert.Equal(t, want, got)
		assert.Equal(t, strings.HasPrefix(text, "SET"), several)
	}
}

func TestOfColumn(t *testing.T) {
	assert.Equal(t, `("a""b" > 0) AND "a""b" <> 'VALUE'`, ofColumn(`(VALUE > 0) AND value <> 'VALUE'`, `a"b`))
}
