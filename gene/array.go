package gene

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/value"
)

const (
	// DefaultMaxElements is how many elements or members beyond the least number an array, map or object may have if it
	// declares no greatest number.
	DefaultMaxElements = 5
	// treeCap bounds the genes in the minimal value of an array or map: a schema may declare billions of elements as
	// the least number.
	treeCap = 20000
	// farElements is the greatest length that Randomize draws for a big array, as the upper boundary of its length.
	farElements = 50
	// resizeRate is the share of mutations that add or remove an element.
	resizeRate = 0.2
	// uniqueTries is how many values a gene draws at least to find a value that is not there yet.
	uniqueTries = 50
)

// ArrayLimits bound an array gene.
type ArrayLimits struct {
	// Min is the least number of elements. Default 0.
	Min int
	// Max is the greatest number of elements; negative means that none is
	// declared and [DefaultMaxElements] apply.
	Max int
	// Unique demands that no two elements are equal.
	Unique bool
}

// arraySpec is the part of an array gene that all its clones share and that never changes.
type arraySpec struct {
	template Gene
	min, max int
	bounded  bool
	unique   bool
}

// Array is a gene for lists whose elements are all made by one gene.
type Array struct {
	spec     *arraySpec
	elements []Gene
}

// NewArray returns a gene for lists of copies of element. It begins with the shortest list. It clamps the limits to
// what is possible: swapped limits are put in order, an element that is a [Cycle] allows the empty list only, and a
// list of unique elements cannot be longer than the number of different values.
func NewArray(element Gene, limits ArrayLimits) *Array {
	element = withoutSwitch(element) // the length of the list decides whether there is an element
	spec := &arraySpec{template: element, unique: limits.Unique, bounded: limits.Max >= 0}
	spec.min, spec.max = sizeLimits(element, limits.Min, limits.Max)
	if spec.unique && Weight(element) == 0 {
		spec.max = min(spec.max, 1)
		spec.min = min(spec.min, spec.max)
	}
	g := &Array{spec: spec}
	// Unique elements have to be searched for. The seed is a constant, so that the same schema always gives the same
	// gene.
	g.fill(rand.New(rand.NewPCG(1, 1)), spec.min)
	spec.min = len(g.elements)
	return g
}

// sizeLimits clamps the declared limits of a collection whose elements are copies of the template.
func sizeLimits(template Gene, least, greatest int) (lo, hi int) {
	if alwaysAbsent(template) {
		return 0, 0
	}
	lo = min(max(least, 0), max(1, treeCap/sizeUpTo(template, treeCap)))
	if greatest < 0 {
		return lo, lo + DefaultMaxElements
	}
	return ordered(lo, greatest)
}

// fill appends elements until there are n, or until it finds no new value for a list of unique elements. Other lists
// get copies of the template.
func (g *Array) fill(r *rand.Rand, n int) {
	for len(g.elements) < n {
		if !g.spec.unique {
			g.elements = append(g.elements, g.spec.template.Clone())
		} else if !g.add(r, len(g.elements)) {
			return
		}
	}
}

// add inserts a random element at an index, and reports whether it found a value for the element.
func (g *Array) add(r *rand.Rand, at int) bool {
	next := g.spec.template.Clone()
	for range uniqueTries + 10*len(g.elements) {
		next.Randomize(r)
		if !g.spec.unique || !g.has(next.Value(), -1) {
			g.elements = slices.Insert(g.elements, at, next)
			return true
		}
	}
	return false
}

// has reports whether an element has the value v, apart from the element at index but.
func (g *Array) has(v any, but int) bool {
	for i, e := range g.elements {
		if i != but && value.Equal(e.Value(), v) {
			return true
		}
	}
	return false
}

// Clone returns a deep copy; the template never changes and is shared.
func (g *Array) Clone() Gene {
	return &Array{spec: g.spec, elements: cloneAll(g.elements)}
}

func cloneAll(genes []Gene) []Gene {
	if len(genes) == 0 {
		return nil
	}
	out := make([]Gene, len(genes))
	for i, g := range genes {
		out[i] = g.Clone()
	}
	return out
}

// Randomize draws a length and elements. If it finds too few unique elements, the old elements stay.
func (g *Array) Randomize(r *rand.Rand) {
	n := drawLength(r, g.spec.min, g.spec.max, DefaultMaxElements, farElements)
	old := g.elements
	g.elements = make([]Gene, 0, n)
	for len(g.elements) < n && g.add(r, len(g.elements)) {
	}
	if len(g.elements) < g.spec.min {
		g.elements = old
	}
}

// Mutate adds, removes or mutates one element.
func (g *Array) Mutate(r *rand.Rand, focus float64) {
	if r.Float64() < resizeRate && g.resize(r) {
		return
	}
	if g.mutateElement(r, focus) || g.resize(r) {
		return
	}
	g.exchange(r)
}

// resize adds or removes one element, if the limits allow it.
func (g *Array) resize(r *rand.Rand) bool {
	n := len(g.elements)
	canAdd, canRemove := n < g.spec.max, n > g.spec.min
	if canAdd && (flip(r) || !canRemove) && g.add(r, r.IntN(n+1)) {
		return true
	}
	if canRemove {
		g.removeAt(r.IntN(n))
	}
	return canRemove
}

func (g *Array) removeAt(i int) { g.elements = slices.Delete(g.elements, i, i+1) }

