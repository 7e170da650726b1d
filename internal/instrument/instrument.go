package instrument

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/instrument/mutate"
	"github.com/evoke-go/evoke/probe"
)

// Options say which program to build and which packages to cover.
type Options struct {
	// Dir is where the go command runs. Default: the working folder.
	Dir string
	// Package is the package to build: an import path or a folder ("./api").
	// Default ".".
	Package string
	// Test builds the package's test binary instead of its program.
	Test bool
	// Cover are patterns of the import paths of packages to cover, such as "./..." and "example.com/x/...";
	// "-example.com/x/gen" leaves packages out. Only patterns that name the standard library include it. Default: the
	// packages of the main module (of all modules of a workspace) that Roots reach.
	Cover []string
	// Roots are the packages whose imports are covered. Default: Package.
	Roots []string
	// Flags are the user's build flags, such as -race and -tags=x.
	Flags []string
	// Exclude are import paths of packages that are never covered, nor are their imports. Default: none. The runtime
	// and its imports are never covered either.
	Exclude []string
	// Calls says for which calls a distance is computed. Default: [TableCalls].
	Calls Calls
	// Replacements adds replacements of functions to those of [probe.Replacements]. If both have a row for a function,
	// the row here counts. The program need not import the packages of the replacements: Prepare adds them. Default:
	// none.
	Replacements []probe.Replacement
	// Overflow adds probes that note results of calculations and conversions that do not fit into their types, except
	// in the standard library and in generated files. Default: no such probes.
	Overflow bool
	// Steps adds probes that count iterations of loops and calls of functions. Default: no such probes.
	Steps bool
	// Files adds files to the build, by absolute path; they need not exist. A nil content hides a file. Default: none.
	Files map[string][]byte
	// Runtime is the import path of the package that holds the probes. If Files puts it into the standard library, all
	// packages of the standard library that it does not import can have probes. With [MutantRuntime] the packages get
	// mutants in place of probes, which count as statements. Default: github.com/evoke-go/evoke/probe.
	Runtime string
	// Evoke is the folder of Evoke's module, for programs whose modules do not depend on it. Default: none; the program
	// has to depend on it.
	Evoke string
	// Cache is the folder that Prepare and Build write to. Default: evoke in
	// os.UserCacheDir.
	Cache string
	// Private is the folder to use if other users can write to the default of Cache. Default: none; then that is an
	// error.
	Private string
	// Env is the environment of the go command. Default: that of the process.
	Env []string
}

// DefaultRuntime is the import path of the package that holds the probes.
const DefaultRuntime = "github.com/evoke-go/evoke/probe"

// MutantRuntime is the import path of the package that switches mutants on.
const MutantRuntime = mutate.Runtime

