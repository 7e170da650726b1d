package resource

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

func assign(t action.Taker, value any) bool { return gene.Assign(t.Gene, value) }

// certain is the probability from which a dependency counts as known (Zhang 2021,
// Section 6.3).
const certain = 0.6

// Mutate returns a changed copy of a test: of its values, where all calls of a
// handling stay about the same resource, or of its handlings (Zhang 2021, Section
// 5.3). The focus goes from 0 to 1, as for gene.Gene.
func (h *Handler) Mutate(r *rand.Rand, parent *search.Evaluated[*testcase.Case], focus float64) *testcase.Case {
	h.pending, h.chooser.focus = nil, focus
	all := parts(parent.Individual.Clone())
	if r.Float64() >= testcase.DefaultStructureRate {
		mutateValues(r, all, focus, true)
		return join(all)
	}
	change := &change{before: contributions(parent.Individual, parent.Scores)}
	heeding := h.heeds(r)
	next := all
	switch op := none + 1 + operator(r.IntN(operators)); op {
	case remove:
		next = h.remove(r, all, heeding, change)
	case swap:
		next = h.swap(r, all, heeding, change)
	case add:
		next = h.insert(r, all, heeding, change)
	case replace:
		next = h.replace(r, all, heeding, change)
	case modify:
		next = h.modify(r, all, change)
	}
	if change.operator == none { // what the operator needs is not there
		mutateValues(r, all, focus, true)
		return join(all)
	}
	change.child = join(next)
	h.pending = change
	return change.child
}

// operator is a mutation of the structure.
type operator int

const (
	none operator = iota
	remove
	swap
	add
	replace
	modify
)

// operators are how many there are.
const operators = 5

// unrelated returns the index of a handling of no other's resource's dependencies,
// or of any if all have some or dependencies are not heeded.
func (h *Handler) unrelated(r *rand.Rand, all []part, heeding bool) int {
	var fit []int
	for i, p := range all {
		if heeding && !slices.ContainsFunc(all, func(q part) bool { return h.joined(p, q) }) {
			fit = append(fit, i)
		}
	}
	if len(fit) == 0 {
		return r.IntN(len(all))
	}
	return fit[r.IntN(len(fit))]
}

// joined reports whether the resources of two handlings have a dependency.
func (h *Handler) joined(p, q part) bool {
	a, b := h.index(p), h.index(q)
	return h.space.Graph.probability(a, b, true) > 0 || h.space.Graph.probability(b, a, true) > 0
}

// index is that of the resource of a handling.
func (h *Handler) index(p part) int { return h.space.byPath[p.about()].Index }

func (h *Handler) remove(r *rand.Rand, all []part, heeding bool, c *change) []part {
	if len(all) < 2 {
		return all
	}
	at := h.unrelated(r, all, heeding)
	c.is(remove, at, all[at], nil)
	return slices.Delete(all, at, at+1)
}

// swap exchanges two handlings. Heeding dependencies, it first looks for two whose
// order is against a known dependency (adjust), then against a possible one
// (attempt), then for two without any (explore); it draws one of those that there
// are.
func (h *Handler) swap(r *rand.Rand, all []part, heeding bool, c *change) []part {
	if len(all) < 2 {
		return all
	}
	i, j := r.IntN(len(all)), r.IntN(len(all)-1)
	if j >= i {
		j++
	}
	if found := h.misplaced(all); heeding && len(found) > 0 {
		kind := found[r.IntN(len(found))]
		pair := kind[r.IntN(len(kind))]
		i, j = pair[0], pair[1]
	}
	i, j = min(i, j), max(i, j)
	c.is(swap, i, all[i], all[j])
	c.between = numbers(all[i+1 : j])
	all[i], all[j] = all[j], all[i]
	return all
}

