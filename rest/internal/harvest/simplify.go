package harvest

import (
	"cmp"
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/internal/shrink"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// maxSimplifications bounds the executions for one test, and maxShrinks those for one of its values. maxTries
	// bounds the values that are tried for one value, those included that its gene rejects.
	maxSimplifications = 160
	maxShrinks         = 60
	maxTries           = 600
)

// simplifier makes tests easy to read. It executes the test after each change, to see whether it still shows its
// targets.
type simplifier struct {
	*runner
	alone   *alone
	further func() bool // allows calls that have tests say more, nil for the same as to make them smaller
}

// simplifyAll makes the tests easy to read and returns them. It adds a test where one would be about two things. When
// a test is simplified, it has to show only the targets that no other test shows then. Tests with invalid data come
// first, then the longest ones, so that each keeps only its own subject. The plainer tests cover the rest. With an
// error, the tests are in their form at that time.
func (h *simplifier) simplifyAll(
	ctx context.Context, cs []*candidate, allow func() bool,
) (_ []*candidate, err error) {
	cs, err = reduce.SimplifyAll(ctx, h.worth.reducer, cs, reduce.Simplification[*candidate]{
		Order: func(a, b *candidate) int {
			return cmp.Or(invalid(b.Test)-invalid(a.Test), len(b.Test.Actions)-len(a.Test.Actions))
		},
		Divide:   h.divide,
		Simplify: func(ctx context.Context, c *candidate) error { return h.simplify(ctx, c, allow) },
	}, allow)
	if err != nil {
		return cs, err
	}
	return h.sayMore(ctx, cs, allow)
}

// sayMore makes simple tests assert more, and adds tests of bounds.
func (h *simplifier) sayMore(ctx context.Context, cs []*candidate, allow func() bool) ([]*candidate, error) {
	if h.further != nil {
		allow = h.further
	}
	cs, err := h.enrichAll(ctx, cs, allow)
	if err == nil {
		cs, err = h.bounds(ctx, cs, allow)
	}
	return cs, err
}

// simplify makes a test easy to read as far as its targets allow. It removes calls, users, invalid data and optional
// parts, takes the examples of the schema, and shortens values. It begins with the last call, which the test is about:
// with plain values that call may need fewer calls before it.
func (h *simplifier) simplify(ctx context.Context, c *candidate, allow func() bool) error {
	left := maxSimplifications
	more := func() bool { left--; return left >= 0 && allow() }
	s := h.shaping(c)
	known := h.knowledge(c.Need)
	if err := s.simplifyCall(ctx, len(s.c.Test.Actions)-1, known, more); err != nil {
		return err
	}
	if err := s.dropCalls(ctx); err != nil {
		return err
	}
	for i := len(s.c.Test.Actions) - 2; i >= 0; i-- {
		if err := s.simplifyCall(ctx, i, known, more); err != nil {
			return err
		}
	}
	return nil
}

