package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/action"
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
	t.Scores, err = r.execute(ctx, c.trial(), c.Test, t)
	c.calls = r.purse.last
	return t, err
}

// rerun executes another form of a test with the settings of a trial, and returns its scores. [runner.last] has the
// execution until the next one.
func (r *runner) rerun(ctx context.Context, how trial, test *testcase.Case) (fitness.Scores, error) {
	t := &execute.Trace{}
	scores, err := r.execute(ctx, how, test, t)
	t.Scores = slices.Clone(scores)
	r.last = ran{test, t}
	return scores, err
}

func (r *runner) execute(
	ctx context.Context, how trial, test *testcase.Case, t *execute.Trace,
) (fitness.Scores, error) {
	x := r.executor
	e := x.Begin(execute.Purpose{
		Suite: true, Leak: how.leaks || slices.ContainsFunc(how.need, x.Faults.IsLeak),
		Look: how.look, Idle: how.idle, Trace: t,
	})
	run, names := r.namer.named(test)
	if x.Effects.Keeps() {
		x.Effects.Ground.Mark(texts(names))
	}
	calls, err := x.Run(ctx, run, e)
	r.purse.spend(calls)
	scores := x.Board.Take()
	r.met.note(test, scores)
	if t != nil {
		t.Leaning, t.Names = x.Effects.Ground.Leaning(), names
	}
	return scores, err
}

// attempt executes another form of a test with the settings of a trial, if there are calls for it.
func (r *runner) attempt(
	ctx context.Context, how trial, test *testcase.Case,
) (scores fitness.Scores, made bool, err error) {
	if !r.purse.tries(max(how.calls, len(test.Actions))) {
		return nil, false, nil
	}
	scores, err = r.rerun(ctx, how, test)
	return scores, err == nil, err
}

// better takes another form of a test if it stands alone and shows more of the needed targets than the given number.
func (r *runner) better(ctx context.Context, c *candidate, test *testcase.Case, than int) (bool, error) {
	scores, made, err := r.attempt(ctx, c.trial(), test)
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

// shaping is a test while its form is changed. It knows only whether a form is accepted.
type shaping struct {
	test *testcase.Case
	// adopt returns another form if it shows the same targets, else the present test.
	adopt func(ctx context.Context, other *testcase.Case) (*testcase.Case, error)
	leak  bool // the test is needed only for leaks
	keeps bool // the system keeps elements: ids of this test look like those of others
}

// shaping returns the test of a candidate for changes. It accepts forms that show all needed targets.
func (r *runner) shaping(c *candidate) *shaping {
	other := func(id fitness.ID) bool { return !r.executor.Faults.IsLeak(id) }
	return &shaping{
		test: c.Test, keeps: r.executor.Effects.Keeps(),
		leak: len(c.Need) > 0 && !slices.ContainsFunc(c.Need, other),
		adopt: func(ctx context.Context, other *testcase.Case) (*testcase.Case, error) {
			err := r.adopt(ctx, c, other)
			return c.Test, err
		},
	}
}

// take adopts another form if it shows the same targets, and reports whether it does.
func (s *shaping) take(ctx context.Context, other *testcase.Case) (took bool, err error) {
	s.test, err = s.adopt(ctx, other)
	return s.test == other, err
}

// call returns a call of the test.
func (s *shaping) call(at int) *action.Call { return s.test.Actions[at].(*action.Call) }

// dropCalls removes the calls that the needed targets do not depend on. A resource that exists from the start may
// replace one that a call created, so it also tries plain ids, unless the system keeps elements of other tests.
func (s *shaping) dropCalls(ctx context.Context) error {
	if s.leak {
		if err := s.dropEnd(ctx); err != nil {
			return err
		}
	}
	for i := len(s.test.Actions) - 2; i >= 0; i-- {
		smaller := &testcase.Case{Actions: slices.Delete(slices.Clone(s.test.Actions), i, i+1)}
		took, err := s.take(ctx, smaller)
		if err != nil {
			return err
		}
		if other := smaller.Clone(); !s.keeps && !took && plainPaths(other) {
			if _, err := s.take(ctx, other); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropEnd removes the last calls of a test that is needed only for a leak: a leak shows at the end of its test,
// whichever call it comes from.
func (s *shaping) dropEnd(ctx context.Context) error {
	for n := len(s.test.Actions) - 1; n > 0; n-- {
		if took, err := s.take(ctx, &testcase.Case{Actions: s.test.Actions[:n]}); err != nil || !took {
			return err
		}
	}
	return nil
}

// adopt replaces the test of a candidate if the other test shows all needed targets, and contains no data that
// violates the schema by accident.
func (r *runner) adopt(ctx context.Context, c *candidate, other *testcase.Case) error {
	if sound(c.Test) && !sound(other) {
		return nil
	}
	scores, made, err := r.attempt(ctx, c.trial(), other)
	if err != nil {
		return err
	}
	if !made || r.standsLess(c.owns) {
		return nil
	}
	smaller := &reduce.Candidate{Test: other, Scores: reduce.Covered(scores)}
	if r.worth.reducer.ShowsAll(smaller, c.Need) {
		c.Test, c.Scores, c.ran = smaller.Test, smaller.Scores, r.last
		c.calls = r.purse.now(c.calls)
	}
	return nil
}

// standsLess reports whether the last execution of a test depended on other tests. owns is that of the candidate.
func (r *runner) standsLess(owns bool) bool {
	g := r.executor.Effects.Ground
	return g.Leaning().Why != "" || g != nil && owns && effects.Borrowed(g).Why != ""
}

// maxMet bounds the number of faults that get a test although the search did not find them.
const maxMet = 50

// met has the faults that appeared first while a suite was made, each with the test that showed it.
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

// newMet returns a met after a search. The faults of the search have tests already, so it ignores them.
func newMet(faults *api.Faults) *met {
	m := &met{faults: faults, known: map[fitness.ID]bool{}}
	for _, f := range faults.All() {
		m.known[f.Target] = true
	}
	return m
}

// note records the new faults of an execution with their tests. It does nothing before the first suite.
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
