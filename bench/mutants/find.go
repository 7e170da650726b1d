package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// unit is a package whose tests are asked.
type unit struct {
	path, dir string
	mutants   []*mutant
}

// find returns the packages that patterns stand for, each with all its mutants.
// Packages without tests are an error: nothing could kill their mutants.
func find(ctx context.Context, patterns []string) ([]*unit, error) {
	var out []*unit
	for _, pattern := range patterns {
		listed, err := list(ctx, strings.TrimSpace(pattern))
		if err != nil {
			return nil, err
		}
		for _, l := range listed {
			if len(l.TestGoFiles)+len(l.XTestGoFiles) == 0 {
				return nil, fmt.Errorf("%s has no tests", l.ImportPath)
			}
			u := &unit{path: l.ImportPath, dir: l.Dir}
			for _, name := range l.GoFiles {
				if err := u.mutate(filepath.Join(l.Dir, name)); err != nil {
					return nil, err
				}
			}
			out = append(out, u)
		}
	}
	return out, nil
}

// listed is what the go command tells of a package.
type listed struct {
	ImportPath, Dir           string
	GoFiles                   []string
	TestGoFiles, XTestGoFiles []string
}

// list asks the go command, in the folder of the pattern: it may be in another
// module.
func list(ctx context.Context, pattern string) ([]listed, error) {
	dir, below := strings.CutSuffix(pattern, "...")
	within := "."
	if below {
		within = "./..."
	}
	cmd := exec.CommandContext(ctx, "go", "list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles", within)
	cmd.Dir = cmp.Or(dir, ".")
	var problem bytes.Buffer
	cmd.Stderr = &problem
	content, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("package %s: %w: %s", pattern, err, problem.Bytes())
	}
	var out []listed
	for d := json.NewDecoder(bytes.NewReader(content)); ; {
		var l listed
		switch err := d.Decode(&l); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("package %s: %w", pattern, err)
		}
		out = append(out, l)
	}
}

// mutate adds the mutants of a file.
func (u *unit) mutate(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, path, content, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	u.mutants = append(u.mutants, mutants(u, &source{path: path, content: content, fset: fset, syntax: syntax})...)
	return nil
}

// draw yields mutants, up to n or, where n is negative, all of them: of each
// package in turn, and there of one operator in turn, so that the many
// conditions do not crowd out the few clamps.
func draw(r *rand.Rand, units []*unit, n int) iter.Seq[*mutant] {
	queues := make([][]*mutant, len(units))
	for i, u := range units {
		queues[i] = shuffled(r, u.mutants)
	}
	return func(yield func(*mutant) bool) {
		for made, some := 0, true; some; {
			some = false
			for i, q := range queues {
				if len(q) == 0 {
					continue
				}
				if made == n || !yield(q[0]) {
					return
				}
				queues[i], some = q[1:], true
				made++
			}
		}
	}
}

// shuffled orders mutants at random, one of each operator after the other.
func shuffled(r *rand.Rand, all []*mutant) []*mutant {
	by := map[string][]*mutant{}
	var names []string
	for _, m := range all {
		if by[m.operator] == nil {
			names = append(names, m.operator)
		}
		by[m.operator] = append(by[m.operator], m)
	}
	slices.Sort(names)
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		group := by[name]
		r.Shuffle(len(group), func(i, j int) { group[i], group[j] = group[j], group[i] })
	}
	var out []*mutant
	for i := 0; len(out) < len(all); i++ {
		for _, name := range names {
			if i < len(by[name]) {
				out = append(out, by[name][i])
			}
		}
	}
	return out
}