// simplifyCall makes one call of a test simple, while more returns true: first its user and all of its values at once,
// then it removes optional parts, then it takes examples of the schema, and last it changes each remaining value.
func (s *shaping) simplifyCall(ctx context.Context, at int, known knowledge, more func() bool) error {
	if err := s.try(ctx, at, []simplification{simplerUse, allValues}, more); err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return s.dropMembers(ctx, at, more) },
		func() error { return s.settleExamples(ctx, at, more) },
		func() error { return s.try(ctx, at, []simplification{each(exampleMembers)}, more) },
		func() error { return s.shrink(ctx, at, true, known, more) },
		func() error { return s.most(ctx, at, long(s.call(at)), plain, more) },
		func() error { return s.shrink(ctx, at, false, known, more) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// plain makes a gene without parts simpler.
func plain(g gene.Gene) {
	for _, change := range shorter(g, false) {
		change()
	}
}

// settleExamples takes the examples of the schema where the test needs no other values. It removes the parts of the
// examples that the test does not need.
func (s *shaping) settleExamples(ctx context.Context, at int, more func() bool) error {
	before := s.c.Test
	settle := func(g gene.Gene) { g.(gene.Settler).Settle() }
	err := s.most(ctx, at, unsettled(s.call(at)), settle, more)
	if err != nil || s.c.Test == before {
		return err
	}
	return s.dropMembers(ctx, at, more)
}

// try tries simplifications on one call, one after the other, while more returns
// true.
func (s *shaping) try(ctx context.Context, at int, all []simplification, more func() bool) error {
	for _, w := range all {
		for n := 0; ; {
			smaller := s.c.Test.Clone()
			changes := w(smaller, at)
			if n >= len(changes) || !more() {
				break
			}
			changes[n]()
			took, err := s.take(ctx, smaller)
			if err != nil {
				return err
			}
			if !took { // otherwise the next change has moved to index n
				n++
			}
		}
	}
	return nil
}

// dropMembers removes the optional parts of a call that the test does not need. It begins with the outermost parts:
// with them goes all that they contain (Misherghi and Su, HDD: Hierarchical Delta Debugging, ICSE 2006).
func (s *shaping) dropMembers(ctx context.Context, at int, more func() bool) (err error) {
	for depth := 0; err == nil; depth++ {
		parts := optional(s.call(at), depth)
		if len(parts) == 0 {
			break
		}
		err = s.most(ctx, at, parts, func(g gene.Gene) { g.(gene.Switch).Set(false) }, more)
	}
	return err
}

// most applies a change to as many of the given genes of a call as possible.
func (s *shaping) most(
	ctx context.Context, at int, parts []int, change func(gene.Gene), more func() bool,
) (err error) {
	full := s.c.Test
	shrink.List(parts, func(kept []int) (took bool) {
		if err != nil || !more() {
			return false
		}
		smaller := full.Clone()
		genes := genesOf(smaller.Actions[at].(*action.Call))
		for _, i := range parts {
			if !slices.Contains(kept, i) {
				change(genes[i])
			}
		}
		took, err = s.take(ctx, smaller)
		return took
	})
	return err
}

// manyPlaces is the number of values of a call from which on there are fewer tries for each of them.
const manyPlaces = 200

// shrink makes the values of a call small, one after the other: only its lists, or all values. It does not change
// texts that conditions compare with.
func (s *shaping) shrink(ctx context.Context, at int, lists bool, known knowledge, more func() bool) (err error) {
	places := slots(s.call(at), known.isID)
	over := false
	for n := 0; n < len(places) && err == nil && !over; n++ {
		p, before, left := places[n], s.c.Test, maxShrinks
		many := max(manyPlaces, len(places)) // the cost of each try grows with the size of the call, too
		tries := maxTries * manyPlaces / many * manyPlaces / many
		g, now := p.of(s.call(at))
		if text, ok := now.(string); g == nil || lists && !p.list && !p.recurs ||
			ok && slices.Contains(known.texts, text) {
			continue
		}
		holds := func(v any) (ok bool) {
			if tries--; err == nil && !over && left > 0 && tries > 0 {
				ok, err = s.put(ctx, at, p, v, func() bool { left--; over = !more(); return !over })
			}
			return ok
		}
		if !slices.ContainsFunc(p.simpler(g), holds) && !p.recurs {
			shrink.Value(now, shrink.Hints{Constants: known.numbers, Round: p.id}, holds)
		}
		if (p.list || p.recurs) && s.c.Test != before { // the genes behind this one have changed
			places = slots(s.call(at), known.isID)
		}
		if p.recurs && s.c.Test != before { // the new value in its place may contain other places
			n--
		}
	}
	return err
}

// put gives a place of a call another value. If the test then loses a target, put gives the value to all places of the
// test with the same value, because the test may depend on their equality.
func (s *shaping) put(ctx context.Context, at int, p slot, v any, more func() bool) (bool, error) {
	if !p.takes(s.call(at), v) || !more() {
		return false, nil
	}
	one := s.c.Test.Clone()
	old := p.set(one.Actions[at].(*action.Call), v)
	if took, err := s.take(ctx, one); err != nil || took {
		return took, err
	}
	several := one.Clone()
	if !setEqual(several, old, v) || !more() {
		return false, nil
	}
	return s.take(ctx, several)
}

// knowledge has the texts and numbers that conditions compare with, and the names of ids.
type knowledge struct {
	texts   []string
	numbers []int64
	isID    func(name string) bool
}

// knowledge returns the knowledge about a test that is needed for some targets.
func (h *simplifier) knowledge(need []fitness.ID) (out knowledge) {
	out.isID = idsOf(h.worth.api.Ops)
	values := h.executor.Inside.Known.Values
	for _, id := range need {
		if values == nil {
			break
		}
		for _, v := range values(id) {
			switch v := v.(type) {
			case string:
				out.texts = append(out.texts, v)
			case int64:
				out.numbers = append(out.numbers, v)
			}
		}
	}
	return out
}

// simplification returns changes that make a call of a test simpler. After a few applications it must return no more
// changes.
type simplification func(test *testcase.Case, at int) []func()

// simplerUse removes invalid data, claims about earlier answers, and the user. Or it takes the user of another call of
// the test, so that the test logs in once less.
func simplerUse(test *testcase.Case, at int) (out []func()) {
	c := test.Actions[at].(*action.Call)
	if c.Genotype.IsInvalid() {
		out = append(out, c.Genotype.MakeValid)
	}
	if len(c.Claims()) > 0 {
		out = append(out, func() { c.SetClaims(nil) })
	}
	if c.User.Index == auth.Anonymous {
		return out
	}
	out = append(out, func() { c.User.Index = auth.Anonymous })
	for _, a := range test.Actions {
		// Only take an earlier user of the list, so that two calls do not swap
		// users forever.
		if other := a.(*action.Call).User.Index; other != auth.Anonymous && other < c.User.Index {
			return append(out, func() { c.User.Index = other })
		}
	}
	return out
}

// allValues makes all values of a call simpler at once.
func allValues(test *testcase.Case, at int) []func() {
	single := []simplification{each(example), each(fewer), each(shorter)}
	n := 0
	for _, w := range single {
		n += len(w(test, at))
	}
	if n < 2 {
		return nil
	}
	return []func(){func() {
		for _, w := range single {
			for _, change := range w(test, at) {
				change()
			}
		}
	}}
}

// each turns a simplification of single genes into one of a call.
func each(simpler func(g gene.Gene, inExample bool) []func()) simplification {
	return func(test *testcase.Case, at int) (out []func()) {
		for root := range test.Actions[at].(*action.Call).Genotype.Genes() {
			visit(root, "", false, func(g gene.Gene, _ string, inExample bool) {
				out = append(out, simpler(g, inExample)...)
			})
		}
		return out
	}
}
