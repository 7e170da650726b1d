package store

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestTexts(t *testing.T) {
	lite, pg, my := &scribe{settings: settings{dialect: sqlite}}, &scribe{settings: settings{dialect: postgres}},
		&scribe{settings: settings{dialect: mysql}}
	plain := &scribe{settings: settings{dialect: mysql, plain: true}}
	for _, c := range []struct {
		scribe     *scribe
		text, want string
	}{
		{lite, "it's", "'it''s'"}, {pg, "it's", "'it''s'"}, {my, "it's", "'it''s'"},
		{lite, `a\`, `'a\'`}, {pg, `a\`, `E'a\\'`}, {my, `a\`, `'a\\'`}, {plain, `a\`, `'a\'`},
		{lite, "a\n\tb", "'a' || char(10, 9) || 'b'"}, {pg, "a\n\tb", `E'a\n\tb'`}, {my, "a\n\tb", `'a\n\tb'`},
		{plain, "a\n", "_utf8mb4 X'610a'"}, {my, "\x1b", "_utf8mb4 X'1b'"}, {pg, "\x1b", `E'\u001b'`},
		{lite, "\x00", "char(0)"}, {my, "\x00", `'\0'`},
		{lite, "\xff", "CAST(X'ff' AS TEXT)"}, {my, "\xff", "X'ff'"}, {lite, "", "''"},
	} {
		assert.Equal(t, c.want, c.scribe.text(c.text))
	}
	assert.Equal(t, "CAST('a' AS BLOB)", lite.bytes("a"))
	assert.Equal(t, "X'00'", lite.bytes("\x00"))
	assert.Equal(t, `'\x5c'`, pg.bytes(`\`))
	assert.Equal(t, `'a'`, pg.bytes(`a`))
	assert.Equal(t, `'a'`, my.bytes(`a`))
}

func TestNames(t *testing.T) {
	reserved := map[string]bool{"order": true}
	for _, c := range []struct {
		dialect    dialect
		name, want string
	}{
		{sqlite, "a_1", "a_1"}, {sqlite, "Order", `"Order"`}, {sqlite, "Mixed", "Mixed"},
		{postgres, "Mixed", `"Mixed"`},
		{mysql, "Mixed", "Mixed"}, {mysql, "or`der", "`or``der`"}, {sqlite, `a"b`, `"a""b"`}, {sqlite, "1a", `"1a"`},
		{sqlite, "", `""`}, {postgres, "größe", `"größe"`}, {mysql, "value", "value"},
	} {
		w := scribe{settings{dialect: c.dialect}, reserved}
		assert.Equal(t, c.want, w.name(c.name))
	}
	assert.Equal(t, `"a"`, (&scribe{}).name("a"))
	assert.Equal(t, "`value`", (&scribe{settings{dialect: mysql}, reserved}).table("value"))
	assert.Equal(t, `other.a`, (&scribe{settings{dialect: postgres}, reserved}).table("other.a"))
}

// FuzzText: the literal of a text is one line, and its quotes are closed at its end and not before.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "it's", `\`, `\'`, "a\nb", "\x00\xff", "'; DROP TABLE a; --"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, set := range []settings{{dialect: sqlite}, {dialect: postgres}, {dialect: mysql},
			{dialect: mysql, plain: true}} {
			w := scribe{settings: set}
			for _, line := range []string{w.text(s), w.bytes(s)} {
				assert.False(t, strings.ContainsFunc(line, unicode.IsControl) && utf8.ValidString(s), line)
				outside := outside(line, set)
				assert.NotContains(t, outside, ";")
				assert.NotContains(t, outside, "-")
				assert.LessOrEqual(t, len(strings.Fields(outside)), 3*len(s)+6, line)
			}
		}
	})
}

// outside returns what is outside of the quotes of a line.
func outside(line string, s settings) (out string) {
	escapes := false
	for i := 0; i < len(line); i++ {
		if line[i] != '\'' {
			out += line[i : i+1]
			continue
		}
		escapes = s.dialect == mysql && !s.plain || s.dialect == postgres && strings.HasSuffix(out, "E")
		for i++; ; i++ {
			if i >= len(line) {
				return out + ";" // not closed
			}
			if escapes && line[i] == '\\' {
				i++
				continue
			}
			if line[i] == '\'' {
				if i+1 < len(line) && line[i+1] == '\'' {
					i++
					continue
				}
				break
			}
		}
	}
	return out
}
