package units

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// executions is how often a call is made before its test is written. The test asserts what was the same each time.
const executions = 3

// day is the difference of the clock between executions in milliseconds, with a fraction of a second.
const day = 86_400_000 + 61_003

// assert makes tests of calls, with few elements in their fixtures and with the checks of Algorithm 2.
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

// confirm returns the tests that pass before and after all others.
func (w *writer) confirm(ctx context.Context, kept []*candidate, tests []suite.Test) (out []suite.Test, err error) {
	if _, err := w.open(ctx); err != nil {
		return nil, err
	}
	fails := map[int]bool{}
	for n := range 2 * len(kept) {
		i := min(n, 2*len(kept)-1-n) // in order, and then in reverse
		o, err := w.run(ctx, kept[i].unit)
		if err != nil {
			return nil, err
		}
		fails[i] = fails[i] || o == nil || !holds(tests[i].Steps[0].Unit, o)
	}
	for i := range tests {
		if fails[i] {
			continue
		}
		if err := w.study(ctx, kept[i], tests[i].Steps[0].Unit, len(out)); err != nil {
			return nil, err
		}
		out = append(out, tests[i])
	}
	return out, nil
}

// study runs a test on the seeded faults that it reaches.
func (w *writer) study(ctx context.Context, c *candidate, u *suite.Unit, test int) error {
	for _, m := range w.site.Sources.Mutants() {
		if !w.page.Study.Is(m.Site()) || !slices.Contains(c.outcome.Covered, m.Number) {
			continue
		}
		call := c.unit
		call.Mutant = m.Number
		o, err := w.run(ctx, call)
		if err != nil {
			return err
		}
		w.page.Study.Unit(m.Site(), test, o == nil || !holds(u, o))
	}
	return nil
}

// unitOf makes a test of a call. It returns nil if the outcome varies, or if there is nothing to assert.
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
		Fixture: c.unit.Fixture, Call: c.unit.Call, Receiver: c.unit.Receiver, Awaits: c.unit.Await,
		Throws: c.outcome.Threw, Body: w.body,
	}
	if out.Module = c.unit.Module; out.Module != "" {
		out.Function = strings.Replace(out.Function, "default", c.unit.Default, 1)
		out.Imports = w.imports(c)
	}
	for _, v := range c.unit.Variables {
		out.Variables = append(out.Variables, suite.Variable(v))
	}
	for _, k := range least(steady, kills) {
		out.Expect = append(out.Expect, suite.UnitCheck{Of: k.of, Is: k.is, Or: k.others()})
	}
	if len(out.Expect) == 0 {
		return nil, nil
	}
	bare := c.unit
	bare.Bare = true
	o, err := w.run(ctx, bare)
	out.Browser = o == nil || !holds(out, o)
	w.page.Study.Count(0, 0, 0, len(steady), len(out.Expect))
	return out, err
}

// imports returns the names that a call and its checks use of a module.
func (w *writer) imports(c *candidate) (out []string) {
	text := fmt.Sprint(c.unit.Receiver, " ", c.unit.Call, " ", c.unit.Variables, " ", c.unit.Watched)
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for _, name := range w.exports[c.unit.Module] {
		switch {
		case name == "default" && slices.Contains(words, c.unit.Default):
			out = append(out, "default as "+c.unit.Default)
		case slices.Contains(words, name):
			out = append(out, name)
		}
	}
	return out
}

// steady returns the checks of a call that pass in each execution; none if the call ends in different ways or leaves
// work for later.
func (w *writer) steady(ctx context.Context, c *candidate) (out []check, err error) {
	var runs [][]check
	for i, most := 0, executions; i < most; i++ {
		if i < executions {
			if _, err := w.open(ctx); err != nil {
				return nil, err
			}
		}
		u := c.unit
		u.Later = min(i, executions-1) * day
		o, err := w.run(ctx, u)
		switch {
		case err != nil:
			return nil, err
		case o == nil || o.Leaves || o.Threw != c.outcome.Threw:
			return nil, nil
		case i == 0:
			c.outcome = o
		}
		runs = append(runs, checks(o))
		var values int
		out, values = same(runs)
		most = max(executions, values*executionsAValue)
	}
	if c.function.Form == js.Setter { // the result of a setter is its argument
		out = slices.DeleteFunc(out, func(k check) bool { return k.of == result })
	}
	return out, nil
}

const (
	// mostValues is the maximum number of values that an expression may have by chance, and executionsAValue the number
	// of executions for each of them, so that further values would be seen.
	mostValues, executionsAValue = 4, 16
)

// same returns the checks that pass in all of some executions. values is the greatest number of values of a check that
// varies by chance.
func same(runs [][]check) (out []check, values int) {
	for _, k := range runs[0] {
		seen := map[string]int{}
		for _, run := range runs {
			for _, other := range run {
				if other.of == k.of {
					seen[other.is]++
				}
			}
		}
		all := slices.Sorted(maps.Keys(seen))
		total := 0
		for _, is := range all {
			total += seen[is]
		}
		switch {
		case total < len(runs) || len(all) > mostValues || len(all) > 1 && slices.ContainsFunc(all, isObject):
			continue
		case len(all) > 1:
			k.is, k.or, values = all[0], strings.Join(all[1:], "\x00"), max(values, len(all))
		}
		out = append(out, k)
	}
	return out, values
}

// isObject reports whether a literal makes an object.
func isObject(is string) bool { return strings.ContainsAny(is[:1], "[{/") || strings.Contains(is, "(") }

// kills returns, for each mutant, the checks that notice it: first for mutants of the code, then for those of the
// fixture. This is DIFF(FcExit, MutFcExit) of Algorithm 2.
func (w *writer) kills(ctx context.Context, c *candidate, steady []check) (out [][]check, err error) {
	mutants := append(w.mutants(c), mutated(&c.unit)...)
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
			continue // every test notices that
		}
		now := checks(o)
		holds := func(k check) bool { return k.met(now) && o.Threw == c.outcome.Threw }
		out = append(out, slices.DeleteFunc(slices.Clone(steady), holds))
	}
	return out, nil
}

// least returns a small set of checks that notices all mutants that any check notices, and includes the check of the
// result or the error: by the greedy algorithm for set cover. The checks keep their order, with the one of the result
// first.
func least(steady []check, kills [][]check) (out []check) {
	tried := steady
	if len(steady) > 0 && steady[0].of == result && steady[0].is != "undefined" && steady[0].or == "" {
		out = append(out, steady[0])
		kills = slices.DeleteFunc(slices.Clone(kills), func(by []check) bool { return slices.Contains(by, steady[0]) })
	} else if len(steady) > 0 && steady[0].of == result { // the check that nothing was returned is the least useful
		tried = append(slices.Clone(steady[1:]), steady[0])
	}
	out = append(out, mutation.Cover(tried, kills)...)
	slices.SortStableFunc(out, func(a, b check) int { return slices.Index(steady, a) - slices.Index(steady, b) })
	return out
}

// holds reports whether a test passes with an outcome.
func holds(u *suite.Unit, o *visitor.Outcome) bool {
	now := checks(o)
	return u.Throws == o.Threw && !slices.ContainsFunc(u.Expect, func(k suite.UnitCheck) bool {
		return !check{k.Of, k.Is, strings.Join(k.Or, "\x00")}.met(now)
	})
}
