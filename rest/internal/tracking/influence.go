package tracking

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// patience is how many mutants there are for each input of a call without one that
	// moves the score, before a target counts as flat.
	patience = 3
	// maxTargets is how many targets something is known of, and maxSteps how many steps
	// wait.
	maxTargets, maxSteps = 4000, 64
)

// Influence knows which inputs move which scores. The zero value knows nothing. It is not
// safe for concurrent use.
type Influence struct {
	of    map[fitness.ID]map[action.Place]*effect
	steps map[fitness.ID]step
	lines map[fitness.ID]int // steps along lines that brought no target nearer, in a row
	last  mutant
}

// effect is what changes of one input did to the score of a target.
type effect struct{ tried, moved int }

// mutant is a test that is about to be evaluated, with its parent.
type mutant struct {
	child  *testcase.Case // nil for none
	parent *search.Evaluated[*testcase.Case]
	line   bool // it is a step along a line
	target fitness.ID
}

// Made notes a mutant of a test. [Influence.Evaluated] learns from it.
func (f *Influence) Made(child *testcase.Case, parent *search.Evaluated[*testcase.Case]) {
	f.last = mutant{child: child, parent: parent}
}

// Evaluated learns from a test. It is to be called with each test that was evaluated.
func (f *Influence) Evaluated(c *testcase.Case, scores fitness.Scores) {
	last := f.last
	f.last = mutant{}
	f.judge(&last, scores)
	if last.child == nil || last.child != c {
		return
	}
	at, ok := changed(last.parent.Individual, c)
	if !ok {
		return
	}
	child := &search.Evaluated[*testcase.Case]{Individual: c, Scores: scores}
	for i := range last.parent.Scores {
		if s := &last.parent.Scores[i]; s.Value > 0 && s.Value < 1 && int(s.Action) < len(c.Actions) {
			f.learn(child, s, scores.Of(s.ID), &at)
		}
	}
}

// learn notes what the change of one input did to the score of a target.
func (f *Influence) learn(child *search.Evaluated[*testcase.Case], before *fitness.Score, now float64, at *change) {
	effects := f.of[before.ID]
	switch {
	case now >= 1:
		delete(f.of, before.ID)
		delete(f.steps, before.ID)
		delete(f.lines, before.ID)
		return
	case effects == nil && len(f.of) == maxTargets:
		return
	case effects == nil:
		if f.of == nil {
			f.of = map[fitness.ID]map[action.Place]*effect{}
		}
		effects = map[action.Place]*effect{}
		f.of[before.ID] = effects
	}
	e := effects[at.Place]
	if e == nil {
		e = &effect{}
		effects[at.Place] = e
	}
	e.tried++
	if now > 0 && now != before.Value {
		e.moved++
		f.extend(child, before, now, at)
	}
}

// Mutate changes one input of a test, mostly one that is known to move the score of a
// target, and returns the test. It returns nil if none is known after many tries. vary
// changes a gene.
func (f *Influence) Mutate(
	r *rand.Rand, child *testcase.Case, id fitness.ID, vary func(c *action.Call, t action.Taker),
) *testcase.Case {
	inputs := inputsOf(child)
	if len(inputs) == 0 {
		return nil
	}
	effects := f.of[id]
	weights, sum, tried := make([]float64, len(inputs)), 0.0, 0
	for i, in := range inputs {
		if e := effects[in.Place]; e != nil {
			tried += e.tried
			weights[i] = float64(e.moved) / float64(e.tried)
			sum += weights[i]
		}
	}
	i := r.IntN(len(inputs))
	switch {
	case sum == 0 && tried > patience*len(inputs):
		return nil
	case sum > 0 && !chance.Seldom(r):
		i = pick(r, weights, sum)
	}
	in := inputs[i]
	to := in.takers[r.IntN(len(in.takers))]
	vary(in.call, to)
	if _, list := to.Gene.(*gene.Array); !list && len(in.takers) > 1 && chance.Seldom(r) {
		in.spread(to)
	}
	return child
}

// spread gives the elements of a list the value of one: what one has to be like, the
// others mostly have to be like as well.
func (in *input) spread(of action.Taker) {
	v := of.Value()
	for _, t := range in.takers {
		if _, list := t.Gene.(*gene.Array); !list && t.Gene != of.Gene && gene.Assign(t.Gene, v) {
			in.call.Keep(t)
		}
	}
}

// pick returns an index, each with the probability of its weight.
func pick(r *rand.Rand, weights []float64, sum float64) int {
	left := r.Float64() * sum
	for i, w := range weights {
		if left -= w; left < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// input is an input of a test: several elements if it is a list.
type input struct {
	action.Place
	call   *action.Call
	takers []action.Taker
}

// inputsOf returns the inputs of the calls of a test.
func inputsOf(c *testcase.Case) (list []input) {
	for _, a := range c.Actions {
		call := a.(*action.Call)
		first := len(list)
		for _, t := range append(action.Takers(call), action.Lists(call)...) {
			i := slices.IndexFunc(list[first:], func(in input) bool { return in.takers[0].IsBeside(t) })
			if i < 0 {
				i = len(list) - first
				list = append(list, input{action.PlaceOf(call, t), call, nil})
			}
			in := &list[first+i]
			in.takers = append(in.takers, t)
		}
	}
	return list
}
