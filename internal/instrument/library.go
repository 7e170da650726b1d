package instrument

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds for libraries: packages that get probes without being covered. The go command compiles them again, with the
// other packages of their modules and with all packages that import them. Code that compares an input is seldom far
// from the program.
const (
	// maxSteps bounds the number of imports that lead from a covered package to a library.
	maxSteps = 3
	// maxSources bounds the Go source that is compiled again for all libraries, in bytes.
	maxSources = 1 << 20
)

// Library is a module whose comparisons have probes although it is not covered.
type Library struct {
	Module string // path of the module
	Places int    // number of comparisons in its packages
}

// librariesOf returns the libraries to listen to. Their types are needed in full, whichever package asks for them
// first.
func (p *preparation) librariesOf(covered []*listed, w *worker) []*listed {
	if p.Calls != LibraryCalls || p.Runtime != DefaultRuntime {
		return nil
	}
	found := p.selection().libraries(p.Cover, covered, w.replaced.reached)
	for _, l := range found {
		w.typing.whole[l.ImportPath] = true
	}
	return found
}

// instrumented are the packages to cover, and the results of rewriting them.
type instrumented struct {
	packages  []*listed
	results   []*remembered
	libraries []*listed // packages that are listened to
	heard     []*remembered
	notes     []Note
}

// listen rewrites libraries. A library that cannot be rewritten stays as it is, without a note.
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

// libraries returns the packages of other modules to listen to; the modules nearest to the covered packages come first.
// Patterns that exclude packages exclude libraries too.
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
	var levels [][]string
	members := map[string][]*listed{}
	seen, level := map[string]bool{}, covered
	for range maxSteps {
		level = s.imported(level, seen)
		var modules []string
		for _, p := range level {
			if without[p.path()] || apart[p.ImportPath] || reached[p.path()] || !s.listens(p) {
				continue
			}
			if members[p.Module.Path] == nil {
				modules = append(modules, p.Module.Path)
			}
			members[p.Module.Path] = append(members[p.Module.Path], p)
		}
		levels = append(levels, modules)
	}
	var found []*listed
	for _, module := range s.affordable(covered, levels) {
		found = append(found, members[module]...)
	}
	return found
}

// affordable returns the modules that add little to what is compiled again anyway. Modules of earlier levels come
// first, and within a level the smaller ones.
func (s *selection) affordable(covered []*listed, levels [][]string) (found []string) {
	users := s.list.users()
	again := users.closure(covered)
	left := int64(maxSources)
	for _, modules := range levels {
		prices := map[string]int64{}
		for _, module := range modules {
			_, prices[module] = s.price(users, again, module)
		}
		slices.SortStableFunc(modules, func(a, b string) int { return cmp.Compare(prices[a], prices[b]) })
		for _, module := range modules {
			if more, price := s.price(users, again, module); price <= left {
				left -= price
				for _, id := range more {
					again[id] = true
				}
				found = append(found, module)
			}
		}
	}
	return found
}

// price returns the packages that are compiled again because of a module, beside those that are compiled again anyway,
// and the size of their sources. The size is too large if a C compiler has to run.
func (s *selection) price(users users, again map[string]bool, module string) (more []string, price int64) {
	for id := range users.closure(s.list.ofModule(module)) {
		if p := s.list.byID[id]; !again[id] {
			more = append(more, id)
			price += p.size()
			if len(p.CgoFiles) > 0 {
				price += maxSources + 1
			}
		}
	}
	return more, price
}

// ofModule returns the packages of a module.
func (l *listing) ofModule(path string) []*listed {
	var all []*listed
	for _, p := range l.packages {
		if p.Module != nil && p.Module.Path == path {
			all = append(all, p)
		}
	}
	return all
}

// users are the packages that import a package, by ID.
type users map[string][]string

func (l *listing) users() users {
	by := users{}
	for _, p := range l.packages {
		for _, id := range p.Imports {
			by[id] = append(by[id], p.ImportPath)
		}
	}
	return by
}

// closure returns the IDs of packages and of all packages that import them.
func (u users) closure(of []*listed) map[string]bool {
	all := map[string]bool{}
	var visit func(id string)
	visit = func(id string) {
		if !all[id] {
			all[id] = true
			for _, user := range u[id] {
				visit(user)
			}
		}
	}
	for _, p := range of {
		visit(p.ImportPath)
	}
	return all
}

// imported returns the packages of other modules that these packages import and that were not seen before.
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

// listens reports whether a package can be a library. It cannot if its module would have to be copied.
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
	for _, name := range slices.Concat(l.GoFiles, l.CgoFiles) {
		if info, err := os.Stat(filepath.Join(l.Dir, name)); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// addLibrary puts a library into the plan.
func (p *Plan) addLibrary(ctx context.Context, l *listed, r *remembered, m *modules) error {
	if err := p.overlayFiles(ctx, l, r, m); err != nil {
		return err
	}
	p.hears(l.path(), Library{l.Module.Path, r.Compared})
	return nil
}

// listening are the libraries of a plan.
type listening struct {
	// Libraries are the modules with probes that are not covered, by path.
	Libraries []Library
	heard     map[string]Library // by package
}

// hears adds a package.
func (l *listening) hears(name string, of Library) {
	l.heard[name] = of
	l.count()
}

// ignores removes a package. It returns false if the package is no library.
func (l *listening) ignores(name string) bool {
	_, ok := l.heard[name]
	delete(l.heard, name)
	l.count()
	return ok
}

// count sums the comparisons of each module.
func (l *listening) count() {
	places := map[string]int{}
	for _, p := range l.heard {
		if p.Places > 0 { // else only panics are noted that it stops
			places[p.Module] += p.Places
		}
	}
	l.Libraries = nil
	for _, module := range slices.Sorted(maps.Keys(places)) {
		l.Libraries = append(l.Libraries, Library{module, places[module]})
	}
}
