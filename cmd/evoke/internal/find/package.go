package find

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Package is a Go package with the constructors found in it.
type Package struct {
	// Dir is the folder of the package, ImportPath its import path, and Name the name in its package clause.
	Dir, ImportPath, Name string
	// Module is the folder of its module, "" for none.
	Module string
	// Constructors are the functions that return a handler, the most likely first.
	Constructors []Constructor
	// Embedded are the variables that hold an embedded schema.
	Embedded []Variable
}

// Constructor is a function that returns an http.Handler.
type Constructor struct {
	// Name is the name of the function.
	Name string
	// Result is its result type as the package writes it, such as "*gin.Engine".
	Result string
	// Fails says that the function also returns an error.
	Fails bool
	// Needs are its parameters, such as "db *sql.DB". A function with parameters
	// has to be wrapped.
	Needs []string
	// Argument is the argument of its call, evaluated after the statements Before. Default: "", none.
	Argument string
	Before   []string
	// Expression makes an http.Handler of its result, for which %s stands.
	Expression string
	// Imports are the packages that Before, Argument and Expression need.
	Imports []string

	inTest bool // the function is in a test file
}

// Handler returns the Go expression of an http.Handler. value is the Go expression of the constructor's result.
func (c *Constructor) Handler(value string) string {
	return strings.Replace(c.Expression, direct, value, 1)
}

// IsHandler reports whether the function's result is itself an http.Handler.
func (c *Constructor) IsHandler() bool { return c.Expression == direct }

// Variable is a variable with an embedded file.
type Variable struct {
	Name string
	// File is the path of the file in the folder of the package.
	File string
	// Text says that the variable is a string; otherwise it is a slice of bytes.
	Text bool
}

// listed is the output of go list about a package.
type listed struct {
	Dir, ImportPath, Name, Export string
	GoFiles, CgoFiles             []string
	TestGoFiles                   []string
	DepOnly                       bool
	ForTest                       string
	Module                        *struct{ Dir string }
	Error                         *struct{ Pos, Err string }
}

// httpPath is the import path of the package of handlers.
const httpPath = "net/http"

// ReadPackage compiles the package in a folder with the go command, and finds its constructors by their types. It
// returns an error if the package does not compile.
func ReadPackage(ctx context.Context, dir string) (*Package, error) {
	all, err := list(ctx, dir)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	var own *listed
	for i := range all {
		if all[i].ForTest != "" || strings.HasSuffix(all[i].ImportPath, ".test") {
			continue
		}
		if e := all[i].Error; e != nil { // imported packages come first
			return nil, errors.New(strings.TrimPrefix(oneLine(e.Pos+": "+e.Err), ": "))
		}
		exports[all[i].ImportPath] = all[i].Export
		if !all[i].DepOnly && all[i].ImportPath != httpPath || own == nil && all[i].Dir == dir {
			own = &all[i]
		}
	}
	if own == nil {
		return nil, errors.New("there is no Go package")
	}
	p := &Package{Dir: own.Dir, ImportPath: own.ImportPath, Name: own.Name}
	if own.Module != nil {
		p.Module = own.Module.Dir
	}
	if p.read(own, slices.Concat(own.GoFiles, own.CgoFiles, own.TestGoFiles), exports) == nil {
		return p, nil
	}
	return p, p.read(own, slices.Concat(own.GoFiles, own.CgoFiles), exports) // tests may not compile
}

// list lists the package, its imports, and net/http.
func list(ctx context.Context, dir string) ([]listed, error) {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", "list", "-e", "-export", "-deps", "-test",
		"-json=Dir,ImportPath,Name,Export,GoFiles,CgoFiles,TestGoFiles,DepOnly,ForTest,Module,Error", ".", httpPath)
	cmd.Dir, cmd.Stderr = dir, &stderr
	out, err := cmd.Output()
	switch text := oneLine(stderr.String()); {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("no go command in PATH")
	case err != nil && text != "":
		return nil, errors.New(strings.TrimPrefix(text, "go: "))
	case err != nil:
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var one listed
		switch err := d.Decode(&one); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, one)
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// read type-checks the package and finds its functions and variables.
func (p *Package) read(own *listed, names []string, exports map[string]string) error {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, filepath.Join(own.Dir, name), nil,
			parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	gc := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("package %s was not compiled", path)
		}
		return os.Open(exports[path])
	})
	var first error
	config := types.Config{Importer: gc, FakeImportC: true, Error: func(err error) {
		if first == nil {
			first = err
		}
	}}
	typed, _ := config.Check(own.ImportPath, fset, files, nil) // the first error is kept
	if first != nil {
		return first
	}
	http, err := gc.Import(httpPath)
	if err != nil {
		return err
	}
	handler, ok := http.Scope().Lookup("Handler").Type().Underlying().(*types.Interface)
	if !ok {
		return errors.New("net/http has no interface Handler")
	}
	p.Constructors = constructors(typed, fset, handler)
	p.Embedded = embedded(own.Dir, files)
	return nil
}

