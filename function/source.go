package function

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"runtime"
)

// declared returns the package name and the parameter names of a function from its source, if that is available.
// Reflection has neither, and tests are more readable with them.
func declared(f reflect.Value, name string) (pkg string, params []string) {
	params = make([]string, f.Type().NumIn())
	fn := runtime.FuncForPC(f.Pointer())
	path, _ := fn.FileLine(fn.Entry())
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return "", params
	}
	for _, d := range file.Decls {
		decl, ok := d.(*ast.FuncDecl)
		if ok && decl.Recv == nil && decl.Name.Name == name {
			copy(params, names(decl.Type.Params))
		}
	}
	return file.Name.Name, params
}

// names returns the name of each parameter; "" for one without.
func names(list *ast.FieldList) (out []string) {
	for _, field := range list.List {
		if len(field.Names) == 0 {
			out = append(out, "")
		}
		for _, n := range field.Names {
			if n.Name == "_" {
				n = ast.NewIdent("")
			}
			out = append(out, n.Name)
		}
	}
	return out
}
