package instrument

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/instrument/mutate"
	"github.com/evoke-go/evoke/internal/instrument/rewrite"
)

// Plan is a program with probes, ready to be built.
type Plan struct {
	// Overlay is the path of the overlay file, "" if nothing is overlaid.
	Overlay string
	// Packages are the packages with probes, dependencies first.
	Packages []Package
	// Notes say what was not instrumented, and why.
	Notes []Note
	// CacheNote says why the cache of the user is not used. It is "" if it is used.
	CacheNote string
	// Sum is the SHA-256 of the program that Build made, in hexadecimal digits.
	Sum string

	options Options
	cache   *cache
	kept    *kept
	linker  string // that the C compiler runs, "" for its own choice
	tool    *goCommand
	flags   []string
	overlay overlay
	owned   map[string][]place // overlaid files, by package
	listening
}

// Package describes a covered package.
type Package struct {
	Path       string // import path
	Files      int    // files that were changed
	Statements int    // probes of statements
	Conditions int    // probes of conditions, each with two sides
}

// place is a path in the overlay, and the file that it led to before the probes.
type place struct {
	path, before string
	had          bool
	tells        bool // the file tells what the program does
}

// add puts a rewritten package into the plan.
func (p *Plan) add(ctx context.Context, l *listed, r *remembered, m *modules) error {
	p.Notes = append(p.Notes, r.Notes...)
	if len(r.Files) == 0 {
		return nil
	}
	name := l.path()
	if err := p.overlayFiles(ctx, l, r, m); err != nil {
		return err
	}
	delete(r.Files, filepath.Join(l.Dir, rewrite.ExtraFile))
	delete(r.Files, filepath.Join(l.Dir, mutate.ExtraFile))
	p.Packages = append(p.Packages, Package{name, len(r.Files), r.Statements, r.Conditions})
	return nil
}

// overlayFiles puts the files of a rewritten package into the overlay.
func (p *Plan) overlayFiles(ctx context.Context, l *listed, r *remembered, m *modules) error {
	for path, stored := range r.Files {
		to, err := m.place(ctx, l, path)
		if err != nil {
			return err
		}
		before, had := m.overlay[to]
		p.owned[l.path()] = append(p.owned[l.path()], place{to, before, had, false})
		m.overlay[to] = stored
	}
	return nil
}

// tell makes packages tell what the program does.
func (p *preparation) tell(ctx context.Context, plan *Plan, m *modules) error {
	if p.Runtime != DefaultRuntime && p.Runtime != MutantRuntime {
		return nil
	}
	t := &telling{list: p.list, overlay: p.overlay, reached: p.list.without(engineModule).reach(p.roots),
		runtime: DefaultRuntime, mutants: p.Runtime == MutantRuntime, fixed: p.tool.vars.GOMODCACHE,
		place: func(l *listed, path string) (string, error) { return m.place(ctx, l, path) }}
	files, notes, err := t.files()
	if err != nil {
		return err
	}
	plan.Notes = append(plan.Notes, notes...)
	for _, f := range files {
		before, had := p.overlay[f.path]
		plan.owned[f.pkg] = append(plan.owned[f.pkg], place{f.path, before, had, true})
		if err := p.overlay.add(p.cache, f.path, f.content); err != nil {
			return err
		}
	}
	return nil
}

