package reduce

import (
	"iter"
	"slices"

	"github.com/evoke-go/evoke/fitness"
)

// Shares counts for each target how many of some tests show it.
type Shares struct {
	reducer *Reducer
	wanted  []bool // by target: a test is kept for it
	times   []int  // by target: number of counted tests that show it
}

// Share counts all of some tests. A target is wanted if one of them is needed for it. Targets that are registered later
// are not wanted.
func Share[T Test](r *Reducer, cs []T) *Shares {
	n := r.Targets()
	s := &Shares{reducer: r, wanted: make([]bool, n), times: make([]int, n)}
	for _, x := range cs {
		c := x.Reduced()
		for _, id := range c.Need {
			s.wanted[id] = true
		}
		s.Add(c, 1)
	}
	return s
}

// Add counts a test once more, or with n = -1 once less.
func (s *Shares) Add(c *Candidate, n int) {
	for id := range s.reducer.Shown(c) {
		if int(id) < len(s.times) {
			s.times[id] += n
		}
	}
}

// Own yields the wanted targets that c alone shows, among the counted tests.
func (s *Shares) Own(c *Candidate) iter.Seq[fitness.ID] {
	return func(yield func(fitness.ID) bool) {
		for id := range s.reducer.Shown(c) {
			if int(id) < len(s.times) && s.wanted[id] && s.times[id] == 1 && !yield(id) {
				return
			}
		}
	}
}

// needs reports whether a test shows a wanted target that no other does.
func (s *Shares) needs(c *Candidate) bool {
	for range s.Own(c) {
		return true
	}
	return false
}

// Inherit gives each wanted target that no test is needed for to the first test that shows it.
func Inherit[T Test](s *Shares, cs []T) {
	left := slices.Clone(s.wanted)
	for _, x := range cs {
		for _, id := range x.Reduced().Need {
			left[id] = false
		}
	}
	for _, x := range cs {
		c := x.Reduced()
		before := len(c.Need)
		for id := range s.reducer.Shown(c) {
			if int(id) < len(left) && left[id] {
				left[id] = false
				c.Need = append(c.Need, id)
			}
		}
		if len(c.Need) > before {
			slices.Sort(c.Need)
		}
	}
}
