package page

import (
	"strings"

	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// selectors gives the elements of a test short selectors: those that fit no other element in its execution.
func selectors(t *suite.Test, as *execute.Trace) {
	for i := range t.Steps {
		a, s := t.Steps[i].Act, &as.Steps[i]
		a.On.Selector = shortest(a.On.Path, s.Before)
		for j := range a.Expect {
			of := &a.Expect[j].Of
			of.Selector = shortest(of.Path, s.After)
		}
	}
}

const (
	// fewestSteps is how many steps of a path a selector has at least: the name of an element alone tells little.
	fewestSteps = 2
	// mostSights is how many elements a visitor tells of at most: there may be others.
	mostSights = 3000
	// place is what a place among siblings begins with.
	place = ":nth-of-type("
)

// shortest is the end of a path that fits no other element of some, "" for none: without the places among siblings if
// they are not needed. The path need not be of these elements.
func shortest(path string, among map[string]visitor.Sight) string {
	steps := strings.Split(path, " > ")
	if len(among) >= mostSights {
		return ""
	}
	for n := fewestSteps; n <= len(steps) && !strings.Contains(path, "  "); n++ {
		placed := steps[len(steps)-n:]
		for _, kept := range []int{0, 1, n} { // places that are kept, from the end
			selector := make([]string, n)
			for i, step := range placed {
				if selector[i] = step; i < n-kept {
					selector[i], _, _ = strings.Cut(step, place)
				}
			}
			if isAlone(path, selector, among) {
				return strings.Join(selector, " > ")
			}
		}
	}
	return ""
}

// isAlone reports whether a selector fits no element but that at a path.
func isAlone(path string, selector []string, among map[string]visitor.Sight) bool {
	for other := range among {
		if other != path && other != "" && fits(selector, strings.Split(other, " > "), among) {
			return false
		}
	}
	return true
}

// fits reports whether a selector may fit the element at a path, of which an id says nothing of what is around it.
func fits(selector, path []string, among map[string]visitor.Sight) bool {
	for n := 1; n <= len(selector) && n <= len(path); n++ {
		want, is := selector[len(selector)-n], path[len(path)-n]
		name, _, _ := strings.Cut(is, place)
		if is[0] == '#' && want != is { // nobody knows its place
			name = among[is].Tag
			want, _, _ = strings.Cut(want, place)
		}
		if want != is && want != name {
			return false
		}
	}
	return true
}
