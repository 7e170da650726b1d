package harvest

import (
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/execute"
)

// leastExecutions is the number of executions that a test needs when time or calls run out. The execution that it
// comes from counts.
const leastExecutions = 2

// purse manages the HTTP calls that making a suite may take.
type purse struct {
	limit int // 0 for any number
	spent int // calls since the end of the search
	runs  int // executions of tests since the end of the search
	last  int // calls of the last execution
	// each is the number of executions of a test before it is written, apart from the execution that it comes from.
	// kept is the number of calls of all kept tests together.
	each, kept int
	tests      int  // number of kept tests
	fresh      int  // the part of each on a restarted system
	late       bool // tests may be executed more seldom when some of them were confirmed already
	left       int  // number of tests that there were no calls for
	held       int  // calls that are reserved for later
	until      int  // the value of spent at which work on the present test ends, 0 for no limit
	// thrifty says that tests are executed as seldom as possible, since there are not enough calls.
	thrifty bool
	owing
}

// owing is the number of executions of each test after it was written in this process.
type owing struct {
	renewed int // in a process of its own
	later   int // in other processes
	seldom  int // the least number in other processes
}

// save makes tests be executed as seldom as possible from now on. It reports whether that is a change.
func (p *purse) save() bool {
	if p.thrifty {
		return false
	}
	p.each, p.later, p.thrifty = leastExecutions-1+p.fresh, p.seldom, true
	return true
}

// share gives the present test its share of the calls if so many tests are left, and the calls that earlier tests did
// not use.
func (p *purse) share(of int) {
	p.until = p.spent + (p.limit-p.spent-p.each*p.kept-p.held)/of
}

// atLeast gives the present test at least the calls for so many actions.
func (p *purse) atLeast(actions int) { p.until = max(p.until, p.spent+(p.each+1)*actions) }

// tries reports whether there are calls to try one more form of the present test, and to keep it.
func (p *purse) tries(calls int) bool {
	return p.allows(calls) && (p.until == 0 || p.spent+(p.each+1)*calls <= p.until)
}

// done returns the work that was executed so far.
func (p *purse) done() problem.Work { return problem.Work{Tests: p.runs, Actions: p.spent} }

func (p *purse) owed() problem.Work {
	times := p.each + p.renewed + p.later
	return problem.Work{Tests: times * p.tests, Actions: times * p.kept}
}

// saves makes tests be executed as seldom as possible, if that is still allowed at this time. It reports whether that
// is a change.
func saves(p *purse) bool { return p.late && p.save() }

// allows reports whether some calls can be made while enough are left to execute the kept tests.
func (p *purse) allows(calls int) bool {
	return p.limit == 0 || p.spent+p.each*p.kept+p.held+calls <= p.limit
}

func (p *purse) spend(calls int) { p.spent, p.last, p.runs = p.spent+calls, calls, p.runs+1 }

// now replaces the share of a test of so many calls by the share of its new form, which was executed last.
func (p *purse) now(calls int) { p.kept += p.last - calls }

// keep reports whether there are calls for one more test of so many calls, and reserves its share. Otherwise it counts
// the test as left out.
func (p *purse) keep(calls int) bool {
	ok := p.allows(p.each*calls) || saves(p) && p.allows(p.each*calls)
	if ok {
		p.add(calls)
	} else {
		p.left++
	}
	return ok
}

// add reserves the share of a test of so many calls.
func (p *purse) add(calls int) { p.kept, p.tests = p.kept+calls, p.tests+1 }

// affords reports whether there are calls for a test of about so many calls that was not executed yet.
func (p *purse) affords(calls int) bool {
	return p.allows((p.each+1)*calls) || saves(p) && p.allows((p.each+1)*calls)
}

// balance is the work that making a suite took and will take, for the caller who limits it.
type balance struct {
	executor *execute.Executor
	purse    *purse
	firm     []*candidate // tests that were executed twice before they were made smaller
}

// asSeen makes a test firm if its answers were the same as in the search: it needs no further execution.
func (b *balance) asSeen(c *candidate) {
	first, second := c.ran.of(c.Test), c.seen
	if first == nil || second == nil {
		return
	}
	second.Scores = c.Scores // the search does not report targets that it had covered
	if c.executions([]*execute.Trace{first, second}).Agree() {
		b.becomesFirm(c, first, second)
	}
}

// becomesFirm records two executions of a test in its present form.
func (b *balance) becomesFirm(c *candidate, first, second *execute.Trace) {
	c.firm = &firm{c.Test, c.Scores, c.calls, []*execute.Trace{first, second}}
	b.firm = append(b.firm, c)
}

// spares makes tests be executed as seldom as possible if executions are expensive and would take half of the allowed
// work.
func (b *balance) spares(ask func(done, owed problem.Work) bool) {
	w := b.owed()
	if b.executor.Dear && ask != nil && !ask(b.purse.done(), problem.Work{Tests: 2 * w.Tests, Actions: 2 * w.Actions}) {
		b.purse.save()
	}
}

// owed returns the work that the kept tests still take before they are written. Firm tests take less.
func (b *balance) owed() problem.Work {
	out := b.purse.owed()
	for _, c := range b.firm {
		if c.firm.is(c.Test, c.look) {
			out.Tests, out.Actions = out.Tests-1, out.Actions-c.firm.calls
		}
	}
	return problem.Work{Tests: max(out.Tests, 0), Actions: max(out.Actions, 0)}
}

// further asks the caller for a quarter more work, for tests that assert more.
func (b *balance) further(ask func(done, owed problem.Work) bool) func() bool {
	part := func(w problem.Work) problem.Work {
		return problem.Work{Tests: w.Tests * 4 / 5, Actions: w.Actions * 4 / 5}
	}
	return func() bool { return ask == nil || ask(part(b.purse.done()), part(b.owed())) }
}

// allowed returns a function that asks the caller whether more work is allowed.
func (b *balance) allowed(ask func(done, owed problem.Work) bool) func() bool {
	return func() bool { return ask == nil || ask(b.purse.done(), b.owed()) }
}
