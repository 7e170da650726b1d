package sides

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"slices"
)

// lister collects the sides of one file.
type lister struct {
	content  []byte
	files    *token.FileSet
	name     string
	function string            // around what is looked at
	listed   map[ast.Expr]bool // combinations whose parts are known already
	sides    []Side
}

func (l *lister) decl(d ast.Decl) {
	l.function = ""
	if f, ok := d.(*ast.FuncDecl); ok {
		l.function = nameOf(f)
	}
	ast.Inspect(d, func(n ast.Node) bool {
		l.node(n)
		return true
	})
}

func (l *lister) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		l.condition(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			l.condition(n.Cond)
		}
	case *ast.SwitchStmt:
		if n.Tag == nil || isLiteral(n.Tag) {
			l.cases(n.Body)
		}
	case *ast.BinaryExpr:
		if combines(n) {
			l.condition(n)
		}
	}
}

func (l *lister) cases(body *ast.BlockStmt) {
	for _, clause := range body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			l.condition(e)
		}
	}
}

// condition lists the atomic parts of e.
func (l *lister) condition(e ast.Expr) {
	if l.listed[e] {
		return
	}
	l.listed[e] = true
	switch e := e.(type) {
	case *ast.ParenExpr:
		l.condition(e.X)
		return
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			l.condition(e.X)
			return
		}
	case *ast.BinaryExpr:
		if combines(e) {
			l.condition(e.X)
			l.condition(e.Y)
			return
		}
	}
	if !isLiteral(e) {
		l.add(e)
	}
}

func (l *lister) add(e ast.Expr) {
	from, to := l.files.PositionFor(e.Pos(), false), l.files.PositionFor(e.End(), false)
	text := string(bytes.Join(bytes.Fields(l.content[from.Offset:to.Offset]), []byte(" ")))
	for _, value := range []bool{true, false} {
		l.sides = append(l.sides, Side{
			File: l.name, Line: from.Line, Column: from.Column, Func: l.function, Condition: text, Value: value,
		})
	}
}

// combines reports whether e is made of conditions.
func combines(e *ast.BinaryExpr) bool { return e.Op == token.LAND || e.Op == token.LOR }

// isLiteral reports whether e is true or false.
func isLiteral(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && (id.Name == "true" || id.Name == "false")
}

// nameOf is "name" or "Type.name".
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.ParenExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.IndexListExpr:
			of = t.X
		case *ast.Ident:
			return t.Name + "." + f.Name.Name
		default:
			return f.Name.Name
		}
	}
}

// sorted sorts sides by place, true before false.
func sorted(list []Side) []Side {
	slices.SortStableFunc(list, func(a, b Side) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return list
}
