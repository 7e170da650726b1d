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

func (r *runner) record(ctx context.Context, c *candidate) (*execute.Trace, error) {
	t, err := r.execute(ctx, c.trial(), c.Test)
	c.calls = r.purse.last
	return t, err
}

// again executes candidates once more, and adds the executions to their traces.
func (r *runner) again(ctx context.Context, cs ...*candidate) error {
	for _, c := range cs {
		t, err := r.record(ctx, c)
		if err != nil {
			return err
		}
		c.traces = append(c.traces, t)
	}
	return nil
}

// rerun executes another form of a test with the settings of a trial, and returns it as a candidate without needed
// targets. [runner.last] has the execution until the next one.
func (r *runner) rerun(ctx context.Context, how trial, test *testcase.Case) (*candidate, error) {
	t, err := r.execute(ctx, how, test)
	r.last = ran{test, t}
	scores := reduce.Covered(slices.Clone(t.Scores))
	return &candidate{Candidate: &reduce.Candidate{Test: test, Scores: scores}, calls: r.purse.last, ran: r.last}, err
}

func (r *runner) execute(ctx context.Context, how trial, test *testcase.Case) (*execute.Trace, error) {
	x, t := r.executor, &execute.Trace{}
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
	t.Scores, t.Leaning, t.Names = x.Board.Take(), x.Effects.Ground.Leaning(), names
	r.met.note(test, t.Scores)
	return t, err
}

// attempt executes another form of a test as [runner.rerun] does. It returns nil if there are no calls for it.
func (r *runner) attempt(ctx context.Context, how trial, test *testcase.Case) (*candidate, error) {
	if !r.purse.tries(max(how.calls, len(test.Actions))) {
		return nil, nil
	}
	form, err := r.rerun(ctx, how, test)
	if err != nil {
		return nil, err
	}
	return form, nil
}

// better takes another form of a test if it stands alone and shows more of the needed targets than the given number.
func (r *runner) better(ctx context.Context, c *candidate, test *testcase.Case, than int) (bool, error) {
	form, err := r.attempt(ctx, c.trial(), test)
	if form == nil || r.executor.Effects.Ground.Leaning().Why != "" {
		return false, err
	}
	hidden := func(id fitness.ID) bool { return !r.worth.reducer.ShowsAll(form.Candidate, []fitness.ID{id}) }
	need := slices.DeleteFunc(slices.Clone(c.Need), hidden)
	if len(need) <= than {
		return false, nil
	}
	c.become(form)
	c.Need = need
	return true, nil
}

// shaping is a candidate while the form of its test is changed.
type shaping struct {
	c      *candidate
	runner *runner
}

// shaping returns a candidate whose form may be changed.
func (r *runner) shaping(c *candidate) *shaping { return &shaping{c, r} }

// take adopts another form if it shows the same targets, and reports whether it does.
func (s *shaping) take(ctx context.Context, other *testcase.Case) (took bool, err error) {
	err = s.runner.adopt(ctx, s.c, other)
	return s.c.Test == other, err
}

func (s *shaping) call(at int) *action.Call { return s.c.Test.Actions[at].(*action.Call) }

// dropCalls removes the calls that the needed targets do not depend on. A resource that exists from the start may
// replace one that a call created, so it also tries plain ids, unless the system keeps elements of other tests.
func (s *shaping) dropCalls(ctx context.Context) error {
	other := func(id fitness.ID) bool { return !s.runner.executor.Faults.IsLeak(id) }
	if len(s.c.Need) > 0 && !slices.ContainsFunc(s.c.Need, other) {
		if err := s.dropEnd(ctx); err != nil {
			return err
		}
	}
	for i := len(s.c.Test.Actions) - 2; i >= 0; i-- {
		smaller := &testcase.Case{Actions: slices.Delete(slices.Clone(s.c.Test.Actions), i, i+1)}
		took, err := s.take(ctx, smaller)
		if err != nil {
			return err
		}
		if other := smaller.Clone(); !s.runner.executor.Effects.Keeps() && !took && plainPaths(other) {
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
	for n := len(s.c.Test.Actions) - 1; n > 0; n-- {
		if took, err := s.take(ctx, &testcase.Case{Actions: s.c.Test.Actions[:n]}); err != nil || !took {
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
	form, err := r.attempt(ctx, c.trial(), other)
	if form == nil || r.standsLess(c.owns) {
		return err
	}
	if r.worth.reducer.ShowsAll(form.Candidate, c.Need) {
		r.purse.now(c.calls)
		c.become(form)
	}
	return nil
}

// standsLess reports whether the last execution of a test depended on other tests. If the candidate reads no list that
// shows only elements of other tests (owns), it also reports whether the execution read such a list.
func (r *runner) standsLess(owns bool) bool {
	g := r.executor.Effects.Ground
	return g.Leaning().Why != "" || owns && effects.Borrowed(g).Why != ""
}

// maxMet bounds the number of faults that get a test although the search did not find them.
const maxMet = 50

// met has the faults that appeared first while a suite was made, each with the test that showed it.
type met struct {
	faults *api.Faults
	known  map[fitness.ID]bool
	tests  []*candidate // each with the fault that it showed
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
		m.tests = append(m.tests, newCandidate(own, s.ID))
	}
}
