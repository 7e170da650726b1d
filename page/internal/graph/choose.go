package graph

import "math/rand/v2"

// Step is where a search goes on: an event to do in a state.
type Step struct {
	State *State
	Event *Event
}

// Chooser chooses in which of some states to go on, and how. It returns false where there is nothing to choose.
type Chooser func(among []*State, r *rand.Rand) (Step, bool)

// Choose chooses and notes what was chosen.
func (choose Chooser) Choose(among []*State, r *rand.Rand) (Step, bool) {
	step, ok := choose(among, r)
	if ok {
		step.Event.Chosen++
	}
	return step, ok
}

// BreadthFirst chooses the first event that was not done yet, in the state that is nearest to the start, as Crawljax
// does. It returns false when all events of all states were done.
func BreadthFirst(among []*State, _ *rand.Rand) (Step, bool) {
	var best Step
	for _, s := range among {
		if best.State != nil && len(s.Path) >= len(best.State.Path) {
			continue
		}
		for _, e := range s.Events {
			if e.isOpen() {
				best = Step{s, e}
				break
			}
		}
	}
	return best, best.State != nil
}

// Random chooses any event of any state.
func Random(among []*State, r *rand.Rand) (Step, bool) {
	n := 0
	for _, s := range among {
		n += len(s.Events)
	}
	if n == 0 {
		return Step{}, false
	}
	at := r.IntN(n)
	for _, s := range among {
		if at < len(s.Events) {
			return Step{s, s.Events[at]}, true
		}
		at -= len(s.Events)
	}
	return Step{}, false
}

// Coverage chooses by function coverage maximisation (S. Mirshokraie, A. Mesbah and K. Pattabiraman, Unit Test
// Generation for JavaScript, 2016, section 3.1): the state whose events can execute most functions that no test
// executed, and of its events that were not done yet the one with most of them. Unexecuted lists these functions for
// an event: its listeners.
func Coverage(unexecuted func(*Event) []int) Chooser {
	return func(among []*State, _ *rand.Rand) (Step, bool) {
		var best Step
		most := -1
		for _, s := range among {
			functions := map[int]bool{} // of the state
			first, firstCount := (*Event)(nil), -1
			for _, e := range s.Events {
				if !e.isOpen() {
					continue
				}
				of := unexecuted(e)
				for _, f := range of {
					functions[f] = true
				}
				if len(of) > firstCount {
					first, firstCount = e, len(of)
				}
			}
			if first != nil && len(functions) > most {
				best, most = Step{s, first}, len(functions)
			}
		}
		return best, best.State != nil
	}
}

const (
	// newEvent is the weight of an event of a class that was never done, and newHere that of one that was not done in
	// this state.
	newEvent, newHere = 20, 4
	// promising is the weight of each thing that an event may cover and nothing covered.
	promising = 3
)

// Promising draws an event by what it may bring: one unlike all that were done before others, then one that may cover
// something, and one that was done often in vain seldom. Events of a state that are like each other share the weight of
// one.
func Promising(uncovered func(*Event) int) Chooser {
	return func(among []*State, r *rand.Rand) (Step, bool) {
		var steps []Step
		var sums []float64
		sum := 0.0
		for _, s := range among {
			alike := map[*class]int{}
			for _, e := range s.Events {
				alike[e.class]++
			}
			for _, e := range s.Events {
				sum += weight(e, uncovered(e)) / float64((len(s.Path)+1)*alike[e.class])
				steps, sums = append(steps, Step{s, e}), append(sums, sum)
			}
		}
		if len(steps) == 0 {
			return Step{}, false
		}
		at := r.Float64() * sum
		for i := range steps {
			if at < sums[i] {
				return steps[i], true
			}
		}
		return steps[len(steps)-1], true
	}
}

func weight(e *Event, uncovered int) float64 {
	w := float64(1 + promising*uncovered + e.Gains)
	switch {
	case e.class.tried == 0:
		w += newEvent
	case e.tries() == 0:
		w += newHere
	}
	return w / float64(1+e.tries()) * e.idle()
}