// Prepare finds the packages to cover, puts probes into them and writes the
// overlay. It does not rewrite packages again that have not changed. Its errors
// are one line, and wrap one of the errors of this package where one applies.
func Prepare(ctx context.Context, o Options) (*Plan, error) {
	p, err := newPreparation(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := p.load(ctx); err != nil {
		return nil, err
	}
	done, err := p.rewrite(ctx)
	if errors.Is(err, errUncompiled) {
		p.compiled = true
		if err = p.load(ctx); err == nil {
			done, err = p.rewrite(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	return p.plan(ctx, done)
}

// preparation is the state of one Prepare.
type preparation struct {
	Options
	rows     []*row
	tool     *goCommand
	settings *settings
	cache    *cache
	kept     *kept
	learned  *kept // export data; programs of one package share it, whatever probes they have
	overlay  overlay
	compiled bool // the list has all export data, and the errors of packages that do not compile
	list     *listing
	roots    []*listed
	joined   bool // Evoke had to be added to the modules
}

// withDefaults returns the options with their defaults filled in.
func (o Options) withDefaults() (Options, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return o, fmt.Errorf("%w: %w", ErrNoSource, err)
	}
	o.Dir, o.Package, o.Runtime = dir, cmp.Or(o.Package, "."), cmp.Or(o.Runtime, DefaultRuntime)
	return o, nil
}

func newPreparation(ctx context.Context, o Options) (*preparation, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	p := &preparation{Options: o}
	if p.rows, err = readRows(o.Replacements); err != nil {
		return nil, err
	}
	if p.tool, err = newGoCommand(ctx, o.Dir, o.Env); err != nil {
		return nil, err
	}
	if p.settings, err = newSettings(o.Flags, p.tool.vars.GOFLAGS, o.Dir); err != nil {
		return nil, err
	}
	p.tool = p.tool.with("GOFLAGS", p.settings.goflags)
	if p.cache, err = openCache(o.Cache, o.Private); err != nil {
		return nil, err
	}
	if p.overlay, err = readOverlay(p.settings.overlay, o.Dir); err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(o.Files)) {
		if err := p.overlay.add(p.cache, filepath.Clean(path), o.Files[path]); err != nil {
			return nil, err
		}
	}
	return p, p.recall()
}

// recall reads what the cache has of the program, and of the imports that all programs of its package share.
func (p *preparation) recall() error {
	own, err := ownDigest()
	if err != nil {
		return fmt.Errorf("program: %w", err)
	}
	key := fmt.Sprintf("%s %q %q %t %q %q", own, p.Dir, p.Package, p.Test, p.settings.flags, p.settings.goflags)
	p.learned = p.cache.kept(digest([]byte(key)))
	p.kept = p.cache.kept(digest(fmt.Appendf(nil, "%s %t %t %q %q %q %q %q", key, p.Overflow, p.Steps, p.Cover, p.Roots,
		p.Runtime+strconv.Itoa(int(p.Calls)), fmt.Sprint(p.Replacements), fmt.Sprint(probe.Replacements()))))
	p.compiled = !p.learned.known()
	return nil
}

// load lists the package with all its imports, the runtime and the roots.
func (p *preparation) load(ctx context.Context) error {
	if err := p.listFirst(ctx); err != nil {
		return err
	}
	if missing := p.missingRuntime(); missing != nil && !p.joined {
		if p.Evoke == "" {
			return fmt.Errorf("%w: %w", ErrNoRuntime, missing)
		}
		if err := p.join(ctx, missing); err != nil {
			return err
		}
	}
	return cmp.Or(p.checkListed(), p.list.err(p.Dir))
}

// listFirst lists the program for the first time. If the engine is missing, everything is listed again with it, so
// nothing is compiled before that is known.
func (p *preparation) listFirst(ctx context.Context) error {
	if !p.compiled || p.Evoke == "" || p.joined {
		return p.listAll(ctx)
	}
	p.compiled = false
	err := p.listAll(ctx)
	p.compiled = true
	if err != nil || p.missingRuntime() != nil {
		return err
	}
	return p.listAll(ctx)
}

// join adds the engine to the modules. A vendor folder, which belongs to one module, is then not used.
func (p *preparation) join(ctx context.Context, missing error) error {
	if err := p.list.withoutSum(p.Package, p.Dir); err != nil {
		return err
	}
	p.settings.withoutVendor()
	p.tool, p.joined = p.tool.with("GOFLAGS", p.settings.goflags), true
	own, engine := maps.Clone(p.overlay), p.Evoke
	a := &attachment{p.tool, p.cache, p.overlay, p.list, p.settings.modfile, engine}
	done, err := a.attach(ctx)
	if p.Evoke = a.evoke; err == nil && done {
		if err = p.listAll(ctx); err == nil { // else there is no list
			err = cmp.Or(p.missingRuntime(), p.list.err(p.Dir))
		}
	}
	if !done || err != nil && ctx.Err() == nil && !errors.Is(err, ErrCompile) {
		p.overlay, p.Evoke = own, engine
		if p.tool, err = joined(ctx, p.tool, p.cache, p.overlay, p.settings, p.Evoke); err != nil {
			return err
		}
		err = p.listAll(ctx)
	}
	if !strings.Contains(missing.Error(), "-mod=vendor") {
		return err
	}
	if err == nil {
		err = cmp.Or(p.missingRuntime(), p.list.err(p.Dir))
	}
	if err != nil {
		return fmt.Errorf("%w: %w; without the vendor folder: %w", ErrNoRuntime, missing, err)
	}
	p.settings.notes = append(p.settings.notes,
		Note{"vendor", "the folder is passed by, Evoke is not in it: the modules are those of go.mod"})
	return nil
}

// listAll runs go list. It lists tests for the package alone: tests of the runtime and the roots may need modules that
// are not available.
func (p *preparation) listAll(ctx context.Context) error {
	flags, err := p.listFlags()
	if err != nil {
		return err
	}
	if p.list, err = list(ctx, p.tool, query{flags, p.Test, p.compiled}, p.Package); err != nil {
		return err
	}
	var more []string
	for _, pattern := range append(slices.Clone(p.Roots), p.Runtime) {
		if len(p.list.find(pattern, p.Dir)) == 0 {
			more = append(more, pattern)
		}
	}
	if more = append(more, p.missingRows()...); len(more) > 0 {
		rest, err := list(ctx, p.tool, query{flags, false, p.compiled}, more...)
		if err != nil {
			return err
		}
		p.list.merge(rest)
	}
	p.list.rename(func(text string) string { return p.overlay.userFiles(p.cache, text) })
	p.resolveRoots()
	return nil
}

// resolveRoots finds the packages whose imports are covered by default.
func (p *preparation) resolveRoots() {
	p.roots = p.list.matches(p.Package)
	if p.Test {
		p.roots = p.list.withTests(p.roots)
	}
	if len(p.Roots) > 0 {
		p.roots = nil
	}
	for _, root := range p.Roots {
		p.roots = append(p.roots, p.list.find(root, p.Dir)...)
	}
}

// listFlags returns the build flags with the overlay before rewriting.
func (p *preparation) listFlags() ([]string, error) {
	path, err := p.overlay.write(p.cache)
	if err != nil || path == "" {
		return p.settings.flags, err
	}
	return append(slices.Clip(p.settings.flags), "-overlay="+path), nil
}

// missingRuntime returns why the runtime, or the engine in a file that is added to the build, cannot be imported. If
// the go command failed before it looked for them, it returns that error.
func (p *preparation) missingRuntime() error {
	found := p.list.matches(p.Runtime)
	first := p.list.err(p.Dir)
	lacks := errors.Is(first, ErrNoPackage) || errors.Is(first, ErrNoSum)
	switch {
	case p.Evoke != "" && lacks && strings.Contains(first.Error(), path.Dir(DefaultRuntime)):
		return first // the added file imports the engine, or the program imports a part of it that needs fewer modules
	case p.Evoke != "" && p.list.notLoaded(engineModule) != nil:
		return p.list.notLoaded(engineModule).err(p.Dir)
	case len(found) > 0 && found[0].Error != nil:
		return found[0].err(p.Dir)
	case len(found) > 0, first != nil:
		return nil
	}
	return errors.New(p.Runtime + " was not found")
}

// rewrite puts probes into the packages to cover.
func (p *preparation) rewrite(ctx context.Context) (*instrumented, error) {
	covered, notes := p.selection().covered(p.Cover)
	if len(covered) == 0 {
		notes = append(notes, nothing(p.Cover))
	}
	t := newTexts(p.overlay, p.learned.Surfaces)
	prints := newFingerprints(p.list, t, p.tool.vars, p.settings)
	w := &worker{
		cache: p.cache, typing: newTyping(prints, p.learned.Exports, p.tool.vars), runtime: p.Runtime,
		replaced: p.newReplacements(), compiled: p.compiled, overflow: p.Overflow, steps: p.Steps,
	}
	libraries := p.librariesOf(covered, w)
	results, err := w.all(ctx, covered)
	if err != nil {
		return nil, err
	}
	done := &instrumented{packages: covered, results: results}
	if err := done.listen(ctx, libraries, w); err != nil {
		return nil, err
	}
	exports := p.learned.Exports
	if p.compiled {
		exports = prints.exports()
	}
	done.notes = append(notes, p.unusedRows(slices.Concat(results, done.heard))...)
	return done, p.learned.learn(exports, t.known())
}

// plan writes the overlay for the build.
func (p *preparation) plan(ctx context.Context, done *instrumented) (*Plan, error) {
	plan := &Plan{CacheNote: p.cache.note, Notes: append(p.settings.notes, done.notes...),
		options: p.Options, cache: p.cache, kept: p.kept, linker: p.linker(), owned: map[string][]place{},
		listening: listening{heard: map[string]Library{}}}
	m := &modules{
		cache: p.cache, tool: p.tool, overlay: p.overlay, list: p.list, tested: p.tested(),
		modfile: p.tool.vars.GOMOD, folders: map[string]string{},
	}
	if p.settings.modfile != "" {
		m.modfile = p.settings.modfile
	}
	for i, covered := range done.packages {
		if err := plan.add(ctx, covered, done.results[i], m); err != nil {
			return nil, err
		}
	}
	for i, library := range done.libraries {
		if err := plan.addLibrary(ctx, library, done.heard[i], m); err != nil {
			return nil, err
		}
	}
	if err := p.tell(ctx, plan, m); err != nil {
		return nil, err
	}
	var err error
	if plan.tool, err = m.finish(ctx); err != nil {
		return nil, err
	}
	plan.overlay, plan.flags = p.overlay, p.settings.flags
	plan.Overlay, err = plan.overlay.write(p.cache)
	return plan, err
}

func (p *preparation) selection() *selection {
	s := &selection{
		list: p.list, dir: p.Dir, roots: p.roots, runtime: p.Runtime,
		goroot: !beneath(p.tool.vars.GOROOT, p.tool.vars.GOMODCACHE),
	}
	for _, r := range p.list.matches(p.Runtime) {
		s.stdlib = r.Standard
	}
	for _, path := range p.Exclude {
		s.excluded = append(s.excluded, p.list.matches(path)...)
	}
	for _, row := range p.rows {
		s.standIns = append(s.standIns, row.with.pkg)
	}
	if p.joined {
		s.engine = filepath.Clean(p.Evoke)
	}
	return s
}

// tested returns the folders of the modules whose tests are run.
func (p *preparation) tested() map[string]bool {
	folders := map[string]bool{}
	for _, root := range p.list.matches(p.Package) {
		if p.Test && root.Module != nil {
			folders[root.Module.Dir] = true
		}
	}
	return folders
}
