package standard

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// hearing is added to database/sql. Package probe/tables gives evokeWatch its value, where the program has that
// package: the linker does so, before any package is initialised.
const hearing = `
//go:linkname evokeWatch
var evokeWatch func(driver.Conn, error) (driver.Conn, error)

func evokeOpened(c driver.Conn, err error) (driver.Conn, error) {
	if evokeWatch == nil {
		return c, err
	}
	return evokeWatch(c, err)
}

//go:linkname evokeUnread
var evokeUnread func(column string, variable any)

func evokeScanned(rs *Rows, at int, variable any, err error) error {
	if err != nil && evokeUnread != nil {
		evokeUnread(rs.rowsi.Columns()[at], variable)
	}
	return err
}

func evokeBare(c driver.Conn) driver.Conn {
	if w, ok := c.(interface{ Unwatched() driver.Conn }); ok {
		return w.Unwatched()
	}
	return c
}
`

// Connections returns the source of sql.go, of database/sql, with calls of the functions in hearing: around what the
// connector of a database connects, around the connection that Conn.Raw shows, and, if that is found, around what reads
// columns of rows into variables. Lines keep their numbers. It returns nil if it does not find the first two.
func Connections(content []byte) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", content, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var opens, shows []ast.Expr
	var scans []*ast.CallExpr
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Connect" && selects(f.X, "connector") {
				opens = append(opens, n)
			}
			if scansRow(n) {
				scans = append(scans, n)
			}
		case *ast.FuncDecl:
			if n.Recv != nil && n.Name.Name == "Raw" && n.Body != nil {
				shows = append(shows, shown(n.Body)...)
			}
		}
		return true
	})
	if len(opens) == 0 || len(shows) != 1 {
		return nil
	}
	added := map[int]string{} // by offset
	around := func(calls []ast.Expr, name string) {
		for _, call := range calls {
			added[fset.Position(call.Pos()).Offset] = name + "("
			added[fset.Position(call.End()).Offset] = ")"
		}
	}
	for _, call := range scans {
		added[fset.Position(call.Pos()).Offset] = "evokeScanned(rs, i, dest[i], "
		added[fset.Position(call.End()).Offset] = ")"
	}
	around(opens, "evokeOpened")
	around(shows, "evokeBare")
	added[fset.Position(file.Name.End()).Offset] = `; import _ "unsafe"`
	return append(with(content, added), hearing...)
}

// scansRow reports whether a call reads a column of a row into a variable: convertAssignRows(dest[i], sv, rs).
func scansRow(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.Ident)
	if !ok || f.Name != "convertAssignRows" || len(call.Args) != 3 {
		return false
	}
	into, ok := call.Args[0].(*ast.IndexExpr)
	return ok && is(into.X, "dest") && is(into.Index, "i") && is(call.Args[2], "rs")
}

// is reports whether an expression is a name.
func is(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// with returns a text with texts added at offsets.
func with(content []byte, added map[int]string) (out []byte) {
	for i, b := range content {
		out = append(append(out, added[i]...), b)
	}
	return out
}

// shown returns the connections of drivers that a function gives to the function f.
func shown(body *ast.BlockStmt) (found []ast.Expr) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "f" && selects(call.Args[0], "ci") {
			found = append(found, call.Args[0])
		}
		return true
	})
	return found
}

// selects reports whether an expression is a field, or a method, with a name.
func selects(e ast.Expr, name string) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == name
}
