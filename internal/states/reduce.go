// Package states chooses those of a function's recorded states that unit tests are made of.
//
// [Reduce] is Algorithm 1 of Mirshokraie, Mesbah and Pattabiraman, JSEFT: Automated JavaScript Unit
// Test Generation (2015), section 3.3.1, with its symbols: mutants of a function whose states look
// alike are noticed by the same test, so one of these states is enough. No covered branch is lost.
package states

import (
	"slices"
	"strconv"
	"strings"
)

// State is what is known of a call of a function, or of a mutant of it.
type State struct {
	// Branches are the branches that it covered in the function: BRNCOVLNS.
	Branches []int
	// Return says of what type and shape the returned value was: RETPROP, see [Return].
	Return string
	// DOM are the properties that it accessed in the DOM, in any notation: DOMPROPS.
	DOM []string
}

// Mutated is the state that a call had once the function was a mutant.
type Mutated struct {
	State
	Of int // the index of the state that the call has without the mutant: Mutation(f): origSt → mutSt
}

// Reduce returns the indices of the original states OST that are kept, ascending: those whose mutated states
// MST stand for all classes of mutated states, and one for each set of covered branches that they miss. Where
// the paper takes any, the first is taken.
func Reduce(OST []State, MST []Mutated) (reducedStates []int) {
	for _, mutSt := range cover(classify(MST)) {
		reducedStates = append(reducedStates, MST[mutSt].Of)
	}
	slices.Sort(reducedStates)
	reducedStates = slices.Compact(reducedStates)

	var origStSet classes
	for i, origSt := range OST {
		origStSet.add(origSt.branches(), i)
	}
	for _, oSt := range origStSet.sets {
		if !slices.ContainsFunc(oSt, func(i int) bool { return slices.Contains(reducedStates, i) }) {
			reducedStates = append(reducedStates, oSt[0])
		}
	}
	slices.Sort(reducedStates)
	return reducedStates
}

// classify returns the sets MStSet of mutated states: first the L classes of the same covered branches, then
// the K classes of the same accessed DOM and the same characteristics of the returned value. Each state is in
// one of either.
func classify(MST []Mutated) (MStSet [][]int) {
	var byBranches, byProperties classes
	for i, mutSt := range MST {
		byBranches.add(mutSt.branches(), i)
		byProperties.add(mutSt.properties(), i)
	}
	return append(byBranches.sets, byProperties.sets...)
}

// cover returns states of which each set has one, by the greedy algorithm for set cover: the next state is the
// one that is in most of the sets that are left.
func cover(MStSet [][]int) (reducMStates []int) {
	left := slices.Clone(MStSet)
	for len(left) > 0 {
		in := map[int]int{}
		for _, set := range left {
			for _, mutSt := range set {
				in[mutSt]++
			}
		}
		selected, most := 0, 0
		for mutSt, n := range in {
			if n > most || n == most && mutSt < selected {
				selected, most = mutSt, n
			}
		}
		reducMStates = append(reducMStates, selected)
		left = slices.DeleteFunc(left, func(set []int) bool { return slices.Contains(set, selected) })
	}
	return reducMStates
}

// classes are sets of states by a key, in the order in which the keys came.
type classes struct {
	sets  [][]int
	index map[string]int
}

func (c *classes) add(key string, state int) {
	i, ok := c.index[key]
	if !ok {
		if c.index == nil {
			c.index = map[string]int{}
		}
		i = len(c.sets)
		c.index[key] = i
		c.sets = append(c.sets, nil)
	}
	c.sets[i] = append(c.sets[i], state)
}

// branches is equal for states that covered the same branches, in whatever order.
func (s State) branches() string {
	var key strings.Builder
	for _, b := range slices.Compact(slices.Sorted(slices.Values(s.Branches))) {
		key.WriteString(strconv.Itoa(b) + " ")
	}
	return key.String()
}

// properties is equal for states that returned the same kind of value and accessed the same DOM.
func (s State) properties() string {
	var key strings.Builder
	key.WriteString(strconv.Quote(s.Return))
	for _, p := range slices.Compact(slices.Sorted(slices.Values(s.DOM))) {
		key.WriteString(strconv.Quote(p))
	}
	return key.String()
}
