package function

import (
	"context"
	"fmt"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/function/internal/typed"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

// functions is the problem of this package. It is not safe for concurrent use.
type functions struct {
	codec
	*breeder
	harvester *harvester
	executor  *executor
}

var (
	_ problem.Repeater  = (*functions)(nil)
	_ problem.Archivist = (*functions)(nil)
)

func newProblem(e problem.Env, o Options, given []any) (*functions, error) {
	subjects, err := newSubjects(given, o.MaxElements)
	if err != nil {
		return nil, err
	}
	x := newExecutor(e, o, subjects)
	p := &functions{codec: newCodec(subjects), breeder: newBreeder(x), executor: x}
	p.harvester = &harvester{executor: x, codec: p.codec}
	return p, nil
}

// Search implements [problem.Problem].
func (p *functions) Search() search.Problem[*testcase.Case] {
	return search.Problem[*testcase.Case]{Sampler: p, Mutator: p, Evaluator: p}
}

// Suite implements [problem.Problem].
func (p *functions) Suite(
	ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest,
) (*suite.Suite, int, error) {
	return p.harvester.Suite(ctx, a, how)
}

// Kept implements [problem.Repeater].
func (p *functions) Kept() (problem.Kept, error) { return p.harvester.Kept() }

// Answer implements [problem.Repeater].
func (p *functions) Answer(ctx context.Context, k *problem.Kept) error {
	return p.harvester.Answer(ctx, k)
}

// SuiteAgain implements [problem.Repeater].
func (p *functions) SuiteAgain(ctx context.Context, k problem.Kept, now time.Time) (*suite.Suite, []string, error) {
	return p.harvester.SuiteAgain(ctx, k, now)
}

// Archived implements [problem.Archivist].
func (p *functions) Archived() (map[string][]byte, error) { return p.harvester.Archived() }

// Evaluate implements [search.Evaluator].
func (p *functions) Evaluate(ctx context.Context, c *testcase.Case) (search.Evaluated[*testcase.Case], error) {
	t, err := p.executor.run(ctx, c, purpose{})
	if err != nil {
		return search.Evaluated[*testcase.Case]{}, err
	}
	return search.Evaluated[*testcase.Case]{Individual: c, Scores: t.scores, Size: len(c.Actions), Cost: len(t.steps)},
		nil
}

// Tallies implements [problem.Problem].
func (p *functions) Tallies() []problem.Tally { return p.executor.tallies }

// Faults implements [problem.Problem].
func (p *functions) Faults() []suite.Fault { return p.executor.faults.all() }

// Resume implements [problem.Resumer].
func (p *functions) Resume(tallies []problem.Tally) { p.executor.addTallies(tallies) }

// Died implements [problem.Mortal].
func (p *functions) Died(d problem.Death) (target fitness.ID, ok bool) {
	s := p.codec.subjects[d.Operation]
	if s == nil {
		return 0, false
	}
	f := ofDeath(&d)
	fault := f.fault(s)
	fault.Curl, target = d.Repeat, p.executor.faults.target(s, f)
	p.executor.faults.keep(target, &fault)
	return target, true
}

// Learned implements [problem.Learner].
func (p *functions) Learned() ([]byte, error) { return p.executor.faults.learned() }

// Learn implements [problem.Learner].
func (p *functions) Learn(data []byte) error { return p.executor.faults.learn(data) }

// Left implements [problem.Straggler].
func (p *functions) Left() int { return p.executor.runner.Abandoned() }

// State implements [problem.Keeper].
func (p *functions) State() ([]byte, error) {
	return encodePatience(p.executor.subjects, p.executor.patience)
}

// Restore implements [problem.Keeper].
func (p *functions) Restore(state []byte) error {
	return restorePatience(p.executor.subjects, p.executor.patience, state)
}

// Warnings implements [problem.Warner].
func (p *functions) Warnings() (out []string) {
	for _, s := range p.executor.subjects {
		if s.value.Type().NumOut() == 0 {
			out = append(out, fmt.Sprintf("%s returns nothing: its tests only show that it ends", s.name))
		}
		for i := range s.genes {
			if t := s.value.Type().In(i); typed.Hidden(t) {
				out = append(out,
					fmt.Sprintf("%s: fields of %s that are not exported stay zero in all tests", s.name, t))
			}
		}
	}
	return out
}
