package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTable(t *testing.T) {
	const table Table = ` id *token api* *secret*`
	for name, want := range map[string]int{
		"id": 0, "ID": 0, "ids": -1, "access_token": 1, "tokenType": -1, "API-Key": 2, "myApi": -1, "": -1,
		"clientSecretHash": 3,
	} {
		assert.Equal(t, want, table.Index(name), name)
		assert.Equal(t, want >= 0, table.Has(name), name)
	}
	stem, ok := Table(` s id ids`).CutEnd("Book-IDs")
	assert.True(t, ok)
	assert.Equal(t, "book", stem)
	assert.False(t, Table(` ids id`).Ends("idle"))
	for name, want := range map[string]string{"maximum_guests": "guests", "guestMax": "guest", "max": "", "of": "of"} {
		rest, ok := Table(` max maximum`).Cut(name)
		assert.Equal(t, want, rest, name)
		assert.Equal(t, name != "of", ok, name)
	}
	assert.True(t, (Limits + Offsets).Has("startIndex"))
}

// A word stands for itself without its stars, whatever the case and the separators.
func TestTablesHaveTheirWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`\*?[a-z]{1,6}\*?`).Draw(t, "word")
		name := strings.ToUpper(strings.Trim(word, "*"))
		assert.True(t, Table(" x1 "+word).Has("_"+name[:1]+"-"+name[1:]), "%s in %s", name, word)
	})
}

// TestHasIsIndex: a table has the names that a word of it stands for, and the index is that of the first such word.
func TestHasIsIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		star := rapid.SampledFrom([]string{"", `\*?`}).Draw(t, "star")
		table := Table(rapid.StringMatching(`([ \n\t]{1,2}`+star+`[ab]{1,3}){1,4}`).Draw(t, "table"))
		name := rapid.StringMatching(`[abA_.-]{0,5}[ \n]?`).Draw(t, "name")
		want := slices.IndexFunc(strings.Fields(string(table)), func(w string) bool { return fits(w, Plain(name)) })
		assert.Equal(t, want, table.Index(name))
		assert.Equal(t, want >= 0, table.Has(name))
		assert.Equal(t, Plain(name), string(AppendPlain(nil, name)))
	})
}

// Tables begin with space, so that a plus makes one of two, and have no word twice. Plain names are those that a word
// can fit.
func TestTablesAreWellFormed(t *testing.T) {
	word, tables := regexp.MustCompile(`^\*?[a-z0-9@]+\*?$`), 0
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || strings.HasSuffix(file, "_test.go") || !isTable(spec) {
				return true
			}
			for _, v := range spec.Values {
				ast.Inspect(v, func(n ast.Node) bool {
					if lit, ok := n.(*ast.BasicLit); ok {
						text, err := strconv.Unquote(lit.Value)
						require.NoError(t, err)
						tables++
						assert.Contains(t, " \n", text[:1], "%s: %s", spec.Names[0], text)
						seen := map[string]bool{}
						for _, w := range strings.Fields(text) {
							assert.Regexp(t, word, w, spec.Names[0])
							assert.False(t, seen[w], "%s has %s twice", spec.Names[0], w)
							seen[w] = true
						}
					}
					return true
				})
			}
			return true
		})
	}
	assert.Greater(t, tables, 5)
}

// isTable reports whether a constant is a table.
func isTable(spec *ast.ValueSpec) bool {
	id, ok := spec.Type.(*ast.Ident)
	_, sum := spec.Values[0].(*ast.BinaryExpr)
	return ok && id.Name == "Table" || sum && spec.Type == nil && spec.Names[0].IsExported()
}

func BenchmarkHas(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		(Containers + Messages).Has("BatchHeader")
	}
}
