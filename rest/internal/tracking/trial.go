package tracking

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// trials has the values that wait for a try.
type trials struct {
	waiting []*trial
	doubts  []*trial          // trials that are made while no other trial waits
	tried   map[trialKey]bool // trials that were planned, and whether they were doubts
	// child is the test that is evaluated for a trial, nil for none.
	child   *testcase.Case
	running *trial
	spent   map[fitness.ID]*spending

	doubtsTried, doubtsPaid, tests int
	libraries
}

// trial is a value that a condition wants in an input.
type trial struct {
	parent *testcase.Case
	last   int // index of the call of the parent that met the condition
	match
	side  fitness.ID // side of the condition, -1 for none
	old   any        // operand that was compared
	want  any
	set   bool  // the value is from a table, where each value may lead to other code
	doubt bool  // the value has little chance to help
	with  *leaf // input that changes together with this one, nil for none
	joint bool  // the other inputs of the call get values that libraries want
	given any   // value that the input got

	from    *match // input of the other operand, nil for none
	partner any    // the other operand
	join    *join  // how several inputs make the operand, nil if it is a single input
}

// trialKey identifies a trial. A value is tried once for each side of a condition, and once more if it was a doubt
// before.
type trialKey struct {
	at   action.Place
	way  string
	side fitness.ID
	want any
	with action.Place
}

const (
	// maxWaiting bounds the trials that wait.
	maxWaiting = 1000
	// maxTried bounds all trials.
	maxTried = 200_000
)

// plan queues a trial that was not made before. It reports whether it queued a trial that is no doubt.
func (t *trials) plan(next *trial) (sure bool) {
	key := trialKey{at: next.at, way: next.link.Key(), side: next.side, want: next.want}
	if next.with != nil {
		key.with = next.with.at
	}
	list := &t.waiting
	if next.doubt {
		list = &t.doubts
	}
	if next.join != nil {
		key.way = next.join.Key()
	}
	if doubted, ok := t.tried[key]; ok && (next.doubt || !doubted) || len(t.tried) == maxTried ||
		len(*list) == maxWaiting || !t.isWorth(next) {
		return false
	}
	if !next.join.canMake(next) {
		t.tried[key] = next.doubt
		return false
	}
	if !t.allowTrial(next.side) {
		return false
	}
	t.tried[key] = next.doubt
	t.spend(next)
	*list = append(*list, next)
	t.wish(next)
	return !next.doubt
}

// spending counts the trials for a side of a condition, and the trials among them that paid.
type spending struct {
	planned, paid int
	best          float64 // best score of the side
}

// trialsOfSide allows trials for a side of a condition. A trial pays if it covers a new target or comes nearer to the
// side.
func trialsOfSide() payoff.Allowance { return payoff.Allowance{Free: 40, Each: 20, Tests: 100} }

// trialsOfDoubts allows trials of doubts.
func trialsOfDoubts() payoff.Allowance { return payoff.Allowance{Free: 50, Each: 20, Tests: 20} }

// isWorth reports whether a trial may be made for its side. Without this bound, a condition on the result of a function
// would get more trials than all other conditions together, because it hears all comparisons of the function, in each
// test anew. Values of tables and of answers have no bound: all of a table is tried, and a value of an answer is the
// same trial in each test.
func (t *trials) isWorth(next *trial) bool {
	s := t.spent[next.side]
	return s == nil || next.set || next.isClaim() || trialsOfSide().Allows(s.planned, s.paid, t.tests)
}

// countPaid counts a trial that covered a new target.
func (t *trials) countPaid(paid *trial) {
	t.countPaying(paid.side)
	if paid.doubt {
		t.doubtsPaid++
	}
}

// isClaim reports whether the trial gives the input a value of an earlier answer.
func (t *trial) isClaim() bool {
	_, ok := t.want.(action.Source)
	return ok
}

// spend counts a trial.
func (t *trials) spend(next *trial) {
	if next.side < 0 || next.set {
		return
	}
	s := t.spent[next.side]
	if s == nil {
		if t.spent == nil {
			t.spent = map[fitness.ID]*spending{}
		}
		s = &spending{}
		t.spent[next.side] = s
	}
	s.planned++
}

// end counts an evaluation, and notes whether it paid for the side of its trial.
func (t *trials) end(scores fitness.Scores, gained bool, c *testcase.Case) {
	t.tests++
	var own *spending
	if t.child != nil && t.child == c {
		own = t.spent[t.running.side]
	}
	for i := range scores {
		if s := t.spent[scores[i].ID]; s != nil && scores[i].Value > s.best {
			s.best = scores[i].Value
			gained = gained || s == own
		}
	}
	if gained && own != nil {
		own.paid++
	}
}

// isWaiting reports whether a trial waits that may be made.
func (t *trials) isWaiting() bool { return len(t.waiting) > 0 || len(t.doubts) > 0 && t.mayTryDoubts() }

func (t *trials) mayTryDoubts() bool {
	return trialsOfDoubts().Allows(t.doubtsTried, t.doubtsPaid, t.tests)
}

