package rewrite

import (
	"go/ast"
	"strings"
)

// delicateDirectives mark functions that run where a call would be wrong.
var delicateDirectives = [...]string{
	"//go:nosplit", "//go:norace", "//go:nocheckptr", "//go:systemstack", "//go:nowritebarrier", "//go:nowritebarrierrec",
	"//go:yeswritebarrierrec", "//go:cgo_unsafe_args", "//go:uintptrkeepalive",
}

// delicate returns the directive that keeps a function as it is, or "".
func (w *facts) delicate(d *ast.FuncDecl) string {
	if w.linked[d.Name.Name] && d.Recv == nil {
		return "//go:linkname"
	}
	if d.Doc == nil {
		return ""
	}
	for _, comment := range d.Doc.List {
		for _, directive := range delicateDirectives {
			if comment.Text == directive {
				return directive
			}
		}
	}
	return ""
}

// linknames returns the local names in the linkname directives of a file.
func linknames(f *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, group := range f.Comments {
		for _, comment := range group.List {
			fields := strings.Fields(comment.Text)
			if len(fields) > 1 && fields[0] == "//go:linkname" {
				names[fields[1]] = true
			}
		}
	}
	return names
}
