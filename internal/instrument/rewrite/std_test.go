package rewrite

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
)

// stdPackages are packages of the standard library to rewrite.
var stdPackages = []string{
	"archive/tar", "archive/zip", "bufio", "bytes", "compress/flate", "container/list", "crypto/tls", "database/sql",
	"encoding/asn1", "encoding/csv", "encoding/gob", "encoding/json", "encoding/xml", "fmt", "go/ast", "go/parser",
	"go/printer", "go/types", "html/template", "image/jpeg", "log/slog", "maps", "math/big", "mime/multipart",
	"net/http", "net/netip", "net/url", "os/exec",
	"path/filepath", "regexp", "regexp/syntax", "slices", "strconv", "strings", "text/tabwriter", "text/template",
	"text/template/parse", "time",
}

func stdFiles(t testing.TB, path string) map[string][]byte {
	t.Helper()
	p, err := build.Import(path, "", 0)
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, name := range p.GoFiles {
		file := filepath.Join(p.Dir, name)
		files[file], err = os.ReadFile(file)
		require.NoError(t, err)
	}
	return files
}

// TestStdPackages rewrites packages of the standard library: the result type-checks, and every token is still on its
// line.
func TestStdPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("it rewrites a large part of the standard library")
	}
	rig := newRewriteRig(t)
	for _, path := range stdPackages {
		t.Run(path, func(t *testing.T) {
			s, err := rig.source(path, "", stdFiles(t, path))
			require.NoError(t, err)
			r := Rewrite(s, builtin(runtimePath))
			changed := withProbes(s, r)
			_, err = rig.source(path, "", changed)
			require.NoError(t, err)
			for _, f := range s.Files {
				checkLines(t, f.Path, f.Content, changed[f.Path])
			}
			for _, n := range r.Notes {
				assert.NotContains(t, n.Reason, "could not", n.Where)
			}
			assert.Positive(t, r.Statements)
		})
	}
}

// replacedNames are the names of the functions in the table, and of their packages.
var replacedNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, row := range probe.Replacements() {
		dot := strings.LastIndexByte(row.Func, '.')
		names[row.Func[dot+1:]], names[path.Base(row.Func[:dot])] = true, true
	}
	return names
})

// replaced reports whether a probe may replace a token.
func replaced(tok token.Token, text string) bool {
	switch text {
	case "stringslite", "maps", "Keys", "Values", "All", "DeleteFunc", "time", "Now", "Since", "Until",
		"Sleep", "rand", "mathrand", "N":
		return true
	}
	return tok == token.IDENT && replacedNames()[text] ||
		tok == token.RANGE || tok == token.RETURN || tok == token.PERIOD || tok == token.LPAREN || isComparison(tok) ||
		tok == token.REM || tok == token.SEMICOLON
}

// displaced returns the ranges of a file that may move: operands of a select go before it, and the targets of a range
// that assigns go into its body.
func displaced(fset *token.FileSet, content []byte) [][2]int {
	syntax, err := parser.ParseFile(fset, "", content, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var all [][2]int
	ast.Inspect(syntax, func(n ast.Node) bool {
		var end token.Pos
		switch n := n.(type) {
		case *ast.CommClause:
			end = n.Colon
		case *ast.RangeStmt:
			end = n.X.Pos()
		}
		if end.IsValid() {
			all = append(all, [2]int{fset.Position(n.Pos()).Offset, fset.Position(end).Offset})
		}
		return true
	})
	return all
}

type lineToken struct {
	line int
	text string
}

func tokens(content []byte, without [][2]int) []lineToken {
	fset := token.NewFileSet()
	file := fset.AddFile("x.go", -1, len(content))
	var s scanner.Scanner
	s.Init(file, content, nil, 0)
	var all []lineToken
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return all
		}
		at := file.Offset(pos)
		if !replaced(tok, text) && !slices.ContainsFunc(without, func(w [2]int) bool {
			return at >= w[0] && at < w[1]
		}) {
			all = append(all, lineToken{file.Line(pos), tok.String() + " " + text})
		}
	}
}

// checkLines reports the first token of before that is missing in after, or on another line.
func checkLines(t *testing.T, name string, before, after []byte) {
	t.Helper()
	got := tokens(after, nil)
	at := 0
	for _, want := range tokens(before, displaced(token.NewFileSet(), before)) {
		for at < len(got) && got[at] != want {
			at++
		}
		if at == len(got) {
			t.Errorf("%s:%d: %s is not where it was", name, want.line, want.text)
			return
		}
		at++
	}
}

// TestCheckLines shows that checkLines can fail.
func TestCheckLines(t *testing.T) {
	before := []byte("package p\nvar a = b + c\n")
	for name, after := range map[string]string{
		"moved": "package p\nvar a = b +\nc\n", "lost": "package p\nvar a = b\n",
		"swapped": "package p\nvar a = c + b\n",
	} {
		inner := &testing.T{}
		checkLines(inner, name, before, []byte(after))
		assert.True(t, inner.Failed(), name)
	}
	checkLines(t, "same", before, []byte("package p; import x \"x\"\nvar a = f(b + g(c))\n"))
}
