package expr

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/output/internal/naming"
	"github.com/evoke-go/evoke/suite"
)

// Imports are the packages that tests import, each with the name by which their code refers to it.
type Imports struct {
	// Own is the import path of the tests' package; "" if it has no functions to call.
	Own   string
	names map[string]string
	paths []string // in the order of use
	taken naming.Scope
}

// Import is a package with the name by which code refers to it.
type Import struct{ Name, Path string }

// NewImports returns imports that begin with known packages. Their names and those in taken are not used for other
// packages.
func NewImports(own string, taken naming.Scope, known ...Import) *Imports {
	p := &Imports{Own: own, names: map[string]string{}, taken: taken}
	for _, i := range known {
		p.names[i.Path] = p.taken.Free(i.Name)
		p.paths = append(p.paths, i.Path)
	}
	return p
}

// Taken reports whether a name already means something other than a function of the tests' package.
func (p *Imports) Taken(name string) bool { return p.taken[name] }

// Names returns the names by which code refers to packages.
func (p *Imports) Names() []string { return slices.Collect(maps.Values(p.names)) }

// Use imports a package and returns the qualifier of its names: "strconv.", or "" for the package of the tests. If no
// name is given, the import path suggests one.
func (p *Imports) Use(importPath, name string) string {
	if importPath == p.Own {
		return ""
	}
	known, ok := p.names[importPath]
	if !ok {
		if name == "" {
			name = suggestedName(importPath)
		}
		known = p.taken.Free(name)
		p.names[importPath] = known
		p.paths = append(p.paths, importPath)
	}
	return known + "."
}

// version matches a version in an import path, which is not a part of the package name.
var version = regexp.MustCompile(`^v[0-9]+$`)

// suggestedName returns the probable name of a package: "shop" for "github.com/x/go-shop/v2" and for
// "gopkg.in/shop.v1".
func suggestedName(importPath string) string {
	base := path.Base(importPath)
	if dir := path.Dir(importPath); version.MatchString(base) && dir != "." {
		base = path.Base(dir)
	}
	if stem, ext, ok := strings.Cut(base, "."); ok && version.MatchString(ext) {
		base = stem
	}
	base = strings.TrimPrefix(base, "go-")
	if name := strings.ToLower(suite.UpperCamel(base)); token.IsIdentifier(name) {
		return name
	}
	return "pkg"
}

// spec returns the line of an import declaration. It includes the name if the import path does not end with it.
func (p *Imports) spec(importPath string) string {
	if name := p.names[importPath]; name != path.Base(importPath) {
		return fmt.Sprintf("%s %q", name, importPath)
	}
	return fmt.Sprintf("%q", importPath)
}

// qualified matches a name with the path of its package before it, and also the tag of a field, in which there are no
// such names.
var qualified = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[\pL_][\pL\pN_./~@+%-]*\.[\pL_][\pL\pN_]*`)

// Localize converts a type in the spelling of go/types to the spelling in the tests, and imports its packages.
func (p *Imports) Localize(typ string) (out string, err error) {
	out = qualified.ReplaceAllStringFunc(typ, func(full string) string {
		if full[0] == '"' {
			return full
		}
		dot := strings.LastIndexByte(full, '.')
		before := p.Use(full[:dot], "")
		if before != "" && err == nil && (!Importable(full[:dot]) || !token.IsExported(full[dot+1:])) {
			err = fmt.Errorf("the type %s cannot be named in another package", full)
		}
		return before + full[dot+1:]
	})
	if err == nil && unspeakable.MatchString(quotedText.ReplaceAllString(out, `""`)) {
		err = fmt.Errorf("%q is no type on one line", typ)
	}
	return out, err
}

// quotedText matches the tag of a field. unspeakable matches texts that no type of go/types contains outside of tags:
// comments and control characters, which would change the meaning of the code after the type.
var (
	quotedText  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	unspeakable = regexp.MustCompile(`//|/\*|\pC`)
)

// Importable reports whether other packages can import a path.
func Importable(importPath string) bool {
	return importPath != "main" && !strings.ContainsFunc(importPath, notInPath) && path.Clean(importPath) == importPath
}

// notInPath reports whether a character is not allowed in an import path (the Go specification leaves that to
// compilers).
func notInPath(r rune) bool {
	return !unicode.IsGraphic(r) || unicode.IsSpace(r) || strings.ContainsRune("!\"#$%&'()*,:;<=>?[\\]^`{|}\uFFFD", r)
}

// Declaration returns the import declaration that a piece of code needs.
func (p *Imports) Declaration(code string) string {
	used := UsedPackages(code)
	var std, other string
	for _, path := range p.paths {
		switch {
		case !used[p.names[path]]:
		case strings.Contains(path, "."):
			other += "\t" + p.spec(path) + "\n"
		default:
			std += "\t" + p.spec(path) + "\n"
		}
	}
	if other != "" {
		other = "\n" + other
	}
	return "import (\n" + std + other + ")\n"
}

// UsedPackages returns the names before a dot in code. It returns nothing for code that cannot be parsed; format
// reports the error later.
func UsedPackages(code string) map[string]bool {
	used := map[string]bool{}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+code, parser.SkipObjectResolution)
	if err != nil {
		return used
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	return used
}

// predeclared are the predeclared identifiers that tests may use.
const predeclared = "_ any bool byte error false float64 int int64 iota len nil rune string true"

// keywords are the keywords of Go.
const keywords = "break case chan const continue default defer else fallthrough for func go goto if import interface " +
	"map package range return select struct switch type var"

// NewScope returns a scope in which the keywords, the predeclared identifiers and some names are taken.
func NewScope(names ...string) naming.Scope {
	return naming.NewScope(slices.Concat(strings.Fields(predeclared), strings.Fields(keywords), names)...)
}
