package harvest

import (
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/execute"
)

// leastExecutions is how many executions a test needs when time or calls run out, that one included
// which it comes from.
const leastExecutions = 2

// purse are the HTTP calls that making a suite may take.
type purse struct {
	limit int // 0 for any number
	spent int // since the end of the search
	runs  int // executions of tests since then
	last  int // by the last execution
	// each is how often a test is executed before it is written, after the execution that it
	// comes from, and kept how many calls the tests that will be take together.
	each, kept int
	tests      int  // how many tests will be written
	fresh      int  // of these, how many are on a system that was started anew
	late       bool // tests may be executed more seldom when some of them were confirmed already
	left       int  // tests that there were no calls for
	held       int  // calls that are not to be spent now
	until      int  // how many are spent when the test at hand is kept, 0 for any number
	// thrifty says that tests are executed as seldom as they may be, since there are
	// not enough calls for more.
	thrifty bool
	owing
}

// owing is how often each test is executed after it was written in this process.
type owing struct {
	renewed int // in a process of its own
	later   int // by others
	seldom  int // by others, at least
}

// save has tests executed as seldom as they may be from now on. It reports whether they were
// executed more often before.
func (p *purse) save() bool {
	if p.thrifty {
		return false
	}
	p.each, p.later, p.thrifty = leastExecutions-1+p.fresh, p.seldom, true
	return true
}

// share gives the test at hand the calls that one of so many tests has a right to, and what those
// before it left.
func (p *purse) share(of int) {
	p.until = p.spent + (p.limit-p.spent-p.each*p.kept-p.held)/of
}

// atLeast gives the test at hand the calls for so many actions.
func (p *purse) atLeast(actions int) { p.until = max(p.until, p.spent+(p.each+1)*actions) }

// tries reports whether there are calls for one more form of the test at hand, and for it to be kept.
func (p *purse) tries(calls int) bool {
	return p.allows(calls) && (p.until == 0 || p.spent+(p.each+1)*calls <= p.until)
}

// done is what was executed, and owed what the kept tests take before they are written.
func (p *purse) done() problem.Work { return problem.Work{Tests: p.runs, Actions: p.spent} }

func (p *purse) owed() problem.Work {
	times := p.each + p.renewed + p.later
	return problem.Work{Tests: times * p.tests, Actions: times * p.kept}
}

// saves has tests executed as seldom as they may be where that may come late.
func saves(p *purse) bool { return p.late && p.save() }

// allows reports whether some calls can be made and the tests are executed
// nevertheless.
func (p *purse) allows(calls int) bool {
	return p.limit == 0 || p.spent+p.each*p.kept+p.held+calls <= p.limit
}

func (p *purse) spend(calls int) { p.spent, p.last, p.runs = p.spent+calls, calls, p.runs+1 }

// now gives a test whose calls were so many, and that was replaced by the one that was
// executed last, the share of that one. It returns its calls.
func (p *purse) now(calls int) int {
	p.kept += p.last - calls
	return p.last
}

// keep reports whether there are calls for one more test of so many, which then has its
// share. A test that there are none for is counted.
func (p *purse) keep(calls int) bool {
	ok := p.allows(p.each*calls) || saves(p) && p.allows(p.each*calls)
	if ok {
		p.add(calls)
	} else {
		p.left++
	}
	return ok
}

// add gives a test of so many calls its share.
func (p *purse) add(calls int) { p.kept, p.tests = p.kept+calls, p.tests+1 }

// affords reports whether there are calls for a test of about so many that was not
// executed yet. A test that there are none for is counted.
func (p *purse) affords(calls int) bool {
	ok := p.allows((p.each+1)*calls) || saves(p) && p.allows((p.each+1)*calls)
	if !ok {
		p.left++
	}
	return ok
}

// balance is the work that making a suite took and will take, for whoever limits it.
type balance struct {
	executor *execute.Executor
	purse    *purse
	firm     []*candidate // tests that were executed twice before they were made smaller
}

// asSeen makes a test firm that was answered as in the search: it needs no further execution.
func (b *balance) asSeen(c *candidate) {
	first, second := c.ran.of(c.Test), c.seen
	if first == nil || second == nil {
		return
	}
	second.Scores = c.Scores // nobody asked the search for those that it knew
	if c.executions([]*execute.Trace{first, second}).Agree() {
		b.becomesFirm(c, first, second)
	}
}

// becomesFirm notes two executions of a test as it is.
func (b *balance) becomesFirm(c *candidate, first, second *execute.Trace) {
	c.firm = &firm{c.Test, c.Scores, c.calls, []*execute.Trace{first, second}}
	b.firm = append(b.firm, c)
}

// spares has tests executed as seldom as they may be, where that is dear and would take half of what there may be.
func (b *balance) spares(ask func(done, owed problem.Work) bool) {
	w := b.owed()
	if b.executor.Dear && ask != nil && !ask(b.purse.done(), problem.Work{Tests: 2 * w.Tests, Actions: 2 * w.Actions}) {
		b.purse.save()
	}
}

// owed is what the kept tests take before they are written. Those that are as they were executed twice take less.
func (b *balance) owed() problem.Work {
	out := b.purse.owed()
	for _, c := range b.firm {
		if c.firm.is(c.Test, c.look) {
			out.Tests, out.Actions = out.Tests-1, out.Actions-c.firm.calls
		}
	}
	return problem.Work{Tests: max(out.Tests, 0), Actions: max(out.Actions, 0)}
}

// further asks whoever limits the work on a suite for a quarter more of it, in which tests say more.
func (b *balance) further(ask func(done, owed problem.Work) bool) func() bool {
	part := func(w problem.Work) problem.Work {
		return problem.Work{Tests: w.Tests * 4 / 5, Actions: w.Actions * 4 / 5}
	}
	return func() bool { return ask == nil || ask(part(b.purse.done()), part(b.owed())) }
}

// allowed asks whoever limits the work on a suite whether there may be more of it.
func (b *balance) allowed(ask func(done, owed problem.Work) bool) func() bool {
	return func() bool { return ask == nil || ask(b.purse.done(), b.owed()) }
}
