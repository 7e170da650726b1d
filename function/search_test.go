package function_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/function"
	"github.com/evoke-go/evoke/function/testdata/trial"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

func TestOutcomesAndResultsAreCovered(t *testing.T) {
	s := find(t, function.Spec(trial.Cents, trial.Nth, trial.Total), problem.Env{}, 12000)
	assert.ElementsMatch(t, []string{
		"trial.Cents returned", "trial.Cents error", "trial.Nth returned", "trial.Nth panic",
		"trial.Total returned", "trial.Total error",
	}, s.covered(function.OutcomeTarget))
	assert.ElementsMatch(t, []string{
		"trial.Cents result 1 zero", "trial.Cents result 1 positive", "trial.Cents result 1 negative",
		"trial.Nth result 1 zero", "trial.Nth result 1 positive", "trial.Nth result 1 negative",
		"trial.Total result 1 zero", "trial.Total result 1 positive", "trial.Total result 1 negative",
		"trial.Total result 2 nil", "trial.Total result 2 not nil",
	}, s.covered(function.ResultTarget))
	calls := 0
	for _, tally := range s.Tallies() {
		assert.Equal(t, tally.Calls, tally.Incomplete+tally.Outcomes["returned"]+tally.Outcomes["error"])
		calls += tally.Calls
	}
	assert.Equal(t, s.session.Stats().Cost, calls)
}

func TestPanicsAreFaults(t *testing.T) {
	s := find(t, function.Spec(trial.Nth), problem.Env{}, 500)
	require.Len(t, s.Faults(), 1)
	f := s.Faults()[0]
	assert.Equal(t, function.CodePanic, f.Code)
	assert.Equal(t, "trial.Nth", f.Operation)
	assert.Regexp(t, `^trial\.Nth \(trial\.go:\d+\)$`, f.Frame)
	assert.Equal(t, "trial.Nth 951 panic "+f.Frame, f.Key)
	assert.Contains(t, f.Reason, "the function panics: runtime error: index out of range")
	assert.Contains(t, f.Stack, "trial.Nth\n")
}

func TestErrorsAreFaultsWhereTheyAreUnexpected(t *testing.T) {
	spec := function.Options{Unexpected: func(name string, err error) bool {
		assert.Equal(t, "trial.Cents", name)
		return strings.HasSuffix(err.Error(), "is no amount")
	}}.Spec(trial.Cents)
	s := find(t, spec, problem.Env{}, 500)
	require.Len(t, s.Faults(), 1)
	assert.Equal(t, function.CodeError, s.Faults()[0].Code)
	assert.Regexp(t, `^the function returns the error ".* is no amount"$`, s.Faults()[0].Reason)
}