// telling returns the packages that tell.
func (p *Plan) telling() (paths []string) {
	for path, places := range p.owned {
		if slices.ContainsFunc(places, func(is place) bool { return is.tells }) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// Build builds the program, or the test binary, to the file out. It leaves out the probes of a package that compiles
// without but not with them, and adds a note. The cache keeps the binary, and it is not linked again as long as nothing
// changes.
func (p *Plan) Build(ctx context.Context, out string) error {
	out = inDir(p.options.Dir, out)
	if info, err := os.Stat(out); err == nil && !info.Mode().IsRegular() {
		return p.build(ctx, out)
	}
	w, err := p.kept.open()
	if err != nil {
		return err
	}
	defer w.close()
	if err := p.build(ctx, w.path); err != nil {
		return err
	}
	if err := w.deliver(out); err != nil {
		return err
	}
	p.Sum = p.kept.Sum
	return nil
}

// build runs the go command until it succeeds, or no more probes can be left out.
func (p *Plan) build(ctx context.Context, out string) error {
	failed := ""
	for {
		complaints, err := p.make(ctx, out)
		if err == nil && p.options.Test && strings.Contains(complaints, "[no test files]") {
			return fmt.Errorf("%w: %s has no tests", ErrNoPackage, p.options.Package)
		}
		if err == nil && failed != "" {
			return p.kept.avoid(failed)
		}
		if err == nil {
			return nil
		}
		if culprits := p.culprits(complaints); ctx.Err() == nil && len(culprits) > 0 {
			if err := p.dropProbes(culprits, complaints); err != nil {
				return err
			}
			continue
		}
		if ctx.Err() == nil && p.linker != "" {
			failed, p.linker = p.linker, "" // without it the cause shows
			continue
		}
		if telling := p.telling(); ctx.Err() == nil && len(telling) > 0 { // the linker may have become stricter
			if err := p.dropProbes(telling, complaints); err != nil {
				return err
			}
			continue
		}
		return p.tool.explain(ctx, err, p.overlay.userFiles(p.cache, complaints))
	}
}

// make runs the go command once and returns its messages.
func (p *Plan) make(ctx context.Context, out string) (string, error) {
	args := []string{"build"}
	if p.options.Test {
		args = []string{"test", "-c", "-vet=off"}
	}
	args = p.args(args...)
	if p.linker != "" {
		args = append(args, quickLink+" -extldflags=-fuse-ld="+p.linker)
	}
	var complaints bytes.Buffer
	err := p.tool.run(ctx, &complaints, &complaints, append(args, "-o", out, p.options.Package)...)
	return complaints.String(), err
}

// Test runs the tests of packages with probes. args are flags and packages for go test ("-short", "./..."). The output
// of the tests goes to out. The error is nil if all tests passed; its text is not meant for the user, the output is.
// Packages of the module cache can be tested if they were the Package of a Prepare with Test.
func (p *Plan) Test(ctx context.Context, out io.Writer, args ...string) error {
	err := p.tool.run(ctx, out, out, append(p.args("test", "-vet=off"), args...)...)
	var exit *exec.ExitError
	if err == nil || errors.As(err, &exit) && ctx.Err() == nil {
		return err
	}
	return p.tool.explain(ctx, err, "")
}

// args returns the arguments of the go command, with the flags of the plan.
func (p *Plan) args(args ...string) []string {
	args = append(slices.Clip(args), p.flags...)
	if p.Overlay != "" {
		args = append(args, "-overlay="+p.Overlay)
	}
	return args
}

// culprits returns the packages with probes in which the compiler reports an error. It returns none for other failures,
// such as a full disk.
func (p *Plan) culprits(complaints string) []string {
	var found []string
	name := ""
	for line := range strings.Lines(complaints) {
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			name = plainPath(strings.TrimSpace(heading))
		} else if p.owned[name] != nil && inCode.MatchString(line) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}

// dropProbes takes the probes out of packages, and adds notes.
func (p *Plan) dropProbes(names []string, complaints string) error {
	why := "it does not compile with probes: " + mostUseful(p.overlay.userFiles(p.cache, complaints))
	for _, name := range names {
		for _, is := range p.owned[name] {
			delete(p.overlay, is.path)
			if is.had {
				p.overlay[is.path] = is.before
			}
		}
		delete(p.owned, name)
		if p.ignores(name) {
			continue
		}
		p.Packages = slices.DeleteFunc(p.Packages, func(q Package) bool { return q.Path == name })
		p.Notes = append(p.Notes, Note{name, why})
	}
	var err error
	p.Overlay, err = p.overlay.write(p.cache)
	return err
}
