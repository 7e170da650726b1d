// Package tracking finds out which input of a test reaches which condition of the
// program, and puts into that input what the condition wants. It compares the
// operands of conditions with the values of all calls of the test, so it needs no
// marks in the program.
package tracking

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Tracker knows which inputs reach which conditions. It learns by listening to
// evaluations. A nil Tracker does nothing. It is not safe for concurrent use.
type Tracker struct {
	known   sut.Inside
	covered []bool // by target
	sources map[fitness.ID][]source
	reads   []sut.Input // texts that the current call had decoded
	layouts []string    // of times that the program reads
	documents
	keeping
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

// New returns a tracker, or nil if the system tells nothing that could be tracked.
// typed returns the gene of JSON texts of a type, which is given as a JSON Schema, or
// nil if there is none.
func New(known sut.Inside, typed func(schema string) gene.Gene) *Tracker {
	if known.Listen == nil || known.Heard == nil {
		return nil
	}
	return &Tracker{
		known: known, sources: map[fitness.ID][]source{}, keeping: keeping{inputs: map[place]*input{}},
		documents: documents{typed: typed, genes: map[string]gene.Gene{}},
		trials:    trials{tried: map[trialKey]bool{}}, pace: pace{every: 1},
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

// maxReads bounds the texts of one call that are looked at.
const maxReads = 64

// Read is called with what the system read of a call, before [Tracker.Called].
func (t *Tracker) Read(in *sut.Input) {
	if t != nil && t.listening && len(t.reads) < maxReads {
		t.reads = append(t.reads, *in)
	}
}

// Called is called after each call of a test, when its scores were taken.
func (t *Tracker) Called(c *testcase.Case, at int) {
	if t == nil || !t.listening {
		return
	}
	heard := t.known.Heard()
	if len(heard) == 0 && len(t.reads) == 0 {
		return
	}
	t.layoutsOf(heard)
	leaves := indexed(leavesOf(c, at), t.layouts)
	for i := range heard {
		t.hear(c, at, &heard[i], leaves)
	}
	for i := range t.reads {
		t.decoded(c, at, &t.reads[i], leaves)
	}
	clear(t.reads)
	t.reads = t.reads[:0]
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
	if t.trials.end(); t.child == nil || c != t.child {
		return
	}
	switch {
	case t.isCovered(t.running.side) || news && t.pays(t.running.side):
		t.pay(t.running)
	case t.running.set && !inLibrary(t.running.side):
		t.keep(t.running.at, t.running.kept())
	default:
		t.failed(t.running)
	}
	t.child, t.running = nil, nil
}

func (t *Tracker) isCovered(id fitness.ID) bool {
	return id >= 0 && int(id) < len(t.covered) && t.covered[id]
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

// maxLayouts is how many layouts of times are kept.
const maxLayouts = 16

// layoutsOf keeps the layouts of times that conditions are about.
func (t *Tracker) layoutsOf(heard []sut.Heard) {
	for i := range heard {
		for _, operand := range heard[i].Operands {
			w, ok := operand.(sut.Wanted)
			if ok && w.Form == probe.Timed && w.Text != "" && len(t.layouts) < maxLayouts && !slices.Contains(t.layouts, w.Text) {
				t.layouts = append(t.layouts, w.Text)
			}
		}
	}
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
	if p.passed++; p.passed < p.every && !p.learnt {
		return false
	}
	if p.passed = 0; p.learnt {
		p.every = 1
	} else {
		p.every = min(2*p.every, slowest)
	}
	p.learnt = false
	return true
}

// hurry has the next evaluations listened to.
func (p *pace) hurry() { p.learnt = true }
