package house_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
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

// leastWords is how many different plain words make a list of words.
const leastWords = 4

// plainWord matches a word in small letters, which a single letter is not, and alternation a choice of several in a
// pattern.
var (
	plainWord   = regexp.MustCompile(`^[a-z]{2,}$`)
	alternation = regexp.MustCompile(fmt.Sprintf(`[a-z]+(?:\|[a-z]+){%d,}`, leastWords-1))
)

// TestWordLists holds that lists of words are in internal/words, where each meaning has one. A list is a literal of
// texts, a text that is split, a choice in a pattern, a case of a switch or the arguments of a call. It is none if all
// its words are of a language that the package reads or writes (see [languages]): a grammar says which words it has,
// and a list of names is what somebody has seen of them so far.
func TestWordLists(t *testing.T) {
	h := loaded(t)
	for dir, r := range h.rooms {
		top, _, _ := strings.Cut(dir, "/")
		if !slices.Contains(wordless, top) || dir == "internal/words" || strings.HasPrefix(dir, "internal/e2e/") {
			continue
		}
		known := spokenIn(t, dir)
		for _, f := range r.files {
			for _, l := range listsIn(f.syntax, r.info) {
				if slices.ContainsFunc(l.words, func(word string) bool { return !known[word] }) {
					t.Errorf("%s: put these words into internal/words: %s", h.fset.Position(l.at), l.words)
				}
			}
		}
	}
}

// wordList is a list of words in a source.
type wordList struct {
	at    token.Pos
	words []string
}

// listsIn returns the lists of words in a file.
func listsIn(f *ast.File, info *types.Info) (out []wordList) {
	ast.Inspect(f, func(n ast.Node) bool {
		words := slices.DeleteFunc(listOf(n, info), func(s string) bool { return !plainWord.MatchString(s) })
		slices.Sort(words)
		if words = slices.Compact(words); len(words) >= leastWords {
			out = append(out, wordList{n.Pos(), words})
		}
		return true
	})
	return out
}

// listOf returns the texts that a node lists, nil for none.
func listOf(n ast.Node, info *types.Info) []string {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if ofTexts(n.Type) {
			return textsOf(n.Elts)
		}
	case *ast.CaseClause:
		return textsOf(n.List)
	case *ast.CallExpr:
		if len(n.Args) == 1 {
			if isSplit(n) {
				return strings.Fields(constantOf(n.Args[0], info))
			}
			return nil
		}
		return textsOf(n.Args)
	case *ast.BinaryExpr:
		return choicesIn(joined(n))
	case *ast.BasicLit:
		return choicesIn(textOf(n))
	}
	return nil
}

// choicesIn returns the words between bars in a pattern.
func choicesIn(pattern string) []string {
	return strings.Split(strings.Join(alternation.FindAllString(pattern, -1), "|"), "|")
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

// textsOf returns the texts among expressions, and among the keys of a map.
func textsOf(all []ast.Expr) (out []string) {
	for _, e := range all {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Key
		}
		out = append(out, textOf(e))
	}
	return out
}

// constantOf returns the text of a constant, "" for anything else.
func constantOf(e ast.Expr, info *types.Info) string {
	if v := info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return ""
}

// joined returns the text of literals with a plus between them, with a zero in place of anything else.
func joined(e ast.Expr) string {
	sum, ok := e.(*ast.BinaryExpr)
	if !ok {
		return cmp.Or(textOf(e), "\x00")
	}
	return joined(sum.X) + joined(sum.Y)
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
		`_ = []string{"as", "be", "cd", "do"}`:                   "as be cd do",
		`_ = []string{"as", "be", "cd"}`:                         "",
		`_ = []string{"as", "be", "cd", "do", "as"}`:             "as be cd do",
		`_ = []string{"as", "be", "cd", "as"}`:                   "",
		`_ = []string{"as", "be", "cd", "d-e", "do"}`:            "as be cd do",
		`_ = []string{"as", "be", "cd", "d"}`:                    "",
		`_ = [...]string{"as", "be", "cd", "do"}`:                "as be cd do",
		`_ = map[string]int{"as": 1, "be": 2, "cd": 3, "do": 4}`: "as be cd do",
		`_ = map[string]any{"as": 1, "be": 2, "cd": 3, "do": 4}`: "",
		`_ = [][]string{{"as", "be", "cd", "do"}, {"ed"}}`:       "as be cd do",
		`switch x { case "as", "be", "cd", "do", "$e": }`:        "as be cd do",
		`f("as", "be", x, "cd", "do")`:                           "as be cd do",
		`f("as be cd do")`:                                       "",
		`strings.Fields(all)`:                                    "as be cd do",
		`strings.Fields("as be cd do -")`:                        "as be cd do",
		`_ = words.Table("as be cd do")`:                         "as be cd do",
		"_ = `(?i)^(as|be|cd|do)$`":                              "as be cd do",
		"_ = `as|be|cd`":                                         "",
		"_ = `as|be` + `|cd|do`":                                 "as be cd do",
		"_ = `as|be|` + x + `|cd|do`":                            "",
		"_ = `(as|be) cd|(do|ed)`":                               "",
		"_ = `as|be|c|d`":                                        "",
	} {
		h := &house{fset: token.NewFileSet(), rooms: map[string]*room{}}
		source := "package p\nconst all = `as be ` + `cd do`\nfunc g() {\n" + body + "\n}"
		f, err := parser.ParseFile(h.fset, "p.go", source, parser.SkipObjectResolution)
		require.NoError(t, err, body)
		h.rooms["p"] = &room{dir: "p", files: []*sourceFile{{name: "p.go", syntax: f, here: true}}}
		h.check("p")
		var got []string
		for _, l := range listsIn(f, h.rooms["p"].info) {
			got = append(got, l.words...)
		}
		assert.Equal(t, want, strings.Join(got, " "), body)
	}
}
