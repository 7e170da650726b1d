package rewrite

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
)

// importList is the imports of a file after it was rewritten.
type importList struct {
	runtime  string
	files    string                 // see Options
	inputs   string                 // see Options
	opened   string                 // see Options
	added    []string               // packages of replacements, in order
	lost     map[*types.PkgName]int // number of removed uses of the file's own imports
	unquoted map[string]bool        // functions of dot imports that may have lost uses
}

// qualifier returns the name under which the file imports the package of a replacement.
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

// unused notes that the use of a function's name, qualified or not, was removed.
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

// addImports adds the imports of the runtime and of the packages of replacements, on the line of the package clause. An
// import without remaining uses gets the name _.
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

// nameOf returns the object that an import declares.
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

// forget gives an import the name _.
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
