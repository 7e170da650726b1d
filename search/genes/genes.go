// Package genes searches values of a gene for which functions of the user's hold.
//
// It is the way to search for data without a program under test: say what a value looks like by a gene
// (package gene) and what is wanted of it by goals, most often with a score of package heuristics. Any
// algorithm of package search or mio takes the [Problem]. The Example has all of it.
package genes

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/search"
)

// Goal is something that is wanted of a value.
type Goal struct {
	// Name tells goals of one problem apart.
	Name string
	// Score is 1 for a value that reaches the goal, and less the farther the value is from it, down to 0.
	// It gets what the gene's Value returns, and must not change it.
	Score func(value any) float64
}

// Problem returns the problem of finding a value of a gene for each goal. A goal becomes a target of the
// registry with the kind "goal" and its name.
func Problem(registry *fitness.Registry, g gene.Gene, goals ...Goal) search.Problem[gene.Gene] {
	p := &problem{gene: g}
	for _, goal := range goals {
		p.goals = append(p.goals, target{registry.ID(fitness.Target{Kind: kind, Name: goal.Name}), goal})
	}
	return search.Problem[gene.Gene]{Sampler: p, Mutator: p, Evaluator: p}
}

// kind is that of the targets.
const kind = "goal"

// target is a goal with its number.
type target struct {
	id fitness.ID
	Goal
}

// problem is a gene with what is wanted of it.
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
	if r.Float64() >= togetherRate || !together(r, g, focus) {
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
