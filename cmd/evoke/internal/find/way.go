package find

import (
	"context"
	"fmt"
	"go/types"
	"os/exec"
	"regexp"
	"strings"
)

// way is how a value becomes an http.Handler: as it is, or by an expression with the value in the place of %s.
type way struct {
	expression string // "%s" for a value that is one
	imports    string // what the expression needs, "" for nothing
}

// ways finds out which values become handlers.
type ways struct{ handler *types.Interface }

// direct is the way of values that are handlers.
const direct = "%s"

// of returns the way of the values of a type.
func (w ways) of(t types.Type) (way, bool) {
	if types.Implements(t, w.handler) {
		return way{expression: direct}, true
	}
	for _, find := range []func(types.Type) (way, bool){w.byAdaptor, w.byMethod, w.byField} {
		if found, ok := find(t); ok {
			return found, true
		}
	}
	return way{}, false
}

// fiber matches the import paths of the framework that has a server of its own, and an adaptor for that of net/http
// beside it.
var fiber = regexp.MustCompile(`^github\.com/gofiber/fiber/v\d+$`)

// byAdaptor knows frameworks whose values are no handlers, and have a package that makes handlers of them.
func (w ways) byAdaptor(t types.Type) (way, bool) {
	name := nameOf(t)
	if name == nil || name.Pkg() == nil || name.Name() != "App" || !fiber.MatchString(name.Pkg().Path()) {
		return way{}, false
	}
	return way{"adaptor.FiberApp(%s)", name.Pkg().Path() + "/middleware/adaptor"}, true
}

// byMethod looks for a method that returns a handler and takes nothing, or one function that may be nil.
func (w ways) byMethod(t types.Type) (way, bool) {
	methods := types.NewMethodSet(t)
	for _, arguments := range []string{"", "nil"} {
		for m := range methods.Methods() {
			s, ok := m.Type().(*types.Signature)
			if !ok || !m.Obj().Exported() || s.Results().Len() != 1 ||
				!types.Implements(s.Results().At(0).Type(), w.handler) {
				continue
			}
			if accepts(s.Params(), arguments) && !isFunc(s.Results().At(0).Type()) {
				return way{expression: "%s." + m.Obj().Name() + "(" + arguments + ")"}, true
			}
		}
	}
	return way{}, false
}

// accepts reports whether parameters take no argument, or nil for one function.
func accepts(params *types.Tuple, arguments string) bool {
	if arguments == "" {
		return params.Len() == 0
	}
	return params.Len() == 1 && isFunc(params.At(0).Type())
}

func isFunc(t types.Type) bool {
	_, is := t.Underlying().(*types.Signature)
	return is
}

// byField looks for a field that holds a handler, as that of http.Server.
func (w ways) byField(t types.Type) (way, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return way{}, false
	}
	for f := range s.Fields() {
		if f.Exported() && !f.Embedded() && types.IsInterface(f.Type()) && types.Implements(f.Type(), w.handler) {
			return way{expression: "%s." + f.Name()}, true
		}
	}
	return way{}, false
}

// nameOf returns the name of a type or of what it points to, nil for none.
func nameOf(t types.Type) *types.TypeName {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj()
	}
	return nil
}

// loads is the package that reads what go-swagger embeds.
const loads = "github.com/go-openapi/loads"

// generated returns the statements that make the only argument of a function that go-swagger generated, and what they
// import: the package has the document as JSON, and that of the argument has a function that takes it.
func generated(typed *types.Package, params *types.Tuple) (statements []string, argument string, imports []string) {
	document, ok := typed.Scope().Lookup("SwaggerJSON").(*types.Var)
	if !ok || params.Len() != 1 {
		return nil, "", nil
	}
	api := nameOf(params.At(0).Type())
	if api == nil || api.Pkg() == nil || api.Pkg() == typed {
		return nil, "", nil
	}
	f, ok := api.Pkg().Scope().Lookup("New" + api.Name()).(*types.Func)
	if !ok || f.Signature().Params().Len() != 1 {
		return nil, "", nil
	}
	if doc := nameOf(f.Signature().Params().At(0).Type()); doc == nil || doc.Pkg() == nil || doc.Pkg().Path() != loads {
		return nil, "", nil
	}
	return []string{
		fmt.Sprintf("document, err := loads.Analyzed(%s, \"\")", document.Name()),
		"if err != nil {", "panic(err)", "}",
	}, fmt.Sprintf("%s.%s(document)", api.Pkg().Name(), f.Name()), []string{loads, api.Pkg().Path()}
}

// Programs returns the folders of the main packages of a module.
func Programs(ctx context.Context, module string) (dirs []string) {
	if module == "" {
		return nil
	}
	cmd := exec.CommandContext(ctx, "go", "list", "-e", "-f", `{{if eq .Name "main"}}{{.Dir}}{{end}}`, "./...")
	cmd.Dir = module
	out, err := cmd.Output()
	if err != nil {
		return nil
	}
	for _, dir := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if dir = strings.TrimSpace(dir); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
