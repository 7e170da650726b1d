package page

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/graph"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// goOn is the probability that a new test goes on after the event that it was made for.
	goOn = 0.3
	// valueRate is the share of mutations that change values, where a test has some.
	valueRate = 0.4
	// Shares of the mutations of the sequence of acts: the rest leaves one out.
	addRate, insertRate, elsewhereRate = 0.45, 0.25, 0.1
)

// breeder draws and changes tests. All of their acts are events that a page had: it knows these by the graph.
type breeder struct {
	x       *execute.Executor
	choose  graph.Chooser
	maxActs int
	aim     aim.Aim
	opened  bool // the first sample was drawn
}

// Opening implements problem.Opener: the first sample opens the page.
func (b *breeder) Opening() bool { return !b.opened }

// Sample implements [search.Sampler]: it goes where the chooser says.
func (b *breeder) Sample(r *rand.Rand) *testcase.Case {
	first := !b.opened
	b.opened = true
	step, ok := b.choose(b.x.Graph, r)
	if first || !ok {
		return &testcase.Case{Actions: []testcase.Action{act.First()}}
	}
	c := pathTo(step.State)
	c.Actions = append(c.Actions, b.draw(r, step.State, step.Event))
	for at := step.Event.Last(); at != nil && r.Float64() < goOn && len(c.Actions) < b.maxActs; {
		e := at.Any(r)
		if e == nil {
			break
		}
		c.Actions = append(c.Actions, b.draw(r, at, e))
		at = e.Last()
	}
	return c
}

// pathTo returns the shortest test that leads to a state.
func pathTo(s *graph.State) *testcase.Case {
	c := &testcase.Case{}
	for _, a := range s.Path {
		c.Actions = append(c.Actions, a.Clone())
	}
	return c
}

// draw returns an act of an event with a value.
func (b *breeder) draw(r *rand.Rand, s *graph.State, e *graph.Event) *act.Act {
	a := s.Act(e)
	a.Randomize(r)
	if a.Value != nil && len(b.aim.Known.Constants) > 0 && r.Float64() < constantRate {
		b.aim.Hint(r, &testcase.Case{Actions: []testcase.Action{a}}, 0, b.aim.Known.Constants)
	}
	return a
}

// constantRate is the share of new values that are a constant of the scripts.
const constantRate = 0.2

// Mutate implements [search.Mutator].
func (b *breeder) Mutate(r *rand.Rand, parent *testcase.Case, focus float64) *testcase.Case {
	return b.mutate(r, parent.Clone(), focus)
}

// MutateFor implements [search.Aimer]: it leaves out the acts behind the one that came near the target.
func (b *breeder) MutateFor(
	r *rand.Rand, parent *search.Evaluated[*testcase.Case], target fitness.ID, focus float64,
) *testcase.Case {
	at := aim.At(parent, target)
	if child := b.aim.Mutate(r, parent.Individual, at, target, focus); child != nil {
		return child
	}
	return b.mutate(r, parent.Individual.Upto(at), focus)
}

// mutate changes values of a test, or its sequence of acts.
func (b *breeder) mutate(r *rand.Rand, c *testcase.Case, focus float64) *testcase.Case {
	if genes := genesOf(c); len(genes) > 0 && r.Float64() < valueRate {
		changed := r.IntN(len(genes))
		for i, g := range genes {
			if i == changed || r.IntN(len(genes)) == 0 {
				g.Mutate(r, focus)
			}
		}
		return c
	}
	b.restructure(r, c)
	return c
}

func genesOf(c *testcase.Case) (out []gene.Gene) {
	for g := range c.Genes() {
		out = append(out, g)
	}
	return out
}

// restructure changes the sequence of acts: one more at the end or in between, the last one where the page is in
// another state, or one less.
func (b *breeder) restructure(r *rand.Rand, c *testcase.Case) {
	room := len(c.Actions) < b.maxActs
	switch x := r.Float64(); {
	case room && x < addRate:
		b.insert(r, c, len(c.Actions))
	case room && x < addRate+insertRate:
		b.insert(r, c, 1+r.IntN(len(c.Actions)))
	case x < addRate+insertRate+elsewhereRate:
		if step, ok := b.choose(b.x.Graph, r); ok {
			c.Actions = append(pathTo(step.State).Actions, b.draw(r, step.State, step.Event))
		}
	case len(c.Actions) > 2:
		at := 1 + r.IntN(len(c.Actions)-1)
		c.Actions = append(c.Actions[:at], c.Actions[at+1:]...)
	}
}

// insert puts an act of the state before an act of a test there.
func (b *breeder) insert(r *rand.Rand, c *testcase.Case, at int) {
	s := b.x.Graph.Walk(c.Actions[:at])
	e := s.Any(r)
	if e == nil {
		return
	}
	c.Actions = append(c.Actions[:at], append([]testcase.Action{b.draw(r, s, e)}, c.Actions[at:]...)...)
}

// takers returns the genes of an act that take a value and have a single one.
func takers(a testcase.Action) (out []gene.Gene) {
	for root := range a.Genes() {
		for g := range gene.Walk(root) {
			if aim.Takes(g) {
				out = append(out, g)
			}
		}
	}
	return out
}
