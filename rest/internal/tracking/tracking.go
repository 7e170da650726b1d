// Package tracking finds out which input of a test reaches which condition of the
// program, and puts into that input what the condition wants. It compares the
// operands of conditions with the values of all calls of the test, so it needs no
// marks in the program.
package tracking

import (
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Tracker knows which inputs reach which conditions. It learns by listening to
// evaluations. A nil Tracker does nothing. It is not safe for concurrent use.
type Tracker struct {
	known   sut.Inside
	covered []bool // by target
	inputs  map[place]*input
	sources map[fitness.ID][]source
	trials
	pace
	libraries
}

// place is an input of all calls of one operation.
type place struct {
	op   int
	path string
}

func placeOf(c *action.Call, t action.Taker) place { return place{c.Op.Index, t.Place()} }

// input is what is known of a place.
type input struct {
	// paid are values that made a condition go the other way.
	paid []any
}

const (
	// paidKept is how many values are kept of a place.
	paidKept = 32
	// placesKept is how many places have some.
	placesKept = 4000
)

// New returns a tracker, or nil if the system tells nothing that could be tracked.
func New(known sut.Inside) *Tracker {
	if known.Listen == nil || known.Heard == nil {
		return nil
	}
	return &Tracker{
		known: known, inputs: map[place]*input{}, sources: map[fitness.ID][]source{},
		trials: trials{tried: map[trialKey]bool{}}, pace: pace{every: 1},
	}
}

// Begin is called before a test is evaluated.
func (t *Tracker) Begin() {
	if t == nil {
		return
	}
	if t.listening = t.due(); t.listening {
		t.known.Listen(true)
	}
}

// Called is called after each call of a test, when its scores were taken.
func (t *Tracker) Called(c *testcase.Case, at int) {
	if t == nil || !t.listening {
		return
	}
	heard := t.known.Heard()
	if len(heard) == 0 {
		return
	}
	leaves := leavesOf(c, at)
	for i := range heard {
		t.hear(c, at, &heard[i], leaves)
	}
}

// End is called after a test was evaluated.
func (t *Tracker) End(c *testcase.Case, scores fitness.Scores) {
	if t == nil {
		return
	}
	if t.listening {
		t.known.Listen(false)
		t.listening = false
	}
	t.evaluated++
	news := false
	for _, s := range scores {
		if s.Value >= 1 && !t.isCovered(s.ID) {
			news = true
			t.covered = append(t.covered, make([]bool, max(0, int(s.ID)+1-len(t.covered)))...)
			t.covered[s.ID] = true
			t.hurry()
		}
	}
	if t.child != nil && c == t.child {
		if t.isCovered(t.running.side) || news && t.pays(t.running.side) {
			t.pay(t.running)
		}
		t.child, t.running = nil, nil
	}
}

func (t *Tracker) isCovered(id fitness.ID) bool {
	return id >= 0 && int(id) < len(t.covered) && t.covered[id]
}

// pay keeps a value that made a condition go the other way.
func (t *Tracker) pay(trial *trial) {
	in := t.inputs[trial.at]
	if in == nil {
		if len(t.inputs) == placesKept {
			return
		}
		in = &input{}
		t.inputs[trial.at] = in
	}
	for _, v := range in.paid {
		if v == trial.given {
			return
		}
	}
	if len(in.paid) < paidKept {
		in.paid = append(in.paid, trial.given)
	}
}

// open returns the side of a condition that was never taken.
func (t *Tracker) open(h *sut.Heard) (side fitness.ID, ok bool) {
	switch {
	case !t.isCovered(h.True):
		return h.True, true
	case h.False >= 0 && !t.isCovered(h.False):
		return h.False, true
	}
	return 0, false
}

// pace says which evaluations are listened to: each one while that tells something
// new, and less and less often while it does not.
type pace struct {
	listening bool
	every     int // evaluations from one to the next
	passed    int // since the last
	learnt    bool
}

// slowest is the most evaluations between two that are listened to.
const slowest = 32

func (p *pace) due() bool {
	if p.passed++; p.passed < p.every {
		return false
	}
	p.passed = 0
	if p.learnt {
		p.every = 1
	} else {
		p.every = min(2*p.every, slowest)
	}
	p.learnt = false
	return true
}

// hurry has the next evaluations listened to.
func (p *pace) hurry() { p.every, p.learnt = 1, true }
