// Package harvest makes suites of the tests that a search of the REST problem found. It takes the best test of
// each target, executes it again, leaves out calls and values that the targets of the test do not need, gives the
// values that stay their most readable form, and drops tests whose targets other tests cover. The rest is
// executed several times, in rounds, and only the parts of answers that were the same each time are asserted
// (package lowering).
//
// A written test begins on a system that was just started. Where nobody can reset the system of a search, package
// ground tells why a test leans on other tests. The harvest then tries forms of the test that make what it needs,
// such as keys that are new in each execution, and leaves out a test that no form helps. Where calls are limited,
// each operation gets a test first, and a test that stays keeps its share of the calls for its executions.
//
// A test of an earlier suite is executed first and is never made smaller. It goes only if the program changed for
// it and other tests of that suite show all that it shows, so that the tests of a suite do not depend on the luck
// of a search.
package harvest

import (
	"context"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// executions is how often a test is executed at least before it is written.
	// What differs between the executions is not asserted.
	executions = 3
	// maxExecutions is how often a test is executed at most. It is executed again
	// while each round shows another difference, such as the order of a map.
	maxExecutions = 12
)

// Harvester makes suites from what a search found.
type Harvester struct {
	reducer  *reduce.Reducer
	executor *execute.Executor
	codec    action.Codec
	writer   *lowering.Writer
	title    Title
	purse    purse
	kept     []*candidate // the tests of the last suite
	met      *met         // faults that came up since the search
	lost     untested     // what no test shows although one did
	last     ran
	late     []*candidate // tests that there was no time for
	firm     []*candidate // tests that were executed twice before they were made smaller
	further  func() bool  // allows calls that have tests say more, nil for the same as to make them smaller
	alone
}

// Title is what a suite says of its system.
type Title struct {
	Name string
	execute.Addresses
}

// New returns a harvester. Accepted returns successful calls of an operation, each after the calls that it may need.
func New(x *execute.Executor, k action.Codec, of Title, accepted func(*api.Operation) [][]*action.Call) *Harvester {
	return &Harvester{
		reducer: newReducer(x.Faults), executor: x, codec: k, title: of,
		writer: &lowering.Writer{Executor: x, API: k.API, Address: of.Address},
		alone:  alone{experience: experience{}, accepted: accepted},
	}
}

// record executes a candidate and records what happened.
func (h *Harvester) record(ctx context.Context, c *candidate) (*execute.Trace, error) {
	t := &execute.Trace{}
	var err error
	t.Scores, err = h.execute(ctx, c, c.Test, t)
	return t, err
}

// rerun executes a test instead of a candidate's own, and returns its scores. What happened is
// kept until the next execution: see [Harvester.ran].
func (h *Harvester) rerun(ctx context.Context, c *candidate, test *testcase.Case) (fitness.Scores, error) {
	t := &execute.Trace{}
	scores, err := h.execute(ctx, c, test, t)
	t.Scores = slices.Clone(scores)
	h.last = ran{test, t}
	return scores, err
}

// ran is an execution of a test. One that a candidate took its test from is one of those that it
// needs before it is written.
type ran struct {
	test  *testcase.Case
	trace *execute.Trace
}

// of returns the execution if it was one of a test as it is now, else nil.
func (r ran) of(test *testcase.Case) *execute.Trace {
	if r.test != test {
		return nil
	}
	return r.trace
}

func (h *Harvester) execute(
	ctx context.Context, c *candidate, test *testcase.Case, t *execute.Trace,
) (fitness.Scores, error) {
	x := h.executor
	e := x.Begin(execute.Purpose{
		Suite: true, Leak: c.leaks || slices.ContainsFunc(c.Need, x.Faults.IsLeak),
		Look: c.look, Idle: c.idle, Trace: t,
	})
	run, names := h.named(test)
	if x.Ground != nil {
		x.Ground.Mark(texts(names))
	}
	calls, err := x.Run(ctx, run, e)
	h.purse.spend(calls)
	if test == c.Test {
		c.calls = calls
	}
	scores := x.Board.Take()
	h.met.note(test, scores)
	if t != nil {
		t.Leaning, t.Names = x.Ground.Leaning(), names
	}
	return scores, err
}

