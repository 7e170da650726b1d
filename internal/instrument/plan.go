package instrument

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// selection decides which packages of a listing are covered.
type selection struct {
	list     *listing
	dir      string // relative patterns start at this folder
	roots    []*listed
	excluded []*listed
	engine   string   // folder of a module that was added to the workspace for the probes
	standIns []string // packages of replacements
	runtime  string
	goroot   bool // files in GOROOT may be overlaid
	stdlib   bool // the standard library can import the runtime
}

// covered returns the packages to instrument, in the order of the listing.
func (s *selection) covered(patterns []string) ([]*listed, []Note) {
	wanted, notes := s.wanted(patterns)
	never := s.list.reach(append(s.list.matches(s.runtime), s.list.matches("runtime")...))
	without := s.list.reach(s.excluded)
	var covered []*listed
	taken := map[string]bool{}
	for _, p := range s.list.packages {
		name := p.path()
		switch {
		case taken[name] || !wanted[name] || !p.hasSource(s.list) || without[name]:
			continue
		case p.Standard && !s.stdlib:
			notes = append(notes, Note{name, "the standard library cannot import " + s.runtime})
		case never[p.ImportPath] || name == s.runtime:
			notes = append(notes, Note{name, "the probes need this package themselves"})
		case slices.Contains(s.standIns, name):
			notes = append(notes, Note{name, "its functions stand in for others"})
		case p.Standard && !s.goroot:
			notes = append(notes,
				Note{name, "the go command comes from the module cache, where nothing can be overlaid"})
		default:
			covered = append(covered, p)
		}
		taken[name] = true
	}
	return covered, notes
}

// hasSource reports whether a listed package can be rewritten: it is no test main, no external test, and of several
// variants the plain one.
func (l *listed) hasSource(all *listing) bool {
	if len(l.GoFiles)+len(l.CgoFiles) == 0 || l.Dir == "" || l.ImportPath == "unsafe" {
		return false
	}
	if l.ForTest == "" {
		return !(l.Name == "main" && strings.HasSuffix(l.ImportPath, ".test") &&
			all.byID[strings.TrimSuffix(l.ImportPath, ".test")] != nil)
	}
	name := l.path()
	return all.byID[name] == nil && name != l.ForTest && name != l.ForTest+"_test"
}

// wanted returns the import paths that the patterns choose. If all patterns exclude, it starts with the packages of
// main modules that the roots reach.
func (s *selection) wanted(patterns []string) (map[string]bool, []Note) {
	var notes []Note
	wanted := map[string]bool{}
	adds := false
	for _, pattern := range patterns {
		if strings.HasPrefix(pattern, "-") {
			continue
		}
		adds = true
		if !s.mark(wanted, pattern, true) {
			notes = append(notes, Note{pattern, "matches no package of the program"})
		}
	}
	if !adds {
		s.byDefault(wanted)
	}
	for _, pattern := range patterns {
		if without, ok := strings.CutPrefix(pattern, "-"); ok {
			s.mark(wanted, without, false)
		}
	}
	return wanted, notes
}

func (s *selection) byDefault(wanted map[string]bool) {
	reached := s.list.reach(s.roots)
	for _, p := range s.list.packages {
		if reached[p.ImportPath] && p.Module != nil && p.Module.Main && (s.engine == "" || p.Module.Dir != s.engine) {
			wanted[p.path()] = true
		}
	}
}

// mark sets the packages that a pattern matches to a value, and reports whether it matches any.
func (s *selection) mark(wanted map[string]bool, pattern string, to bool) bool {
	match := matcher(pattern, s.dir)
	any := false
	for _, p := range s.list.packages {
		if match(p) {
			wanted[p.path()], any = to, true
		}
	}
	return any
}

// matcher returns a function that matches packages as the go command does: "..." matches any text, "x/..." includes x,
// and patterns that begin with "." are folders. Only patterns that name the standard library match it: "std",
// "net/...".
func matcher(pattern, dir string) func(*listed) bool {
	if pattern == "std" {
		return func(p *listed) bool { return p.Standard }
	}
	if pattern == "." || strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../") {
		in := wildcard(path.Join(filepath.ToSlash(dir), pattern))
		return func(p *listed) bool { return !p.Standard && in(filepath.ToSlash(p.Dir)) }
	}
	in := wildcard(pattern)
	named := !strings.HasPrefix(pattern, "...") && pattern != "all"
	return func(p *listed) bool { return (named || !p.Standard) && (in(p.path()) || pattern == "all") }
}

func wildcard(pattern string) func(string) bool {
	expression := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\.\.\.`, `.*`)
	if stem, ok := strings.CutSuffix(expression, `/.*`); ok {
		expression = stem + `(/.*)?`
	}
	return regexp.MustCompile(`^` + expression + `$`).MatchString
}

// find returns the listed packages that a pattern matches: an import path or a folder, with or without wildcards.
func (l *listing) find(pattern, dir string) []*listed {
	if found := l.matches(pattern); len(found) > 0 {
		return found
	}
	if strings.Contains(pattern, "...") {
		return nil // only the go command knows what these match
	}
	var found []*listed
	for _, p := range l.packages {
		if p.ForTest == "" && (p.ImportPath == pattern || p.Dir == folder(pattern, dir)) {
			found = append(found, p)
		}
	}
	return found
}

// folder returns the folder of a relative pattern, "" for an import path.
func folder(pattern, dir string) string {
	if filepath.IsAbs(pattern) {
		return filepath.Clean(pattern)
	}
	if pattern == "." || strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../") {
		return filepath.Join(dir, pattern)
	}
	return ""
}

// nothing returns the note for a plan without packages.
func nothing(patterns []string) Note {
	if len(patterns) == 0 {
		return Note{"cover", "the program has no package of its own module to cover"}
	}
	return Note{"cover", fmt.Sprintf("%s: no package to cover", strings.Join(patterns, " "))}
}
