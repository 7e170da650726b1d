package harvest

import (
	"cmp"
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// confirmBest confirms candidates as [confirmer.confirmAll] does. If calls are limited, each operation gets a test
// first. Then come the tests that show most targets for each call, and others only for the targets that these do not
// show. Facets of answers come last, so that they take no calls from the statuses of operations.
func (f *confirmer) confirmBest(ctx context.Context, cs []*candidate, more func() bool) ([]*candidate, error) {
	if f.purse.limit == 0 {
		kept, err := f.confirmAll(ctx, f.worth.worthFirst(cs), more)
		slices.SortStableFunc(kept, func(a, b *candidate) int { return slices.Index(cs, a) - slices.Index(cs, b) })
		return kept, err
	}
	q := f.newQueue(cs)
	best := f.firstOnes(cs)
	others := slices.DeleteFunc(cs, func(c *candidate) bool { return slices.Contains(best, c) })
	slices.SortStableFunc(others, func(a, b *candidate) int { return len(a.Test.Actions) - len(b.Test.Actions) })
	order := append(best, others...)
	for range rounds {
		if err := q.confirmEach(ctx, order, more); err != nil {
			return q.kept, err
		}
	}
	for _, facets := range []bool{false, true} {
		if err := q.confirm(ctx, order, facets, more); err != nil {
			return q.kept, err
		}
	}
	return q.kept, nil
}

// rounds is how often each operation without a test gets a turn before those with a test do.
const rounds = 2

// queue is a list of candidates, of which some are confirmed.
type queue struct {
	confirmer *confirmer
	needs     map[*candidate][]fitness.ID // the targets that each candidate was best for
	missing   map[fitness.ID]bool         // the targets that no confirmed candidate shows
	tried     map[*candidate]bool
	facets    map[*api.Operation]int // number of candidates tried for nothing but facets of answers
	tested    map[*api.Operation]bool
	kept      []*candidate
}

func (f *confirmer) newQueue(cs []*candidate) *queue {
	q := &queue{
		confirmer: f,
		needs:     map[*candidate][]fitness.ID{}, missing: map[fitness.ID]bool{}, tried: map[*candidate]bool{},
		facets: map[*api.Operation]int{}, tested: map[*api.Operation]bool{},
	}
	for _, c := range cs {
		q.needs[c] = c.Need
		for _, id := range c.Need {
			q.missing[id] = true
		}
	}
	return q
}

// confirmEach confirms one candidate of each operation that has no test, preferably one about a success. The
// operations with short tests come first, and each may spend its share of the calls.
func (q *queue) confirmEach(ctx context.Context, cs []*candidate, more func() bool) error {
	of := map[*api.Operation][]*candidate{}
	var ops []*api.Operation
	for _, c := range q.plainFirst(cs) {
		op := opOf(c.Test)
		if q.tested[op] {
			continue
		}
		if len(of[op]) == 0 {
			ops = append(ops, op)
		}
		of[op] = append(of[op], c)
	}
	length := func(op *api.Operation) int { return len(of[op][0].Test.Actions) }
	slices.SortStableFunc(ops, func(a, b *api.Operation) int { return length(a) - length(b) })
	left := q.confirmer.purse.left
	// Operations without a test are tried and counted again later.
	defer func() { q.confirmer.purse.until, q.confirmer.purse.left = 0, left }()
	for i, op := range ops {
		q.confirmer.purse.share(len(ops) - i)
		if err := q.confirmFirst(ctx, of[op], more); err != nil {
			return err
		}
	}
	return nil
}

// confirmFirst confirms the first candidate of an operation that stands alone, without its facets of answers. If there
// are not enough calls for it, confirmFirst confirms the shortest candidate.
func (q *queue) confirmFirst(ctx context.Context, cs []*candidate, more func() bool) error {
	last := slices.MinFunc(cs, func(a, b *candidate) int { return len(a.Test.Actions) - len(b.Test.Actions) })
	done := map[*candidate]bool{}
	for _, c := range append(slices.Clone(cs), last) {
		if done[c] || c != last && !q.confirmer.purse.tries(1) {
			continue
		}
		if done[c] = true; c == last {
			q.confirmer.purse.atLeast(len(c.Test.Actions))
		}
		whole := q.needs[c]
		q.needs[c] = q.confirmer.worth.plainTargets(slices.Clone(whole))
		ok, err := q.confirmOne(ctx, c, more)
		q.needs[c] = whole
		if ok || err != nil {
			return err
		}
		delete(q.tried, c) // there may be enough calls later
	}
	return q.lone(ctx, cs[0].Test)
}

// lone makes a test of the last call of another test alone, with ids that do not exist. Any answer will do.
func (q *queue) lone(ctx context.Context, of *testcase.Case) error {
	alone := &testcase.Case{Actions: of.Actions[len(of.Actions)-1:]}
	q.confirmer.purse.atLeast(1)
	c, err := q.confirmer.runner.attempt(ctx, trial{}, cmp.Or(absent(alone), alone))
	if c == nil || q.confirmer.executor.Effects.Ground.Leaning().Why != "" {
		return err
	}
	c.owns = true
	c.Need = q.confirmer.worth.plainTargets(slices.Sorted(q.confirmer.worth.reducer.Shown(c.Candidate)))
	if len(c.Need) > 0 && q.confirmer.purse.keep(c.calls) {
		q.keep(c)
	}
	return nil
}

// keep records a confirmed candidate.
func (q *queue) keep(c *candidate) {
	q.kept = append(q.kept, c)
	q.tested[opOf(c.Test)] = true
	for id := range q.confirmer.worth.reducer.Shown(c.Candidate) {
		delete(q.missing, id)
	}
}

// plainFirst returns candidates that show more than facets of answers: those about a success first, and the shorter
// ones of these before others.
func (q *queue) plainFirst(cs []*candidate) []*candidate {
	good := map[*candidate]int{}
	cs = slices.DeleteFunc(slices.Clone(cs), func(c *candidate) bool {
		c.Need = q.needs[c]
		if len(q.confirmer.worth.successes(c.Need)) > 0 {
			good[c] = -1
		}
		return q.confirmer.worth.facetRank(c.Need) > 0
	})
	slices.SortStableFunc(cs, func(a, b *candidate) int {
		return cmp.Or(good[a]-good[b], len(a.Test.Actions)-len(b.Test.Actions))
	})
	return cs
}

// open returns those targets that are still missing.
func (q *queue) open(targets []fitness.ID) []fitness.ID {
	return slices.DeleteFunc(slices.Clone(targets), func(id fitness.ID) bool { return !q.missing[id] })
}

// confirm confirms candidates that may show a missing target. With facets it tries all of them, without facets only
// those that show more than facets of answers.
func (q *queue) confirm(ctx context.Context, cs []*candidate, facets bool, more func() bool) error {
	for _, c := range cs {
		c.Need = q.open(q.needs[c])
		only := q.confirmer.worth.facetRank(c.Need) > 0
		if len(c.Need) == 0 || only && (!facets || q.facets[opOf(c.Test)] >= tries) {
			continue
		}
		if only && !q.tried[c] {
			q.facets[opOf(c.Test)]++
		}
		if _, err := q.confirmOne(ctx, c, more); err != nil {
			return err
		}
	}
	return nil
}

// confirmOne confirms a candidate that was not tried yet, for the targets that are still missing. It reports whether
// the candidate is kept.
func (q *queue) confirmOne(ctx context.Context, c *candidate, more func() bool) (bool, error) {
	c.Need = q.open(q.needs[c])
	if len(c.Need) == 0 || q.tried[c] {
		return false, nil
	}
	q.tried[c] = true
	ok, err := q.confirmer.confirmAll(ctx, []*candidate{c}, more)
	for _, k := range ok {
		q.keep(k)
	}
	return len(ok) > 0, err
}
