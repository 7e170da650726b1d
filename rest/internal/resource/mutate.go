package resource

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// certain is the probability from which a dependency counts as known (Zhang 2021, Section 6.3).
const certain = 0.6

// Mutate returns a changed copy of a test: with other values, where all calls of a handling stay about the same
// resource, or with other handlings (Zhang 2021, Section 5.3). The focus goes from 0 to 1, as for gene.Gene.
func (h *Handler) Mutate(r *rand.Rand, parent *search.Evaluated[*testcase.Case], focus float64) *testcase.Case {
	h.pending, h.chooser.focus = nil, focus
	all := parts(parent.Individual.Clone())
	if r.Float64() >= testcase.DefaultStructureRate {
		mutateValues(r, all, focus, true)
		return join(all)
	}
	change := &change{before: contributions(parent.Individual, parent.Scores)}
	heeding := h.heedsThisTime(r)
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
	if change.operator == none { // the operator does not apply to the test
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

// operators is the number of operators.
const operators = 5

// drawUnrelated returns the index of a handling whose resource has no dependency with another handling of the test. It
// returns any index if there is none, or if dependencies are not heeded.
func (h *Handler) drawUnrelated(r *rand.Rand, all []part, heeding bool) int {
	var fit []int
	for i, p := range all {
		if heeding && !slices.ContainsFunc(all, func(q part) bool { return h.areRelated(p, q) }) {
			fit = append(fit, i)
		}
	}
	if len(fit) == 0 {
		return r.IntN(len(all))
	}
	return fit[r.IntN(len(fit))]
}

// areRelated reports whether the resources of two handlings have a dependency.
func (h *Handler) areRelated(p, q part) bool {
	a, b := h.indexOf(p), h.indexOf(q)
	return h.space.Graph.probability(a, b, true) > 0 || h.space.Graph.probability(b, a, true) > 0
}

// indexOf returns the index of the resource of a handling.
func (h *Handler) indexOf(p part) int { return h.space.byPath[p.path()].Index }

func (h *Handler) remove(r *rand.Rand, all []part, heeding bool, c *change) []part {
	if len(all) < 2 {
		return all
	}
	at := h.drawUnrelated(r, all, heeding)
	c.note(remove, at, all[at], nil)
	return slices.Delete(all, at, at+1)
}

// swap exchanges two handlings. Heeding dependencies, it draws one of three kinds of pairs that the test has: the order
// of the pair is against a known dependency (adjust), or against a possible dependency (attempt), or the pair has no
// dependency (explore).
func (h *Handler) swap(r *rand.Rand, all []part, heeding bool, c *change) []part {
	if len(all) < 2 {
		return all
	}
	i, j := r.IntN(len(all)), r.IntN(len(all)-1)
	if j >= i {
		j++
	}
	if found := h.pairsToSwap(all); heeding && len(found) > 0 {
		kind := found[r.IntN(len(found))]
		pair := kind[r.IntN(len(kind))]
		i, j = pair[0], pair[1]
	}
	i, j = min(i, j), max(i, j)
	c.note(swap, i, all[i], all[j])
	c.between = numbersOf(all[i+1 : j])
	all[i], all[j] = all[j], all[i]
	return all
}

// pairsToSwap returns the pairs of handlings to adjust, to attempt and to explore. It leaves out a kind without pairs.
func (h *Handler) pairsToSwap(all []part) (found [][][2]int) {
	kinds := make([][][2]int, 3)
	for i, p := range all {
		for j := i + 1; j < len(all); j++ {
			wrong := h.space.Graph.probability(h.indexOf(p), h.indexOf(all[j]), true)
			right := h.space.Graph.probability(h.indexOf(all[j]), h.indexOf(p), true)
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

// makeNew returns a handling of a random resource. Heeding dependencies, it takes a resource that has a dependency with
// a resource of the test, if there is one.
func (h *Handler) makeNew(r *rand.Rand, all []part, heeding bool) part {
	on := h.space.All[r.IntN(len(h.space.All))]
	if heeding {
		var related []int
		for _, p := range all {
			related = append(related, h.space.Graph.Related(h.indexOf(p))...)
		}
		if len(related) > 0 {
			on = h.space.All[related[r.IntN(len(related))]]
		}
	}
	return h.makeByTemplate(r, on, isAny, unusedNumber(all))
}

// insert adds a handling to the test.
func (h *Handler) insert(r *rand.Rand, all []part, heeding bool, c *change) []part {
	p := h.makeNew(r, all, heeding)
	if p == nil || length(all)+len(p) > h.space.MaxCalls {
		return all
	}
	at := r.IntN(len(all) + 1)
	if heeding {
		at = h.indexFor(p, all, at)
	}
	h.bind(all[:at], p)
	c.note(add, at, p, nil)
	return h.rebind(slices.Insert(all, at, p), at)
}

// indexFor returns the index of a new handling: before the first handling that is known to depend on it, or else the
// index that was meant for it.
func (h *Handler) indexFor(p part, all []part, meant int) int {
	for i, q := range all {
		if h.space.Graph.probability(h.indexOf(q), h.indexOf(p), false) > 0 {
			return min(i, meant)
		}
	}
	return meant
}

// rebind gives the handlings after a handling the id that it chooses.
func (h *Handler) rebind(all []part, at int) []part {
	for i := at + 1; i < len(all); i++ {
		if h.areRelated(all[at], all[i]) {
			h.bind(all[at:at+1], all[i])
		}
	}
	return all
}

// replace exchanges a handling of the test for a handling of another resource.
func (h *Handler) replace(r *rand.Rand, all []part, heeding bool, c *change) []part {
	at := h.drawUnrelated(r, all, heeding)
	p := h.makeNew(r, all, heeding)
	if p == nil || length(all)-len(all[at])+len(p) > h.space.MaxCalls {
		return all
	}
	h.bind(all[:at], p)
	c.note(replace, at, all[at], p)
	all[at] = p
	return h.rebind(all, at)
}

// modify exchanges a handling of the test for a handling of the same resource by another template.
func (h *Handler) modify(r *rand.Rand, all []part, c *change) []part {
	at := r.IntN(len(all))
	old := all[at]
	p := h.makeByTemplate(r, h.space.byPath[old.path()], isAny, old.handlingNumber())
	if p == nil || length(all)-len(old)+len(p) > h.space.MaxCalls || old.handlingNumber() == 0 {
		return all
	}
	p.copyPathFrom(old.longestCall())
	h.bind(all[:at], p)
	c.note(modify, at, old, nil)
	all[at] = p
	return all
}

// Evaluated hears the scores of a test. They show which methods of sampling pay, and which dependencies exist.
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
