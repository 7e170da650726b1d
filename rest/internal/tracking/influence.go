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
	// patience is the number of mutants for each input of a call after which a target counts as flat, if no mutant
	// changed its score.
	patience = 3
	// maxTargets bounds the targets with known effects, and maxSteps the steps that wait.
	maxTargets, maxSteps = 4000, 64
)

// Influence knows which inputs move which scores. The zero value knows nothing. It is not
// safe for concurrent use.
type Influence struct {
	of    map[fitness.ID]map[action.Place]*effect
	steps map[fitness.ID]step
	times []fitness.ID       // targets with steps of the time that passes
	lines map[fitness.ID]int // steps along lines in a row that came no nearer to the target
	last  mutant
}

// effect counts the changes of one input, and the changes among them that changed the score of a target.
type effect struct{ tried, moved int }

// mutant is a test before its evaluation, with its parent.
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
	at, ok := changedInput(last.parent.Individual, c)
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

// learn notes how the change of one input changed the score of a target.
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

// Mutate changes an input of a test, mostly an input that is known to change the score of a target, and returns the
// test. It returns nil if no such input is known after many tries. vary changes an input.
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
		i = pickByWeight(r, weights, sum)
	}
	in := inputs[i]
	to := in.takers[r.IntN(len(in.takers))]
	vary(in.call, to)
	if _, list := to.Gene.(*gene.Array); !list && len(in.takers) > 1 && chance.Seldom(r) {
		in.spread(to)
	}
	return child
}

// spread gives all elements of a list the value of one element, because the program mostly treats all elements alike.
func (in *input) spread(of action.Taker) {
	v := of.Value()
	for _, t := range in.takers {
		if _, list := t.Gene.(*gene.Array); !list && t.Gene != of.Gene && gene.Assign(t.Gene, v) {
			in.call.Keep(t)
		}
	}
}

// pickByWeight returns an index, each with the probability of its weight.
func pickByWeight(r *rand.Rand, weights []float64, sum float64) int {
	left := r.Float64() * sum
	for i, w := range weights {
		if left -= w; left < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// input is an input of a test. An input in a list has a taker for each element.
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
