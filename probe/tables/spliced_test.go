package tables_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe/tables"
)

// TestTorn: an input that is more than one token of a statement is torn, whatever the dialect makes of backslashes.
func TestTorn(t *testing.T) {
	const attack = "evoke12345' OR '22222'='22222"
	for name, tt := range map[string]struct {
		statement, part string
		want            bool
	}{
		"text":               {"SELECT x FROM a WHERE n = '" + attack + "'", attack, true},
		"capitals":           {"SELECT x FROM a WHERE n = '" + strings.ToUpper(attack) + "'", attack, true},
		"doubled":            {"SELECT x FROM a WHERE n = 'evoke12345'' OR ''22222''=''22222'", attack, false},
		"backslashes":        {`SELECT x FROM a WHERE n = 'evoke12345\' OR \'22222\'=\'22222'`, attack, false},
		"double quotes":      {`SELECT x FROM a WHERE n = "` + attack + `"`, attack, false},
		"double, backslash":  {`SELECT x FROM a WHERE n = "\"` + attack + `"`, attack, false},
		"dollars":            {"SELECT $$" + attack + "$$", attack, false},
		"comment":            {"SELECT 1 /* " + attack + " */", attack, false},
		"comment to the end": {"SELECT 1 -- " + attack, attack, false},
		"elsewhere":          {"SELECT 1", attack, false},
		"nothing":            {"SELECT 1", "", false},
		"number":             {"SELECT x FROM a WHERE id = 0 OR 11111=11111", "0 OR 11111=11111", true},
		"number as text":     {"SELECT x FROM a WHERE id = '0 OR 11111=11111'", "0 OR 11111=11111", false},
		"second time":        {"SELECT '" + doubled(attack) + "', '" + attack + "'", attack, true},
		"column":             {"SELECT x FROM a ORDER BY evoke12345", "evoke12345", false},
		"column and more":    {"SELECT x FROM a ORDER BY evoke12345 DESC, 1", "evoke12345 desc, 1", true},
		"quoted column":      {`SELECT x FROM a ORDER BY "evoke12345 DESC, 1"`, "evoke12345 desc, 1", false},
		"backslash before":   {`SELECT '\', n FROM a WHERE n = '` + attack + "'", attack, true},
		"other letters":      {"SELECT 'İ', '" + attack + "'", attack, false},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tables.Torn(tt.statement, tt.part)) })
	}
}

// doubled quotes a text.
func doubled(text string) string { return strings.ReplaceAll(text, "'", "''") }

func TestShape(t *testing.T) {
	long := strings.Repeat("x = 1 AND ", 60)
	for name, tt := range map[string]struct{ statement, keep, want string }{
		"values": {"SELECT x, 'a''b'\nFROM  a -- all\nWHERE y = 12.5 /* y */ AND z IN (1,2)", "",
			"SELECT x, ? FROM a WHERE y = ? AND z IN (?,?)"},
		"arguments": {"SELECT x FROM a WHERE y = $1 AND z = ?", "", "SELECT x FROM a WHERE y = $1 AND z = ?"},
		"kept":      {"SELECT 'a' FROM a WHERE y = '%{q}%'", "{q}", "SELECT ? FROM a WHERE y = '%{q}%'"},
		"names":     {"SELECT \"a\n b\" FROM `t`", "", "SELECT \"a b\" FROM `t`"},
		"empty":     {"", "", ""},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tables.Shape(tt.statement, tt.keep)) })
	}
	cut := tables.Shape("SELECT x FROM a WHERE "+long+"y = '{q}' AND "+long+"1", "{q}")
	assert.Regexp(t, `^\.\.\..* = '\{q\}' AND .*\.\.\.$`, cut)
	assert.Less(t, len(cut), 310)
	assert.Regexp(t, `^SELECT x FROM a WHERE .*\.\.\.$`, tables.Shape("SELECT x FROM a WHERE "+long+"1", ""))
}

// TestSpliced: statements with an input of an attack in their text are noted once, also those that nobody can prepare.
func TestSpliced(t *testing.T) {
	for name, tt := range map[string]struct {
		text  string
		noted bool
	}{
		"word":        {"SELECT x FROM a WHERE n = 'evoke12345'", true},
		"capitals":    {"SELECT 'EVOKE12345'", true},
		"second word": {"SELECT 'evoke', 'evoke1', 'evoke12345'", true},
		"condition":   {"SELECT 0 or 12345=12345", true},
		"sleep":       {"SELECT 0 OR (SELECT SLEEP(0))=1", true},
		"argument":    {"SELECT x FROM a WHERE n = ?", false},
		"a name":      {"SELECT x FROM evoke WHERE x = 1 OR y = 12345", false},
		"other words": {"SELECT 'evoke123456', 'evoke1234'", false},
	} {
		t.Run(name, func(t *testing.T) {
			var want []string
			if tt.noted {
				want = []string{"spliced: " + tt.text}
			}
			db := watched(t, nil)
			for range 3 {
				rows, err := db.Query(tt.text)
				if assert.NoError(t, err) {
					assert.NoError(t, rows.Close())
				}
			}
			assert.Equal(t, want, happened(t))
			tables.Drop()
			_, _ = watched(t, map[string]error{"PrepareContext": errFull}).Prepare(tt.text)
			assert.Equal(t, want, happened(t))
		})
	}
	db := watched(t, nil)
	list := strings.Repeat("(1, 'other words'), ", 300)
	_, err := db.Exec("INSERT INTO a VALUES " + list + "(2, 'evoke12345' OR 1), " + list + "(3, 4)")
	assert.NoError(t, err)
	got := happened(t)
	assert.Len(t, got, 2)
	assert.Regexp(t, `^spliced: \S.*'evoke12345' OR 1\), \(1, 'other words'\)`, got[0])
	assert.Less(t, len(got[0]), 1600)
}

// FuzzTorn: a part of a statement is no more torn than a part that the statement does not have, and shapes are lines.
func FuzzTorn(f *testing.F) {
	f.Add("SELECT x FROM a WHERE n = 'evoke12345' OR 1=1", "evoke12345' OR 1")
	f.Add("SELECT '\\' /* $$ */ $$", "$$")
	f.Fuzz(func(t *testing.T, statement, part string) {
		if tables.Torn(statement, part) {
			assert.Contains(t, strings.ToLower(statement), strings.ToLower(part))
		}
		shape := tables.Shape(statement, part)
		assert.NotContains(t, shape, "\n")
		assert.Less(t, len(shape), 320)
	})
}
