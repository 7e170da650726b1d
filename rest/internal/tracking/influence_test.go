package tracking_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

const freight = `
openapi: 3.0.3
info: {title: Freight, version: "1"}
paths:
  /freight:
    post:
      parameters:
        - {name: total, in: query, required: true, schema: {type: integer}}
        - {name: speed, in: query, required: true, schema: {type: integer}}
        - {name: limit, in: query, schema: {type: integer}}
        - {name: note, in: query, required: true, schema: {type: string}}
        - {name: loads, in: query, required: true, schema: {type: array, items: {type: integer}}}
      responses: {"200": {description: it is on its way}}
`

// service scores tests by their inputs.
type service struct {
	influence tracking.Influence
	api       *api.API
	score     func(in map[string][]any) float64
	rand      *rand.Rand
}

func newService(t *testing.T, score func(in map[string][]any) float64) *service {
	t.Helper()
	a := api.New(resttest.Read(t, freight).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	return &service{api: a, score: score, rand: rand.New(rand.NewPCG(1, 2))}
}

func (s *service) test(t *testing.T, values map[string]any) *search.Evaluated[*testcase.Case] {
	t.Helper()
	call := action.New(s.api.Named("POST /freight"), 0, 0)
	for _, p := range call.Genotype.Params {
		if v := values[p.Spec.Name]; v != nil {
			require.True(t, gene.Assign(p.Gene, v), p.Spec.Name)
		}
	}
	return s.evaluate(&testcase.Case{Actions: []testcase.Action{call}})
}

func inputs(c *testcase.Case) map[string][]any {
	in := map[string][]any{}
	for _, t := range action.Takers(c.Actions[len(c.Actions)-1]) {
		in[t.Name] = append(in[t.Name], t.Value())
	}
	return in
}

const target fitness.ID = 7

func (s *service) evaluate(c *testcase.Case) *search.Evaluated[*testcase.Case] {
	scores := fitness.Scores{{ID: target, Value: s.score(inputs(c))}}
	s.influence.Evaluated(c, scores)
	return &search.Evaluated[*testcase.Case]{Individual: c, Scores: scores}
}

// mutant evaluates a mutant of a test, nil if there is none.
func (s *service) mutant(parent *search.Evaluated[*testcase.Case], focus float64) *search.Evaluated[*testcase.Case] {
	child := s.influence.Mutate(s.rand, parent.Individual.Clone(), target, func(c *action.Call, t action.Taker) {
		t.Mutate(s.rand, focus)
	})
	if child == nil {
		return nil
	}
	s.influence.Made(child, parent)
	return s.evaluate(child)
}

func whole(in map[string][]any, name string) float64 {
	n, _ := in[name][0].(int64)
	return float64(n)
}

// close is the score of a distance that is open.
func near(distance float64) float64 { return heuristics.Close(max(math.Abs(distance), 1)) }

var start = map[string]any{"total": int64(30_000), "speed": int64(3), "note": "fragile",
	"loads": []any{int64(700), int64(800), int64(900)}}

// TestInputsThatMoveTheScoreAreChanged: after some mutants of all inputs, most change the
// one that moves the score. One that is left out at first is found as well.
func TestInputsThatMoveTheScoreAreChanged(t *testing.T) {
	for _, name := range []string{"speed", "note", "limit"} {
		s := newService(t, func(in map[string][]any) float64 {
			switch v := in[name][0].(type) {
			case int64:
				return near(float64(v) - 1e6)
			case string:
				return near(float64(len(v)) + 100)
			}
			return 0.2
		})
		parent := s.test(t, start)
		for range 60 {
			require.NotNil(t, s.mutant(parent, 0))
		}
		hit := 0
		for range 200 {
			if m := s.mutant(parent, 0); !assert.ObjectsAreEqual(inputs(parent.Individual)[name],
				inputs(m.Individual)[name]) {
				hit++
			}
		}
		assert.Greater(t, hit, 130, name)
	}
}

// TestFlatTargetsAreLeftToOthers: where no input moves the score there are no mutants any
// more.
func TestFlatTargetsAreLeftToOthers(t *testing.T) {
	s := newService(t, func(map[string][]any) float64 { return 0.3 })
	parent := s.test(t, start)
	made := 0
	for s.mutant(parent, 0) != nil {
		made++
		require.Less(t, made, 50)
	}
	assert.Greater(t, made, 10)
}

// TestSumsAreSolvedInAStep: the distance of a sum is linear in each of its parts.
func TestSumsAreSolvedInAStep(t *testing.T) {
	away := func(in map[string][]any) float64 {
		sum := 0.0
		for _, load := range in["loads"] {
			n, _ := load.(int64)
			sum += float64(n)
		}
		return sum - 0.95*whole(in, "total")
	}
	s := newService(t, func(in map[string][]any) float64 {
		if d := away(in); d < 0 {
			return near(-d)
		}
		return 1
	})
	for _, changed := range []string{"total", "loads"} {
		parent := s.test(t, start)
		child := parent.Individual.Clone()
		for _, to := range action.Takers(child.Actions[0]) {
			if n, ok := to.Value().(int64); ok && to.Name == changed && n != 700 {
				require.True(t, gene.Assign(to.Gene, n-64))
				break
			}
		}
		s.influence.Made(child, parent)
		s.evaluate(child)
		step := s.influence.Step(target)
		require.NotNil(t, step, changed)
		assert.InDelta(t, 0, away(inputs(step)), 3, changed)
		assert.Equal(t, 1.0, s.evaluate(step).Scores.Of(target), changed)
		assert.Nil(t, s.influence.Step(target), "it is covered")
	}
}

// TestTimesAreStepsAtOnce: a test in which time passes is compared with the test without. The next step along the line
// of the time comes without a choice of the target.
func TestTimesAreStepsAtOnce(t *testing.T) {
	const want = 255_600
	s := newService(t, func(in map[string][]any) float64 {
		passed := 0.0
		if len(in["passes"]) > 1 {
			passed = whole(in, "passes")
		}
		if passed >= want {
			return 1
		}
		return near(1e9 * (want - passed))
	})
	parent := s.test(t, start)
	assert.Nil(t, s.influence.Later())
	op := s.api.Named("POST /freight")
	s.api.Find(op, genotype.Input{In: genotype.InTime, Name: "passes"})
	child := parent.Individual.Clone()
	call := child.Actions[0].(*action.Call)
	call.Adopt()
	require.True(t, gene.Assign(call.Genotype.Params[call.Genotype.Params.Labeled("time passes")].Gene, int64(86_400)))
	s.influence.Made(child, parent)
	s.evaluate(child)
	step := s.influence.Later()
	require.NotNil(t, step)
	assert.InDelta(t, want, whole(inputs(step), "passes"), 1)
	assert.Nil(t, s.influence.Later(), "it is tried once")
}

// TestStepsGrow: where a score is no distance, as that of a function which was asked, a
// change that has helped is made again and again, twice as wide.
func TestStepsGrow(t *testing.T) {
	s := newService(t, func(in map[string][]any) float64 { return 0.6 + 0.3*near(whole(in, "speed")-1e6) })
	best := s.test(t, start)
	tries := 0
	for ; best.Scores.Of(target) < 0.6+0.3*near(100_000); tries++ {
		require.Less(t, tries, 400)
		var next *search.Evaluated[*testcase.Case]
		if step := s.influence.Step(target); step != nil {
			next = s.evaluate(step)
		} else {
			next = s.mutant(best, 1) // by at most 1024
		}
		if next.Scores.Of(target) > best.Scores.Of(target) {
			best = next
		}
	}
	assert.Less(t, tries, 200)
}

// TestElementsChangeTogether: what one element of a list has to be like, the others get.
func TestElementsChangeTogether(t *testing.T) {
	s := newService(t, func(in map[string][]any) float64 { return near(whole(in, "loads") - 1e6) })
	parent := s.test(t, start)
	alike, longer := 0, 0
	for range 300 {
		m := s.mutant(parent, 0)
		loads := inputs(m.Individual)["loads"]
		if len(loads) != 3 {
			longer++
		} else if loads[0] == loads[1] && loads[1] == loads[2] {
			alike++
		}
	}
	assert.Greater(t, alike, 10)
	assert.Greater(t, longer, 5, "the list itself changes too")
}

// TestSeveralChangesTeachNothing: nobody knows which of them moved the score.
func TestSeveralChangesTeachNothing(t *testing.T) {
	s := newService(t, func(in map[string][]any) float64 { return near(whole(in, "total") - whole(in, "speed")) })
	parent := s.test(t, start)
	child := s.test(t, map[string]any{"total": int64(20_000), "speed": int64(5), "note": "fragile",
		"loads": start["loads"]}).Individual
	s.influence.Made(child, parent)
	s.evaluate(child)
	assert.Nil(t, s.influence.Step(target))
}

// TestWhoLeavesTeachesNothing: what a client that left reached, no input moved.
func TestWhoLeavesTeachesNothing(t *testing.T) {
	for _, leaves := range []bool{false, true} {
		s := newService(t, func(in map[string][]any) float64 { return near(whole(in, "total") - whole(in, "speed")) })
		parent := s.test(t, start)
		child := s.test(t, map[string]any{"total": int64(20_000), "speed": start["speed"], "note": start["note"],
			"loads": start["loads"]}).Individual
		if leaves {
			require.True(t, genotype.Leave(child.Actions[0].(*action.Call).Genotype))
		}
		s.influence.Made(child, parent)
		s.evaluate(child)
		assert.Equal(t, leaves, s.influence.Step(target) == nil)
	}
}
