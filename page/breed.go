package page

import (
	"fmt"
	"math/rand/v2"
	"strings"

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
	// goOn is the probability that a test continues after its last act.
	goOn = 0.8
	// againRate is the share of events that are repeated at once.
	againRate = 0.3
	// valueRate is the share of mutations that change values, for a test with values.
	valueRate = 0.4
	// Shares of the mutations of the sequence of acts; the rest removes an act.
	addRate, insertRate, elsewhereRate = 0.45, 0.25, 0.1
)

// breeder samples and mutates tests. All acts are events that a page had, which it takes from the graph.
type breeder struct {
	x       *execute.Executor
	choose  graph.Chooser
	maxActs int
	aim     aim.Aim
	opened  bool            // whether the first sample was drawn
	made    map[string]bool // the tests made so far, by their text
	r       *rand.Rand      // for the continuation of tests
}

// Opening implements problem.Opener: the first sample opens the page.
func (b *breeder) Opening() bool { return !b.opened }

// mostDraws is how often a test is drawn at most until it differs from earlier tests.
const mostDraws = 8

// unlike draws tests until one differs from all tests made so far, at most mostDraws times.
func (b *breeder) unlike(r *rand.Rand, draw func() *testcase.Case) (c *testcase.Case) {
	b.r = r
	for range mostDraws {
		c = draw()
		var does strings.Builder
		for _, a := range c.Actions {
			a := a.(*act.Act)
			fmt.Fprintln(&does, a.Key(), a.Given(), a.Answer())
		}
		if !b.made[does.String()] {
			b.made[does.String()] = true
			break
		}
	}
	return c
}

// Sample implements [search.Sampler].
func (b *breeder) Sample(r *rand.Rand) *testcase.Case {
	return b.unlike(r, func() *testcase.Case { return b.sample(r) })
}

// sample returns a test that leads to the state and event that the chooser selects.
func (b *breeder) sample(r *rand.Rand) *testcase.Case {
	first := !b.opened
	b.opened = true
	step, ok := b.choose.Choose(b.x.Graph.States, r)
	if first || !ok {
		return &testcase.Case{Actions: []testcase.Action{act.First()}}
	}
	c := pathTo(step.State)
	b.fillIn(r, c, step)
	c.Actions = append(c.Actions, b.draw(r, step.State, step.Event))
	return c
}

// next returns the act with which a test continues in its current state. Continuing is cheaper than a new test, because
// reaching the state again takes several acts.
func (b *breeder) next(after *execute.Step, done int) *act.Act {
	if done >= b.maxActs || b.r.Float64() >= goOn {
		return nil
	}
	at := after.To
	if e := at.Event(after.Act.Key()); e != nil && b.r.Float64() < againRate {
		return b.draw(b.r, at, e)
	}
	step, ok := b.choose.Choose([]*graph.State{at}, b.r)
	if !ok {
		return nil
	}
	return b.draw(b.r, at, step.Event)
}

// fillIn inserts acts that fill fields, with a certain probability, before a click, the sending of a form or a key in a
// field: the effect of these depends on the fields.
func (b *breeder) fillIn(r *rand.Rand, c *testcase.Case, before graph.Step) {
	rate := map[string]float64{"click": fillRate, "submit": fillRate, "key": keyFillRate}[before.Event.Kind]
	if r.Float64() >= rate {
		return
	}
	for _, e := range before.State.Events {
		mine := before.Event.Kind != "key" || e.Path == before.Event.Path
		if e.Kind == "fill" && mine && len(c.Actions) < b.maxActs-1 && r.Float64() < fieldRate {
			c.Actions = append(c.Actions, b.draw(r, before.State, e))
		}
	}
}

const (
	// fillRate is the share of clicks before which fields are filled, and fieldRate the share of the fields that are
	// filled then.
	fillRate, fieldRate = 0.2, 0.7
	// keyFillRate is the share of keys before which their field is filled.
	keyFillRate = 0.6
)

// pathTo returns the shortest known test that leads to a state.
func pathTo(s *graph.State) *testcase.Case {
	c := &testcase.Case{}
	for _, a := range s.Path {
		c.Actions = append(c.Actions, a.Clone())
	}
	return c
}

// draw returns an act for an event of a state, with a random value.
func (b *breeder) draw(r *rand.Rand, s *graph.State, e *graph.Event) *act.Act {
	a := s.Act(e)
	a.Randomize(r)
	if next := e.Next(); next != nil {
		gene.Assign(a.Value, next)
		return a
	}
	if e.Kind == "key" && r.Float64() < keyRate {
		keys := b.x.Graph.Keys()
		gene.Assign(a.Value, keys[r.IntN(len(keys))])
		return a
	}
	if a.Value != nil && len(b.aim.Known.Constants) > 0 && r.Float64() < constantRate {
		b.aim.Hint(r, &testcase.Case{Actions: []testcase.Action{a}}, 0, b.aim.Known.Constants)
	}
	return a
}

// constantRate is the share of new values that are a constant of the scripts; for keys it is keyRate.
const constantRate, keyRate = 0.2, 0.6

// Mutate implements [search.Mutator].
func (b *breeder) Mutate(r *rand.Rand, parent *testcase.Case, focus float64) *testcase.Case {
	return b.unlike(r, func() *testcase.Case { return b.mutate(r, parent.Clone(), focus) })
}

// MutateFor implements [search.Aimer]. It removes the acts after the act that reached the target.
func (b *breeder) MutateFor(
	r *rand.Rand, parent *search.Evaluated[*testcase.Case], target fitness.ID, focus float64,
) *testcase.Case {
	at := aim.At(parent, target)
	return b.unlike(r, func() *testcase.Case {
		if child := b.aim.Mutate(r, parent.Individual, at, target, focus); child != nil {
			return child
		}
		return b.mutate(r, parent.Individual.Upto(at), focus)
	})
}

// mutate changes values of a test, or the sequence of its acts.
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

// restructure changes the sequence of acts: it adds an act at the end, inserts one, replaces the last act by an event
// of another state, or removes one.
func (b *breeder) restructure(r *rand.Rand, c *testcase.Case) {
	room := len(c.Actions) < b.maxActs
	switch x := r.Float64(); {
	case room && x < addRate:
		b.insert(r, c, len(c.Actions))
	case room && x < addRate+insertRate:
		b.insert(r, c, 1+r.IntN(len(c.Actions)))
	case x < addRate+insertRate+elsewhereRate:
		if step, ok := b.choose.Choose(b.x.Graph.States, r); ok {
			c.Actions = append(pathTo(step.State).Actions, b.draw(r, step.State, step.Event))
		}
	case len(c.Actions) > 2:
		at := 1 + r.IntN(len(c.Actions)-1)
		c.Actions = append(c.Actions[:at], c.Actions[at+1:]...)
	}
}

// insert inserts an act before the act at an index; it is an event of the state at that point.
func (b *breeder) insert(r *rand.Rand, c *testcase.Case, at int) {
	s := b.x.Graph.Walk(c.Actions[:at])
	e := s.Any(r)
	if e == nil {
		return
	}
	c.Actions = append(c.Actions[:at], append([]testcase.Action{b.draw(r, s, e)}, c.Actions[at:]...)...)
}

// takers returns the genes of an act that can be assigned a scalar value.
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
