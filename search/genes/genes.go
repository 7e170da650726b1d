// Package genes searches values of a gene that satisfy predicates of the user.
//
// It is for searching data without a program under test. A gene (package gene) describes the shape of a value, and
// goals describe the wanted values, most often with a score of package heuristics. Any algorithm of package search or
// mio takes the [Problem]. The Example shows a whole search.
package genes

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/search"
)

// Goal is a predicate over values, with a score that tells how near a value is.
type Goal struct {
	// Name identifies the goal among the goals of one problem.
	Name string
	// Score is 1 for a value that reaches the goal. It falls towards 0 the farther a value is from the goal. It gets
	// the result of the gene's Value method, and must not change it.
	Score func(value any) float64
}

// Problem returns the problem of finding a value of a gene for each goal. Each goal becomes a target of the registry,
// with the kind "goal" and the goal's name. Evaluation returns an error if a score is not from 0 to 1.
func Problem(registry *fitness.Registry, g gene.Gene, goals ...Goal) search.Problem[gene.Gene] {
	p := &problem{gene: g}
	for _, goal := range goals {
		p.goals = append(p.goals, target{registry.ID(fitness.Target{Kind: kind, Name: goal.Name}), goal})
	}
	return search.Problem[gene.Gene]{Sampler: p, Mutator: p, Evaluator: p}
}

// kind is the kind of the targets.
const kind = "goal"

// target is a goal with its target id.
type target struct {
	id fitness.ID
	Goal
}

// problem is a gene with the goals of its values.
type problem struct {
	gene  gene.Gene
	goals []target
}

// Sample implements [search.Sampler].
func (p *problem) Sample(r *rand.Rand) gene.Gene {
	g := p.gene.Clone()
	g.Randomize(r)
	return g
}

// Mutate implements [search.Mutator].
func (p *problem) Mutate(r *rand.Rand, parent gene.Gene, focus float64) gene.Gene {
	g := parent.Clone()
	if r.Float64() >= togetherRate || !moveTogether(r, g, focus) {
		g.Mutate(r, focus)
	}
	return g
}

// Evaluate implements [search.Evaluator].
func (p *problem) Evaluate(_ context.Context, g gene.Gene) (search.Evaluated[gene.Gene], error) {
	out := search.Evaluated[gene.Gene]{Individual: g, Size: 1, Cost: 1}
	value := g.Value()
	for _, goal := range p.goals {
		score := goal.Score(value)
		if !(score >= 0 && score <= 1) {
			return out, fmt.Errorf("genes: the goal %s scores %v, which is not from 0 to 1", goal.Name, score)
		}
		out.Scores = append(out.Scores, fitness.Score{ID: goal.id, Value: score})
	}
	return out, nil
}
