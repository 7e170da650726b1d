package tracking

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// A condition of a library is no target, so nothing tells when it has gone the other
// way for good, and most libraries compare inputs with what the search has no use for.
// So what such a condition wants is tried less and less often while that brings
// nothing new.

// libraries bounds the trials for conditions of libraries.
type libraries struct {
	evaluated int                       // tests
	planned   int                       // trials
	paying    int                       // trials that covered something new
	of        map[fitness.ID]int        // trials by condition
	wishes    map[action.Place][]*trial // those of each input, the latest
}

const (
	// trialsOfOne is the most trials for one condition.
	trialsOfOne = 60
	// wishesKept is how many trials are kept of an input.
	wishesKept = 8
)

// trialsOfLibraries is how often there are trials for libraries.
func trialsOfLibraries() payoff.Allowance { return payoff.Allowance{Free: 100, Each: 20, Tests: 20} }

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
	if l.of[side] >= trialsOfOne || !trialsOfLibraries().Allows(l.planned, l.paying, l.evaluated) {
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

// wish keeps what a library wants in an input.
func (l *libraries) wish(t *trial) {
	if !inLibrary(t.side) || t.joint || t.join != nil {
		return
	}
	if l.wishes == nil {
		l.wishes = map[action.Place][]*trial{}
	}
	list := l.wishes[t.at]
	if len(list) == wishesKept {
		list = list[1:]
	}
	l.wishes[t.at] = append(list[:len(list):len(list)], t)
}

// together plans to try what libraries want in all inputs of a call at once, behind a
// trial that covered nothing: a validator may ask for all of them before it answers.
func (t *trials) together(failed *trial) {
	if failed.joint || failed.doubt || failed.join != nil || len(t.waiting) == maxWaiting {
		return
	}
	others := 0
	for _, to := range action.Takers(failed.parent.Actions[failed.call]) {
		if at := (action.Place{Op: failed.at.Op, Path: to.Place()}); at != failed.at && len(t.wishes[at]) > 0 {
			others++
		}
	}
	if others > 0 && t.allows(failed.side) {
		next := *failed
		next.joint = true
		t.waiting = append(t.waiting, &next)
	}
}

// join gives the other inputs of a call what libraries want in them.
func (t *trials) join(d *documents, r *rand.Rand, next *trial, call *action.Call) {
	if !next.joint {
		return
	}
	for _, to := range action.Takers(call) {
		at := action.PlaceOf(call, to)
		if list := t.wishes[at]; at != next.at && len(list) > 0 {
			wish := list[r.IntN(len(list))]
			d.give(r, call, to, &wish.link, wish.want)
		}
	}
}
