package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// confirmer executes candidates for the first time, and gives each the form in which it stands alone.
type confirmer struct {
	executor *execute.Executor
	purse    *purse
	api      *api.API
	alone    *alone
	worth    *worth
	runner   *runner
	balance  *balance
	lost     untested     // what no test shows although one did
	late     []*candidate // tests that there was no time for
}

// confirmAll executes candidates for the first time, until more returns false.
// It returns those that are worth keeping, and notes those that there was no time for.
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

// tooLate notes candidates that there was no time for.
func (f *confirmer) tooLate(cs []*candidate) {
	f.late = append(f.late, cs...)
	for _, c := range cs {
		f.lost.loses(noTime, c.Need...)
	}
}

// unmade counts the tests that there was no time for and that show what no written one of those that are kept does.
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

// once counts the written tests that were executed once.
func once(kept, cs []*candidate, traces [][]*execute.Trace) (n int) {
	for i, c := range cs {
		if len(traces[i]) < leastExecutions && slices.Contains(kept, c) {
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

// choosing has a test choose new keys for what it makes in each execution. What it then no longer
// shows, though each thing is made as before, came from earlier executions, which made things of
// the same names: a PUT that made something replaces it the second time, and a thing that was made
// twice is still there once it was deleted. It reports whether the test chooses keys, and whether
// it shows anything.
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

// makeAlike reports whether the calls that choose keys succeed in an execution as they did in one
// with other keys.
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

// whole confirms a candidate as it is.
func (f *confirmer) whole(ctx context.Context, c *candidate) (bool, error) {
	scores, err := f.runner.rerun(ctx, c.trial(), c.Test)
	if err != nil {
		return false, err
	}
	c.Scores, c.ran, c.calls = reduce.Covered(scores), f.runner.last, f.purse.last
	if leaning := f.executor.Effects.Ground.Leaning(); leaning.Why != "" {
		return f.support(ctx, c, leaning)
	}
	need := c.Need
	if c.Need = reduce.Reached(need, c.Scores); len(c.Need) < len(need) && f.executor.Effects.Keeps() {
		return f.anew(ctx, c, need)
	}
	return len(c.Need) > 0, nil
}

// slim takes a test's last call alone, or with what changes something before it, if that
// stands alone and shows all that the test is needed for. The other calls would cost as many
// in each execution, and might lean on others for nothing.
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
			continue // it finds nothing alone
		}
		before := *c
		ok, err := f.runner.better(ctx, c, test, len(c.Need)-1)
		if l := f.executor.Effects.Ground.Leaning(); !ok && err == nil && len(test.Actions) == 1 && l.Why != "" {
			ok, err = f.takeAbsent(ctx, c, f.nameless(test, l))
		}
		if err != nil || ok && effects.Borrowed(f.executor.Effects.Ground).Why == "" {
			return ok, err
		}
		*c = before // the whole test may make what it shows
	}
	return false, nil
}

// takeAbsent takes a form of a test that names what nothing has, nil for none, if it shows as much, and learns from
// that.
func (f *confirmer) takeAbsent(ctx context.Context, c *candidate, form *testcase.Case) (bool, error) {
	if form == nil {
		return false, nil
	}
	ok, err := f.runner.better(ctx, c, form, len(c.Need)-1)
	f.alone.experience.note(opOf(form), namesNothing, ok)
	return ok, err
}

// proven returns the last call of a test with names that nothing has, to be tried before the test as it is where that
// mostly helped tests like it; else nil.
func (f *confirmer) proven(test *testcase.Case) *testcase.Case {
	if f.purse.until == 0 || !f.alone.experience.mostly(opOf(test), namesNothing) {
		return nil
	}
	return absent(&testcase.Case{Actions: test.Actions[len(test.Actions)-1:]})
}

// nameless returns a call that leans on what it names alone with names that nothing has, if calls like it do without;
// else nil.
func (f *confirmer) nameless(test *testcase.Case, l effects.Leaning) *testcase.Case {
	op := opOf(test)
	if l.Param == genotype.InBody ||
		!effects.TakesAny(f.executor.Effects.Ground, op, l) && f.alone.experience.vain(op, namesNothing) {
		return nil
	}
	return absent(test)
}

// anew has a test that no longer shows all that it is needed for choose new keys, if it
// then does. It reports whether the test shows anything of it.
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

// confirmMet makes candidates of the faults that came up since the search, those
// that come up meanwhile included. It leaves out those that do not come again.
func (f *confirmer) confirmMet(ctx context.Context, allow func() bool) (out []*candidate, err error) {
	for i := 0; i < len(f.runner.met.tests); i++ {
		c := &candidate{Candidate: &reduce.Candidate{Test: f.runner.met.tests[i].test,
			Need: []fitness.ID{f.runner.met.tests[i].target}}}
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
