package searchtest

import (
	"context"
	"strconv"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// Toy is a small problem to try search algorithms on: vectors of numbers, and
// targets to cover with them. It is its own sampler and mutator.
type Toy struct {
	// Name says what is hard about it.
	Name string
	// Shortest and Longest bound how many numbers a vector has.
	Shortest, Longest int
	// Limit is the bound that all numbers stay below. They start at 0.
	Limit int
	// Feasible is how many of its targets can be covered.
	Feasible int
	// Gradient says whether the scores lead the way to the targets.
	Gradient bool
	// Score calls reach with a score for every target that a vector reaches.
	// Targets are numbered from 0.
	Score func(v Vector, reach func(target int, value float64))
}

// New returns the problem and the registry of its targets, ready for a session.
// The size of a vector is its length, the cost of an evaluation is 1.
func (t Toy) New() (search.Problem[Vector], *fitness.Registry) {
	e := &evaluator{toy: t, registry: &fitness.Registry{}}
	e.reach = e.note
	return search.Problem[Vector]{Sampler: t, Mutator: t, Evaluator: e}, e.registry
}

type evaluator struct {
	toy      Toy
	registry *fitness.Registry
	board    fitness.Board
	reach    func(target int, value float64)
	ids      []fitness.ID // by target, plus one; 0 when not seen yet
}

func (e *evaluator) Evaluate(_ context.Context, v Vector) (search.Evaluated[Vector], error) {
	e.toy.Score(v, e.reach)
	return search.Evaluated[Vector]{Individual: v, Scores: e.board.Take(), Size: len(v), Cost: 1}, nil
}

func (e *evaluator) note(target int, value float64) {
	if missing := target + 1 - len(e.ids); missing > 0 {
		e.ids = append(e.ids, make([]fitness.ID, missing)...)
	}
	if e.ids[target] == 0 {
		e.ids[target] = 1 + e.registry.ID(fitness.Target{Kind: "toy", Name: strconv.Itoa(target)})
	}
	e.board.Score(e.ids[target]-1, 0, value)
}

// Near is the score of a number that should equal another. It is 1 when it does,
// the less the farther it is off, and never 0. The formula is the normalised
// distance of A. Arcuri, It really does matter how you normalize the branch
// distance, STVR 2013.
func Near(a, b int) float64 {
	d := a - b
	if d < 0 {
		d = -d
	}
	return 1 / (1 + float64(d))
}

// secret is the number to find for a target. It is arbitrary but fixed.
func secret(target, limit int) int {
	return int((uint64(target+1) * 0x9e3779b97f4a7c15 >> 20) % uint64(limit))
}
