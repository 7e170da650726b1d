package gotest

import (
	"fmt"
	"go/token"
	"path"
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// packages are the packages that tests import, each with the name that their
// code calls it by.
type packages struct {
	own   string // the import path of the tests' package, "" if nothing is of it
	names map[string]string
	paths []string // in the order of use
	taken scope
}

func newPackages(own string) *packages {
	p := &packages{own: own, names: map[string]string{}, taken: newScope()}
	for _, i := range testImports {
		p.names[i.path] = p.taken.free(i.name)
		p.paths = append(p.paths, i.path)
	}
	return p
}

// use returns what stands before a name of a package: "strconv.", or nothing
// for the package of the tests. The name of the package is what its path
// suggests unless it is given.
func (p *packages) use(importPath, name string) string {
	if importPath == p.own {
		return ""
	}
	known, ok := p.names[importPath]
	if !ok {
		if name == "" {
			name = suggestedName(importPath)
		}
		known = p.taken.free(name)
		p.names[importPath] = known
		p.paths = append(p.paths, importPath)
	}
	return known + "."
}

// version is an element of an import path that is not part of a name.
var version = regexp.MustCompile(`^v[0-9]+$`)

// suggestedName is the name that a package most likely has: that of
// "github.com/x/go-shop/v2" and "gopkg.in/shop.v1" is "shop".
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

// spec is the line of an import declaration. It spells out a name that the
// path does not end with.
func (p *packages) spec(importPath string) string {
	if name := p.names[importPath]; name != path.Base(importPath) {
		return fmt.Sprintf("%s %q", name, importPath)
	}
	return fmt.Sprintf("%q", importPath)
}

// qualified is a name with the path of its package before it, outside of the
// tags of a struct.
var qualified = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[\pL_][\pL\pN_./~@+%-]*\.[\pL_][\pL\pN_]*`)

// localize spells a type as the tests have to, given as go/types does.
func (p *packages) localize(typ string) (out string, err error) {
	out = qualified.ReplaceAllStringFunc(typ, func(full string) string {
		if full[0] == '"' {
			return full
		}
		dot := strings.LastIndexByte(full, '.')
		before := p.use(full[:dot], "")
		if before != "" && err == nil {
			err = checkFunc(&Func{ImportPath: full[:dot], Name: full[dot+1:]}, "")
		}
		return before + full[dot+1:]
	})
	return out, err
}