// Suite makes a minimal suite from the best tests of an archive. Its tests are
// small, and each covers something that no other test does. Suite executes them
// several times and asserts what was the same every time. The second result
// counts the tests that it leaves out because their answers changed between
// executions. If ctx ends or the system dies on the way, Suite returns the
// tests that were executed until then, together with the error. Those that were executed once
// assert statuses and types alone.
func (h *Harvester) Suite(
	ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest,
) (*suite.Suite, int, error) {
	if how.Now.IsZero() {
		how.Now = time.Now()
	}
	h.purse, h.met, h.lost = newPurse(h, &how), newMet(h.executor.Faults), untested{}
	if h.executor.Ground != nil {
		h.executor.Ground.Tried = how.Restart != nil
	}
	h.late, h.firm = nil, nil
	candidates, err := chosen(ctx, h, a, how)
	traces := begun(candidates)
	if err == nil {
		err = h.executeAll(ctx, candidates, traces, how)
	}
	if err == nil {
		candidates, traces, err = regain(ctx, h, a, executed{candidates, traces}, how)
	}
	asFirm(h, executed{candidates, traces})
	out := newSuite(h)
	flaky := h.write(out, candidates, traces, how.Now)
	switch {
	case err != nil:
	case how.Renew != nil:
		out, err = renewed(ctx, h, out, executed{candidates, traces}, how)
	case how.Restart != nil && h.executor.Ground != nil:
		out, err = onFresh(ctx, h, out, candidates, traces, how)
	}
	drops(how.Dropped).among(candidates, h.kept, dependsOnLuck)
	drops(how.Dropped).renamed(h.kept)
	if how.Short != nil {
		how.Short(unmade(h), once(h.kept, candidates, traces))
	}
	if how.Spent != nil {
		how.Spent(h.purse.spent, h.purse.left)
	}
	return out, flaky, err
}

// chosen makes the tests of a suite, which are not executed often enough yet. With an error, it returns
// those that were made until then.
func chosen(
	ctx context.Context, h *Harvester, a *search.Archive[*testcase.Case], how problem.Harvest,
) ([]*candidate, error) {
	allow := allowed(h, how.Allow)
	h.further = further(h, how.Allow)
	cs, err := h.minimise(ctx, a, how, allow)
	if err == nil {
		var more []*candidate
		more, err = confirmMet(ctx, h, allow)
		cs = append(cs, more...)
	}
	if cs = hangingLast(cs, h.hangs); err == nil {
		err = looks(ctx, h, cs, allow, how.Now)
	}
	return cs, err
}

// further asks whoever limits the work on a suite for a quarter more of it, in which tests say more.
func further(h *Harvester, ask func(done, owed problem.Work) bool) func() bool {
	part := func(w problem.Work) problem.Work {
		return problem.Work{Tests: w.Tests * 4 / 5, Actions: w.Actions * 4 / 5}
	}
	return func() bool { return ask == nil || ask(part(h.purse.done()), part(owed(h))) }
}

// allowed asks whoever limits the work on a suite whether there may be more of it.
func allowed(h *Harvester, ask func(done, owed problem.Work) bool) func() bool {
	return func() bool { return ask == nil || ask(h.purse.done(), owed(h)) }
}

func newSuite(h *Harvester) *suite.Suite {
	return &suite.Suite{Title: h.title.Name, BaseURL: h.title.BaseURL, Address: h.title.Address}
}

// write adds the tests of candidates that were executed often enough. It counts
// the tests that it cannot write because their answers changed.
func (h *Harvester) write(out *suite.Suite, cs []*candidate, traces [][]*execute.Trace, now time.Time) (flaky int) {
	for i, c := range cs {
		steadyLook(c, traces[i])
	}
	cs, traces = standing(h, cs, traces)
	same, of, flaky := steady(h, cs, traces)
	h.kept = h.kept[:0]
	first := map[*suite.Step]*candidate{} // by the first step, which sorting leaves where it is
	same = settle(h.reducer, same, of, h.isInside)
	shares := reduce.Share(h.reducer, same)
	for _, c := range same {
		test, ok := h.writer.Test(c.executions(of[c]), c.Need, now)
		if c.last = of[c][0]; c.times(of[c]) < leastExecutions { // nobody knows what changes
			(&suite.Suite{Tests: []suite.Test{test}}).Hold(suite.Shape)
		}
		test.Tell(ways(shares, c, h.executor.Inside.Known.Describe))
		test.LeaveOut(c.left)
		if ok {
			c.rename(&test, taken(h, c))
		}
		if ok && test.Validate() == nil {
			out.Tests = append(out.Tests, test)
			h.kept = append(h.kept, c)
			first[&test.Steps[0]] = c
		} else {
			flaky++
			h.lost.loses(cannotWrite, c.Need...)
		}
	}
	out.Sort()
	out.NameTests()
	clean(h.executor.Secrets, out.Tests)
	for i := range out.Tests {
		first[&out.Tests[i].Steps[0]].name = out.Tests[i].Name
	}
	return flaky
}