// constructors returns the functions that return a handler, possibly with an error.
func constructors(typed *types.Package, fset *token.FileSet, handler *types.Interface) (out []Constructor) {
	known := ways{handler}
	for _, name := range typed.Scope().Names() {
		f, ok := typed.Scope().Lookup(name).(*types.Func)
		if !ok || name == "main" || name == "init" {
			continue
		}
		s := f.Signature()
		results := s.Results()
		fails := results.Len() == 2 && types.Identical(results.At(1).Type(), types.Universe.Lookup("error").Type())
		if s.TypeParams() != nil || results.Len() != 1 && !fails {
			continue
		}
		handled, ok := known.of(results.At(0).Type())
		if !ok {
			continue
		}
		c := Constructor{
			Name: name, Fails: fails, Result: types.TypeString(results.At(0).Type(), qualify(typed)),
			Expression: handled.expression, inTest: strings.HasSuffix(fset.Position(f.Pos()).Filename, "_test.go"),
		}
		if handled.imports != "" {
			c.Imports = []string{handled.imports}
		}
		if before, argument, imports := generated(typed, s.Params()); argument != "" {
			c.Before, c.Argument, c.Imports = before, argument, append(c.Imports, imports...)
		} else {
			for p := range s.Params().Variables() {
				c.Needs = append(c.Needs, strings.TrimSpace(p.Name()+" "+types.TypeString(p.Type(), qualify(typed))))
			}
		}
		if strings.Contains(c.Result, "HandlerFunc") ||
			slices.ContainsFunc(c.Needs, func(n string) bool { return strings.HasSuffix(n, "http.Handler") }) {
			continue // the handler of one route, or a middleware
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Constructor) int { return b.rank() - a.rank() })
	return out
}

// qualify writes types as the package itself does.
func qualify(typed *types.Package) types.Qualifier {
	return func(other *types.Package) string {
		if other == typed {
			return ""
		}
		return other.Name()
	}
}

// rank returns how likely the function makes the handler of the whole API.
func (c *Constructor) rank() int {
	rank := 0
	if len(c.Needs) == 0 {
		rank += 100
	}
	if ast.IsExported(c.Name) {
		rank += 20
	}
	name := strings.ToLower(c.Name)
	for i, word := range []string{"mux", "setup", "server", "engine", "api", "app", "handler", "router", "new"} {
		if strings.Contains(name, word) {
			rank += i + 1
		}
	}
	if !c.IsHandler() {
		rank -= 30 // others are made for it
	}
	if !c.inTest && strings.Contains(name, "test") || strings.Contains(name, "mock") || strings.Contains(name, "fake") {
		rank -= 50
	}
	return rank
}

// embedded returns the variables that hold an embedded schema.
func embedded(dir string, files []*ast.File) (out []Variable) {
	for _, f := range files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				if v, ok := embeds(dir, g, spec.(*ast.ValueSpec)); ok {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// embeds returns the variable of a declaration, if it embeds a schema.
func embeds(dir string, g *ast.GenDecl, spec *ast.ValueSpec) (Variable, bool) {
	kind := types.ExprString(orNil(spec.Type))
	doc := spec.Doc
	if doc == nil {
		doc = g.Doc
	}
	if doc == nil || len(spec.Names) != 1 || kind != "string" && kind != "[]byte" {
		return Variable{}, false
	}
	for _, c := range doc.List {
		name, ok := strings.CutPrefix(c.Text, "//go:embed ")
		if name = strings.Trim(strings.TrimSpace(name), "\"`"); ok &&
			isSchema(filepath.Join(dir, filepath.FromSlash(name))) {
			return Variable{Name: spec.Names[0].Name, File: name, Text: kind == "string"}, true
		}
	}
	return Variable{}, false
}

// orNil returns an expression for a missing type.
func orNil(e ast.Expr) ast.Expr {
	if e == nil {
		return ast.NewIdent("")
	}
	return e
}
