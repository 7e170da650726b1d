package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/ground"
	"github.com/evoke-go/evoke/testcase"
)

// confirmAll executes candidates for the first time, until more returns false.
// It returns those that are worth keeping, and notes those that there was no time for.
func (h *Harvester) confirmAll(ctx context.Context, cs []*candidate, more func() bool) (kept []*candidate, err error) {
	for i, c := range cs {
		if !more() {
			tooLate(h, cs[i:])
			break
		}
		needed := slices.Clone(c.Need)
		ok, err := confirmPaid(ctx, h, c)
		if err != nil {
			c.Need = needed
			tooLate(h, cs[i:])
			return kept, err
		}
		if ok {
			asSeen(h, c)
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// tooLate notes candidates that there was no time for.
func tooLate(h *Harvester, cs []*candidate) {
	h.late = append(h.late, cs...)
	for _, c := range cs {
		h.lost.loses(noTime, c.Need...)
	}
}

// unmade counts the tests that there was no time for and that show what no written one does.
func unmade(h *Harvester) (n int) {
	shown := map[fitness.ID]bool{}
	show := func(c *candidate) {
		for id := range h.reducer.Shown(c.Candidate) {
			shown[id] = true
		}
	}
	for _, c := range h.kept {
		show(c)
	}
	for _, c := range h.late {
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
func (h *Harvester) confirm(ctx context.Context, c *candidate) (ok bool, err error) {
	needed := slices.Clone(c.Need)
	defer func() {
		why := notAgain + instead(h, c)
		if h.lost.from(needed, c.Need, why); !ok {
			h.lost.loses(why, needed...)
		}
	}()
	ok, err = slim(ctx, h, c)
	if !ok && err == nil && h.purse.tries(len(c.Test.Actions)) {
		ok, err = whole(ctx, h, c)
	}
	borrowed := ground.Borrowed(h.executor.Ground)
	if ok && err == nil && h.executor.Ground != nil {
		var chosen bool
		if chosen, ok, err = choosing(ctx, h, c); chosen {
			borrowed = ground.Borrowed(h.executor.Ground)
		}
	}
	if c.owns = borrowed.Why == ""; ok && err == nil && !c.owns {
		err = own(ctx, h, c, borrowed)
	}
	return ok, err
}

// choosing has a test choose new keys for what it makes in each execution. What it then no longer
// shows, though each thing is made as before, came from earlier executions, which made things of
// the same names: a PUT that made something replaces it the second time, and a thing that was made
// twice is still there once it was deleted. It reports whether the test chooses keys, and whether
// it shows anything.
func choosing(ctx context.Context, h *Harvester, c *candidate) (chosen, shows bool, err error) {
	form := keyedPaths(h.executor, c.Test)
	if form == nil || c.Former != nil {
		return false, true, nil
	}
	before, needed := *c, len(c.Need)
	chosen, err = better(ctx, h, c, form, 0)
	if err != nil || chosen && len(c.Need) == needed {
		return chosen, err == nil, err
	}
	if h.executor.Ground.Leaning().Why == "" && makeAlike(before.ran.of(before.Test), h.last.of(form)) {
		if !chosen {
			h.leaning++
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
func whole(ctx context.Context, h *Harvester, c *candidate) (bool, error) {
	scores, err := h.rerun(ctx, c, c.Test)
	if err != nil {
		return false, err
	}
	c.Scores, c.ran = reduce.Covered(scores), h.last
	if leaning := h.executor.Ground.Leaning(); leaning.Why != "" {
		return support(ctx, h, c, leaning)
	}
	need := c.Need
	if c.Need = reduce.Reached(need, c.Scores); len(c.Need) < len(need) && h.executor.Ground != nil {
		return anew(ctx, h, c, need)
	}
	return len(c.Need) > 0, nil
}

// slim takes a test's last call alone, or with what changes something before it, if that
// stands alone and shows all that the test is needed for. The other calls would cost as many
// in each execution, and might lean on others for nothing.
func slim(ctx context.Context, h *Harvester, c *candidate) (bool, error) {
	if h.executor.Ground == nil {
		return false, nil
	}
	if ok, err := proven(ctx, h, c); ok || err != nil {
		return ok, err
	}
	for _, test := range parts(c.Test) {
		if len(test.Actions) == 1 && ground.NeedsNamed(h.executor.Ground, opOf(c)) && len(successes(h, c.Need)) > 0 {
			continue // it finds nothing alone
		}
		before := *c
		ok, err := better(ctx, h, c, test, len(c.Need)-1)
		if l := h.executor.Ground.Leaning(); !ok && err == nil && len(test.Actions) == 1 && l.Why != "" {
			ok, err = nameless(ctx, h, c, test, l)
		}
		if err != nil || ok && ground.Borrowed(h.executor.Ground).Why == "" {
			return ok, err
		}
		*c = before // the whole test may make what it shows
	}
	return false, nil
}

// proven has the last call of a test name what nothing has, before the test is tried as it is, where
// that mostly helped tests like it.
func proven(ctx context.Context, h *Harvester, c *candidate) (bool, error) {
	op := opOf(c)
	form := absent(&testcase.Case{Actions: c.Test.Actions[len(c.Test.Actions)-1:]})
	if form == nil || c.Former != nil || h.purse.until == 0 || !h.experience.mostly(op, namesNothing) {
		return false, nil
	}
	ok, err := better(ctx, h, c, form, len(c.Need)-1)
	h.experience.note(op, namesNothing, ok)
	return ok, err
}

// nameless has a call that leans on what it names alone name what nothing has, if calls like it
// do without.
func nameless(ctx context.Context, h *Harvester, c *candidate, test *testcase.Case, l ground.Leaning) (bool, error) {
	form, op := absent(test), opOf(c)
	if form == nil || l.Param == genotype.InBody {
		return false, nil
	}
	if !ground.TakesAny(h.executor.Ground, op, l) && h.experience.vain(op, namesNothing) {
		return false, nil
	}
	ok, err := better(ctx, h, c, form, len(c.Need)-1)
	h.experience.note(op, namesNothing, ok)
	return ok, err
}

// anew has a test that no longer shows all that it is needed for choose new keys, if it
// then does. It reports whether the test shows anything of it.
func anew(ctx context.Context, h *Harvester, c *candidate, need []fitness.ID) (bool, error) {
	before, left := *c, len(c.Need)
	for _, test := range keyed(h.executor, c.Test) {
		c.Need = need
		ok, err := better(ctx, h, c, test, left)
		if ok || err != nil {
			return ok, err
		}
	}
	*c = before
	return left > 0, nil
}

// better takes another form of a test if it stands alone and shows more of what the test is
// needed for than so many targets.
func better(ctx context.Context, h *Harvester, c *candidate, test *testcase.Case, than int) (bool, error) {
	scores, made, err := attempt(ctx, h, c, test)
	if err != nil || !made || h.executor.Ground.Leaning().Why != "" {
		return false, err
	}
	reached := &candidate{Candidate: &reduce.Candidate{Test: test, Scores: reduce.Covered(scores)}}
	hidden := func(id fitness.ID) bool { return !h.reducer.ShowsAll(reached.Candidate, []fitness.ID{id}) }
	need := slices.DeleteFunc(slices.Clone(c.Need), hidden)
	if len(need) <= than {
		return false, nil
	}
	c.Test, c.Scores, c.Need, c.calls, c.ran = test, reached.Scores, need, h.purse.last, h.last
	return true, nil
}

// confirmMet makes candidates of the faults that came up since the search, those
// that come up meanwhile included. It leaves out those that do not come again.
func confirmMet(ctx context.Context, h *Harvester, allow func() bool) (out []*candidate, err error) {
	for i := 0; i < len(h.met.tests); i++ {
		c := &candidate{Candidate: &reduce.Candidate{Test: h.met.tests[i].test,
			Need: []fitness.ID{h.met.tests[i].target}}}
		ok, err := confirmPaid(ctx, h, c)
		if err != nil {
			return out, err
		}
		if !ok {
			continue
		}
		out = append(out, c)
		if allow() {
			if err := h.dropCalls(ctx, c); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// attempt executes a test instead of a candidate's own, if there are calls for that.
func attempt(
	ctx context.Context, h *Harvester, c *candidate, test *testcase.Case,
) (scores fitness.Scores, made bool, err error) {
	if !h.purse.tries(max(c.calls, len(test.Actions))) {
		return nil, false, nil
	}
	scores, err = h.rerun(ctx, c, test)
	return scores, err == nil, err
}

// confirmPaid confirms a candidate if there are calls for it.
func confirmPaid(ctx context.Context, h *Harvester, c *candidate) (bool, error) {
	if !h.purse.affords(len(c.Test.Actions)) {
		h.lost.loses(noCalls, c.Need...)
		return false, nil
	}
	ok, err := h.confirm(ctx, c)
	if !ok || err != nil {
		return false, err
	}
	if !h.purse.keep(c.calls) {
		h.lost.loses(noCalls, c.Need...)
		return false, nil
	}
	return true, nil
}

// maxMet bounds the faults that get a test although the search did not find
// them.
const maxMet = 50

// met are the faults that came up first while a suite was made, each with the
// test that showed it.
type met struct {
	faults *api.Faults
	known  map[fitness.ID]bool
	tests  []sighting
}

// sighting is a test that showed a fault.
type sighting struct {
	test   *testcase.Case
	target fitness.ID
}

// newMet begins after a search, which has tests for the faults that it found.
func newMet(faults *api.Faults) *met {
	m := &met{faults: faults, known: map[fitness.ID]bool{}}
	for _, f := range faults.All() {
		m.known[f.Target] = true
	}
	return m
}

// note takes the tests of new faults from an execution. It does nothing before
// the first suite.
func (m *met) note(test *testcase.Case, scores fitness.Scores) {
	if m == nil {
		return
	}
	for _, s := range scores {
		if m.known[s.ID] || !s.Covered() || m.faults.Of(s.ID) == nil || len(m.tests) >= maxMet {
			continue
		}
		m.known[s.ID] = true
		own := test.Clone()
		if !m.faults.IsLeak(s.ID) { // a leak shows at the end of its test
			own.Actions = own.Actions[:min(int(s.Action)+1, len(own.Actions))]
		}
		m.tests = append(m.tests, sighting{own, s.ID})
	}
}
