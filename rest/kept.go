package rest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/suite"
)

// Kept are the tests that a suite was made of, as plain data: another process
// can execute them again with [Problem.SuiteAgain].
type Kept struct {
	Tests []KeptTest
	// Leaks are the targets of goroutine leaks, by where these start.
	Leaks map[string]fitness.Target
}

// KeptTest is one of the tests.
type KeptTest struct {
	Name string           // in the suite
	Case []byte           // as [Problem.EncodeCase] writes it
	Need []fitness.Target // what it is kept for
	// Hangs says that it waits for an answer that does not come, Leaks that it
	// shows a goroutine leak.
	Hangs, Leaks bool
}

// Kept returns the tests of the suite that was made last.
func (p *Problem) Kept() (Kept, error) {
	k := Kept{Leaks: map[string]fitness.Target{}}
	for place, id := range p.inside.leaks {
		k.Leaks[place] = p.registry.Target(id)
	}
	for _, c := range p.kept {
		data, err := p.EncodeCase(c.test)
		if err != nil {
			return Kept{}, err
		}
		test := KeptTest{Name: c.name, Case: data, Hangs: p.hangs(c.scores), Leaks: p.showsLeak(c.need)}
		for _, id := range c.need {
			test.Need = append(test.Need, p.registry.Target(id))
		}
		k.Tests = append(k.Tests, test)
	}
	return k, nil
}

// SuiteAgain makes a suite of the tests of another one, in a process in which
// nothing has been executed before: what depends on what a search left behind
// outside of the system comes out differently here, and between the executions
// here as well, and is not asserted. The second result counts the tests that
// are left out, because they come out differently or do not show any more what
// they were kept for. It fails when ctx ends.
func (p *Problem) SuiteAgain(ctx context.Context, k Kept, now time.Time) (*suite.Suite, int, error) {
	p.after = true
	defer func() { p.after = false }()
	for place, target := range k.Leaks {
		p.inside.leaks[place] = p.registry.ID(target)
	}
	calm, hanging, err := p.candidates(k.Tests)
	if err != nil {
		return nil, 0, err
	}
	traces := make([][]*Trace, len(calm)+len(hanging))
	if err := p.rounds(ctx, calm, traces); err != nil {
		return nil, 0, err
	}
	if err := p.rounds(ctx, hanging, traces[len(calm):]); err != nil {
		return nil, 0, err
	}
	out := p.newSuite()
	p.write(out, slices.Concat(calm, hanging), traces, now)
	return out, len(k.Tests) - len(out.Tests), nil
}

// candidates are tests on their way into a suite again, those that hang apart.
func (p *Problem) candidates(tests []KeptTest) (calm, hanging []*candidate, err error) {
	for i := range tests {
		t := &tests[i]
		c := &candidate{leaks: t.Leaks}
		if c.test, err = p.DecodeCase(t.Case); err != nil {
			return nil, nil, fmt.Errorf("test %d: %w", i+1, err)
		}
		for _, target := range t.Need {
			c.need = append(c.need, p.registry.ID(target))
		}
		slices.Sort(c.need)
		if t.Hangs {
			hanging = append(hanging, c)
		} else {
			calm = append(calm, c)
		}
	}
	return calm, hanging, nil
}
