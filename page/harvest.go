package page

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/units"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// executions is how often a test is executed before it is written. It asserts what was the same each time.
	executions = 3
	// maxShrinks is the maximum number of executions for simplifying one value.
	maxShrinks = 40
)

// harvester makes suites from the results of a search.
type harvester struct {
	asserter
	x       *execute.Executor
	gallery *gallery
	page    execute.Page
	title   string
	units   bool     // whether functions of scripts are tested as well
	own     bool     // whether tests can read the files of the site
	left    []string // warnings about tests that were left out
	spent   problem.Work

	searched func() int // returns the number of acts of the search
}

// callsAnAct is the number of calls of a function that take as long as an act.
const callsAnAct = 5

// functions adds tests of the script functions that some tests call. It may take as long as the search did.
func (h *harvester) functions(
	ctx context.Context, to *suite.Suite, kept []*reduce.Candidate, allow func(done, owed problem.Work) bool,
) error {
	found, err := units.Write(ctx, units.Page{
		Site: h.page.Site, Address: h.page.Address, Settings: h.page.Settings, Browser: h.page.Browser, Own: h.own,
		Study: h.study,
		More: func(calls int) bool {
			return allow == nil || allow(problem.Work{Tests: calls, Actions: calls / callsAnAct}, problem.Work{})
		},
	}, visitsOf(kept))
	if err != nil {
		return err
	}
	to.Tests = append(to.Tests, found.Tests...)
	h.left = nil
	if found.Closed > 0 {
		h.left = append(h.left, fmt.Sprintf("of %d functions that tests call, %d have no tests of their own, as other "+
			"scripts cannot reach them: closures, and what no module exports", found.Called, found.Closed))
	}
	if found.Fails {
		h.left = append(h.left, "functions have no tests of their own, as the scripts throw in a document of their own")
	}
	if found.Left+found.Untried > 0 {
		h.left = append(h.left, fmt.Sprintf(
			"for want of time, %d functions have no tests of their own, and tests of others were "+
				"not tried on mutants %d times: a longer search has them", found.Left, found.Untried))
	}
	return nil
}

// visitsOf returns the acts of tests, the shortest test first: the calls of short tests are simple, and preferred to
// similar calls of others.
func visitsOf(kept []*reduce.Candidate) (out [][]*act.Act) {
	kept = slices.Clone(kept)
	byLength(kept)
	for _, c := range kept {
		var acts []*act.Act
		for _, a := range c.Test.Actions {
			acts = append(acts, a.(*act.Act))
		}
		out = append(out, acts)
	}
	return out
}

// byLength sorts tests by length, the shortest first.
func byLength(all []*reduce.Candidate) {
	slices.SortStableFunc(all, func(a, b *reduce.Candidate) int {
		return cmp.Or(len(a.Test.Actions)-len(b.Test.Actions), strings.Compare(wayOf(a), wayOf(b)))
	})
}

// wayOf returns the acts of a test as text.
func wayOf(c *reduce.Candidate) (out string) {
	for _, a := range c.Test.Actions {
		out += a.(*act.Act).Kind + " " + a.(*act.Act).Path + "\n"
	}
	return out
}

// reducer returns a reducer for which a test is about its last act: the test asserts the effects of that act.
func (h *harvester) reducer() *reduce.Reducer {
	return &reduce.Reducer{Targets: h.x.Registry().Len, Last: func(fitness.ID) bool { return true }}
}

// Suite makes a suite of the best tests of an archive, see [problem.Problem].
func (h *harvester) Suite(
	ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest,
) (*suite.Suite, int, error) {
	h.spent = problem.Work{}
	out := &suite.Suite{Title: h.title}
	asks := func(f func(done, owed problem.Work) bool) func() bool {
		return func() bool { return f == nil || f(h.spent, problem.Work{}) }
	}
	kept, err := h.minimise(ctx, reduce.Split(a), asks(how.Confirm), asks(how.Allow))
	if err != nil {
		return out, 0, err
	}
	w := &written{Suite: out, cases: map[string]*testcase.Case{}, traces: map[string]*execute.Trace{}}
	for _, c := range kept {
		if err := h.add(ctx, w, c, h.tells); err != nil {
			return out, w.flaky, err
		}
	}
	h.gallery.look(ctx, h.spend(asks(how.Allow)))
	flaky, reserve := w.flaky, len(out.Tests)
	for _, c := range h.reserve(a, asks(how.Allow)) {
		faultless := func(_ *reduce.Candidate, t *suite.Test) bool { return len(t.Faults) == 0 }
		if err := h.add(ctx, w, c, faultless); err != nil {
			return out, flaky, err
		}
	}
	err = h.assert(ctx, w, reserve, asks(how.Allow))
	for i := range out.Tests {
		selectors(&out.Tests[i], w.traces[out.Tests[i].Name])
		out.Tests[i].Name = ""
	}
	if err == nil && h.units {
		err = h.functions(ctx, out, kept, how.Allow)
	}
	out.Sort()
	out.NameTests()
	return out, flaky, err
}

// written is a suite while it is made, with the case and a trace of each test, by the test's name.
type written struct {
	*suite.Suite
	cases  map[string]*testcase.Case
	traces map[string]*execute.Trace
	flaky  int
}

