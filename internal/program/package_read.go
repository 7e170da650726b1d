package program

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	goversion "go/version"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// handlerPackage is a package as Prepare has read it.
type handlerPackage struct {
	Package
	dir, name string
	// fails and resetFails say that the functions can return an error.
	fails, resetFails bool
	hidden            []string // the test files
	importPath        string
	module            string // the folder of its module, "" for none
	// old says that the module's Go version has no generics, so that the tests
	// need a build constraint.
	old bool
}

// listed is what the go command prints about a package.
type listed struct {
	ImportPath, Name, Dir     string
	GoFiles, CgoFiles         []string
	TestGoFiles, XTestGoFiles []string
	Module                    *struct{ GoVersion, Dir string }
	Error                     *struct{ Pos, Err string }
}

// generics is the language version of the generated tests. A module without a
// version has 1.16 (Go Modules Reference, go directive).
const generics = "go1.18"

// read parses the package and finds the functions in its source.
func (p Package) read(ctx context.Context) (*handlerPackage, error) {
	dir, err := p.folder()
	if err != nil {
		return nil, fmt.Errorf("evoke: package %s: %w", p.Dir, err)
	}
	pkg, err := list(ctx, dir, ".")
	if err != nil {
		return nil, fmt.Errorf("evoke: package %s: %w", p.Dir, err)
	}
	b := &handlerPackage{Package: p, dir: dir, name: pkg.Name, importPath: pkg.ImportPath}
	if pkg.Module != nil {
		b.module = pkg.Module.Dir
	}
	b.old = pkg.Module != nil && goversion.Compare("go"+cmp.Or(pkg.Module.GoVersion, "1.16"), generics) < 0
	for _, name := range slices.Concat(pkg.TestGoFiles, pkg.XTestGoFiles) {
		b.hidden = append(b.hidden, filepath.Join(dir, name))
	}
	functions := map[string]*ast.FuncType{}
	for _, name := range slices.Concat(pkg.GoFiles, pkg.CgoFiles) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("evoke: package %s: %w", p.Dir, err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				functions[fn.Name.Name] = fn.Type
			}
		}
	}
	if b.fails, err = b.fits(functions, "handler", p.Handler, 1); err != nil {
		return nil, err
	}
	if p.Reset != "" {
		b.resetFails, err = b.fits(functions, "reset", p.Reset, 0)
	}
	return b, err
}

// folder returns the absolute path of the package's folder.
func (p Package) folder() (string, error) {
	dir, err := filepath.Abs(p.Dir)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", errors.New("there is no such folder (an import path will not do)")
	case err != nil:
		return "", err
	case !info.IsDir():
		return "", errors.New("this is a file; the folder of the package is needed")
	}
	return dir, nil
}

// list asks the go command, because it knows about tags and workspaces.
func list(ctx context.Context, dir, name string) (*listed, error) {
	var stderr bytes.Buffer
	// Use -find: resolving the package's imports could change go.mod with
	// -mod=mod.
	cmd := exec.CommandContext(ctx, "go", "list", "-e", "-find",
		"-json=ImportPath,Name,Dir,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Module,Error", "--", name)
	cmd.Dir, cmd.Stderr = dir, &stderr
	out, err := cmd.Output()
	var failed *exec.ExitError
	switch text := strings.TrimSpace(stderr.String()); {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("no go command in PATH")
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &failed) && text != "":
		return nil, errors.New(strings.TrimPrefix(strings.Join(strings.Fields(text), " "), "go: "))
	case err != nil:
		return nil, fmt.Errorf("go list: %w", err)
	}
	pkg := &listed{}
	if err := json.Unmarshal(out, pkg); err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	if e := pkg.Error; e != nil {
		return nil, errors.New(strings.TrimPrefix(e.Pos+": "+e.Err, ": "))
	}
	return pkg, nil
}

// PackageIn returns the import path and the name of the package in a folder. Both are "" if the folder has no code but
// tests. The import path is "" if the go command does not tell it.
func PackageIn(dir string) (importPath, name string) {
	pkg, err := build.ImportDir(dir, 0)
	if err != nil || len(pkg.GoFiles)+len(pkg.CgoFiles) == 0 {
		return "", ""
	}
	if pkg.Name == "main" {
		return pkg.Name, pkg.Name
	}
	if l, err := list(context.Background(), dir, "."); err == nil {
		importPath = l.ImportPath
	}
	return importPath, pkg.Name
}

// fits checks the signature of a function: it must have no parameters, and the
// given number of results, optionally followed by an error.
func (b *handlerPackage) fits(
	functions map[string]*ast.FuncType, what, name string, results int,
) (fails bool, err error) {
	if name == "" {
		return false, fmt.Errorf("evoke: package %s: no %s function was named", b.Dir, what)
	}
	f := functions[name]
	if f == nil {
		return false, fmt.Errorf("evoke: package %s has no function %s", b.Dir, name)
	}
	n := f.Results.NumFields()
	fails = n == results+1 && isError(f.Results)
	if f.Params.NumFields() > 0 || f.TypeParams.NumFields() > 0 || n != results && !fails {
		return false, fmt.Errorf("evoke: package %s: %s has to be a function without parameters that returns %s; %s",
			b.Dir, name, form(results), wrapper(what, name, f))
	}
	return fails, nil
}

// wrapper returns an example of a function without parameters that wraps one with another signature.
func wrapper(what, name string, f *ast.FuncType) string {
	var arguments []string
	for _, p := range f.Params.List {
		for _, id := range p.Names {
			arguments = append(arguments, id.Name)
		}
		if len(p.Names) == 0 {
			arguments = append(arguments, fmt.Sprintf("argument%d", len(arguments)+1))
		}
	}
	call := fmt.Sprintf("%s(%s)", name, strings.Join(arguments, ", "))
	example := fmt.Sprintf("func Evoke%s() error { ... return %s }", name, call)
	if what == "handler" {
		if f.Results.NumFields() != 2 || !isError(f.Results) {
			call += ", nil"
		}
		example = fmt.Sprintf("func Evoke%s() (http.Handler, error) { ... return %s }", name, call)
	}
	if len(arguments) == 0 {
		return fmt.Sprintf("wrap it in such a function of the package and name that: %s", example)
	}
	return fmt.Sprintf("add a function to the package that makes what it takes (%s), and name that: %s",
		strings.Join(arguments, ", "), example)
}

// isError reports whether the last of several results is an error.
func isError(results *ast.FieldList) bool {
	last, ok := results.List[len(results.List)-1].Type.(*ast.Ident)
	return ok && last.Name == "error"
}

func form(results int) string {
	if results == 0 {
		return "nothing or an error"
	}
	return "a handler, and maybe an error"
}