// isInside reports whether a target is a fault with a place in the program.
func (h *Harvester) isInside(id fitness.ID) bool {
	known := h.executor.Faults.Of(id)
	return known != nil && known.Frame != ""
}

// standing returns the tests that need nothing of others, with their executions.
func standing(h *Harvester, cs []*candidate, traces [][]*execute.Trace) (alone []*candidate, of [][]*execute.Trace) {
	for i, c := range cs {
		if leans(traces[i]) {
			h.leaning++
			h.lost.loses(needsOthers, c.Need...)
			continue
		}
		alone, of = append(alone, c), append(of, traces[i])
	}
	return alone, of
}

// leans reports whether a test needed something of others in one of its executions.
func leans(traces []*execute.Trace) bool {
	return slices.ContainsFunc(traces, func(t *execute.Trace) bool { return t.Leaning.Why != "" })
}

// steady returns the candidates that were executed and answered the same each time, with their
// executions. It counts those that did not.
func steady(
	h *Harvester, cs []*candidate, traces [][]*execute.Trace,
) (same []*candidate, of map[*candidate][]*execute.Trace, flaky int) {
	of = map[*candidate][]*execute.Trace{}
	for i, c := range cs {
		switch {
		case len(traces[i]) == 0:
			h.lost.loses(noTime, c.Need...)
		case c.executions(traces[i]).Agree():
			of[c] = traces[i]
			same = append(same, c)
		default:
			flaky++
			h.lost.loses(keepsNot+differing(traces[i]), c.Need...)
		}
	}
	return same, of, flaky
}

// clean leaves credentials out of what tests say, since those of an earlier suite
// keep their words.
func clean(secrets *secret.Set, tests []suite.Test) {
	for i := range tests {
		secrets.Clean(&tests[i].Ways)
		secrets.Clean(&tests[i].Purpose)
	}
}

// hangs reports whether a test waits for an answer that does not come.
func (h *Harvester) hangs(scores fitness.Scores) bool {
	return slices.ContainsFunc(scores, func(s fitness.Score) bool {
		f := h.executor.Faults.Of(s.ID)
		return f != nil && f.Code == oracle.CodeTimeout
	})
}

// hangingLast moves the tests that take as long as a time limit behind the
// others, so that the others are executed even if time runs short.
func hangingLast(cs []*candidate, hangs func(fitness.Scores) bool) []*candidate {
	slices.SortStableFunc(cs, func(a, b *candidate) int {
		switch ha, hb := hangs(a.Scores), hangs(b.Scores); {
		case ha == hb:
			return 0
		case hb:
			return -1
		}
		return 1
	})
	return cs
}

// newPurse returns the purse for a suite.
func newPurse(h *Harvester, how *problem.Harvest) purse {
	p := purse{limit: how.Calls, each: executions - 1, owing: owing{later: how.Later, seldom: how.Seldom}}
	if h.executor.Ground != nil {
		p.each++ // twice in a row
		p.late = true
		if how.Restart != nil {
			p.fresh = 1
			p.each += p.fresh
		}
	}
	if how.Renew != nil {
		p.renewed = 1
	}
	if how.Costly && how.Renew != nil {
		p.save() // once more each in a new process
	}
	return p
}

// count begins anew with the tests that are left.
func count(p *purse, cs []*candidate) {
	p.kept, p.tests = 0, 0
	for _, c := range cs {
		p.add(c.calls)
	}
}

// Untested says why no test of the last suite shows what is at a target, "" if nothing is
// known of that.
func Untested(h *Harvester, target fitness.ID) string { return h.lost[target] }
