// Package tracking finds out which input of a test matters for which target.
//
// A Tracker compares the operands of conditions with the values of all calls of the test, and puts the value that a
// condition wants into the input. So it needs no marks in the program. Marked values (taint) would tell the origin of
// an operand more surely, but a test would have to send them, and a program refuses most of them before it compares
// them. To listen costs time, so the tracker listens to each evaluation while that tells news, and seldom after that.
//
// An [Influence] needs no operand that looks like an input, and finds the digits behind a check digit and the summands
// behind a sum. It compares each mutant that differs in one input from its parent with this parent, and learns about
// all targets that both reach.
package tracking

import (
	"fmt"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Tracker knows which inputs reach which conditions. It learns by listening to evaluations. A nil Tracker does nothing.
// It is not safe for concurrent use.
type Tracker struct {
	known   sut.Inside
	inputs  Inputs
	reads   []sut.Input // texts that the program decoded for the current call
	covered coverage
	trials  trials
	pace    pace
	answers answers
	mending mending
}

// New returns a tracker, or nil if the system does not tell its conditions. typed returns the gene for the JSON texts
// of a JSON Schema, nil for none. The pool gets the values that pay.
func New(known sut.Inside, typed func(schema string) gene.Gene, in *pool.Pool) *Tracker {
	if known.Listen == nil || known.Heard == nil {
		return nil
	}
	return &Tracker{
		known: known, trials: trials{tried: map[trialKey]bool{}}, pace: pace{every: 1},
		inputs: Inputs{
			names: in.Names(), values: in.Values(), sources: map[fitness.ID][]source{},
			documents: documents{typed: typed, genes: map[string]gene.Gene{}},
		},
	}
}

// Hurry has the tracker listen to the next evaluation.
func (t *Tracker) Hurry() {
	if t != nil {
		t.pace.hurry()
	}
}

// Inputs returns the knowledge of the tracker about inputs. A nil Tracker has nil Inputs.
func (t *Tracker) Inputs() *Inputs {
	if t == nil {
		return nil
	}
	return &t.inputs
}

// Begin is called before a test is evaluated.
func (t *Tracker) Begin() {
	if t == nil {
		return
	}
	t.answers.reset()
	if t.inputs.learnt {
		t.pace.hurry()
		t.inputs.learnt = false
	}
	if t.pace.listening = t.pace.isDue() || t.trials.mayLead() || t.mending.mend != nil; t.pace.listening {
		t.known.Listen(true)
	}
}

// Listens reports whether the tracker listens to the present evaluation.
func Listens(t *Tracker) bool { return t != nil && t.pace.listening }

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

// maxReads bounds the decoded texts of a call that are kept.
const maxReads = 64

// Read is called with each part of a call that the system read, before [Tracker.Called].
func (t *Tracker) Read(in *sut.Input) {
	if t != nil && t.pace.listening && len(t.reads) < maxReads {
		t.reads = append(t.reads, *in)
	}
}

// Called is called after each call of a test, once the scores of the call are known.
func (t *Tracker) Called(c *testcase.Case, at int) {
	if !Listens(t) {
		return
	}
	heard := t.known.Heard()
	if len(heard) == 0 && len(t.reads) == 0 {
		return
	}
	keepForms(&t.inputs.forms, heard)
	t.inputs.forms.Now = time.Now()
	leaves := indexLeaves(leavesOf(c, at), &t.inputs.forms)
	h := hearing{
		test: c, at: at, leaves: leaves, answers: &t.answers, known: &t.known, inputs: &t.inputs, trials: &t.trials,
	}
	for i := range heard {
		if side, ok := t.covered.openSide(&heard[i]); ok {
			h.hearCondition(&heard[i], side)
		}
	}
	t.mending.hearRefusals(&t.known, at, heard, leaves)
	for i := range t.reads {
		h.hearDecoder(&t.reads[i])
	}
	if h.learnt {
		t.pace.hurry()
	}
	clear(t.reads)
	t.reads = t.reads[:0]
}

// End is called after a test was evaluated.
func (t *Tracker) End(c *testcase.Case, scores fitness.Scores) {
	if t == nil {
		return
	}
	if t.pace.listening {
		t.known.Listen(false)
		t.pace.listening = false
	}
	t.trials.evaluated++
	gained := false
	for _, s := range scores {
		if s.Value >= 1 && t.covered.add(s.ID) {
			t.pace.hurry()
			gained = true
		}
	}
	t.mending.endMend(c, scores)
	t.inputs.values.Settle(c, gained)
	t.trials.end(scores, gained, c)
	if t.trials.child != nil && c == t.trials.child {
		t.ended(t.trials.running, gained)
		t.trials.child, t.trials.running = nil, nil
	}
}

// ended learns from a trial whether its value pays in the input.
func (t *Tracker) ended(trial *trial, gained bool) {
	switch {
	case trial.link.Way == track.Length, trial.link.Way == track.Span: // other texts would do as well
		if gained {
			t.trials.countPaid(trial)
		}
	case gained:
		t.trials.countPaid(trial)
		if b, ok := trial.shownBond(); ok && (t.covered.has(trial.side) || inLibrary(trial.side)) {
			t.inputs.keepBond(b)
		}
		t.inputs.values.Pay(trial.at, trial.paidValue())
	case trial.set && !inLibrary(trial.side):
		t.inputs.values.Pay(trial.at, trial.paidValue())
	case inLibrary(trial.side):
		t.trials.planTogether(trial)
	default:
		t.trials.planCompanions(trial)
	}
}

// coverage has the covered targets.
type coverage struct{ covered []bool }

func (t *coverage) has(id fitness.ID) bool {
	return id >= 0 && int(id) < len(t.covered) && t.covered[id]
}

// add adds a target, and reports whether it is covered for the first time.
func (t *coverage) add(id fitness.ID) bool {
	if t.has(id) {
		return false
	}
	t.covered = append(t.covered, make([]bool, max(0, int(id)+1-len(t.covered)))...)
	t.covered[id] = true
	return true
}

// openSide returns a side of a condition that no test took. It returns false if tests took both sides.
func (t *coverage) openSide(h *sut.Heard) (side fitness.ID, ok bool) {
	switch {
	case !t.has(h.True):
		return h.True, true
	case h.False >= 0 && !t.has(h.False):
		return h.False, true
	}
	return 0, false
}

// pace chooses the evaluations to which the tracker listens: each evaluation while that tells news, and fewer and fewer
// while it does not.
type pace struct {
	listening bool
	every     int  // number of evaluations from one with listening to the next
	passed    int  // number of evaluations since the last one with listening
	learnt    bool // the last evaluation with listening told news
}

// slowest is the greatest number of evaluations from one with listening to the next.
const slowest = 32

// isDue counts an evaluation, and reports whether to listen to it.
func (p *pace) isDue() bool {
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

// hurry makes the tracker listen to the next evaluation.
func (p *pace) hurry() { p.learnt = true }
