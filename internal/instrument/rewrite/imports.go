package rewrite

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
)

// importList is what a file imports after it was rewritten.
type importList struct {
	runtime  string
	files    string                 // see Options
	inputs   string                 // see Options
	opened   string                 // see Options
	added    []string               // of functions that stand in for others, in order
	lost     map[*types.PkgName]int // uses of the imports that were there that are gone
	unquoted map[string]bool        // functions of dot imports, whose uses may be gone
}

// qualifier returns the name of a package that is imported for a function that
// stands in for another one.
func (i *importList) qualifier(path string) string {
	if path == "" {
		return runtimeAlias
	}
	at := slices.Index(i.added, path)
	if at < 0 {
		at = len(i.added)
		i.added = append(i.added, path)
	}
	return replacingAlias + strconv.Itoa(at)
}

// unused notes that the name of a function, qualified or not, is gone.
func (w *page) unused(fun ast.Expr) {
	switch fun := fun.(type) {
	case *ast.Ident:
		w.imports.unquoted[fun.Name] = true
	case *ast.SelectorExpr:
		if name, ok := w.facts.Info.Uses[fun.X.(*ast.Ident)].(*types.PkgName); ok {
			w.imports.lost[name]++
		}
	}
}

// addImports adds the imports of the runtime, and of the functions that stand
// in for others, on the line of the package clause. An import whose uses are
// all gone loses its name.
func (w *page) addImports() {
	text := fmt.Sprintf("; import %s %q", runtimeAlias, w.imports.runtime)
	for i, path := range w.imports.added {
		text += fmt.Sprintf("; import %s%d %q", replacingAlias, i, path)
	}
	w.insert(w.offset(w.src.Syntax.Name.End()), text)
	for _, spec := range w.src.Syntax.Imports {
		if name := w.nameOf(spec); w.imports.lost[name] > 0 && w.imports.lost[name] == w.facts.uses[name] {
			w.forget(spec)
		}
	}
	for _, use := range sortedKeys(w.imports.unquoted) {
		last := w.src.Syntax.Decls[len(w.src.Syntax.Decls)-1]
		w.insert(w.offset(last.End()), "; var _ = "+use)
	}
}

// nameOf returns what an import declares.
func (w *page) nameOf(spec *ast.ImportSpec) *types.PkgName {
	var object types.Object
	if spec.Name != nil {
		object = w.facts.Info.Defs[spec.Name]
	} else {
		object = w.facts.Info.Implicits[spec]
	}
	name, _ := object.(*types.PkgName)
	return name
}

// forget makes an import one without a name.
func (w *page) forget(spec *ast.ImportSpec) {
	if spec.Name == nil {
		w.insert(w.offset(spec.Path.Pos()), "_ ")
		return
	}
	w.replace(w.offset(spec.Name.Pos()), w.offset(spec.Name.End()), "_")
}

// countUses counts the uses of each import of a package.
func countUses(info *types.Info) map[*types.PkgName]int {
	counts := map[*types.PkgName]int{}
	for _, object := range info.Uses {
		if name, ok := object.(*types.PkgName); ok {
			counts[name]++
		}
	}
	return counts
}
