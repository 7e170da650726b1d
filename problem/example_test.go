package problem_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

// lock is the system of the example: it opens after five keys in the right order.
type lock struct{ state int }

// press gives the lock a key. It reports whether the key was right.
func (l *lock) press(key string) bool {
	const code = "EVOKE"
	if l.state < len(code) && key == code[l.state:l.state+1] {
		l.state++
	} else {
		l.state = 0
	}
	return l.state == len(code)
}

// press is the action of a test. It has one gene, the key.
type press struct{ key gene.Gene }

func (p press) Clone() testcase.Action     { return press{p.key.Clone()} }
func (p press) Genes() iter.Seq[gene.Gene] { return func(yield func(gene.Gene) bool) { yield(p.key) } }
func newPress(r *rand.Rand) testcase.Action {
	p := press{gene.NewEnum("E", "K", "O", "V", "X")}
	p.key.Randomize(r)
	return p
}

// locks is the problem. Its targets are the states of the lock.
type locks struct {
	registry *fitness.Registry
	mutator  testcase.Mutator
	tally    problem.Tally
}

func (p *locks) Search() search.Problem[*testcase.Case] {
	return search.Problem[*testcase.Case]{Sampler: p, Mutator: &p.mutator, Evaluator: p}
}

func (p *locks) Sample(r *rand.Rand) *testcase.Case {
	return &testcase.Case{Actions: []testcase.Action{newPress(r)}}
}

// Evaluate executes a test on a fresh lock. Each state that the test reaches is covered. The next state has a score
// below 1, so that MIO mutates the test for it.
func (p *locks) Evaluate(_ context.Context, c *testcase.Case) (search.Evaluated[*testcase.Case], error) {
	var board fitness.Board
	var l lock
	for i, a := range c.Actions {
		open := l.press(a.(press).key.Value().(string))
		p.tally.Calls++
		p.tally.Outcomes[fmt.Sprint("open ", open)]++
		board.Score(p.turn(l.state), i, 1)
		if !open {
			board.Score(p.turn(l.state+1), i, 0.5)
		}
	}
	return search.Evaluated[*testcase.Case]{Individual: c, Scores: board.Take(), Size: len(c.Actions),
		Cost: len(c.Actions)}, nil
}

// turn returns the target of a state of the lock.
func (p *locks) turn(state int) fitness.ID {
	return p.registry.ID(fitness.Target{Kind: "turn", Name: strconv.Itoa(state)})
}

// Suite makes each best test a call of a function, which any writer of Go tests can write.
func (p *locks) Suite(
	_ context.Context, a *search.Archive[*testcase.Case], _ problem.Harvest,
) (*suite.Suite, int, error) {
	out := &suite.Suite{Title: "lock"}
	for _, e := range a.Suite() {
		f := &suite.Function{ImportPath: "example.com/lock", Name: "Press"}
		for _, a := range e.Individual.Actions {
			f.Args = append(f.Args, suite.Argument{Name: "key", Type: "string", Value: a.(press).key.Value()})
		}
		out.Tests = append(out.Tests,
			suite.Test{Kind: suite.Success, Steps: []suite.Step{{Operation: "lock.Press", Function: f}}})
	}
	out.NameTests()
	return out, 0, nil
}

func (p *locks) Tallies() []problem.Tally { return []problem.Tally{p.tally} }
func (p *locks) Faults() []suite.Fault    { return nil }

// EncodeCase encodes the keys of a test.
func (p *locks) EncodeCase(c *testcase.Case) ([]byte, error) {
	var keys []any
	for _, a := range c.Actions {
		keys = append(keys, a.(press).key.Value())
	}
	return json.Marshal(keys)
}

// DecodeCase decodes the keys of a test.
func (p *locks) DecodeCase(data []byte) (*testcase.Case, error) {
	var keys []string
	if err := json.Unmarshal(data, &keys); err != nil {
		return nil, err
	}
	c := &testcase.Case{}
	for _, key := range keys {
		p := newPress(rand.New(rand.NewPCG(1, 1))).(press)
		if !gene.Assign(p.key, key) {
			return nil, fmt.Errorf("there is no key %q", key)
		}
		c.Actions = append(c.Actions, p)
	}
	return c, nil
}

// A problem of your own implements [problem.Problem]. Here the system is a lock, and the actions of a test press its
// keys. MIO finds all five keys in their order. The suite has the tests as they were found: making tests smaller is the
// task of a problem.
func Example() {
	spec := problem.Spec{Make: func(_ context.Context, e problem.Env) (problem.Problem, error) {
		return &locks{
			registry: e.Registry,
			mutator:  testcase.Mutator{New: newPress},
			tally:    problem.Tally{Operation: "lock.Press", Outcomes: map[string]int{}},
		}, nil
	}}
	result, err := evoke.Run(context.Background(), evoke.Config{
		Problem:  spec,
		Budget:   evoke.Budget{Calls: 5000},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
	})
	if err != nil {
		panic(err)
	}
	for _, t := range result.Suite.Tests {
		fmt.Println(t.Steps[0].Function)
	}
	// Output:
	// Press("V")
	// Press("E")
	// Press("E", "V")
	// Press("E", "V", "O")
	// Press("O", "E", "V", "O", "K")
	// Press("O", "E", "V", "O", "K", "E")
}
