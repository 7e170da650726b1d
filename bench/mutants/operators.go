package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// source is a file that mutants are made of.
type source struct {
	path    string
	content []byte
	fset    *token.FileSet
	syntax  *ast.File
}

func (s *source) offset(p token.Pos) int { return s.fset.Position(p).Offset }

func (s *source) text(n ast.Node) string {
	return string(s.content[s.offset(n.Pos()):s.offset(n.End())])
}

// mutant is a file with one change: the bytes from..to are another text.
type mutant struct {
	unit     *unit
	source   *source
	operator string
	from, to int
	text     string
}

// content is the changed file.
func (m *mutant) content() []byte {
	return slices.Concat(m.source.content[:m.from], []byte(m.text), m.source.content[m.to:])
}

// String names the place and the operator.
func (m *mutant) String() string {
	line := bytes.Count(m.source.content[:m.from], []byte("\n")) + 1
	return fmt.Sprintf("%s/%s:%d %s", m.unit.path, filepath.Base(m.source.path), line, m.operator)
}

// diff shows the lines that change, before and after.
func (m *mutant) diff() string {
	start := bytes.LastIndexByte(m.source.content[:m.from], '\n') + 1
	end := len(m.source.content)
	if n := bytes.IndexByte(m.source.content[m.to:], '\n'); n >= 0 {
		end = m.to + n
	}
	before := string(m.source.content[start:end])
	after := string(m.source.content[start:m.from]) + m.text + string(m.source.content[m.to:end])
	var b strings.Builder
	for line := range strings.SplitSeq(before, "\n") {
		fmt.Fprintf(&b, "    - %s\n", line)
	}
	for line := range strings.SplitSeq(after, "\n") {
		fmt.Fprintf(&b, "    + %s\n", line)
	}
	return b.String()
}

// maker collects the mutants of a file.
type maker struct {
	*source
	unit *unit
	made []*mutant
}

func mutants(u *unit, s *source) []*mutant {
	m := &maker{source: s, unit: u}
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		m.visit(n)
		_, isImport := n.(*ast.ImportSpec)
		return !isImport
	})
	return m.made
}

// change adds a mutant that has another text for a node.
func (m *maker) change(operator string, from, to token.Pos, text string) {
	m.made = append(m.made, &mutant{
		unit: m.unit, source: m.source, operator: operator, from: m.offset(from), to: m.offset(to), text: text,
	})
}

func (m *maker) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		m.binary(n)
	case *ast.CallExpr:
		m.clamp(n)
		m.draws(n)
	case *ast.BasicLit:
		m.rate(n)
	case *ast.IfStmt:
		m.change("negate a condition", n.Cond.Pos(), n.Cond.End(), "!("+m.source.text(n.Cond)+")")
	case *ast.BlockStmt:
		m.skip(n.List)
	case *ast.CaseClause:
		m.skip(n.Body)
	case *ast.FuncDecl:
		m.leave(n)
	}
}

// swaps are operators with what a small mistake would write for them.
var swaps = map[token.Token]struct {
	operator string
	with     token.Token
}{
	token.LSS:  {"flip a comparison", token.LEQ},
	token.LEQ:  {"flip a comparison", token.LSS},
	token.GTR:  {"flip a comparison", token.GEQ},
	token.GEQ:  {"flip a comparison", token.GTR},
	token.EQL:  {"flip a comparison", token.NEQ},
	token.NEQ:  {"flip a comparison", token.EQL},
	token.LAND: {"swap and with or", token.LOR},
	token.LOR:  {"swap and with or", token.LAND},
	token.ADD:  {"swap plus with minus", token.SUB},
	token.SUB:  {"swap plus with minus", token.ADD},
}

func (m *maker) binary(e *ast.BinaryExpr) {
	if s, ok := swaps[e.Op]; ok && !isText(e.X) && !isText(e.Y) {
		m.change(s.operator, e.OpPos, e.OpPos+token.Pos(len(e.Op.String())), s.with.String())
	}
}

// isText reports whether an expression is a literal of a text, which nothing
// but a plus goes with.
func isText(e ast.Expr) bool {
	l, ok := e.(*ast.BasicLit)
	return ok && l.Kind == token.STRING
}

// clamp drops min and max: what is left is the argument that is no constant.
func (m *maker) clamp(c *ast.CallExpr) {
	f, ok := c.Fun.(*ast.Ident)
	if !ok || f.Name != "min" && f.Name != "max" || len(c.Args) != 2 {
		return
	}
	kept := c.Args[0]
	if _, constant := kept.(*ast.BasicLit); constant {
		kept = c.Args[1]
	}
	m.change("drop a clamp", c.Pos(), c.End(), "("+m.source.text(kept)+")")
}

// draws makes what happens once in n draws happen once in 10 n.
func (m *maker) draws(c *ast.CallExpr) {
	f, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || len(c.Args) != 1 || f.Sel.Name != "IntN" && f.Sel.Name != "N" {
		return
	}
	l, ok := c.Args[0].(*ast.BasicLit)
	if n, err := strconv.Atoi(m.source.text(c.Args[0])); ok && err == nil {
		m.change("change a rate", l.Pos(), l.End(), strconv.Itoa(10*n))
	}
}

// rate changes constants that are probabilities.
func (m *maker) rate(l *ast.BasicLit) {
	p, err := strconv.ParseFloat(l.Value, 64)
	if l.Kind != token.FLOAT || err != nil || p < 0.001 || p >= 1 {
		return
	}
	other := 1 - p
	if p > 0.3 && p < 0.7 {
		other = 0.05
	}
	m.change("change a rate", l.Pos(), l.End(), strconv.FormatFloat(other, 'g', 6, 64))
}

// skip leaves out statements that do nothing but change something.
func (m *maker) skip(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt:
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || isBlank(s.Lhs[0]) {
				continue
			}
		default:
			continue
		}
		m.change("skip a statement", s.Pos(), s.End(), "")
	}
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// nothings are the results that a function has that does nothing.
var nothings = map[string]string{
	"bool": "false", "int": "0", "int64": "0", "float64": "0", "string": `""`, "error": "nil", "any": "nil",
}

// leave returns at the beginning of a function.
func (m *maker) leave(f *ast.FuncDecl) {
	if f.Body == nil || len(f.Body.List) == 0 || f.Name.Name == "main" {
		return
	}
	text := "return; "
	if f.Type.Results != nil {
		t, ok := f.Type.Results.List[0].Type.(*ast.Ident)
		if !ok || f.Type.Results.NumFields() != 1 || nothings[t.Name] == "" {
			return
		}
		text = "return " + nothings[t.Name] + "; "
	}
	first := f.Body.List[0]
	if m.source.text(first) == strings.TrimSuffix(text, "; ") {
		return // it does nothing as it is
	}
	m.change("return at once", first.Pos(), first.Pos(), text)
}
