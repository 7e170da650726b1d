package effects

import (
	"slices"
	"strings"
)

// growth is where calls added elements.
type growth struct {
	paths  []string // of the calls
	hidden []string // of those whose answers did not name what they added
}

// note notes that a call of a path added something.
func (g *growth) note(path string, named bool) {
	if !slices.Contains(g.paths, path) {
		g.paths = append(g.paths, path)
	}
	if !named && !slices.Contains(g.hidden, path) {
		g.hidden = append(g.hidden, path)
	}
}

// to reports whether calls added to a collection.
func (g *growth) to(collection string) bool {
	return slices.ContainsFunc(g.paths, func(t string) bool { return adds(t, collection) })
}

// hides reports whether calls added to a collection what has no name that is known.
func (g *growth) hides(collection string) bool {
	return slices.ContainsFunc(g.hidden, func(t string) bool { return adds(t, collection) })
}

// above returns the path of calls that added to what a path leads to, or to what it leads through.
func (g *growth) above(path string) (added string, ok bool) {
	for _, t := range g.paths {
		if adds(t, path) || strings.HasPrefix(path, t+"/") {
			return t, true
		}
	}
	return "", false
}

// within reports whether calls added to what a path leads to, or to what is below its elements.
func (g *growth) within(path string) bool {
	return slices.ContainsFunc(g.paths, func(t string) bool { return adds(t, path) || strings.HasPrefix(t, path+"/") })
}
