package instrument

import (
	"errors"
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

	"github.com/evoke-go/evoke/internal/instrument/mutate"
	"github.com/evoke-go/evoke/internal/instrument/rewrite"
)

// typing type-checks packages from their sources. For the imports of a package it uses export data or, where that does
// not exist and the sources are complete, the sources of the imports.
type typing struct {
	list      *listing
	prints    *fingerprints
	exports   map[string]string // files by surface, from earlier runs
	sizes     types.Sizes
	goVersion string          // of the standard library
	whole     map[string]bool // packages that are rewritten, by ID
	importers map[string]types.Importer
	sources   map[[2]string]*rewrite.Source // by ID and the path of the test that they are compiled for
	lacks     bool                          // an import had neither export data nor usable sources
}

// errUncompiled means that the go command has to compile the imports before types are known.
var errUncompiled = errors.New("not compiled")

func newTyping(f *fingerprints, exports map[string]string, vars goVars) *typing {
	return &typing{
		list: f.list, prints: f, exports: exports, sizes: types.SizesFor("gc", vars.GOARCH),
		goVersion: version.Lang(vars.GOVERSION), whole: map[string]bool{},
		importers: map[string]types.Importer{}, sources: map[[2]string]*rewrite.Source{},
	}
}

// files returns the paths of the sources of a package to be rewritten: those of its plain build, even if the listing
// describes a test variant.
func (l *listed) files() []string {
	var paths []string
	for _, name := range slices.Concat(l.GoFiles, l.CgoFiles) {
		paths = append(paths, inDir(l.Dir, name))
	}
	return paths
}

// headers returns the paths of the C headers of a package. Its types depend on them if it uses cgo.
func (l *listed) headers() []string {
	if len(l.CgoFiles) == 0 {
		return nil
	}
	var paths []string
	for _, name := range l.HFiles {
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
		return "go1.16" // the go command's version for a go.mod without one
	}
	return version.Lang("go" + p.Module.GoVersion)
}

// source parses and type-checks an imported package, as it is compiled for a test ("" for none). If the package is not
// rewritten, only its declarations are checked.
func (c *typing) source(p *listed, forTest string) (*rewrite.Source, error) {
	key := [2]string{p.ImportPath, forTest}
	if known := c.sources[key]; known != nil {
		return known, nil
	}
	s := &rewrite.Source{Path: p.path(), Name: p.Name, GoVersion: c.version(p),
		Fset: token.NewFileSet(), Info: newInfo()}
	for _, path := range p.files() {
		f, err := c.parse(s.Fset, path)
		if err != nil {
			return nil, err
		}
		f.Cgo = slices.Contains(p.CgoFiles, filepath.Base(path))
		s.Files = append(s.Files, f)
	}
	if err := c.check(p, s, forTest); err != nil {
		return nil, err
	}
	c.sources[key] = s
	return s, nil
}

// check type-checks the files of a package, and further files beside them.
func (c *typing) check(p *listed, s *rewrite.Source, forTest string, beside ...*ast.File) error {
	files := beside
	for i := range s.Files {
		files = append(files, s.Files[i].Syntax)
	}
	var first error
	config := types.Config{
		GoVersion: s.GoVersion, Importer: importing{c, p.ImportMap, forTest}, Sizes: c.sizes,
		FakeImportC: len(p.CgoFiles) > 0, IgnoreFuncBodies: !c.whole[p.ImportPath],
		Error: func(err error) {
			if first == nil {
				first = err
			}
		},
	}
	s.Types, _ = config.Check(s.Path, s.Fset, files, s.Info) // the error is the first one given to Error
	if first != nil && len(p.CgoFiles) == 0 {
		return fmt.Errorf("it compiles, but its types are not understood: %w", first)
	}
	return nil
}

// again returns a function that type-checks a package once more, after it was changed.
func (c *typing) again(p *listed) mutate.Check {
	return func(s *rewrite.Source, beside *ast.File) error {
		s.Info = newInfo()
		return c.check(p, s, p.ForTest, beside)
	}
}

func (c *typing) parse(fset *token.FileSet, path string) (rewrite.File, error) {
	content, err := c.prints.texts.content(path)
	if err != nil {
		return rewrite.File{}, err
	}
	syntax, err := parser.ParseFile(fset, path, content, parser.ParseComments|parser.SkipObjectResolution)
	return rewrite.File{Path: path, Content: content, Syntax: syntax}, err
}

func newInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
}

// importing is the importer of one package. A vendor folder maps the import paths in its files to others, and in a test
// binary it imports the packages that are compiled for that test.
type importing struct {
	typing  *typing
	names   map[string]string
	forTest string
}

// Import implements types.Importer.
func (i importing) Import(name string) (*types.Package, error) {
	if mapped, ok := i.names[name]; ok {
		name = plainPath(mapped)
	}
	c := i.typing
	p := c.list.variant(name, i.forTest)
	if p == nil || name == "unsafe" || c.export(p) != "" {
		return c.compiled(i.forTest).Import(name)
	}
	err := errUncompiled
	if !c.prints.fixed[p.ImportPath] && len(p.CgoFiles) == 0 {
		var s *rewrite.Source
		if s, err = c.source(p, i.forTest); err == nil {
			return s.Types, nil
		}
	}
	c.lacks = true
	return nil, fmt.Errorf("%s: %w", name, err)
}

// compiled returns the importer of export data for a test binary.
func (c *typing) compiled(forTest string) types.Importer {
	known, ok := c.importers[forTest]
	if !ok {
		known = importer.ForCompiler(token.NewFileSet(), "gc", func(name string) (io.ReadCloser, error) {
			p := c.list.variant(name, forTest)
			if p == nil || c.export(p) == "" {
				return nil, fmt.Errorf("no export data for %s", name)
			}
			return os.Open(c.export(p))
		})
		c.importers[forTest] = known
	}
	return known
}

// export returns the file with the export data of a package, "" if there is none. The go command deletes files that
// were not used for long.
func (c *typing) export(p *listed) string {
	if p.Export != "" {
		return p.Export
	}
	path := c.exports[c.prints.surface(p)]
	if _, err := os.Stat(path); path == "" || err != nil {
		return ""
	}
	return path
}