// TestHangsAreFaults also checks that after many hangs a search goes on in little time.
func TestHangsAreFaults(t *testing.T) {
	began := time.Now()
	s := find(t, function.Options{Timeout: 300 * time.Millisecond, MaxCalls: 1}.Spec(trial.Spin, trial.Stop),
		problem.Env{}, 16)
	assert.Less(t, time.Since(began), 20*time.Second)
	keys := []string{}
	for _, f := range s.Faults() {
		keys = append(keys, f.Key)
	}
	assert.ElementsMatch(t, []string{"trial.Spin 953 hang", "trial.Stop 951 exit"}, keys)
	out, left, err := s.Suite(context.Background(), s.session.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.Zero(t, left)
	for _, test := range out.Tests {
		assert.Empty(t, test.Faults, "no test can show them")
	}
}

// doorman is a tracer that reports the codes that Open compares with.
type doorman struct {
	registry *fitness.Registry
	all      []bool // the argument of each Begin
	err      error
}

func (d *doorman) branch(side bool) fitness.ID {
	return d.registry.ID(fitness.Target{Kind: sut.BranchTarget, Name: fmt.Sprint("trial.go code ", side)})
}

func (d *doorman) Inside(r *fitness.Registry) sut.Inside {
	d.registry = r
	return sut.Inside{
		Values: func(id fitness.ID) []any {
			if id == d.branch(true) {
				return []any{"sesame"}
			}
			return nil
		},
		Describe: func(id fitness.ID) (string, string) {
			if id == d.branch(true) {
				return `code == "sesame" is true`, "trial.go:1"
			}
			return "", ""
		},
	}
}

func (d *doorman) Begin(_ context.Context, all bool) error {
	d.all = append(d.all, all)
	return d.err
}

func (d *doorman) Take(_ context.Context, into []sut.Reached) ([]sut.Reached, error) {
	if trial.Tried == "sesame" {
		return append(into, sut.Reached{Target: d.branch(true), Value: 1}), nil
	}
	return append(into, sut.Reached{Target: d.branch(true), Value: 0.2},
		sut.Reached{Target: d.branch(false), Value: 1}), nil
}

func TestTracersGuideTheSearch(t *testing.T) {
	d := &doorman{}
	s := find(t, function.Spec(trial.Open), problem.Env{Tracer: d}, 300)
	assert.Equal(t, []string{"trial.go code false", "trial.go code true"}, sorted(s.covered(sut.BranchTarget)))
	assert.NotContains(t, d.all, true, "the search is told what is new")
	out, _, err := s.Suite(context.Background(), s.session.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.Contains(t, d.all, true, "the suite is told all")
	var calls []string
	for _, test := range out.Tests {
		calls = append(calls, test.Steps[0].Function.String())
		for _, way := range test.Ways {
			calls = append(calls, way.What)
		}
	}
	assert.Equal(t, []string{`Open("")`, `Open("sesame")`, `code == "sesame" is true`}, calls)
}

func sorted(list []string) []string { slices.Sort(list); return list }

func TestBlindTracersEndTheSearch(t *testing.T) {
	registry := &fitness.Registry{}
	p, err := function.Spec(trial.Open).Make(context.Background(),
		problem.Env{Registry: registry, Tracer: &doorman{err: assert.AnError}})
	require.NoError(t, err)
	_, err = p.Search().Evaluator.Evaluate(context.Background(), p.Search().Sampler.Sample(rand.New(rand.NewPCG(1, 1))))
	assert.ErrorIs(t, err, assert.AnError)
}

// watchman is a guard that records its calls, and does not allow calls of Exit.
type watchman struct {
	log  []string
	open bool
}

func (w *watchman) Begin(context.Context) error { w.log = append(w.log, "begin"); return nil }

func (w *watchman) Act(a *problem.Action) bool {
	w.open = a.Text != "trial.Exit(true)"
	w.log = append(w.log, a.Operation, a.Text)
	return w.open
}

func (w *watchman) Done() { w.log = append(w.log, "done") }

func (w *watchman) Deadly(string) bool { return false }

func TestGuardsAreTold(t *testing.T) {
	guard := &watchman{}
	p, err := function.Spec(trial.Exit, trial.Sum).Make(context.Background(),
		problem.Env{Registry: &fitness.Registry{}, Guard: guard})
	require.NoError(t, err)
	c, err := p.DecodeCase(encoded(`{"function":"trial.Sum","args":[[false,[1,2]]]}`,
		`{"function":"trial.Exit","args":[true]}`, `{"function":"trial.Sum","args":[[true,[]]]}`))
	require.NoError(t, err)
	e, err := p.Search().Evaluator.Evaluate(context.Background(), c)
	require.NoError(t, err)
	assert.Equal(t, []string{"begin", "trial.Sum", "trial.Sum([1,2])", "done", "trial.Exit", "trial.Exit(true)"},
		guard.log, "the test ends early")
	assert.Equal(t, 2, e.Cost)
	assert.NotEmpty(t, e.Scores)
}

// encoded returns a case in the encoding of the codec.
func encoded(calls ...string) []byte {
	v, err := value.ParseJSON([]byte(`{"version":1,"calls":[` + strings.Join(calls, ",") + `]}`))
	if err != nil {
		panic(err)
	}
	return value.AppendExact(nil, v)
}

func TestDeathsAreFaults(t *testing.T) {
	registry := &fitness.Registry{}
	p, err := function.Spec(trial.Exit, trial.Sum).Make(context.Background(), problem.Env{Registry: registry})
	require.NoError(t, err)
	mortal := p.(problem.Mortal)
	id, ok := mortal.Died(problem.Death{Operation: "trial.Exit", Reason: "the program ends itself",
		Detail: "death exit trial.Exit", Frame: "trial.Exit (trial.go:1)", Repeat: "trial.Exit(true)"})
	require.True(t, ok)
	assert.Equal(t, fitness.Target{Kind: function.FaultTarget, Name: "trial.Exit 951 death exit trial.Exit"},
		registry.Target(id))
	_, ok = mortal.Died(problem.Death{Operation: "trial.Exit", Hang: true, Detail: "death hang trial.Exit"})
	require.True(t, ok)
	_, ok = mortal.Died(problem.Death{Operation: "trial.Unknown"})
	assert.False(t, ok)
	require.Len(t, p.Faults(), 2)
	assert.Equal(t, "trial.Exit(true)", p.Faults()[0].Curl)
	assert.Equal(t, function.CodeHang, p.Faults()[1].Code)
}

// TestFaultsOfAnotherProcessAreTold: the report of a process has the faults that earlier processes found.
func TestFaultsOfAnotherProcessAreTold(t *testing.T) {
	s := find(t, function.Spec(trial.Nth), problem.Env{}, 500)
	require.NotEmpty(t, s.Faults())
	data, err := s.Problem.(problem.Learner).Learned()
	require.NoError(t, err)
	p, err := function.Spec(trial.Nth).Make(t.Context(), problem.Env{Registry: &fitness.Registry{}})
	require.NoError(t, err)
	other := p.(problem.Learner)
	require.NoError(t, other.Learn(data))
	assert.Equal(t, s.Faults(), p.Faults())
	data, err = other.Learned()
	require.NoError(t, err)
	assert.Empty(t, data, "they are no news")
	require.Error(t, other.Learn([]byte("{")))
}

func TestResume(t *testing.T) {
	s := find(t, function.Spec(trial.Cents), problem.Env{}, 100)
	before, successes := s.Tallies()[0].Calls, s.Tallies()[0].Successes
	sum := find(t, function.Spec(trial.Sum), problem.Env{}, 100).Tallies()[0]
	assert.Equal(t, sum.Outcomes["returned"], sum.Successes)
	assert.Positive(t, sum.Successes, "a report tells functions that never succeed")
	s.Problem.(problem.Resumer).Resume([]problem.Tally{
		{Operation: "trial.Cents", Calls: 10, Outcomes: map[string]int{"error": 5, "returned": 2},
			Successes: 2, Incomplete: 3},
		{Operation: "trial.Gone", Calls: 1},
	})
	assert.Equal(t, before+10, s.Tallies()[0].Calls)
	assert.Equal(t, 3, s.Tallies()[0].Incomplete)
	assert.Equal(t, successes+2, s.Tallies()[0].Successes)
}

func TestWarnings(t *testing.T) {
	p, err := function.Spec(trial.Total, trial.Lock).Make(context.Background(),
		problem.Env{Registry: &fitness.Registry{}})
	require.NoError(t, err)
	assert.Equal(t, []string{
		"trial.Total: fields of []trial.Item that are not exported stay zero in all tests",
		"trial.Lock returns nothing: its tests only show that it ends",
	}, p.(problem.Warner).Warnings())
}

// TestCasesComeBack: a decoded case makes the same calls and mutates in the same way.
func TestCasesComeBack(t *testing.T) {
	p, err := function.Spec(trial.Cents, trial.Total, trial.Nth, trial.Sum).Make(context.Background(),
		problem.Env{Registry: &fitness.Registry{}})
	require.NoError(t, err)
	searched := p.Search()
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		r := rand.New(rand.NewPCG(seed, 1))
		c := searched.Sampler.Sample(r)
		for range rapid.IntRange(0, 5).Draw(t, "mutations") {
			c = searched.Mutator.Mutate(r, c, 0.5)
		}
		data, err := p.EncodeCase(c)
		require.NoError(t, err)
		back, err := p.DecodeCase(data)
		require.NoError(t, err)
		mutant := func(c *testcase.Case) []byte {
			data, err := p.EncodeCase(searched.Mutator.Mutate(rand.New(rand.NewPCG(seed, 2)), c, 0.5))
			require.NoError(t, err)
			return data
		}
		require.Equal(t, string(mutant(c)), string(mutant(back)))
	})
}

