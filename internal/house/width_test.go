package house_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// widest is how many columns a line may have, and tabWidth how many of them a tab takes up.
const (
	widest   = 120
	tabWidth = 4
)

// TestMeasuresOfWidth holds that no line of Go is wider than a reader's window, in all modules and in tests too. Files
// that a program wrote, as their first comment says, and those in testdata have the lines of their writers.
func TestMeasuresOfWidth(t *testing.T) {
	files := 0
	require.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name()[0] == '.'):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if files++; isGenerated(path, src) {
			return nil
		}
		for _, line := range tooWide(src) {
			t.Errorf("%s:%d is wider than %d columns, with tabs of %d", path, line, widest, tabWidth)
		}
		return nil
	}))
	assert.Greater(t, files, 1000, "the walk misses files")
}

// tooWide returns the numbers of the lines that are too wide, from 1. A raw string that no line of the same indentation
// can hold does not count, nor do the parts of one that has several lines: a break would change the text.
func tooWide(src []byte) (out []int) {
	var unbreakable map[int]int
	for i, line := range bytes.Split(src, []byte("\n")) {
		width := columns(line)
		if width <= widest {
			continue
		}
		if unbreakable == nil {
			unbreakable = rawParts(src)
		}
		if part := unbreakable[i+1]; width-part > widest {
			out = append(out, i+1)
		}
	}
	return out
}

// isGenerated reports whether a program wrote a file.
func isGenerated(path string, src []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.PackageClauseOnly|parser.ParseComments)
	return err == nil && ast.IsGenerated(f)
}

// columns is the width of a text.
func columns(text []byte) int {
	return utf8.RuneCount(text) + (tabWidth-1)*bytes.Count(text, []byte("\t"))
}

// indentation is the width of the tabs that a line begins with.
func indentation(line []byte) int { return tabWidth * (len(line) - len(bytes.TrimLeft(line, "\t"))) }

// rawParts returns the width of the widest part of a raw string that may not be broken, of each line that has one.
func rawParts(src []byte) map[int]int {
	var s scanner.Scanner
	f := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(f, src, nil, 0)
	lines, out := bytes.Split(src, []byte("\n")), map[int]int{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return out
		}
		if tok != token.STRING || text[0] != '`' {
			continue
		}
		parts := strings.Split(text, "\n")
		for i, part := range parts {
			line, width := f.Line(pos)+i, columns([]byte(part))
			if len(parts) > 1 || indentation(lines[line-1])+width > widest-len("),") {
				out[line] = max(out[line], width)
			}
		}
	}
}

func TestTooWide(t *testing.T) {
	long := strings.Repeat("x", widest)
	for name, tt := range map[string]struct {
		src  string
		want []int
	}{
		"fits":           {"package p\n\n// " + long[3:] + "\n", nil},
		"a column more":  {"package p\n\n// " + long[2:] + "\n", []int{3}},
		"tabs count":     {"package p\n\nfunc f() {\n\t// " + long[6:] + "\n}\n", []int{4}},
		"runes count":    {"package p\n\n// " + strings.Repeat("ü", widest-3) + "\n", nil},
		"a raw string":   {"package p\n\nconst a = `" + long + "`\n", nil},
		"lines in it":    {"package p\n\nconst a = `\n" + long + "y\n\t`\n", nil},
		"short ones":     {"package p\n\nvar a = f(" + strings.Repeat("`x`, ", widest/5) + "`y`)\n", []int{3}},
		"code beside it": {"package p\n\nvar a = f(`" + long + "`, " + long + ")\n", []int{3}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tooWide([]byte(tt.src)), fmt.Sprintf("%q", tt.src)) })
	}
}
