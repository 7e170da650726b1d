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
	// Name says what makes the toy hard.
	Name string
	// Shortest and Longest bound how many numbers a vector has.
	Shortest, Longest int
	// Limit is the exclusive upper bound of the numbers. The lower bound is 0.
	Limit int
	// Feasible is how many of its targets can be covered.
	Feasible int
	// Gradient says whether the scores rise on the way to the targets.
	Gradient bool
	// Score calls reach with the score of each target that the vector reaches. Targets are numbered from 0, scores go
	// from 0 to 1.
	Score func(v Vector, reach func(target int, value float64))
}

// New returns the problem and the registry of its targets, for a session. The size of a vector is its length, and the
// cost of an evaluation is 1.
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
	ids      []fitness.ID // by target: its id plus one, or 0 before the first score
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

// Near returns the score of a number a that should equal b: 1 if it does, and less the larger the difference is, but
// never 0. The formula is the normalised distance of A. Arcuri, It really does matter how you normalize the branch
// distance, STVR 2013.
func Near(a, b int) float64 {
	d := a - b
	if d < 0 {
		d = -d
	}
	return 1 / (1 + float64(d))
}

// secret returns the number that covers a target: arbitrary, but always the same.
func secret(target, limit int) int {
	return int((uint64(target+1) * 0x9e3779b97f4a7c15 >> 20) % uint64(limit))
}
