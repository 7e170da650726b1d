package coverage

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// node is a statement, with the conditions for it to run.
type node struct {
	pos, end Position
	label    Position // of its first label; zero without one
	// prev and next are its neighbours in the same list. It runs after prev completes.
	prev, next *node
	// parent is the statement that contains the list; nil for the list of a function's body.
	parent *node
	// cond has to have the value side for the list to run. Nil: no condition of the source decides about it.
	cond ast.Expr
	side bool
	// branch is the statement if it is an if.
	branch *ast.IfStmt
	// headers are the positions of the conditions of a for or switch: pairs of a first position and the one after the
	// last.
	headers [][2]Position
	in      *function
}

// function is what the statements of one body share.
type function struct {
	name    string // for the user
	literal bool   // it is a function literal; name is that of the function around
	owner   *node  // the statement that contains a literal, nil for none
	outline *outline
}

// outline has the statements of a file, sorted by position.
type outline struct {
	fset  *token.FileSet
	nodes []*node
	moved bool // line directives say that something is elsewhere
}

// locate finds the first statements of the blocks of one file. src is its content, nil to read it. The counters follow
// line directives, with which positions are not in order, so a file with directives is left alone.
func locate(blocks []Block, name string, src any) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	o := outlineOf(fset, f)
	if o.moved {
		return
	}
	for i := range blocks {
		blocks[i].first = o.within(blocks[i].Start, blocks[i].End)
	}
}

func outlineOf(fset *token.FileSet, f *ast.File) *outline {
	o := &outline{fset: fset}
	for _, d := range f.Decls {
		name := "" // for literals outside of functions
		if d, ok := d.(*ast.FuncDecl); ok {
			name = functionName(d)
			if d.Body != nil {
				o.list(d.Body.List, node{in: &function{name: name, outline: o}})
			}
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if n, ok := n.(*ast.FuncLit); ok {
				in := &function{name: name, literal: true, outline: o, owner: o.around(o.position(n.Pos()))}
				o.list(n.Body.List, node{in: in})
			}
			return true
		})
	}
	slices.SortStableFunc(o.nodes, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.pos.Line, b.pos.Line), cmp.Compare(a.pos.Column, b.pos.Column))
	})
	return o
}

func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

// position returns the real position, without regard to line directives.
func (o *outline) position(p token.Pos) Position {
	at := o.fset.PositionFor(p, false)
	o.moved = o.moved || at != o.fset.Position(p)
	return Position{at.Line, at.Column}
}

// within returns the first statement that begins in a range.
func (o *outline) within(start, end Position) *node {
	i, _ := slices.BinarySearchFunc(o.nodes, start, func(n *node, p Position) int {
		return cmp.Or(cmp.Compare(n.pos.Line, p.Line), cmp.Compare(n.pos.Column, p.Column))
	})
	if i < len(o.nodes) && o.nodes[i].pos.before(end) {
		return o.nodes[i]
	}
	return nil
}

// around returns the innermost statement so far that contains a position.
func (o *outline) around(at Position) *node {
	var inner *node
	for _, n := range o.nodes {
		if !at.before(n.pos) && at.before(n.end) && (inner == nil || !n.pos.before(inner.pos)) {
			inner = n
		}
	}
	return inner
}

// list adds the statements of a list; like has the fields that they have in common.
func (o *outline) list(list []ast.Stmt, like node) {
	for _, s := range list {
		n := o.statement(s, like)
		if n.prev != nil {
			n.prev.next = n
		}
		like.prev = n
	}
}

// statement adds a statement and the statements in it.
func (o *outline) statement(s ast.Stmt, like node) *node {
	n := &like
	n.label = Position{}
	for labeled, ok := s.(*ast.LabeledStmt); ok; labeled, ok = s.(*ast.LabeledStmt) {
		if (n.label == Position{}) {
			n.label = o.position(s.Pos())
		}
		s = labeled.Stmt
	}
	n.pos, n.end = o.position(s.Pos()), o.position(s.End())
	o.nodes = append(o.nodes, n)
	o.parts(s, n)
	return n
}

// parts adds the statements in a statement.
func (o *outline) parts(s ast.Stmt, n *node) {
	below := node{parent: n, in: n.in}
	switch s := s.(type) {
	case *ast.BlockStmt:
		o.list(s.List, below)
	case *ast.IfStmt:
		n.branch = s
		o.branches(s, n)
	case *ast.ForStmt:
		n.header(s.Pos(), s.Body.Lbrace)
		below.cond, below.side = s.Cond, true
		o.list(s.Body.List, below)
	case *ast.RangeStmt:
		n.header(s.Pos(), s.Body.Lbrace)
		o.list(s.Body.List, below)
	case *ast.SwitchStmt:
		n.header(s.Pos(), s.Body.Lbrace)
		o.clauses(s.Body, n, s.Tag == nil)
	case *ast.TypeSwitchStmt:
		n.header(s.Pos(), s.Body.Lbrace)
		o.clauses(s.Body, n, false)
	case *ast.SelectStmt:
		o.clauses(s.Body, n, false)
	}
}

func (n *node) header(from, to token.Pos) {
	n.headers = append(n.headers, [2]Position{n.in.outline.position(from), n.in.outline.position(to)})
}

// branches adds the parts of an if. The if of an "else if" is a statement of its own.
func (o *outline) branches(s *ast.IfStmt, n *node) {
	o.list(s.Body.List, node{parent: n, in: n.in, cond: s.Cond, side: true})
	otherwise := node{parent: n, in: n.in, cond: s.Cond}
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		o.list(e.List, otherwise)
	case *ast.IfStmt:
		o.statement(e, otherwise)
	}
}

// clauses adds the clauses of a switch or select. conditions says that the cases are conditions, as in a switch without
// a tag.
func (o *outline) clauses(body *ast.BlockStmt, n *node, conditions bool) {
	for _, c := range body.List {
		below := node{parent: n, in: n.in}
		switch c := c.(type) {
		case *ast.CaseClause:
			n.header(c.Pos(), c.Colon)
			if conditions && len(c.List) == 1 {
				below.cond, below.side = c.List[0], true
			}
			o.list(c.Body, below)
		case *ast.CommClause:
			o.list(c.Body, below)
		}
	}
}
