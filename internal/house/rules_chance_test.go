package house_test

import (
	"go/ast"
	"strings"
	"testing"
)

// TestChances holds that the search of HTTP APIs draws by the shares of package chance alone, so that no place has a
// number of its own that nobody measured. What was published has the numbers of its papers (rest/internal/resource).
func TestChances(t *testing.T) {
	h, seen := loaded(t), 0
	for _, dir := range h.dirs() {
		r := h.rooms[dir]
		searches := dir == "rest" || strings.HasPrefix(dir, "rest/") && dir != "rest/internal/resource"
		if dir != "internal/chance" && !searches {
			continue
		}
		for _, f := range r.files {
			ast.Inspect(f.syntax, func(n ast.Node) bool {
				if c, ok := n.(*ast.BinaryExpr); ok && draws(c.X) && r.info.Types[c.Y].Value != nil {
					if seen++; dir != "internal/chance" {
						t.Errorf("%s draws by a number of its own; use internal/chance", h.fset.Position(c.Pos()))
					}
				}
				return true
			})
		}
	}
	if seen < 4 {
		t.Errorf("the test sees %d of the draws of internal/chance", seen)
	}
}

// draws reports whether an expression calls a method Float64.
func draws(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && method.Sel.Name == "Float64"
}
