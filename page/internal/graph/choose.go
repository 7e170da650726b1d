package graph

import "math/rand/v2"

// Step is a place where a search continues: an event in a state.
type Step struct {
	State *State
	Event *Event
}

// Chooser selects one of some states and an event of it. It returns false if there is nothing to select.
type Chooser func(among []*State, r *rand.Rand) (Step, bool)

// Choose selects a step and counts it for the event.
func (choose Chooser) Choose(among []*State, r *rand.Rand) (Step, bool) {
	step, ok := choose(among, r)
	if ok {
		step.Event.Chosen++
	}
	return step, ok
}

// BreadthFirst selects an event that was not done yet, in the state nearest to the start, as Crawljax does. It returns
// false when all events of all states were done.
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

// Random selects any event of any state.
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

// Coverage selects by function coverage maximisation (S. Mirshokraie, A. Mesbah and K. Pattabiraman, Unit Test
// Generation for JavaScript, 2016, section 3.1): first the state whose events can execute the most unexecuted
// functions, then the event with the most of them among those that were not done yet. unexecuted returns these
// functions of an event, which are its listeners.
func Coverage(unexecuted func(*Event) []int) Chooser {
	return func(among []*State, _ *rand.Rand) (Step, bool) {
		var best Step
		most := -1
		for _, s := range among {
			functions := map[int]bool{} // the unexecuted functions of the state
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
	// newEvent is the weight of an event of a class that was never done, and newHere the weight of an event that was
	// not done in this state.
	newEvent, newHere = 20, 4
	// promising is the additional weight for each uncovered target that an event may cover.
	promising = 3
)

// Promising draws an event by its prospects: events unlike all events done so far first, then events that may cover
// something, and rarely events that were often done without effect. Similar events of a state share the weight of one.
// uncovered returns the number of targets that an event may cover.
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
