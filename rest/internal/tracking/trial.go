package tracking

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// trials are the values that are to be tried.
type trials struct {
	waiting []*trial
	doubts  []*trial          // those that are tried while nothing else waits
	tried   map[trialKey]bool // whether it was a doubt
	// child is the test that is being evaluated for a trial, nil for none.
	child   *testcase.Case
	running *trial
	spent   map[fitness.ID]*spending

	doubtsTried, doubtsPaid, tests int
	libraries
}

// trial is a value that a condition wants in an input.
type trial struct {
	parent *testcase.Case
	last   int // call of the parent that the condition was met by
	match
	side  fitness.ID // -1 for none
	old   any        // what was compared
	want  any
	set   bool // the value is one of a table, each of which may lead elsewhere
	doubt bool // little says that it helps
	with  *leaf
	joint bool // with what libraries want in the other inputs of the call
	given any  // what the input got

	from    *match // where the other operand came from, nil for nowhere
	partner any    // the other operand
	join    *join  // how the operand was put together, nil if it is one input
}

// trialKey tells trials apart. A value is tried once for each side of a condition, and
// once more if it was only a doubt at first.
type trialKey struct {
	at   action.Place
	way  string
	side fitness.ID
	want any
	with action.Place
}

const (
	// maxWaiting is how many trials wait.
	maxWaiting = 1000
	// maxTried is how many trials are made in all.
	maxTried = 200_000
)

// plan has a value tried that was not tried before. It reports whether a trial that is no doubt may follow.
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
		len(*list) == maxWaiting || !t.worth(next) {
		return false
	}
	if !next.join.fits(next) {
		t.tried[key] = next.doubt
		return false
	}
	if !t.allows(next.side) {
		return false
	}
	t.tried[key] = next.doubt
	t.spend(next)
	*list = append(*list, next)
	t.wish(next)
	return !next.doubt
}

// spending is what trials for a side cost and brought.
type spending struct {
	planned, paid int
	best          float64 // value of the side
}

// trialsOfSide is how often there are trials for a side of a condition. A trial pays that covers something new or
// brings the side nearer.
func trialsOfSide() payoff.Allowance { return payoff.Allowance{Free: 40, Each: 20, Tests: 100} }

// trialsOfDoubts is how often doubts are tried.
func trialsOfDoubts() payoff.Allowance { return payoff.Allowance{Free: 50, Each: 20, Tests: 20} }

// worth reports whether a trial may be made for its side: a condition that asks for the
// results of functions hears all that these compare, in each test anew, and would have
// more tried than all others together. A table is tried whole, and an answer's value is
// one and the same trial in each test.
func (t *trials) worth(next *trial) bool {
	s := t.spent[next.side]
	return s == nil || next.set || next.claims() || trialsOfSide().Allows(s.planned, s.paid, t.tests)
}

// pay counts a trial that covered something new.
func (t *trials) pay(paid *trial) {
	t.pays(paid.side)
	if paid.doubt {
		t.doubtsPaid++
	}
}

// claims reports whether an input is to have a value of an earlier answer.
func (t *trial) claims() bool {
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

// end counts an evaluation, and what it brought the side of a trial.
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

// wait reports whether trials wait that may be made.
func (t *trials) wait() bool { return len(t.waiting) > 0 || len(t.doubts) > 0 && t.mayDoubt() }

func (t *trials) mayDoubt() bool {
	return trialsOfDoubts().Allows(t.doubtsTried, t.doubtsPaid, t.tests)
}

// leads reports whether the test of a trial is about to be evaluated that may show what
// else its condition wants: a function may compare another input once this one fits.
func (t *trials) leads() bool {
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

// fill puts what a trial is for into its input, or into all that the operand was put
// together from.
func fill(d *documents, r *rand.Rand, next *trial, child *testcase.Case) bool {
	if next.join != nil {
		return next.join.fill(r, next, child)
	}
	call, to, ok := next.in(child)
	return ok && d.give(r, call, to, &next.link, next.want)
}

// fits reports whether what a trial wants can come of the inputs of a join. Nothing else
// is asked of other trials.
func (j *join) fits(next *trial) bool {
	if j == nil {
		return true
	}
	_, ok := j.parts(rand.New(rand.NewPCG(0, 0)), next)
	return ok
}

// parts returns what the inputs have to be.
func (j *join) parts(r *rand.Rand, next *trial) ([]any, bool) {
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

func (j *join) fill(r *rand.Rand, next *trial, child *testcase.Case) bool {
	parts, ok := j.parts(r, next)
	if !ok {
		return false
	}
	for i, l := range j.of {
		call, to, ok := l.in(child)
		if !ok || !assign(to, parts[i]) {
			return false
		}
		call.Keep(to)
	}
	return true
}

// failed plans what may help a trial that did not reach its side: another input may
// have to move with this one, because a condition before compares the two. These are
// the inputs that had the same value, and other numbers.
func (t *trials) failed(trial *trial) {
	if trial.blind() || trial.with != nil || trial.side < 0 || trial.doubt || trial.join != nil {
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

// blind reports whether what a trial puts into its input is not what the condition
// compares with.
func (t *trial) blind() bool {
	switch t.want.(type) {
	case action.Source, mark:
		return true
	}
	return false
}

// companions is how many inputs are moved with another one, one after the other.
const companions = 4

// follow moves the input that goes with the one of the trial: by as much as the operand
// moved, or to the same text.
func (t *trial) follow(child *testcase.Case) bool {
	if t.with == nil {
		return true
	}
	call, to, ok := t.with.in(child)
	if !ok {
		return false
	}
	moved, ok := t.want, true
	if _, text := t.want.(string); !text {
		moved, ok = track.Moved(t.with.value, t.old, t.want)
	}
	if !ok || !assign(to, moved) {
		return false
	}
	call.Keep(to)
	return true
}

// kept is what a trial leaves behind.
func (t *trial) kept() pool.Paid {
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

// bond is the bond that a trial has shown, if it has.
func (t *trial) bond() (b bond, ok bool) {
	if t.from == nil || t.link.Bits < likely || t.from.link.Bits < likely {
		return bond{}, false
	}
	step, ok := stepTo(t.partner, t.want)
	return bond{t.at, t.from.at, t.link, t.from.link, step}, ok
}
