package units

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// executions is how often a call is made before its test is written: it asserts what was the same each time.
const executions = 3

// day is the difference of the clock between executions, in milliseconds, with what is no whole second.
const day = 86_400_000 + 61_003

// assert makes tests of calls: with few elements in their fixtures, and with the checks of Algorithm 2.
func (w *writer) assert(ctx context.Context, chosen []*candidate) (kept []*candidate, tests []suite.Test, err error) {
	for _, c := range chosen {
		u, err := w.unitOf(ctx, c)
		if err != nil {
			return nil, nil, err
		}
		if u != nil {
			kept = append(kept, c)
			step := suite.Step{Operation: u.Function, Unit: u}
			tests = append(tests, suite.Test{Kind: suite.Success, Steps: []suite.Step{step}})
		}
	}
	return kept, tests, nil
}

// confirm returns those tests of calls that hold before and behind all others.
func (w *writer) confirm(ctx context.Context, kept []*candidate, tests []suite.Test) (out []suite.Test, err error) {
	if _, err := w.open(ctx); err != nil {
		return nil, err
	}
	order := make([]int, len(kept))
	for i := range order {
		order[i] = i
	}
	backwards := slices.Clone(order)
	slices.Reverse(backwards)
	fails := map[int]bool{}
	for _, i := range append(order, backwards...) {
		o, err := w.run(ctx, kept[i].unit)
		if err != nil {
			return nil, err
		}
		fails[i] = fails[i] || o == nil || !holds(tests[i].Steps[0].Unit, o)
	}
	for i := range tests {
		if !fails[i] {
			out = append(out, tests[i])
		}
	}
	return out, nil
}

// unitOf is a call as a test, nil for a call whose outcome differs, or of which there is nothing to assert.
func (w *writer) unitOf(ctx context.Context, c *candidate) (*suite.Unit, error) {
	if _, err := w.open(ctx); err != nil {
		return nil, err
	}
	if err := w.cut(ctx, c); err != nil {
		return nil, err
	}
	steady, err := w.steady(ctx, c)
	if err != nil || len(steady) == 0 {
		return nil, err
	}
	kills, err := w.kills(ctx, c, steady)
	if err != nil {
		return nil, err
	}
	out := &suite.Unit{
		Function: c.function.Function.Path, Scripts: w.scripts(), Styles: w.styles(),
		Fixture: c.unit.Fixture, Call: c.unit.Call,
		Throws: c.outcome.Threw, Body: w.body,
	}
	for _, v := range c.unit.Variables {
		out.Variables = append(out.Variables, suite.Variable(v))
	}
	for _, k := range least(steady, kills) {
		out.Expect = append(out.Expect, suite.UnitCheck{Of: k.of, Is: k.is})
	}
	if len(out.Expect) == 0 {
		return nil, nil
	}
	return out, nil
}

// steady are the checks of a call that hold in each of its executions, none for a call that ends otherwise or leaves
// something for later.
func (w *writer) steady(ctx context.Context, c *candidate) (out []check, err error) {
	for i := range executions {
		if _, err := w.open(ctx); err != nil {
			return nil, err
		}
		u := c.unit
		u.Later = i * day
		o, err := w.run(ctx, u)
		switch {
		case err != nil:
			return nil, err
		case o == nil || o.Leaves || o.Threw != c.outcome.Threw:
			return nil, nil
		case i == 0:
			out, c.outcome = checks(o), o
		}
		all := checks(o)
		out = slices.DeleteFunc(out, func(k check) bool { return !slices.Contains(all, k) })
	}
	return out, nil
}

// kills says for each check which mutants it notices: mutants of the code, and behind these those of the fixture. This
// is DIFF(FcExit, MutFcExit) of Algorithm 2.
func (w *writer) kills(ctx context.Context, c *candidate, steady []check) (map[check][]int, error) {
	var mutants []visitor.Unit
	for _, m := range w.mutants(c) {
		u := c.unit
		u.Mutant = m.Number
		mutants = append(mutants, u)
	}
	mutants = append(mutants, mutated(&c.unit)...)
	out := map[check][]int{}
	for i := range mutants {
		if !w.more() {
			w.out.Untried += len(mutants) - i
			break
		}
		o, err := w.run(ctx, mutants[i])
		if err != nil {
			return nil, err
		}
		if o == nil {
			continue // any test notices that
		}
		now := checks(o)
		for _, k := range steady {
			if !slices.Contains(now, k) || o.Threw != c.outcome.Threw {
				out[k] = append(out[k], i)
			}
		}
	}
	return out, nil
}

// least is a small set of checks that notices all mutants that any check does, with what was returned or thrown: by the
// greedy algorithm for set cover. The checks keep their order, in which that of the result is the first.
func least(steady []check, kills map[check][]int) (out []check) {
	noticed := map[int]bool{}
	take := func(k check) {
		out = append(out, k)
		for _, m := range kills[k] {
			noticed[m] = true
		}
	}
	tried := steady
	if len(steady) > 0 && steady[0].of == result && steady[0].is != "undefined" {
		take(steady[0])
	} else if len(steady) > 0 && steady[0].of == result { // that nothing was returned tells least
		tried = append(slices.Clone(steady[1:]), steady[0])
	}
	news := func(k check) (n int) {
		for _, m := range kills[k] {
			if !noticed[m] {
				n++
			}
		}
		return n
	}
	for {
		var best check
		for _, k := range tried {
			if news(k) > news(best) {
				best = k
			}
		}
		if news(best) == 0 {
			break
		}
		take(best)
	}
	slices.SortStableFunc(out, func(a, b check) int { return slices.Index(steady, a) - slices.Index(steady, b) })
	return out
}

// holds reports whether a test passes with an outcome.
func holds(u *suite.Unit, o *visitor.Outcome) bool {
	now := checks(o)
	return u.Throws == o.Threw && !slices.ContainsFunc(u.Expect, func(k suite.UnitCheck) bool {
		return !slices.Contains(now, check{k.Of, k.Is})
	})
}
