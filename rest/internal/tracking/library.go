package tracking

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// A condition of a library is no target, so its scores do not tell when it went the other way, and most libraries
// compare inputs with values that do not help the search. So there are fewer and fewer trials for such conditions while
// they bring nothing new.

// libraries bounds the trials for conditions of libraries.
type libraries struct {
	evaluated int                       // number of tests
	planned   int                       // number of trials
	paying    int                       // number of trials that covered a new target
	of        map[fitness.ID]int        // number of trials by condition
	wishes    map[action.Place][]*trial // the latest trials of each input
}

const (
	// trialsOfOne is the greatest number of trials for one condition.
	trialsOfOne = 60
	// wishesKept is the number of trials that are kept for an input.
	wishesKept = 8
)

// trialsOfLibraries allows trials for conditions of libraries.
func trialsOfLibraries() payoff.Allowance { return payoff.Allowance{Free: 100, Each: 20, Tests: 20} }

// inLibrary reports whether a side is that of a condition in a library. -1 is none.
func inLibrary(side fitness.ID) bool { return side < -1 }

// allowTrial reports whether one more trial may be planned, and counts it.
func (l *libraries) allowTrial(side fitness.ID) bool {
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

// countPaying counts a trial that covered a new target.
func (l *libraries) countPaying(side fitness.ID) {
	if inLibrary(side) {
		l.paying++
	}
}

// wish keeps a trial for a condition of a library.
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

// planTogether plans a trial with the values that libraries want in all inputs of a call at once, after a trial that
// covered nothing: a validator may check all inputs before it answers.
func (t *trials) planTogether(failed *trial) {
	if failed.joint || failed.doubt || failed.join != nil || len(t.waiting) == maxWaiting {
		return
	}
	others := 0
	for _, to := range action.Takers(failed.parent.Actions[failed.call]) {
		if at := (action.Place{Op: failed.at.Op, Path: to.Place()}); at != failed.at && len(t.wishes[at]) > 0 {
			others++
		}
	}
	if others > 0 && t.allowTrial(failed.side) {
		next := *failed
		next.joint = true
		t.waiting = append(t.waiting, &next)
	}
}

// giveWishes gives the other inputs of a call the values that libraries want.
func (t *trials) giveWishes(d *documents, r *rand.Rand, next *trial, call *action.Call) {
	if !next.joint {
		return
	}
	for _, to := range action.Takers(call) {
		at := action.PlaceOf(call, to)
		if list := t.wishes[at]; at != next.at && len(list) > 0 {
			wish := list[r.IntN(len(list))]
			d.giveWanted(r, call, to, &wish.link, wish.want)
		}
	}
}
