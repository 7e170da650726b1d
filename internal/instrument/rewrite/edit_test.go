package rewrite

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEdits(t *testing.T) {
	e := &edits{content: []byte("a ==\nb c")}
	e.insert(0, "f(")
	e.insert(0, "g(")
	e.replace(2, 5, ",")
	e.insert(6, ")")
	e.insert(6, ")")
	got, ok := e.apply()
	require.True(t, ok)
	assert.Equal(t, "f(g(a ,\nb)) c", string(got))
}

func TestEditsOverlap(t *testing.T) {
	for name, list := range map[string][]edit{
		"two replacements": {{0, 3, "x"}, {2, 4, "y"}},
		"insertion within": {{0, 3, "x"}, {1, 1, "y"}},
		"behind the end":   {{0, 9, "x"}},
	} {
		e := &edits{content: []byte("abcde"), list: list}
		_, ok := e.apply()
		assert.False(t, ok, name)
	}
}

// TestEditsKeepLines: insertions and replacements do not move lines.
func TestEditsKeepLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.StringOfN(rapid.SampledFrom([]rune("ab\n")), 0, 40, -1).Draw(t, "content")
		e := &edits{content: []byte(content)}
		at := 0
		for at < len(content) && rapid.Bool().Draw(t, "more") {
			from := rapid.IntRange(at, len(content)).Draw(t, "from")
			at = rapid.IntRange(from, len(content)).Draw(t, "to")
			e.replace(from, at, "x")
		}
		got, ok := e.apply()
		require.True(t, ok)
		require.Equal(t, strings.Count(content, "\n"), strings.Count(string(got), "\n"))
	})
}

func TestOneLine(t *testing.T) {
	assert.Equal(t, "a == b", oneLine([]byte("a ==\r\n\t b ")))
	assert.Equal(t, "?", oneLine([]byte{0xff}))
	rapid.Check(t, func(t *rapid.T) {
		text := oneLine([]byte(rapid.String().Draw(t, "text")))
		require.LessOrEqual(t, len(text), maxText)
		require.NotContains(t, text, "\n")
		require.True(t, utf8.ValidString(text))
	})
}

func TestSites(t *testing.T) {
	var s sites
	s.file("a.go")
	assert.Equal(t, 0, s.condition(kindBranch, "i<", 3, 5, "a < b"))
	assert.Equal(t, 0, s.statement(4, 2, guard{first: 0, count: 1, side: true}))
	assert.Equal(t, 1, s.statement(6, 2, guard{first: 0, count: 1}))
	assert.Equal(t, 2, s.statement(9, 1, guard{}))
	assert.Equal(t, "F a.go\nC b i< 3 5 a < b\nS 4 2 0 1 t\nS 6 2 0 1 f\nS 9 1\n", string(s.text))
}

// BenchmarkRewrite rewrites net/http, about 40,000 lines.
func BenchmarkRewrite(b *testing.B) {
	s, err := newRewriteRig(b).source("net/http", "", stdFiles(b, "net/http"))
	require.NoError(b, err)
	for b.Loop() {
		Rewrite(s, builtin(runtimePath))
	}
}
