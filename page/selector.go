package page

import (
	"strings"

	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// selectors gives the elements of a test short selectors, which fit no other element in its execution.
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
	// fewestSteps is the least number of steps of the path in a selector: the tag of an element alone is not
	// informative.
	fewestSteps = 2
	// mostSights is the maximum number of elements in a trace; the page may have more.
	mostSights = 3000
	// place is the beginning of a position among siblings.
	place = ":nth-of-type("
)

// shortest returns the shortest end of a path that fits no other element of some; "" for none. It leaves out positions
// among siblings if they are not needed. The element at the path need not be among these.
func shortest(path string, among map[string]visitor.Sight) string {
	steps := strings.Split(path, " > ")
	if len(among) >= mostSights {
		return ""
	}
	for n := fewestSteps; n <= len(steps) && !strings.Contains(path, "  "); n++ {
		placed := steps[len(steps)-n:]
		for _, kept := range []int{0, 1, n} { // number of positions that are kept, from the end
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

// isAlone reports whether a selector fits only the element at a path.
func isAlone(path string, selector []string, among map[string]visitor.Sight) bool {
	for other := range among {
		if other != path && other != "" && fits(selector, strings.Split(other, " > "), among) {
			return false
		}
	}
	return true
}

// fits reports whether a selector may fit the element at a path. A path that begins with an id does not show the
// elements around it, so the selector may fit these.
func fits(selector, path []string, among map[string]visitor.Sight) bool {
	for n := 1; n <= len(selector) && n <= len(path); n++ {
		want, is := selector[len(selector)-n], path[len(path)-n]
		name, _, _ := strings.Cut(is, place)
		if is[0] == '#' && want != is { // the place of the element with the id is unknown
			name = among[is].Tag
			want, _, _ = strings.Cut(want, place)
		}
		if want != is && want != name {
			return false
		}
	}
	return true
}