// mutateElement mutates one element, drawn by its weight, and reports whether there was one to mutate.
func (g *Array) mutateElement(r *rand.Rand, focus float64) bool {
	p := newPicker()
	for i, e := range g.elements {
		p.offer(r, i, Weight(e))
	}
	if p.at < 0 {
		return false
	}
	if !g.spec.unique {
		g.elements[p.at].Mutate(r, focus)
		return true
	}
	next := g.elements[p.at].Clone()
	for range uniqueTries {
		next.Mutate(r, focus)
		if !g.has(next.Value(), -1) {
			g.elements[p.at] = next
			return true
		}
	}
	return false
}

// exchange swaps two elements. It is the last resort for a list of unique elements that contains all possible values.
func (g *Array) exchange(r *rand.Rand) {
	if n := len(g.elements); n > 1 {
		i := r.IntN(n)
		j := (i + 1 + r.IntN(n-1)) % n
		g.elements[i], g.elements[j] = g.elements[j], g.elements[i]
	}
}

// Value returns an []any.
func (g *Array) Value() any { return listValue(g.elements) }

// listValue returns the values of genes as a list, without absent values.
func listValue(genes []Gene) []any {
	out := make([]any, 0, len(genes))
	for _, g := range genes {
		if v := g.Value(); !value.IsAbsent(v) {
			out = append(out, v)
		}
	}
	return out
}

// Simpler returns the list of the first element alone. If a test needs other elements, the next proposals are both
// halves of a long list, or a short list without one of its elements, for each element.
func (g *Array) Simpler() []any {
	list := listValue(g.elements)
	n := len(list)
	if n < 2 {
		return nil
	}
	out := []any{list[:1:1]}
	if n > 4 {
		return append(out, list[n/2:], list[:n/2:n/2])
	}
	for i := range list {
		out = append(out, slices.Delete(slices.Clone(list), i, i+1))
	}
	return out
}

// Children yields the elements.
func (g *Array) Children() iter.Seq[Gene] { return slices.Values(g.elements) }

// Weight returns the weight of the elements, plus one if the length may change.
func (g *Array) Weight() float64 {
	sum := 0.0
	if g.spec.min < g.spec.max {
		sum = 1
	}
	for _, e := range g.elements {
		sum += Weight(e)
	}
	return sum
}

// Assign takes lists within the limits whose elements the template takes. A list with repeated elements is taken by an
// array of unique elements only if the array repeats an element itself. That happens when one element was assigned the
// value of another; a simpler list may then have to repeat elements too.
func (g *Array) Assign(value any) bool {
	list, ok := value.([]any)
	if !ok || len(list) < g.spec.min || len(list) > g.longest() {
		return false
	}
	unique := g.spec.unique && g.repeated() < 0
	next := &Array{spec: g.spec, elements: make([]Gene, 0, len(list))}
	for _, v := range list {
		e := g.spec.template.Clone()
		if !Assign(e, v) || unique && next.has(v, -1) {
			return false
		}
		next.elements = append(next.elements, e)
	}
	g.elements = next.elements
	return true
}

// longest returns the greatest length that the limits allow. If none is declared, it is a length far beyond those that
// mutation reaches.
func (g *Array) longest() int {
	if g.spec.bounded || g.spec.max == 0 {
		return g.spec.max
	}
	return g.spec.max + treeCap
}

// Check verifies length and uniqueness.
func (g *Array) Check() error {
	if n := len(g.elements); n < g.spec.min || n > g.longest() {
		return fmt.Errorf("array of %d elements, not %d to %d", n, g.spec.min, g.longest())
	}
	if i := g.repeated(); g.spec.unique && i >= 0 {
		return fmt.Errorf("array repeats element %d", i)
	}
	return nil
}

// repeated returns the index of the first element that is equal to another element, or -1.
func (g *Array) repeated() int {
	for i, e := range g.elements {
		if g.has(e.Value(), i) {
			return i
		}
	}
	return -1
}

// tuple is a gene for lists with a gene of its own for each index.
type tuple struct{ elements []Gene }

// NewTuple returns a gene for lists with a gene of its own for each index. The list leaves out optional elements that
// are off.
func NewTuple(elements ...Gene) Gene { return &tuple{elements: elements} }

// Clone returns a deep copy.
func (g *tuple) Clone() Gene { return &tuple{elements: cloneAll(g.elements)} }

// Randomize draws every element.
func (g *tuple) Randomize(r *rand.Rand) {
	for _, e := range g.elements {
		e.Randomize(r)
	}
}

// Mutate mutates one element by its weight.
func (g *tuple) Mutate(r *rand.Rand, focus float64) {
	p := newPicker()
	for i, e := range g.elements {
		p.offer(r, i, Weight(e))
	}
	if p.at >= 0 {
		g.elements[p.at].Mutate(r, focus)
	}
}

// Value returns an []any.
func (g *tuple) Value() any { return listValue(g.elements) }

// Children yields the elements.
func (g *tuple) Children() iter.Seq[Gene] { return slices.Values(g.elements) }

// Weight returns the weight of the elements.
func (g *tuple) Weight() float64 {
	sum := 0.0
	for _, e := range g.elements {
		sum += Weight(e)
	}
	return sum
}

// Assign takes lists with a value for every element. If the list is shorter, the last optional elements are switched
// off.
func (g *tuple) Assign(v any) bool {
	list, ok := v.([]any)
	if !ok || len(list) > len(g.elements) {
		return false
	}
	next := cloneAll(g.elements)
	for _, e := range next {
		switch {
		case len(list) > 0 && Assign(e, list[0]):
			list = list[1:]
		case !Assign(e, value.Absent):
			return false
		}
	}
	if len(list) > 0 {
		return false
	}
	g.elements = next
	return true
}