func TestForeignCasesAreRefused(t *testing.T) {
	p, err := function.Spec(trial.Nth).Make(context.Background(), problem.Env{Registry: &fitness.Registry{}})
	require.NoError(t, err)
	for name, data := range map[string][]byte{
		"nothing":   []byte(`{}`),
		"no call":   encoded(),
		"function":  encoded(`{"function":"trial.Sum","args":[]}`),
		"arguments": encoded(`{"function":"trial.Nth","args":[1]}`),
		"argument":  encoded(`{"function":"trial.Nth","args":[[true,[]],"x"]}`),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := p.DecodeCase(data)
			assert.ErrorIs(t, err, function.ErrForeignCase)
		})
	}
	_, err = p.DecodeCase([]byte("{"))
	assert.Error(t, err)
}

func TestTheSearchBeginsWithEachFunction(t *testing.T) {
	p, err := function.Spec(trial.Nth, trial.Sum, trial.Cents).Make(context.Background(),
		problem.Env{Registry: &fitness.Registry{}})
	require.NoError(t, err)
	opener := p.(problem.Opener)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 3 {
		require.True(t, opener.Opening())
		c := p.Search().Sampler.Sample(r)
		require.Len(t, c.Actions, 1)
		e, err := p.Search().Evaluator.Evaluate(context.Background(), c)
		require.NoError(t, err)
		assert.Equal(t, 1, p.Tallies()[i].Calls)
		assert.IsType(t, search.Evaluated[*testcase.Case]{}, e)
	}
	assert.False(t, opener.Opening())
}

