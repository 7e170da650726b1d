package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/testcase"
)

// runner executes forms of candidates, as long as there are calls for that.
type runner struct {
	executor *execute.Executor
	purse    *purse
	worth    *worth
	met      *met // faults that came up since the search
	last     ran
	namer
}

// record executes a candidate and records what happened.
func (r *runner) record(ctx context.Context, c *candidate) (*execute.Trace, error) {
	t := &execute.Trace{}
	var err error
	t.Scores, err = r.execute(ctx, c, c.Test, t)
	return t, err
}

// rerun executes a test instead of a candidate's own, and returns its scores. What happened is
// kept until the next execution: see [runner.last].
func (r *runner) rerun(ctx context.Context, c *candidate, test *testcase.Case) (fitness.Scores, error) {
	t := &execute.Trace{}
	scores, err := r.execute(ctx, c, test, t)
	t.Scores = slices.Clone(scores)
	r.last = ran{test, t}
	return scores, err
}

func (r *runner) execute(
	ctx context.Context, c *candidate, test *testcase.Case, t *execute.Trace,
) (fitness.Scores, error) {
	x := r.executor
	e := x.Begin(execute.Purpose{
		Suite: true, Leak: c.leaks || slices.ContainsFunc(c.Need, x.Faults.IsLeak),
		Look: c.look, Idle: c.idle, Trace: t,
	})
	run, names := r.namer.named(test)
	if x.Effects.Keeps() {
		x.Effects.Ground.Mark(texts(names))
	}
	calls, err := x.Run(ctx, run, e)
	r.purse.spend(calls)
	if test == c.Test {
		c.calls = calls
	}
	scores := x.Board.Take()
	r.met.note(test, scores)
	if t != nil {
		t.Leaning, t.Names = x.Effects.Ground.Leaning(), names
	}
	return scores, err
}

// attempt executes a test instead of a candidate's own, if there are calls for that.
func (r *runner) attempt(
	ctx context.Context, c *candidate, test *testcase.Case,
) (scores fitness.Scores, made bool, err error) {
	if !r.purse.tries(max(c.calls, len(test.Actions))) {
		return nil, false, nil
	}
	scores, err = r.rerun(ctx, c, test)
	return scores, err == nil, err
}

// better takes another form of a test if it stands alone and shows more of what the test is
// needed for than so many targets.
func (r *runner) better(ctx context.Context, c *candidate, test *testcase.Case, than int) (bool, error) {
	scores, made, err := r.attempt(ctx, c, test)
	if err != nil || !made || r.executor.Effects.Ground.Leaning().Why != "" {
		return false, err
	}
	reached := &candidate{Candidate: &reduce.Candidate{Test: test, Scores: reduce.Covered(scores)}}
	hidden := func(id fitness.ID) bool { return !r.worth.reducer.ShowsAll(reached.Candidate, []fitness.ID{id}) }
	need := slices.DeleteFunc(slices.Clone(c.Need), hidden)
	if len(need) <= than {
		return false, nil
	}
	c.Test, c.Scores, c.Need, c.calls, c.ran = test, reached.Scores, need, r.purse.last, r.last
	return true, nil
}

// dropCalls removes the calls on which the needed targets do not depend. A
// resource that the system has from the beginning may serve as well as one that
// a call made, so it also tries plain ids. Where tests leave behind what they
// make, nothing tells these from those of other tests.
func (r *runner) dropCalls(ctx context.Context, c *candidate) error {
	if err := r.dropEnd(ctx, c); err != nil {
		return err
	}
	for i := len(c.Test.Actions) - 2; i >= 0; i-- {
		before := c.Test
		smaller := &testcase.Case{Actions: slices.Delete(slices.Clone(before.Actions), i, i+1)}
		if err := r.adopt(ctx, c, smaller); err != nil {
			return err
		}
		if plain := smaller.Clone(); !r.executor.Effects.Keeps() && c.Test == before && plainPaths(plain) {
			if err := r.adopt(ctx, c, plain); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropEnd removes the last calls of a test that is needed for a leak alone: a leak shows at the
// end of its test, whichever call it comes from.
func (r *runner) dropEnd(ctx context.Context, c *candidate) error {
	other := func(id fitness.ID) bool { return !r.executor.Faults.IsLeak(id) }
	for before := c.Test; len(before.Actions) > 1 && len(c.Need) > 0 &&
		!slices.ContainsFunc(c.Need, other); before = c.Test {
		if err := r.adopt(ctx, c, &testcase.Case{Actions: before.Actions[:len(before.Actions)-1]}); err != nil ||
			c.Test == before {
			return err
		}
	}
	return nil
}

// adopt replaces the test of a candidate if the other test shows all that is
// needed, and sends nothing by accident that the schema does not want.
func (r *runner) adopt(ctx context.Context, c *candidate, other *testcase.Case) error {
	if sound(c.Test) && !sound(other) {
		return nil
	}
	scores, made, err := r.attempt(ctx, c, other)
	if err != nil {
		return err
	}
	if !made || r.executor.Effects.Ground.Leaning().Why != "" ||
		c.owns && effects.Borrowed(r.executor.Effects.Ground).Why != "" {
		return nil
	}
	smaller := &reduce.Candidate{Test: other, Scores: reduce.Covered(scores)}
	if r.worth.reducer.ShowsAll(smaller, c.Need) {
		c.Test, c.Scores, c.ran = smaller.Test, smaller.Scores, r.last
		c.calls = r.purse.now(c.calls)
	}
	return nil
}

// standsLess reports whether the last execution of a test needed something of others.
func (r *runner) standsLess(c *candidate) bool {
	g := r.executor.Effects.Ground
	return g.Leaning().Why != "" || g != nil && c.owns && effects.Borrowed(g).Why != ""
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
