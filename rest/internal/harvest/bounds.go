package harvest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const (
	// maxBounds is the number of bounds of an operation that get a test.
	maxBounds = 4
	// maxOthers is the number of accepted values that are tried in place of a refused one.
	maxOthers = 2
	// maxHalvings is the greatest number of halvings of the interval between an accepted and a refused value.
	maxHalvings = 40
)

// bounds adds tests of the least and the greatest accepted values. For each test whose last call is refused for its
// data, it looks for the only input that is the reason, and searches the bound between the refused value and an
// accepted one. The new test sends the last refused value, and the first accepted one.
func (h *simplifier) bounds(ctx context.Context, cs []*candidate, more func() bool) ([]*candidate, error) {
	if h.executor.Effects.Keeps() {
		return cs, nil
	}
	found := &boundaries{runner: h.runner, alone: h.alone, more: more,
		has: map[*api.Operation]int{}, shown: map[fitness.ID]bool{}}
	for _, id := range needed(cs) {
		found.shown[id] = true
	}
	refused := func(c *candidate) bool { return c.Former == nil && refusesData(c.Test, c.ran.of(c.Test)) }
	for _, c := range firstOfEach(cs, refused) {
		if err := found.boundOf(ctx, c); err != nil {
			return append(cs, found.tests...), err
		}
	}
	done := map[*api.Operation]bool{}
	for _, c := range cs {
		op := opOf(c.Test)
		if done[op] || c.Former != nil || invalid(c.Test) > 0 || !h.succeeds(c.Candidate) {
			continue
		}
		done[op] = true
		if err := found.limits(ctx, c.Test, c.calls); err != nil {
			return append(cs, found.tests...), err
		}
	}
	return append(cs, found.tests...), nil
}

// boundaries are the tests of bounds that were found.
type boundaries struct {
	*runner
	alone *alone
	tests []*candidate
	has   map[*api.Operation]int
	shown map[fitness.ID]bool // targets that need no further test
	more  func() bool         // allows calls
}

// full reports whether an operation has as many tests of bounds as it may have.
func (b *boundaries) full(op *api.Operation) bool { return b.has[op] >= maxBounds || !b.more() }

// boundOf adds a test of the bound because of which a test is refused.
func (b *boundaries) boundOf(ctx context.Context, c *candidate) error {
	for _, in := range inputsOf(c.Test) {
		if b.full(opOf(c.Test)) {
			return nil
		}
		other, err := b.bound(ctx, c, in)
		if err != nil {
			return err
		}
		if other != nil {
			b.has[opOf(c.Test)]++
			b.tests = append(b.tests, other)
			b.purse.add(other.calls)
			return nil
		}
	}
	return nil
}

