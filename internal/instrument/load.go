package instrument

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// listed is a package in the output of go list.
type listed struct {
	ImportPath, Name, Dir, Export, ForTest       string
	GoFiles, CgoFiles, HFiles, SFiles, SysoFiles []string
	CXXFiles, FFiles, SwigCXXFiles               []string
	CgoLDFLAGS, CgoPkgConfig, Imports, Match     []string
	ImportMap                                    map[string]string
	Module                                       *listedModule
	Standard                                     bool
	Error                                        *listError
}

// listFields are the fields of listed, so that go list computes no others. The field Export is added for packages that
// are compiled.
const listFields = "ImportPath,Name,Dir,ForTest,GoFiles,CgoFiles,HFiles,SFiles,SysoFiles,CXXFiles,FFiles," +
	"SwigCXXFiles,CgoLDFLAGS,CgoPkgConfig,Imports,Match,ImportMap,Module,Standard,Error"

type listedModule struct {
	Path, Version, Dir, GoMod, GoVersion string
	Main                                 bool
	Replace                              *listedModule
}

type listError struct {
	Pos, Err string
}

// path returns the import path without the mark of a test variant: "p [q.test]" is p compiled for the test of q.
func (l *listed) path() string { return plainPath(l.ImportPath) }

func plainPath(id string) string {
	path, _, _ := strings.Cut(id, " ")
	return path
}

// listing is the output of go list for a program, dependencies first.
type listing struct {
	packages []*listed
	byID     map[string]*listed // by ImportPath with the mark of the variant
}

// query says how packages are listed.
type query struct {
	flags    []string
	test     bool // with their tests
	compiled bool // with all export data, and the errors of packages that do not compile
}

// list runs go list for packages and their imports.
func list(ctx context.Context, c *goCommand, q query, patterns ...string) (*listing, error) {
	args := []string{"list", "-e", "-deps"}
	if q.test {
		args = append(args, "-test")
	}
	if q.compiled {
		args = append(args, "-export", "-json="+listFields+",Export")
	} else {
		args = append(args, "-json="+listFields)
	}
	args = append(append(append(args, q.flags...), "--"), patterns...)
	out, err := c.output(ctx, args...)
	if err != nil {
		return nil, err
	}
	l := &listing{byID: map[string]*listed{}}
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		p := new(listed)
		if err := decoder.Decode(p); errors.Is(err, io.EOF) {
			return l, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		l.add(p)
	}
}

// rename changes the texts of the errors of packages.
func (l *listing) rename(change func(string) string) {
	for _, p := range l.packages {
		if p.Error != nil {
			p.Error.Pos, p.Error.Err = change(p.Error.Pos), change(p.Error.Err)
		}
	}
}

func (l *listing) add(p *listed) {
	if have := l.byID[p.ImportPath]; have != nil {
		have.Match = append(have.Match, p.Match...)
		return
	}
	l.packages = append(l.packages, p)
	l.byID[p.ImportPath] = p
}

// merge adds the packages of another listing that this one lacks.
func (l *listing) merge(more *listing) {
	for _, p := range more.packages {
		l.add(p)
	}
}

// matches returns the packages that matched a pattern on the command line.
func (l *listing) matches(pattern string) []*listed {
	var found []*listed
	for _, p := range l.packages {
		if slices.Contains(p.Match, pattern) || p.ImportPath == pattern {
			found = append(found, p)
		}
	}
	return found
}

// variant returns the package for an import path in the binary of a test, or in a program if forTest is "". A package
// is compiled again for a test binary if it imports the tested package, perhaps indirectly.
func (l *listing) variant(path, forTest string) *listed {
	if p := l.byID[path+" ["+forTest+".test]"]; p != nil {
		return p
	}
	return l.byID[path]
}

// err returns the error of the first package that has one. Dependencies come first, so this error is the cause of later
// ones.
func (l *listing) err(dir string) error {
	for _, p := range l.packages {
		if p.Error != nil {
			return p.err(dir)
		}
	}
	return nil
}

// notLoaded returns the first package of a module that the go command could not load, nil for none.
func (l *listing) notLoaded(module string) *listed {
	for _, p := range l.packages {
		if p.Error != nil && p.of(module) {
			return p
		}
	}
	return nil
}

// of reports whether a package belongs to a module. A package without one is told by its import path.
func (l *listed) of(module string) bool {
	if l.Module != nil {
		return l.Module.Path == module
	}
	return l.path() == module || strings.HasPrefix(l.path(), module+"/")
}

func (l *listed) err(dir string) error {
	text := l.Error.Err
	if l.Error.Pos != "" {
		text = l.Error.Pos + ": " + text
	}
	return toolError(text, dir)
}

// reach returns the IDs of packages and of all their imports.
func (l *listing) reach(from []*listed) map[string]bool {
	seen := map[string]bool{}
	var visit func(id string)
	visit = func(id string) {
		p := l.byID[id]
		if p == nil || seen[id] {
			return
		}
		seen[id] = true
		for _, imported := range p.Imports {
			visit(imported)
		}
	}
	for _, p := range from {
		visit(p.ImportPath)
	}
	return seen
}

// withoutSum returns the error of a package that the program imports, other than by the engine, and whose module is
// missing in go.sum. Such a program does not build, with the engine or without.
func (l *listing) withoutSum(pattern, dir string) error {
	reached := l.without(engineModule).reach(l.matches(pattern))
	const lacks = "missing go.sum entry for module providing"
	for _, p := range l.packages {
		if reached[p.ImportPath] && p.Error != nil && strings.Contains(p.Error.Err, lacks) {
			return p.err(dir)
		}
	}
	return nil
}

// without returns the listing without the packages of a module, for [listing.reach]. Of the main module, it leaves out
// only what the package at its root needs: other packages of it are programs, such as examples.
func (l *listing) without(module string) *listing {
	var root []*listed
	for _, path := range []string{module, module + "/sut/program/inside"} {
		if p := l.byID[path]; p != nil {
			root = append(root, p)
		}
	}
	needed := l.reach(root)
	own := &listing{byID: maps.Clone(l.byID)}
	maps.DeleteFunc(own.byID, func(id string, p *listed) bool {
		return p.of(module) && (p.Module == nil || !p.Module.Main || needed[plainPath(id)])
	})
	return own
}

// withTests adds the test variants and external tests of packages, which are in their test binaries.
func (l *listing) withTests(packages []*listed) []*listed {
	all := slices.Clone(packages)
	for _, p := range l.packages {
		own := func(q *listed) bool { return p.ForTest != "" && p.ForTest == q.ImportPath }
		if slices.ContainsFunc(packages, own) {
			all = append(all, p)
		}
	}
	return all
}
