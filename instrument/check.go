package instrument

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// typing type-checks packages from their sources against the export data of
// what they import.
type typing struct {
	list      *listing
	overlay   overlay // where the sources are, as the listing saw them
	sizes     types.Sizes
	goVersion string // of the standard library
	importers map[string]types.Importer
}

func newTyping(l *listing, o overlay, vars goVars) *typing {
	return &typing{
		list: l, overlay: o, sizes: types.SizesFor("gc", vars.GOARCH),
		goVersion: version.Lang(vars.GOVERSION), importers: map[string]types.Importer{},
	}
}

// files returns the paths of the sources of a package that are rewritten:
// those of its plain build, where the listing told of a test variant too.
func (l *listed) files() []string {
	var paths []string
	for _, name := range slices.Concat(l.GoFiles, l.CgoFiles) {
		paths = append(paths, inDir(l.Dir, name))
	}
	return paths
}

// version returns the version of the language that a package is written in.
func (c *typing) version(p *listed) string {
	switch {
	case p.Standard:
		return c.goVersion
	case p.Module == nil || p.Module.GoVersion == "":
		return "go1.16" // what the go command takes for a go.mod without a version
	}
	return version.Lang("go" + p.Module.GoVersion)
}

// source parses and type-checks a package.
func (c *typing) source(p *listed) (*source, error) {
	s := &source{path: p.path(), name: p.Name, goVersion: c.version(p), fset: token.NewFileSet(), info: newInfo()}
	var files []*ast.File
	for _, path := range p.files() {
		f, err := c.parse(s.fset, path)
		if err != nil {
			return nil, err
		}
		f.cgo = slices.Contains(p.CgoFiles, filepath.Base(path))
		s.files = append(s.files, f)
		files = append(files, f.syntax)
	}
	var first error
	config := types.Config{
		GoVersion: s.goVersion, Importer: c.imports(p), Sizes: c.sizes,
		FakeImportC: len(p.CgoFiles) > 0,
		Error: func(err error) {
			if first == nil {
				first = err
			}
		},
	}
	s.types, _ = config.Check(s.path, s.fset, files, s.info) // the error is the first one given to Error
	if first != nil && len(p.CgoFiles) == 0 {
		return nil, fmt.Errorf("it compiles, but its types are not understood: %w", first)
	}
	return s, nil
}

func (c *typing) parse(fset *token.FileSet, path string) (sourceFile, error) {
	content, err := os.ReadFile(c.overlay.actual(path))
	if err != nil {
		return sourceFile{}, err
	}
	syntax, err := parser.ParseFile(fset, path, content, parser.ParseComments|parser.SkipObjectResolution)
	return sourceFile{path: path, content: content, syntax: syntax}, err
}

func newInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
}

// renaming imports by the names in a package's files, which vendoring maps to
// other paths.
type renaming struct {
	types.Importer
	names map[string]string
}

func (r renaming) Import(name string) (*types.Package, error) {
	if mapped, ok := r.names[name]; ok {
		name = plainPath(mapped)
	}
	return r.Importer.Import(name)
}

// imports returns the importer of a package. A package compiled for a test
// binary sees the other packages compiled for it, so each of them has an
// importer of its own.
func (c *typing) imports(p *listed) types.Importer {
	under, ok := c.importers[p.ForTest]
	if !ok {
		under = importer.ForCompiler(token.NewFileSet(), "gc", func(name string) (io.ReadCloser, error) {
			return c.export(name, p.ForTest)
		})
		c.importers[p.ForTest] = under
	}
	return renaming{under, p.ImportMap}
}

// export opens the export data of a package.
func (c *typing) export(name, forTest string) (io.ReadCloser, error) {
	p := c.list.byID[name+" ["+forTest+".test]"]
	if p == nil {
		p = c.list.byID[name]
	}
	if p == nil || p.Export == "" {
		return nil, fmt.Errorf("no export data for %s", name)
	}
	return os.Open(p.Export)
}