// misplaced returns the pairs of handlings to adjust, to attempt and to explore,
// each as far as there are any.
func (h *Handler) misplaced(all []part) (found [][][2]int) {
	kinds := make([][][2]int, 3)
	for i, p := range all {
		for j := i + 1; j < len(all); j++ {
			wrong := h.space.Graph.probability(h.index(p), h.index(all[j]), true)
			right := h.space.Graph.probability(h.index(all[j]), h.index(p), true)
			switch {
			case wrong >= certain && wrong > right:
				kinds[0] = append(kinds[0], [2]int{i, j})
			case wrong > right:
				kinds[1] = append(kinds[1], [2]int{i, j})
			case wrong == 0 && right == 0:
				kinds[2] = append(kinds[2], [2]int{i, j})
			}
		}
	}
	return slices.DeleteFunc(kinds, func(k [][2]int) bool { return len(k) == 0 })
}

// fresh returns a handling of a new resource: heeding dependencies, one that has a
// dependency with one of the test's.
func (h *Handler) fresh(r *rand.Rand, all []part, heeding bool) part {
	on := h.space.All[r.IntN(len(h.space.All))]
	if heeding {
		var related []int
		for _, p := range all {
			related = append(related, h.space.Graph.Related(h.index(p))...)
		}
		if len(related) > 0 {
			on = h.space.All[related[r.IntN(len(related))]]
		}
	}
	return h.make(r, on, anyKind, unused(all))
}

func (h *Handler) insert(r *rand.Rand, all []part, heeding bool, c *change) []part {
	p := h.fresh(r, all, heeding)
	if p == nil || length(all)+len(p) > h.space.MaxCalls {
		return all
	}
	at := r.IntN(len(all) + 1)
	if heeding {
		at = h.place(p, all, at)
	}
	h.bind(all[:at], p)
	c.is(add, at, p, nil)
	return h.rebind(slices.Insert(all, at, p), at)
}

// place returns where a handling goes: before the first that is known to depend on
// it, or else where it was meant to go.
func (h *Handler) place(p part, all []part, meant int) int {
	for i, q := range all {
		if h.space.Graph.probability(h.index(q), h.index(p), false) > 0 {
			return min(i, meant)
		}
	}
	return meant
}

// rebind gives the handlings after one the id that it chooses.
func (h *Handler) rebind(all []part, at int) []part {
	for i := at + 1; i < len(all); i++ {
		if h.joined(all[at], all[i]) {
			h.bind(all[at:at+1], all[i])
		}
	}
	return all
}

func (h *Handler) replace(r *rand.Rand, all []part, heeding bool, c *change) []part {
	at := h.unrelated(r, all, heeding)
	p := h.fresh(r, all, heeding)
	if p == nil || length(all)-len(all[at])+len(p) > h.space.MaxCalls {
		return all
	}
	h.bind(all[:at], p)
	c.is(replace, at, all[at], p)
	all[at] = p
	return h.rebind(all, at)
}

// modify handles the same resource by another template.
func (h *Handler) modify(r *rand.Rand, all []part, c *change) []part {
	at := r.IntN(len(all))
	old := all[at]
	p := h.make(r, h.space.byPath[old.about()], anyKind, old.number())
	if p == nil || length(all)-len(old)+len(p) > h.space.MaxCalls || old.number() == 0 {
		return all
	}
	p.same(old.longest())
	h.bind(all[:at], p)
	c.is(modify, at, old, nil)
	all[at] = p
	return all
}

// Evaluated is told the scores of a test. It learns from them which methods of
// sampling and which dependencies pay.
func (h *Handler) Evaluated(c *testcase.Case, scores fitness.Scores) {
	improved := false
	for _, s := range scores {
		if s.Value > h.best[s.ID] {
			h.best[s.ID], improved = s.Value, true
		}
	}
	if c == h.sampled && improved {
		h.chooser.reward(h.method)
	}
	if h.pending != nil && h.pending.child == c {
		h.pending.learn(h, contributions(c, scores))
	}
	h.pending, h.sampled = nil, nil
}
