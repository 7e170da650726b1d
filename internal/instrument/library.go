package instrument

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What limits the packages that are heard without being covered: each of them is
// compiled once more, and what a program compares with an input is seldom far from it.
const (
	// maxLibraries is how many there are.
	maxLibraries = 80
	// maxSteps is how many imports lead from a covered package to one.
	maxSteps = 4
	// maxSource bounds the Go source of one of them in bytes, and maxSources that of all.
	maxSource  = 1 << 20
	maxSources = 6 << 20
)

// Library tells of a module whose comparisons are heard without being covered.
type Library struct {
	Module string // path
	Places int    // comparisons in its packages
}

// librariesOf returns the packages to listen to. Their types are needed in full,
// whoever asks for them first.
func (p *preparation) librariesOf(covered []*listed, w *worker) []*listed {
	if !p.Libraries || p.Runtime != DefaultRuntime {
		return nil
	}
	found := p.selection().libraries(p.Cover, covered, w.replaced.reached)
	for _, l := range found {
		w.typing.whole[l.ImportPath] = true
	}
	return found
}

// listen has libraries heard. What is wrong with one of them is nobody's concern: it
// stays as it is.
func (done *instrumented) listen(ctx context.Context, libraries []*listed, covering *worker) error {
	w := *covering
	w.library = true
	results, err := w.all(ctx, libraries)
	if err != nil {
		return err
	}
	for i, r := range results {
		if len(r.Files) > 0 {
			done.libraries, done.heard = append(done.libraries, libraries[i]), append(done.heard, r)
		}
	}
	return nil
}

// libraries returns the packages of other modules to listen to, those that are
// nearest to the covered ones first. Patterns that leave packages out leave them out
// here, too.
func (s *selection) libraries(patterns []string, covered []*listed, reached map[string]bool) []*listed {
	apart := s.list.reach(slices.Concat(s.list.matches(s.runtime), s.list.matches("runtime"), s.excluded))
	without := map[string]bool{}
	for _, pattern := range patterns {
		if pattern, ok := strings.CutPrefix(pattern, "-"); ok {
			s.mark(without, pattern, true)
		}
	}
	for _, p := range covered {
		without[p.path()] = true
	}
	var found []*listed
	total, seen, level := int64(0), map[string]bool{}, covered
	for range maxSteps {
		level = s.imported(level, seen)
		for _, p := range level {
			if without[p.path()] || apart[p.ImportPath] || reached[p.path()] || !s.listens(p) || len(found) == maxLibraries {
				continue
			}
			if size := p.size(); size <= maxSource && total+size <= maxSources {
				total += size
				found = append(found, p)
			}
		}
	}
	return found
}

// imported returns the packages of other modules that some packages import, those not
// seen before.
func (s *selection) imported(by []*listed, seen map[string]bool) []*listed {
	var next []*listed
	for _, p := range by {
		for _, id := range p.Imports {
			q := s.list.byID[id]
			if q == nil || seen[id] || q.Standard || q.Module == nil || q.Module.Main {
				continue
			}
			seen[id] = true
			next = append(next, q)
		}
	}
	return next
}

// engineModule is the path of the module that the probes are part of.
const engineModule = "github.com/evoke-go/evoke"

// listens reports whether a package can be listened to. None can whose module would
// have to be copied.
func (s *selection) listens(p *listed) bool {
	name := p.path()
	switch {
	case p.Error != nil, p.ForTest != "", !p.hasSource(s.list), slices.Contains(s.standIns, name):
		return false
	case p.needsTools(), name == engineModule, strings.HasPrefix(name, engineModule+"/"):
		return false
	}
	return !slices.ContainsFunc(s.list.packages, func(q *listed) bool {
		return q.Module != nil && q.Module.Dir != "" && q.Module.Dir == p.Module.Dir && q.needsTools()
	})
}

// needsTools reports whether a tool other than the compiler reads the package.
func (l *listed) needsTools() bool { return len(l.CgoFiles)+len(l.SFiles)+len(l.SysoFiles) > 0 }

// size returns the size of the Go source of a package.
func (l *listed) size() (bytes int64) {
	for _, name := range l.GoFiles {
		if info, err := os.Stat(filepath.Join(l.Dir, name)); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// addLibrary puts a package that is heard into the plan.
func (p *Plan) addLibrary(ctx context.Context, l *listed, r *remembered, m *modules) error {
	if err := p.overlayFiles(ctx, l, r, m); err != nil {
		return err
	}
	p.hears(l.path(), Library{l.Module.Path, r.Compared})
	return nil
}

// listening are the packages of a plan that are heard.
type listening struct {
	// Libraries are the modules whose comparisons are heard, by path.
	Libraries []Library
	heard     map[string]Library // by package
}

// hears adds a package.
func (l *listening) hears(name string, of Library) {
	l.heard[name] = of
	l.count()
}

// ignores leaves a package out. It reports false for one that is not heard.
func (l *listening) ignores(name string) bool {
	_, ok := l.heard[name]
	delete(l.heard, name)
	l.count()
	return ok
}

// count counts the comparisons of each module.
func (l *listening) count() {
	places := map[string]int{}
	for _, p := range l.heard {
		places[p.Module] += p.Places
	}
	l.Libraries = nil
	for _, module := range slices.Sorted(maps.Keys(places)) {
		l.Libraries = append(l.Libraries, Library{module, places[module]})
	}
}