// limits adds tests of the bounds that the schema declares for the inputs of an accepted test of so many calls.
func (b *boundaries) limits(ctx context.Context, accepted *testcase.Case, calls int) error {
	for _, test := range besideLimits(accepted) {
		if b.full(opOf(accepted)) {
			return nil
		}
		refused, err := b.attempt(ctx, trial{calls: calls}, test)
		if err == nil && refused != nil && refusesData(test, refused.ran.trace) {
			err = b.boundOf(ctx, refused)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// besideLimits returns copies of a test whose last call sends a number or a text just outside of the limits of the
// schema.
func besideLimits(test *testcase.Case) (out []*testcase.Case) {
	c := test.Actions[len(test.Actions)-1].(*action.Call)
	for _, f := range c.Genotype.Invalidities() {
		other := test.Clone()
		last := other.Actions[len(other.Actions)-1].(*action.Call)
		last.Genotype.Invalid = &f
		for _, in := range inputsOf(other) {
			if least, _ := scale(in.v, genotype.Leaves(c.Genotype)[in.leaf].Value()); least != nil {
				out = append(out, other)
			}
		}
	}
	return out
}

// refusesData reports whether an execution, which may be nil, shows that the last call of a test was refused for its
// data.
func refusesData(test *testcase.Case, t *execute.Trace) bool {
	if t == nil || len(t.Steps) < len(test.Actions) {
		return false
	}
	status := t.Steps[len(test.Actions)-1].Answer.Status
	return status == http.StatusBadRequest || status == http.StatusUnprocessableEntity
}

// input is an input of the last call of a test, with its value there.
type input struct {
	leaf int // index among the leaves of the call
	name string
	v    any
}

// inputsOf returns the numbers and texts that the last call of a test sends. If one of them is invalid, it returns
// only that one.
func inputsOf(test *testcase.Case) (out []input) {
	c := test.Actions[len(test.Actions)-1].(*action.Call)
	for i, l := range genotype.Leaves(c.Genotype) {
		v := l.Value()
		if f := c.Genotype.Invalid; f != nil {
			over, ok := f.Over(paramOf(c, l), strings.Split(strings.TrimPrefix(l.Path, "/"), "/"))
			if v = over; !ok {
				continue
			}
		}
		n, _ := v.(int64)
		if text, _ := v.(string); n != 0 || text != "" {
			out = append(out, input{i, l.Path, v})
		}
	}
	return out
}

// paramOf returns the index of the parameter of a leaf, or [genotype.InBody].
func paramOf(c *action.Call, l genotype.Leaf) int {
	if l.In == "" {
		return genotype.InBody
	}
	return slices.IndexFunc(c.Genotype.Params, func(p genotype.Param) bool {
		return p.Spec.Name == l.Name && p.Spec.In == l.In
	})
}

// bound returns a test of the bound of an input in a refused test. It returns nil if the input is not the reason of
// the refusal.
func (b *boundaries) bound(ctx context.Context, c *candidate, in input) (*candidate, error) {
	accepted := b.acceptedOf(c.Test, in)
	for _, v := range accepted[:min(len(accepted), maxOthers)] {
		same, err := b.accepts(ctx, c.trial(), with(c.Test, in, v))
		if err != nil {
			return nil, err
		}
		if !same {
			continue
		}
		least, most := scale(in.v, v)
		if least == nil || refutes(accepted, least.at, most.at) {
			continue
		}
		at := func(place int64) *testcase.Case { return with(c.Test, in, least.of(place)) }
		no, yes, err := b.halve(ctx, c.trial(), least.at, most.at, at)
		if err != nil || refutes(accepted, no, yes) {
			return nil, err
		}
		out, err := b.pair(ctx, at(no), at(yes))
		if closer := at(no); out != nil && err == nil && closer != nil {
			err = b.adopt(ctx, c, closer)
		}
		return out, err
	}
	return nil, nil
}

// refutes reports whether an accepted text is as short, or as long, as the refused one. Then the reason of the refusal
// is not the length but the content.
func refutes(accepted []any, no, yes int64) bool {
	return slices.ContainsFunc(accepted, func(v any) bool {
		text, isText := v.(string)
		n := int64(len([]rune(text)))
		return isText && (n <= no && no < yes || n >= no && no > yes)
	})
}

// halve returns a refused and an accepted place that are neighbours. It halves the interval between no and yes. test
// returns the test of a place.
func (b *boundaries) halve(
	ctx context.Context, how trial, no, yes int64, test func(at int64) *testcase.Case,
) (_, _ int64, err error) {
	for range maxHalvings {
		if d := no - yes; d >= -1 && d <= 1 {
			break
		}
		middle := no + (yes-no)/2
		ok, err := b.accepts(ctx, how, test(middle))
		if err != nil {
			return no, yes, err
		}
		if ok {
			yes = middle
		} else {
			no = middle
		}
	}
	return no, yes, nil
}

// place is a value as a number or as the length of a text. It can return the values at other places.
type place struct {
	at int64
	of func(at int64) any
}

// scale returns the places of a refused and an accepted value. It returns nil if there are no values between them, as
// for a JSON text: a part of it is no JSON.
func scale(refused, accepted any) (no, yes *place) {
	switch r := refused.(type) {
	case int64:
		a, ok := accepted.(int64)
		if !ok || a == r {
			return nil, nil
		}
		of := func(at int64) any { return at }
		return &place{r, of}, &place{a, of}
	case string:
		t, _ := accepted.(string)
		short, long := []rune(r), []rune(t)
		longer := long
		if len(short) > len(long) {
			longer = short
		}
		if len(short) == len(long) || t == "" || isComposite(longer) {
			return nil, nil
		}
		of := func(at int64) any { return string(longer[:at]) }
		return &place{int64(len(short)), of}, &place{int64(len(long)), of}
	}
	return nil, nil
}

// isComposite reports whether a text is an object or a list of JSON.
func isComposite(text []rune) bool {
	return (text[0] == '{' || text[0] == '[') && json.Valid([]byte(string(text)))
}

// acceptedOf returns the values of an input in accepted calls of the operation of a test. The value that an invalid
// one replaced comes first.
func (b *boundaries) acceptedOf(test *testcase.Case, in input) (out []any) {
	if last := test.Actions[len(test.Actions)-1].(*action.Call).Genotype; last.IsInvalid() {
		out = append(out, genotype.Leaves(last)[in.leaf].Value())
	}
	for _, calls := range b.alone.accepted(opOf(test)) {
		for _, l := range genotype.Leaves(calls[len(calls)-1].Genotype) {
			if v := l.Value(); l.Path == in.name && !among(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// with returns a copy of a test whose last call has a value in an input, or nil if the input does not accept it.
func with(test *testcase.Case, in input, v any) *testcase.Case {
	out := test.Clone()
	c := out.Actions[len(out.Actions)-1].(*action.Call)
	invalid := c.Genotype.Invalid
	c.Genotype.MakeValid()
	leaves := genotype.Leaves(c.Genotype)
	if in.leaf < len(leaves) && gene.Assign(leaves[in.leaf].Gene, v) && value.Equal(leaves[in.leaf].Value(), v) {
		return out
	}
	if invalid == nil {
		return nil
	}
	other := *invalid
	other.Value = v
	c.Genotype.Invalid = &other
	return out
}

// accepts reports whether the last call of a form of a test is accepted. The form may be nil.
func (b *boundaries) accepts(ctx context.Context, how trial, test *testcase.Case) (bool, error) {
	if test == nil {
		return false, nil
	}
	form, err := b.attempt(ctx, how, test)
	if form == nil {
		return false, err
	}
	steps := form.ran.trace.Steps
	return len(steps) >= len(test.Actions) && steps[len(test.Actions)-1].Answer.Status/100 == 2, nil
}

// pair returns a test that is refused and then makes the last call of an accepted test. It returns nil if that shows
// no new bound. Both arguments may be nil.
func (b *boundaries) pair(ctx context.Context, test, last *testcase.Case) (*candidate, error) {
	if test == nil || last == nil || last.Actions[len(last.Actions)-1].(*action.Call).Genotype.IsInvalid() {
		return nil, nil
	}
	test.Actions = append(test.Actions, last.Actions[len(last.Actions)-1])
	out, err := b.attempt(ctx, trial{}, test)
	if out == nil {
		return nil, err
	}
	for id := range b.worth.reducer.Shown(out.Candidate) {
		if t := b.worth.executor.Faults.Registry.Target(id); api.IsBound(t) && !b.shown[id] {
			out.Need, b.shown[id] = append(out.Need, id), true
		}
	}
	if len(out.Need) == 0 {
		return nil, nil
	}
	return out, b.shaping(out).dropCalls(ctx)
}