// add adds a test to a suite, if the test is worth keeping.
func (h *harvester) add(
	ctx context.Context, to *written, c *reduce.Candidate, keeps func(*reduce.Candidate, *suite.Test) bool,
) error {
	test, trace, err := h.write(ctx, c)
	if err != nil {
		return err
	}
	if trace == nil || test.Validate() != nil {
		to.flaky++
	} else if keeps(c, &test) {
		test.Name = fmt.Sprint(len(to.cases)) // a temporary name until NameTests
		to.cases[test.Name], to.traces[test.Name] = c.Test, trace
		to.Tests = append(to.Tests, test)
	}
	return nil
}

// maxReserve is the maximum number of tests in reserve.
const maxReserve = 30

// reserve returns tests, short and long ones, that lead to states that the suite does not reach. Some mutants may be
// noticed only there.
func (h *harvester) reserve(a *search.Archive[*testcase.Case], allow func() bool) (out []*reduce.Candidate) {
	if !allow() {
		return nil
	}
	all := slices.DeleteFunc(reduce.Split(a), func(c *reduce.Candidate) bool {
		return !slices.ContainsFunc(c.Need, h.isState) || len(c.Test.Actions) < 2
	})
	byLength(all)
	for i := range min(len(all), maxReserve) {
		out = append(out, all[i*len(all)/min(len(all), maxReserve)])
	}
	return out
}

// spend returns a function that counts the acts of a test, if there is time for them.
func (h *harvester) spend(allow func() bool) func(acts int) bool {
	return func(acts int) bool {
		if !allow() {
			return false
		}
		h.spent.Tests++
		h.spent.Actions += acts
		return true
	}
}

// tells reports whether a test is worth reading: it shows a fault, covers code that no other test covers, or its last
// act changes the page.
func (h *harvester) tells(c *reduce.Candidate, t *suite.Test) bool {
	last := t.Steps[len(t.Steps)-1].Act
	inside := func(id fitness.ID) bool {
		kind := h.x.Registry().Target(id).Kind
		return kind == sut.StatementTarget || kind == sut.BranchTarget
	}
	return len(t.Faults) > 0 || len(last.Expect) > 0 || len(last.Asks) > 0 || slices.ContainsFunc(c.Need, inside)
}

// minimise makes few small tests of the tests of an archive. Each covers a target that no other test covers, and needs
// each of its acts for that.
func (h *harvester) minimise(
	ctx context.Context, found []*reduce.Candidate, more, allow func() bool,
) ([]*reduce.Candidate, error) {
	m := h.minimiser()
	kept, err := h.confirm(ctx, m, found, more)
	if err != nil {
		return nil, err
	}
	for _, c := range kept {
		if err := m.DropActions(ctx, c, 1, allow); err != nil {
			return nil, err
		}
		for i := range c.Test.Actions {
			if err := m.SimplifyAction(ctx, c, i, allow); err != nil {
				return nil, err
			}
		}
	}
	return reduce.Drop(h.reducer(), kept), nil
}

// confirmRounds is how often tests are chosen for targets that the tests chosen before did not cover again.
const confirmRounds = 3

// confirm executes a minimal set of tests for all targets, and then further tests for the targets that were not covered
// again.
func (h *harvester) confirm(
	ctx context.Context, m *reduce.Minimiser, found []*reduce.Candidate, more func() bool,
) (kept []*reduce.Candidate, err error) {
	shown := map[fitness.ID]bool{}
	for _, c := range found {
		c.Scores = h.told(c.Scores)
	}
	for range confirmRounds {
		var left []*reduce.Candidate
		for _, c := range found {
			c.Need = slices.DeleteFunc(c.Need, func(id fitness.ID) bool { return h.isState(id) || shown[id] })
			if len(c.Need) > 0 {
				left = append(left, c)
			}
		}
		for _, c := range reduce.Choose(h.reducer(), left) {
			found = slices.DeleteFunc(found, func(other *reduce.Candidate) bool { return other == c })
			if !more() {
				return kept, nil
			}
			ok, err := m.Confirm(ctx, c)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
			kept = append(kept, c)
			for id := range h.reducer().Shown(c) {
				shown[id] = true
			}
		}
	}
	return reduce.Choose(h.reducer(), kept), nil
}

// told returns the scores without those of states.
func (h *harvester) told(scores fitness.Scores) fitness.Scores {
	return slices.DeleteFunc(slices.Clone(scores), func(s fitness.Score) bool { return h.isState(s.ID) })
}

// isState reports whether a target is a state. Few tests are kept for states alone, because there are too many states.
func (h *harvester) isState(id fitness.ID) bool {
	return h.x.Registry().Target(id).Kind == execute.StateTarget
}

// minimiser returns a minimiser that executes tests.
func (h *harvester) minimiser() *reduce.Minimiser {
	return &reduce.Minimiser{
		Reducer: h.reducer(), Shrinks: maxShrinks,
		Execute: func(ctx context.Context, form *testcase.Case, _ bool) (fitness.Scores, bool, error) {
			t, err := h.run(ctx, form, execute.Check)
			if err != nil || !whole(t, form) {
				return nil, false, err
			}
			return h.told(t.Scores), true, nil
		},
	}
}

func (h *harvester) run(ctx context.Context, test *testcase.Case, p execute.Purpose) (*execute.Trace, error) {
	t, err := h.x.Run(ctx, test, p)
	if t != nil {
		h.spent.Tests++
		h.spent.Actions += len(t.Steps)
	}
	return t, err
}

// whole reports whether all acts of a test were done, and the page did not crash or hang.
func whole(t *execute.Trace, test *testcase.Case) bool {
	return len(t.Steps) == len(test.Actions) && t.Steps[len(t.Steps)-1].Broken == nil
}
