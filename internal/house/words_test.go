package house_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wordless are the folders whose packages read and judge APIs.
var wordless = []string{"gene", "internal", "js", "openapi", "output", "report", "rest", "sut", "value"}

// leastWords is how many plain words make a list of words.
const leastWords = 4

// plainWord matches a word in small letters, and alternation a choice of several in a pattern.
var (
	plainWord   = regexp.MustCompile(`^[a-z]+$`)
	alternation = regexp.MustCompile(fmt.Sprintf(`[a-z]+(?:\|[a-z]+){%d,}`, leastWords-1))
)

// TestWordLists holds that lists of words are in internal/words, where each meaning has one, or in [wordLists] with a
// reason. A list is a literal of texts, a choice in a pattern, a case of a switch or the arguments of a call.
func TestWordLists(t *testing.T) {
	h := loaded(t)
	found, total := map[string][]string{}, 0
	for dir, r := range h.rooms {
		top, _, _ := strings.Cut(dir, "/")
		if !slices.Contains(wordless, top) || dir == "internal/words" || strings.HasPrefix(dir, "internal/e2e/") {
			continue
		}
		for _, f := range r.files {
			for _, l := range listsIn(f.syntax) {
				file := dir + "/" + f.name
				found[file] = append(found[file], fmt.Sprintf("%s: %s", h.fset.Position(l.at), l.words))
				total++
			}
		}
	}
	for file, lists := range found {
		if n := wordLists[file].n; len(lists) > n {
			t.Errorf("%s has %d lists of words, %d of them with a reason: put them into internal/words\n%s", file,
				len(lists), n, strings.Join(lists, "\n"))
		}
	}
	for file, left := range wordLists {
		if n := len(found[file]); n < left.n {
			t.Errorf("%s has %d lists of words, no longer %d: lower its number in wordLists", file, n, left.n)
		}
	}
	t.Logf("%d lists of words outside internal/words, in %d files", total, len(found))
}

// wordList is a list of words in a source.
type wordList struct {
	at    token.Pos
	words []string
}

// listsIn returns the lists of words in a file.
func listsIn(f *ast.File) (out []wordList) {
	ast.Inspect(f, func(n ast.Node) bool {
		if words := listOf(n); len(words) >= leastWords {
			out = append(out, wordList{n.Pos(), words})
		}
		return true
	})
	return out
}

// listOf returns the words that a node lists, nil for none.
func listOf(n ast.Node) []string {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if ofTexts(n.Type) {
			return wordsOf(n.Elts)
		}
	case *ast.CaseClause:
		return wordsOf(n.List)
	case *ast.CallExpr:
		if len(n.Args) == 1 {
			return slices.DeleteFunc(strings.Fields(textOf(n.Args[0])),
				func(s string) bool { return !isSplit(n) || !plainWord.MatchString(s) })
		}
		return wordsOf(n.Args)
	case *ast.BasicLit:
		return strings.Split(alternation.FindString(textOf(n)), "|")
	}
	return nil
}

// isSplit reports whether a call makes words of a text.
func isSplit(call *ast.CallExpr) bool {
	return slices.Contains([]string{"strings.Fields", "strings.FieldsSeq", "words.Table"}, types.ExprString(call.Fun))
}

// ofTexts reports whether a literal of a type holds texts, or has them as keys. Objects of JSON are no lists.
func ofTexts(t ast.Expr) bool {
	switch t := t.(type) {
	case nil:
		return true
	case *ast.ArrayType:
		return types.ExprString(t.Elt) == "string"
	case *ast.MapType:
		return types.ExprString(t.Key) == "string" && types.ExprString(t.Value) != "any"
	}
	return false
}

// wordsOf returns the plain words among expressions, and among the keys of a map.
func wordsOf(all []ast.Expr) (out []string) {
	for _, e := range all {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Key
		}
		if text := textOf(e); plainWord.MatchString(text) {
			out = append(out, text)
		}
	}
	return out
}

// textOf returns the text of a literal, "" for anything else.
func textOf(e ast.Expr) string {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return ""
	}
	text, _ := strconv.Unquote(literal.Value)
	return text
}

// The rule is no better than what it takes for a list.
func TestListsOfWords(t *testing.T) {
	for body, want := range map[string]string{
		`_ = []string{"a", "b", "c", "d"}`:        "a b c d",
		`_ = []string{"a", "b", "c"}`:             "",
		`_ = []string{"a", "b", "c", "d-e", "d"}`: "a b c d", `_ = []string{"a", "b", "c", "d-e"}`: "",
		`_ = [...]string{"a", "b", "c", "d"}`:                             "a b c d",
		`_ = map[string]bool{"a": true, "b": true, "c": true, "d": true}`: "a b c d",
		`_ = map[string]any{"a": 1, "b": 2, "c": 3, "d": 4}`:              "",
		`_ = [][]string{{"a", "b", "c", "d"}, {"e"}}`:                     "a b c d",
		`switch x { case "a", "b", "c", "d", "$e": }`:                     "a b c d",
		`f("a", "b", x, "c", "d")`:                                        "a b c d",
		`f("a b c d")`:                                                    "",
		`strings.Fields("a b c d -")`:                                     "a b c d",
		`_ = words.Table("a b c d")`:                                      "a b c d",
		"_ = `(?i)^(ab|cd|ef|gh)$`":                                       "ab cd ef gh",
		"_ = `ab|cd|ef`":                                                  "",
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "p.go", "package p\nfunc g() {\n"+body+"\n}", 0)
		require.NoError(t, err, body)
		var got []string
		for _, l := range listsIn(f) {
			got = append(got, l.words...)
		}
		assert.Equal(t, want, strings.Join(got, " "), body)
	}
}
