package gotest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
)

// declaration returns the source of a function with its comment; "" if there is no such function.
func declaration(source, name string) string {
	p, err := newPruner(source)
	if err != nil {
		return ""
	}
	for _, d := range p.decls {
		if d.name == name {
			return d.text
		}
	}
	return ""
}

// pruner removes the declarations of a source that other files do not use.
type pruner struct {
	head    string // the source up to the package clause
	imports []string
	decls   []*pruned
}

// pruned is a declaration that may be removed.
type pruned struct {
	name     string
	method   bool
	receiver string // the receiver type of a method
	text     string
	node     ast.Node
	kept     bool
}

func newPruner(source string) (*pruner, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	offset := func(p token.Pos) int { return files.Position(p).Offset }
	p := &pruner{head: source[:offset(file.Name.End())]}
	for _, i := range file.Imports {
		p.imports = append(p.imports, source[offset(i.Pos()):offset(i.End())])
	}
	for _, d := range file.Decls {
		if entry := newPruned(d); entry != nil {
			entry.text = source[offset(startOf(d)):offset(d.End())]
			p.decls = append(p.decls, entry)
		}
	}
	return p, nil
}

func newPruned(d ast.Decl) *pruned {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return &pruned{name: d.Name.Name, method: d.Recv != nil, receiver: receiverOf(d), node: d}
	case *ast.GenDecl:
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return &pruned{name: s.Name.Name, node: d}
		case *ast.ValueSpec:
			return &pruned{name: s.Names[0].Name, node: d}
		}
	}
	return nil
}

// receiverOf returns the receiver type of a method; "" for a function.
func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	typ := d.Recv.List[0].Type
	if p, ok := typ.(*ast.StarExpr); ok {
		typ = p.X
	}
	if name, ok := typ.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

// keeps reports whether a type is kept.
func (p *pruner) keeps(name string) bool {
	return slices.ContainsFunc(p.decls, func(d *pruned) bool { return d.kept && !d.method && d.name == name })
}

func startOf(d ast.Decl) token.Pos {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	}
	return d.Pos()
}

// use keeps the declarations that a file uses.
func (p *pruner) use(content []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", content, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	p.reach(file)
	return nil
}

// reach keeps the declarations that a piece of code names, and those that they name in turn.
func (p *pruner) reach(n ast.Node) {
	selected := map[*ast.Ident]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			selected[s.Sel] = true
		}
		if id, ok := n.(*ast.Ident); ok {
			p.keep(id.Name, selected[id])
		}
		return true
	})
}

func (p *pruner) keep(name string, method bool) {
	for _, d := range p.decls {
		if d.name == name && d.method == method && !d.kept {
			d.kept = true
			p.reach(d.node)
		}
	}
}

// result returns the source of the kept declarations; "" if there are none. It includes the exported methods of kept
// types, because other packages call them through interfaces.
func (p *pruner) result() string {
	if !slices.ContainsFunc(p.decls, func(d *pruned) bool { return d.kept }) {
		return ""
	}
	for _, d := range p.decls {
		if d.method && ast.IsExported(d.name) && p.keeps(d.receiver) {
			p.keep(d.name, true)
		}
	}
	var body strings.Builder
	for _, d := range p.decls {
		if d.kept {
			body.WriteString("\n" + d.text + "\n")
		}
	}
	used := expr.UsedPackages(body.String())
	var std, other string
	for _, i := range p.imports {
		name, quoted, aliased := strings.Cut(i, " ")
		if !aliased {
			name, quoted = path.Base(strings.Trim(i, `"`)), i
		}
		switch {
		case !used[name]:
		case aliased || strings.Contains(quoted, "."):
			other += "\t" + i + "\n"
		default:
			std += "\t" + i + "\n"
		}
	}
	if other != "" {
		other = "\n" + other
	}
	return fmt.Sprintf("%s\n\nimport (\n%s%s)\n%s", p.head, std, other, body.String())
}
