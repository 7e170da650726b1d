package follow

import (
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// surveyedElements is the number of elements that a test lists. leastAsked is the least number of its questions.
const surveyedElements, leastAsked = 4, 3

// trees are texts whose order by bytes differs from their order without regard to case. None is a part of another.
// sizes are numbers whose order differs from the order of their texts: for each element, the first that a member
// accepts. They are read-only.
var (
	trees = []string{"birch", "Cedar", "ash wood", "Dogwood"}
	sizes = [][]int64{{9, 900}, {3000, 1500}, {20, 2000}, {100, 1000}}
)

// stock makes elements that can be told apart, as far as there is room. One of them may change or end after that.
func stock(s *scene.Scene, kind, turn int) {
	change := s.Digit(4)
	n := max(2, min(surveyedElements, s.MaxCalls-len(s.Calls)-1-leastAsked))
	if kind == 2 {
		n--
		full(s.About) // a member that all elements lack distinguishes none of them
	}
	detail(s.About, turn)
	var last *action.Call
	for k := range n {
		last = s.Again()
		if kind%2 == 0 {
			if k > 0 {
				differ(s.R, last)
			}
		} else {
			plant(s, last, k, turn/4)
		}
	}
	switch {
	case s.Users > 1 && s.About.User.Index >= 0 && change == 1:
		by((s.About.User.Index+1)%s.Users, last)
	case change > 1 && len(s.Calls) < s.MaxCalls-1-leastAsked:
		moved(s, change == 2)
	}
}

// moved leads the element that the test made last to another state, or else ends it.
func moved(s *scene.Scene, end bool) {
	all := slices.DeleteFunc(s.Ops.Changes(s.Item()), func(op *api.Operation) bool {
		return (op.Spec.Method == "DELETE") != end || op == s.About.Op || s.Ops.Element(op.Spec.Path) != "" ||
			len(s.Kept(op)) == 0
	})
	if len(all) > 0 {
		c := s.On(all[s.R.IntN(len(all))])
		choose(c, s.R.IntN(1<<8))
	}
}

// plant sets the texts in the body of a call to the name of a tree, a different one in each call, and numbers to sizes
// now and then. Its other inputs get any values, half of them those of the previous call.
func plant(s *scene.Scene, c *action.Call, k, turn int) {
	for i, l := range members(c) {
		if turn%3 < 2 {
			turnOn(l.Gene)
		}
		if value.IsAbsent(l.Value()) || followed(s.About, l) {
			continue
		}
		if _, isText := l.Value().(string); isText && gene.Assign(l.Gene, trees[(k+i+turn)%len(trees)]) {
			continue
		}
		if k != 2 || turn%2 == 1 {
			l.Mutate(s.R, 0)
		}
		for _, n := range sizes[k] {
			if _, numeric := value.Rat(l.Value()); numeric && turn%2 == 0 && gene.Assign(l.Gene, n) {
				break
			}
		}
	}
}

// detail makes a call send one of the texts that the program reads, in turn, if the schema declares no members of its
// body.
func detail(c *action.Call, turn int) {
	if c.Genotype.IsInvalid() || !genotype.Detail(c.Genotype.Body) || turn%2 == 1 {
		return
	}
	full(c)
	all := texts(c)
	for _, l := range members(c) {
		turnOff(l.Gene)
	}
	if len(all) > 0 {
		gene.Assign(all[turn/2%len(all)].Gene, word)
	}
}
