package main

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// module is the public part of a Go module.
type module struct {
	path string
	// packages are those that others can import, sorted by path.
	packages []*types.Package
}

// load types the public packages of the module in a folder.
func load(dir string) (*module, error) {
	found, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedModule,
		Dir:  dir,
	}, "./...")
	if err != nil {
		return nil, fmt.Errorf("packages of %s: %w", dir, err)
	}
	m := &module{}
	for _, p := range found {
		for _, e := range p.Errors {
			err = errors.Join(err, e)
		}
		if p.Module != nil {
			m.path = p.Module.Path
		}
		if public(p) {
			m.packages = append(m.packages, p.Types)
		}
	}
	if err == nil && len(m.packages) == 0 {
		err = errors.New("there are no public packages")
	}
	if err != nil {
		return nil, fmt.Errorf("packages of %s: %w", dir, err)
	}
	slices.SortFunc(m.packages, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return m, nil
}

// public reports whether users can import a package, and are meant to: not a
// program, not internal, no example.
func public(p *packages.Package) bool {
	elements := strings.Split(p.PkgPath, "/")
	return p.Name != "main" && !slices.Contains(elements, "internal") && !slices.Contains(elements, "examples")
}
