package standard

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// asking is added to net/http. Package probe/neighbour gives evokeNeighbour its value, where the program has that
// package: the linker does so, before any package is initialised. The file imports unsafe itself.
const asking = `
//go:linkname evokeNeighbour
var evokeNeighbour func(*Transport, *Request) (resp *Response, done bool, err error)

func evokeTrip(t *Transport, req *Request) (*Response, error) {
	if evokeNeighbour != nil {
		if resp, done, err := evokeNeighbour(t, req); done {
			return resp, err
		}
	}
	return t.roundTrip(req)
}
`

// Requests returns the source of roundtrip.go, of net/http, in which Transport.RoundTrip asks evokeNeighbour first.
// Lines keep their numbers.
func Requests(content []byte) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", content, parser.SkipObjectResolution)
	if err != nil || !importsUnsafe(file) {
		return nil
	}
	var made []*ast.CallExpr
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Name.Name != "RoundTrip" || f.Body == nil {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && selects(call.Fun, "roundTrip") {
				made = append(made, call)
			}
			return true
		})
	}
	if len(made) != 1 || string(content[fset.Position(made[0].Pos()).Offset:fset.Position(made[0].End()).Offset]) !=
		"t.roundTrip(req)" {
		return nil
	}
	from, to := fset.Position(made[0].Pos()).Offset, fset.Position(made[0].End()).Offset
	out := append([]byte(nil), content[:from]...)
	out = append(append(out, "evokeTrip(t, req)"...), content[to:]...)
	return append(out, asking...)
}

// importsUnsafe reports whether a file imports package unsafe.
func importsUnsafe(file *ast.File) bool {
	for _, i := range file.Imports {
		if i.Path.Value == `"unsafe"` {
			return true
		}
	}
	return false
}
