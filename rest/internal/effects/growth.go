package effects

import (
	"slices"
	"strings"
)

// growth knows to which paths calls added elements.
type growth struct {
	paths  []string // path templates of the calls
	hidden []string // those whose answers did not name the new element
}

// note notes that a call added an element. named says that the name of the element is known.
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

// hides reports whether calls added elements of unknown name to a collection.
func (g *growth) hides(collection string) bool {
	return slices.ContainsFunc(g.hidden, func(t string) bool { return adds(t, collection) })
}

// above returns a path to which calls added elements, if a path leads to this collection or through it.
func (g *growth) above(path string) (added string, ok bool) {
	for _, t := range g.paths {
		if adds(t, path) || strings.HasPrefix(path, t+"/") {
			return t, true
		}
	}
	return "", false
}

// within reports whether calls added elements to the collection of a path, or to a path below it.
func (g *growth) within(path string) bool {
	return slices.ContainsFunc(g.paths, func(t string) bool { return adds(t, path) || strings.HasPrefix(t, path+"/") })
}
