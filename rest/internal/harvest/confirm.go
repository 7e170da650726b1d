package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// confirmer executes candidates for the first time, and gives each the form in which it stands alone.
type confirmer struct {
	executor *execute.Executor
	purse    *purse
	alone    *alone
	worth    *worth
	runner   *runner
	balance  *balance
	lost     untested     // the targets that no test shows any more, with the reasons
	late     []*candidate // tests that there was no time for
}

// confirmAll executes candidates for the first time, until more returns false. It returns the candidates to keep, and
// records those that there was no time for.
func (f *confirmer) confirmAll(ctx context.Context, cs []*candidate, more func() bool) (kept []*candidate, err error) {
	for i, c := range cs {
		if !more() {
			f.tooLate(cs[i:])
			break
		}
		needed := slices.Clone(c.Need)
		ok, err := f.confirmPaid(ctx, c)
		if err != nil {
			c.Need = needed
			f.tooLate(cs[i:])
			return kept, err
		}
		if ok {
			f.balance.asSeen(c)
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// tooLate records candidates that there was no time for.
func (f *confirmer) tooLate(cs []*candidate) {
	f.late = append(f.late, cs...)
	for _, c := range cs {
		f.lost.loses(noTime, c.Need...)
	}
}

// unmade counts the tests that there was no time for, and that show a target that no written test among the kept ones
// shows.
func (f *confirmer) unmade(kept []*candidate) (n int) {
	shown := map[fitness.ID]bool{}
	show := func(c *candidate) {
		for id := range f.worth.reducer.Shown(c.Candidate) {
			shown[id] = true
		}
	}
	for _, c := range kept {
		show(c)
	}
	for _, c := range f.late {
		if slices.ContainsFunc(c.Need, func(id fitness.ID) bool { return !shown[id] }) {
			n++
			show(c)
		}
	}
	return n
}

// once counts the tests that were executed once.
func once(cs []*candidate) (n int) {
	for _, c := range cs {
		if len(c.traces) < leastExecutions {
			n++
		}
	}
	return n
}

// confirm executes a candidate and removes the targets that it does not reach
// again. It reports whether any target is left.
func (f *confirmer) confirm(ctx context.Context, c *candidate) (ok bool, err error) {
	needed := slices.Clone(c.Need)
	defer func() {
		why := notAgain + f.worth.instead(c.Candidate)
		if f.runner.last.refused() {
			why = endsAll
		}
		if f.lost.from(needed, c.Need, why); !ok {
			f.lost.loses(why, needed...)
		}
	}()
	ok, err = f.slim(ctx, c)
	if !ok && err == nil && f.purse.tries(len(c.Test.Actions)) {
		ok, err = f.whole(ctx, c)
	}
	borrowed := effects.Borrowed(f.executor.Effects.Ground)
	if ok && err == nil && f.executor.Effects.Keeps() {
		var chosen bool
		if chosen, ok, err = f.choosing(ctx, c); chosen {
			borrowed = effects.Borrowed(f.executor.Effects.Ground)
		}
	}
	if c.owns = borrowed.Why == ""; ok && err == nil && !c.owns {
		err = f.own(ctx, c, borrowed)
	}
	return ok, err
}

// choosing makes a test choose new keys for the elements that it creates in each execution. Targets that it then no
// longer shows, though it creates the same elements, came from earlier executions with the same names: a PUT that
// created an element replaces it the second time, and an element that was created twice is still there after one
// deletion. It reports whether the test chooses keys, and whether it shows any target.
func (f *confirmer) choosing(ctx context.Context, c *candidate) (chosen, shows bool, err error) {
	form := keyedPaths(f.executor, c.Test)
	if form == nil || c.Former != nil {
		return false, true, nil
	}
	before, needed := *c, len(c.Need)
	chosen, err = f.runner.better(ctx, c, form, 0)
	if err != nil || chosen && len(c.Need) == needed {
		return chosen, err == nil, err
	}
	if f.executor.Effects.Ground.Leaning().Why == "" && makeAlike(before.ran.of(before.Test), f.runner.last.of(form)) {
		if !chosen {
			f.alone.leaning++
		}
		return chosen, chosen, nil
	}
	*c = before
	return false, true, nil
}

// makeAlike reports whether the calls that choose keys succeeded in both executions, which have different keys.
func makeAlike(a, b *execute.Trace) bool {
	if a == nil || b == nil || len(a.Steps) > len(b.Steps) {
		return false
	}
	for i, step := range a.Steps {
		other := &b.Steps[i]
		chooses := len(other.Call.Keys) > 0
		if chooses && (step.Answer.Status/100 != 2 || other.Answer.Status/100 != 2) {
			return false
		}
	}
	return true
}

func (f *confirmer) whole(ctx context.Context, c *candidate) (bool, error) {
	form, err := f.runner.rerun(ctx, c.trial(), c.Test)
	if err != nil {
		return false, err
	}
	c.become(form)
	if leaning := f.executor.Effects.Ground.Leaning(); leaning.Why != "" {
		return f.support(ctx, c, leaning)
	}
	need := c.Need
	if c.Need = reduce.Reached(need, c.Scores); len(c.Need) < len(need) && f.executor.Effects.Keeps() {
		return f.anew(ctx, c, need)
	}
	return len(c.Need) > 0, nil
}

// slim reduces a test to its last call, or to the last call and those before it that may change its resource, if that
// form stands alone and shows all needed targets. The other calls would cost time in each execution, and might depend
// on other tests.
func (f *confirmer) slim(ctx context.Context, c *candidate) (bool, error) {
	if !f.executor.Effects.Keeps() {
		return false, nil
	}
	if c.Former == nil {
		if ok, err := f.takeAbsent(ctx, c, f.proven(c.Test)); ok || err != nil {
			return ok, err
		}
	}
	for _, test := range parts(c.Test) {
		if len(test.Actions) == 1 && effects.NeedsNamed(f.executor.Effects.Ground, opOf(c.Test)) &&
			len(f.worth.successes(c.Need)) > 0 {
			continue // the last call alone finds nothing
		}
		before := *c
		ok, err := f.runner.better(ctx, c, test, len(c.Need)-1)
		if l := f.executor.Effects.Ground.Leaning(); !ok && err == nil && len(test.Actions) == 1 && l.Why != "" {
			ok, err = f.takeAbsent(ctx, c, f.nameless(test, l))
		}
		if err != nil || ok && effects.Borrowed(f.executor.Effects.Ground).Why == "" {
			return ok, err
		}
		*c = before // the whole test may create the elements that it shows
	}
	return false, nil
}

// takeAbsent takes a form of a test that uses ids that do not exist, if it shows as many targets. It records the
// outcome. The form may be nil.
func (f *confirmer) takeAbsent(ctx context.Context, c *candidate, form *testcase.Case) (bool, error) {
	if form == nil {
		return false, nil
	}
	ok, err := f.runner.better(ctx, c, form, len(c.Need)-1)
	f.alone.experience.note(opOf(form), namesNothing, ok)
	return ok, err
}

// proven returns the last call of a test with ids that do not exist, if this remedy mostly helped similar tests. It is
// tried before the test itself. Otherwise it returns nil.
func (f *confirmer) proven(test *testcase.Case) *testcase.Case {
	if f.purse.until == 0 || !f.alone.experience.mostly(opOf(test), namesNothing) {
		return nil
	}
	return absent(&testcase.Case{Actions: test.Actions[len(test.Actions)-1:]})
}

// nameless returns a call with ids that do not exist, if the call depends on other tests only by its ids, and similar
// calls work without. Otherwise it returns nil.
func (f *confirmer) nameless(test *testcase.Case, l effects.Leaning) *testcase.Case {
	op := opOf(test)
	if l.Param == genotype.InBody ||
		!effects.TakesAny(f.executor.Effects.Ground, op, l) && f.alone.experience.vain(op, namesNothing) {
		return nil
	}
	return absent(test)
}

// anew makes a test that no longer shows all needed targets choose new keys, if it then shows them. It reports whether
// the test shows any of them.
func (f *confirmer) anew(ctx context.Context, c *candidate, need []fitness.ID) (bool, error) {
	before, left := *c, len(c.Need)
	for _, test := range keyed(f.executor, c.Test) {
		c.Need = need
		ok, err := f.runner.better(ctx, c, test, left)
		if ok || err != nil {
			return ok, err
		}
	}
	*c = before
	return left > 0, nil
}

// confirmMet makes candidates of the faults that appeared since the search, also of those that appear meanwhile. It
// leaves out faults that do not appear again.
func (f *confirmer) confirmMet(ctx context.Context, allow func() bool) (out []*candidate, err error) {
	for i := 0; i < len(f.runner.met.tests); i++ {
		c := f.runner.met.tests[i]
		ok, err := f.confirmPaid(ctx, c)
		if err != nil {
			return out, err
		}
		if !ok {
			continue
		}
		out = append(out, c)
		if allow() {
			if err := f.runner.shaping(c).dropCalls(ctx); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// confirmPaid confirms a candidate if there are calls for it.
func (f *confirmer) confirmPaid(ctx context.Context, c *candidate) (bool, error) {
	if !f.purse.affords(len(c.Test.Actions)) {
		f.purse.left++
		f.lost.loses(noCalls, c.Need...)
		return false, nil
	}
	ok, err := f.confirm(ctx, c)
	if !ok || err != nil {
		return false, err
	}
	if !f.purse.keep(c.calls) {
		f.lost.loses(noCalls, c.Need...)
		return false, nil
	}
	return true, nil
}
