// Package tracking finds out which input of a test reaches which condition of the
// program, and puts into that input what the condition wants. It compares the
// operands of conditions with the values of all calls of the test, so it needs no
// marks in the program.
package tracking

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Tracker knows which inputs reach which conditions. It learns by listening to
// evaluations. A nil Tracker does nothing. It is not safe for concurrent use.
type Tracker struct {
	known   sut.Inside
	names   Names
	sources map[fitness.ID][]source
	reads   []sut.Input // texts that the current call had decoded
	forms   track.Known
	coverage
	documents
	keeping
	trials
	pace
	libraries
	answers
	mending
}

// New returns a tracker, or nil if the system tells nothing that could be tracked.
// typed returns the gene of JSON texts of a type, which is given as a JSON Schema, or
// nil if there is none. names are for other processes.
func New(known sut.Inside, typed func(schema string) gene.Gene, names Names) *Tracker {
	if known.Listen == nil || known.Heard == nil {
		return nil
	}
	return &Tracker{
		known: known, names: names, sources: map[fitness.ID][]source{}, keeping: keeping{inputs: map[place]*input{}},
		documents: documents{typed: typed, genes: map[string]gene.Gene{}},
		trials:    trials{tried: map[trialKey]bool{}}, pace: pace{every: 1},
	}
}

// Begin is called before a test is evaluated.
func (t *Tracker) Begin() {
	if t == nil {
		return
	}
	t.answers.reset()
	if t.listening = t.due() || t.leads() || t.mend != nil; t.listening {
		t.known.Listen(true)
	}
}

// Listens reports whether the test that is evaluated is listened to.
func Listens(t *Tracker) bool { return t != nil && t.listening }

// Answered is called after [Tracker.Called] with the values of the answer.
func Answered(t *Tracker, c *testcase.Case, at int, given []action.Given) {
	if !Listens(t) || len(given) == 0 {
		return
	}
	sent := map[string]bool{}
	for _, l := range leavesOf(c, at) {
		sent[fmt.Sprint(l.value)] = true
	}
	t.answers.add(at, c.Actions[at].(*action.Call).Op.Spec.Name(), given, sent)
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
	read(&t.forms, heard)
	leaves := indexed(leavesOf(c, at), &t.forms)
	for i := range heard {
		t.hear(c, at, &heard[i], leaves)
	}
	t.hearRefusals(&t.known, at, heard, leaves)
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
	gained := false
	for _, s := range scores {
		if s.Value >= 1 && t.cover(s.ID) {
			t.hurry()
			gained = true
		}
	}
	t.endMend(c, scores)
	for _, l := range t.settle(c, gained) {
		t.keep(l.at, l.kept)
	}
	if t.trials.end(scores, gained, c); t.child == nil || c != t.child {
		return
	}
	switch {
	case gained:
		t.pays(t.running.side)
		t.pay(t.running)
	case t.running.set && !inLibrary(t.running.side):
		t.keep(t.running.at, t.running.kept())
	case inLibrary(t.running.side):
		t.together(t.running)
	default:
		t.failed(t.running)
	}
	t.child, t.running = nil, nil
}

// coverage is what was covered, by target.
type coverage struct{ covered []bool }

func (t *coverage) isCovered(id fitness.ID) bool {
	return id >= 0 && int(id) < len(t.covered) && t.covered[id]
}

// cover reports whether a target is covered for the first time.
func (t *coverage) cover(id fitness.ID) bool {
	if t.isCovered(id) {
		return false
	}
	t.covered = append(t.covered, make([]bool, max(0, int(id)+1-len(t.covered)))...)
	t.covered[id] = true
	return true
}

// open returns the side of a condition that was never taken.
func (t *coverage) open(h *sut.Heard) (side fitness.ID, ok bool) {
	switch {
	case !t.isCovered(h.True):
		return h.True, true
	case h.False >= 0 && !t.isCovered(h.False):
		return h.False, true
	}
	return 0, false
}

// maxForms is how many layouts of times and alphabets are kept.
const maxForms = 16

// read keeps the layouts of times and the alphabets that conditions are about.
func read(forms *track.Known, heard []sut.Heard) {
	for i := range heard {
		for _, operand := range heard[i].Operands {
			w, _ := operand.(sut.Wanted)
			switch {
			case w.Form == probe.Timed && w.Text != "":
				forms.Layouts = known(forms.Layouts, w.Text)
			case w.Form == probe.Base64:
				forms.Alphabets = known(forms.Alphabets, w.Text)
			}
		}
	}
}

// known adds a form to a list, if it is new.
func known(list []string, form string) []string {
	if len(list) == maxForms || slices.Contains(list, form) {
		return list
	}
	return append(list, form)
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