// mayLead reports whether the next evaluation is a trial for a condition. It may show further values that the condition
// wants: a function may compare another input once this input fits.
func (t *trials) mayLead() bool {
	return t.child != nil && t.running.side >= 0
}

// next takes the trial that waits for longest.
func (t *trials) next() *trial {
	list := &t.waiting
	if len(*list) == 0 {
		list = &t.doubts
		t.doubtsTried++
	}
	next := (*list)[0]
	*list = slices.Delete(*list, 0, 1)
	return next
}

// fillTrial puts the value of a trial into its input, or its parts into the inputs that make the operand.
func fillTrial(d *documents, r *rand.Rand, next *trial, child *testcase.Case) bool {
	if next.join != nil {
		return next.join.fillInputs(r, next, child)
	}
	call, to, ok := next.inputIn(child)
	if !ok || !d.giveWanted(r, call, to, &next.link, next.want) {
		return false
	}
	if of := to.Named(call.Genotype); of != nil {
		show(r, of)
	}
	return true
}

// showTries bounds how often a value is drawn that differs from a missing value: some genes have no such value.
const showTries = 8

// show gives a gene a value that differs from that of a missing member: a program looks for the name of the member.
func show(r *rand.Rand, g gene.Gene) {
	for range showTries {
		if v := g.Value(); v != nil && v != false && !isEmpty(v) {
			return
		}
		g.Randomize(r)
	}
}

// canMake reports whether the inputs of a join can make the value of a trial. It returns true for a trial without a
// join.
func (j *join) canMake(next *trial) bool {
	if j == nil {
		return true
	}
	_, ok := j.partsFor(rand.New(rand.NewPCG(0, 0)), next)
	return ok
}

// partsFor returns the values that the inputs need. It returns false if they cannot make the value of the trial.
func (j *join) partsFor(r *rand.Rand, next *trial) ([]any, bool) {
	text, ok := next.want.(string)
	if form, is := next.want.(sut.Wanted); is {
		old, _ := next.old.(string)
		text, ok = aim.Text(r, old, form)
	}
	if !ok {
		return nil, false
	}
	return j.Split(text, j.before)
}

// fillInputs gives the inputs the values that they need.
func (j *join) fillInputs(r *rand.Rand, next *trial, child *testcase.Case) bool {
	parts, ok := j.partsFor(r, next)
	if !ok {
		return false
	}
	for i, l := range j.of {
		call, to, ok := l.inputIn(child)
		if !ok || !keepValue(call, to, parts[i]) {
			return false
		}
	}
	return true
}

// planCompanions plans further trials after a trial that did not reach its side: another input may have to change
// together with the input of the trial, because an earlier condition compares both. Such inputs are texts with the same
// value, and numbers.
func (t *trials) planCompanions(trial *trial) {
	if trial.isBlind() || trial.with != nil || trial.side < 0 || trial.doubt || trial.join != nil {
		return
	}
	_, text := trial.old.(string)
	count := 0
	all := leavesOf(trial.parent, trial.last)
	for i := range all {
		l := &all[i]
		_, isText := l.value.(string)
		if l.call == trial.call && l.taker == trial.taker || isText != text || text && l.value != trial.value ||
			value.IsAbsent(l.value) {
			continue
		}
		next := *trial
		next.with, next.doubt = l, true
		t.plan(&next)
		if count++; count == companions {
			return
		}
	}
}

// isBlind reports whether the value that a trial puts into its input differs from the operand of the condition.
func (t *trial) isBlind() bool {
	switch t.want.(type) {
	case action.Source, mark:
		return true
	}
	return false
}

// companions is the number of inputs that are tried together with the input of a trial, one after the other.
const companions = 4

// follow changes the input that goes with the input of the trial: a number by the difference of the operand, a text to
// the same text. It reports whether the input takes the value.
func (t *trial) follow(child *testcase.Case) bool {
	if t.with == nil {
		return true
	}
	call, to, ok := t.with.inputIn(child)
	if !ok {
		return false
	}
	moved, ok := t.want, true
	if _, text := t.want.(string); !text {
		moved, ok = track.Moved(t.with.value, t.old, t.want)
	}
	return ok && keepValue(call, to, moved)
}

// paidValue returns the value of a trial in the form in which the pool keeps it.
func (t *trial) paidValue() pool.Paid {
	k := pool.Paid{Plain: t.given}
	if t.join != nil { // the form is that of the whole
		return k
	}
	switch w := t.want.(type) {
	case sut.Wanted:
		k.Want, k.Link = w, t.link
	case pool.Document:
		k.Want, k.Link = pool.Document{Schema: w.Schema}, t.link
	case action.Source:
		k.Want, k.Link = w, t.link
	}
	return k
}

// shownBond returns the bond that a trial showed. It returns false if the trial showed none.
func (t *trial) shownBond() (b bond, ok bool) {
	if t.from == nil || t.link.Bits < likely || t.from.link.Bits < likely {
		return bond{}, false
	}
	step, ok := stepTo(t.partner, t.want)
	return bond{t.at, t.from.at, t.link, t.from.link, step}, ok
}
