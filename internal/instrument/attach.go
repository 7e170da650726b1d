package instrument

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/version"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// leastAttached is the oldest Go version whose code has the same meaning in a module of a later version: since then
// each iteration of a loop has its own variables.
const leastAttached = "go1.22"

// engineModule is the path of the module that the probes are part of.
const engineModule = "github.com/evoke-go/evoke"

// attachment adds the engine to a user's module.
type attachment struct {
	tool    *goCommand
	cache   *cache
	overlay overlay
	list    *listing
	modfile string // "" for go.mod
	evoke   string // the folder of the engine
}

// attach adds the engine to the user's go.mod, in the overlay, together with the modules that the engine's packages in
// the program need, and no others. (With a go.work the go command would load the whole graph of modules, and ask for
// many that nothing imports.) It reports whether it did so.
func (p *attachment) attach(ctx context.Context) (bool, error) {
	c, modfile := p.tool, cmp.Or(p.modfile, p.tool.vars.GOMOD)
	if c.vars.GOWORK != "" {
		return false, nil
	}
	user, err := readMod(ctx, c, p.overlay.actual(modfile))
	if err != nil || version.Compare("go"+user.Go, leastAttached) < 0 {
		return false, err
	}
	needs, err := p.needs(ctx)
	if err != nil {
		return false, err
	}
	own := p.evoke
	engine, err := readMod(ctx, c, filepath.Join(own, "go.mod"))
	if err != nil {
		return false, err
	}
	if err := p.slimEngine(engine, user.latest(needs)); err != nil {
		return false, err
	}
	release := later(user.Go, engine.Go)
	args := []string{"mod", "edit", "-print", "-go=" + release, "-toolchain=none",
		replacement(engineModule, "", p.evoke)}
	if user.required(engineModule) == "" {
		args = append(args, "-require="+engineModule+"@v0.0.0")
	}
	for _, need := range user.latest(needs) {
		args = append(args, "-require="+need.Path+"@"+need.Version)
	}
	content, err := c.output(ctx, append(args, p.overlay.actual(modfile))...)
	if err != nil {
		return false, err
	}
	content = append(bytes.ReplaceAll(content, []byte(atSign), []byte("@")), "\n"+user.defaults(release)...)
	sums := strings.TrimSuffix(modfile, ".mod") + ".sum"
	return true, errors.Join(p.overlay.add(p.cache, modfile, content), p.addSums(sums, own))
}

// addSums adds the checksums of the engine's go.sum to those of a file, which need not exist.
func (p *attachment) addSums(path, engine string) error {
	own, err := os.ReadFile(p.overlay.actual(path))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	more, engineErr := os.ReadFile(filepath.Join(engine, "go.sum"))
	return errors.Join(err, engineErr, p.overlay.add(p.cache, path, slices.Concat(own, []byte("\n"), more)))
}

// needs returns the modules of the packages that the engine imports, as far as the program imports the engine.
func (p *attachment) needs(ctx context.Context) ([]required, error) {
	tool := p.tool.with("GOWORK", "off").with("GOFLAGS", "-buildvcs=false").with("PWD", p.evoke)
	tool.dir = p.evoke
	args := []string{"list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "--"}
	for _, l := range p.list.packages {
		if l.ForTest == "" && l.of(engineModule) {
			args = append(args, l.path())
		}
	}
	out, err := tool.output(ctx, args...)
	if err != nil {
		return nil, err
	}
	var all []required
	for line := range strings.Lines(string(out)) {
		path, release, ok := strings.Cut(strings.TrimSpace(line), " ")
		if needed := (required{path, release}); ok && !slices.Contains(all, needed) {
			all = append(all, needed)
		}
	}
	return all, nil
}

// slimEngine gives the engine a go.mod with only these modules. An engine in the module cache, where the overlay cannot
// change files, moves to a folder that exists only in the overlay.
func (p *attachment) slimEngine(engine *modFile, needs []required) error {
	if beneath(p.evoke, p.tool.vars.GOMODCACHE) {
		from := p.evoke
		p.evoke = filepath.Join(p.cache.dir, virtualFolder, filepath.Base(from))
		if err := (&modules{overlay: p.overlay}).mirror(from, p.evoke); err != nil {
			return err
		}
	}
	text := fmt.Sprintf("module %s\n\ngo %s\n", engineModule, engine.Go)
	for _, need := range needs {
		text += "\nrequire " + need.Path + " " + need.Version + "\n"
	}
	return p.overlay.add(p.cache, filepath.Join(p.evoke, "go.mod"), []byte(text))
}

// required returns the version of a module that m requires, "" if it does not.
func (m *modFile) required(path string) string {
	for _, r := range m.Require {
		if r.Path == path {
			return r.Version
		}
	}
	return ""
}

// latest returns these modules, each in the later one of its version and the version that m requires.
func (m *modFile) latest(needs []required) (all []required) {
	for _, need := range needs {
		if own := m.required(need.Path); own != "" && compareReleases(own, need.Version) > 0 {
			need.Version = own
		}
		all = append(all, need)
	}
	return all
}

// compareReleases compares two semantic versions: it returns -1, 0 or +1.
func compareReleases(a, b string) int {
	a, _, _ = strings.Cut(strings.TrimPrefix(a, "v"), "+")
	b, _, _ = strings.Cut(strings.TrimPrefix(b, "v"), "+")
	a, beforeA, isA := strings.Cut(a, "-")
	b, beforeB, isB := strings.Cut(b, "-")
	order := slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), compareParts)
	switch {
	case order != 0:
		return order
	case isA && isB:
		return slices.CompareFunc(strings.Split(beforeA, "."), strings.Split(beforeB, "."), compareParts)
	case isA:
		return -1 // a pre-release, which comes before the release
	case isB:
		return 1
	}
	return 0
}

// compareParts compares two parts of a version, between its dots: numbers come before words, and are compared by value.
func compareParts(a, b string) int {
	x, errA := strconv.ParseUint(a, 10, 64)
	y, errB := strconv.ParseUint(b, 10, 64)
	switch {
	case errA == nil && errB == nil:
		return cmp.Compare(x, y)
	case errA == nil:
		return -1
	case errB == nil:
		return 1
	}
	return cmp.Compare(a, b)
}