// TestTestsGrow: new tests have few calls, and mutants have up to the limit.
func TestTestsGrow(t *testing.T) {
	env := problem.Env{Registry: &fitness.Registry{}}
	p, err := function.Spec(trial.Lock, trial.Unlock).Make(context.Background(), env)
	require.NoError(t, err)
	r, longest := rand.New(rand.NewPCG(1, 1)), 0
	for range 200 {
		longest = max(longest, len(p.Search().Sampler.Sample(r).Actions))
	}
	assert.Equal(t, 3, longest)
	for c, n := p.Search().Sampler.Sample(r), 0; n < 300; n++ {
		c = p.Search().Mutator.Mutate(r, c, 0)
		longest = max(longest, len(c.Actions))
	}
	assert.Equal(t, testcase.DefaultMaxActions, longest)
}

// TestMoreElements: slices and maps grow to the length that a condition needs, up to the limit.
func TestMoreElements(t *testing.T) {
	few := []string{"trial.Crowded result 1 zero", "trial.Crowded result 2 zero"}
	for most, want := range map[int][]string{
		10: few, 0: append(few, "trial.Crowded result 1 positive", "trial.Crowded result 2 positive"),
	} {
		s := find(t, function.Options{MaxCalls: 1, MaxElements: most}.Spec(trial.Crowded), problem.Env{}, 1500)
		assert.ElementsMatch(t, want, s.covered(function.ResultTarget), "at most %d", most)
	}
}
