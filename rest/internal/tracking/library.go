package tracking

import "github.com/evoke-go/evoke/fitness"

// A condition of a library is no target, so nothing tells when it has gone the other
// way for good, and most libraries compare inputs with what the search has no use for.
// So what such a condition wants is tried less and less often while that brings
// nothing new.

// libraries bounds the trials for conditions of libraries.
type libraries struct {
	evaluated int                // tests
	planned   int                // trials
	paying    int                // trials that covered something new
	of        map[fitness.ID]int // trials by condition
}

const (
	// freeTrials is how many trials for libraries there are in any case.
	freeTrials = 100
	// evaluationsEach is the number of tests for each further one.
	evaluationsEach = 20
	// rewarded is how many more there are for each that covered something new.
	rewarded = 20
	// trialsOfOne is the most trials for one condition.
	trialsOfOne = 60
)

// inLibrary reports whether a side is that of a condition in a library. -1 is none.
func inLibrary(side fitness.ID) bool { return side < -1 }

// allows reports whether one more trial may be planned, and counts it.
func (l *libraries) allows(side fitness.ID) bool {
	if !inLibrary(side) {
		return true
	}
	if l.of == nil {
		l.of = map[fitness.ID]int{}
	}
	if l.of[side] >= trialsOfOne || l.planned >= freeTrials+l.evaluated/evaluationsEach+rewarded*l.paying {
		return false
	}
	l.of[side]++
	l.planned++
	return true
}

// pays records that a trial covered something new.
func (l *libraries) pays(side fitness.ID) {
	if inLibrary(side) {
		l.paying++
	}
}
