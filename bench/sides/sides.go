package sides

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Side is one side of an atomic condition of a program.
type Side struct {
	// Package is the import path of the program. It is not in sides.csv.
	Package string
	// File is a name in the folder of the program. Line and Column (in bytes)
	// are where the condition begins, from 1.
	File         string
	Line, Column int
	// Func is the function around it: "name" or "Type.name", "" for none.
	Func string
	// Condition is its source on one line.
	Condition string
	Value     bool
	// Infeasible argues why the side cannot be had, "" for one that can.
	Infeasible string
}

// String names the side as a place in the source: "file.go:12:5 a < b true".
func (s Side) String() string {
	return fmt.Sprintf("%s:%d:%d %s %t", s.File, s.Line, s.Column, s.Condition, s.Value)
}

// Of lists the sides of the package in a folder from its source, tests left
// out, in the order of files and lines, true before false. None is infeasible
// as far as this function knows.
func Of(dir string) ([]Side, error) {
	name, err := importPath(dir)
	if err != nil {
		return nil, fmt.Errorf("sides of %s: %w", dir, err)
	}
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, fmt.Errorf("sides: %w", err)
	}
	var all []Side
	for _, file := range append(p.GoFiles, p.CgoFiles...) {
		list, err := ofFile(filepath.Join(dir, file))
		if err != nil {
			return nil, fmt.Errorf("sides: %w", err)
		}
		for i := range list {
			list[i].Package = name
		}
		all = append(all, list...)
	}
	return sorted(all), nil
}

func ofFile(name string) ([]Side, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	syntax, err := parser.ParseFile(files, name, content, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	l := &lister{content: content, files: files, name: filepath.Base(name), listed: map[ast.Expr]bool{}}
	for _, d := range syntax.Decls {
		l.decl(d)
	}
	return l.sides, nil
}

// importPath returns the import path of the package in a folder, by the go.mod
// of the module around it.
func importPath(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for inside := ""; ; dir = filepath.Dir(dir) {
		content, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			return path.Join(moduleOf(content), inside), nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("no module around it")
		}
		inside = path.Join(filepath.Base(dir), inside)
	}
}

// moduleOf returns the name of the module in the content of a go.mod.
func moduleOf(content []byte) string {
	for line := range bytes.Lines(content) {
		if fields := strings.Fields(string(line)); len(fields) > 1 && fields[0] == "module" {
			return strings.Trim(fields[1], `"`)
		}
	}
	return ""
}
