package gene

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// Stateful is a gene whose value does not determine its state: a choice whose alternatives have values in common, or an
// optional part that is off. All other genes are saved by their value and restored by [Assigner].
type Stateful interface {
	// State returns, as plain data, what a new gene of the same kind needs to behave exactly like this one. Its strings
	// may contain any bytes, and [value.Absent] may stand anywhere in it. It does not repeat the arguments of the
	// constructor.
	State() any
	// SetState is the inverse of State, for a gene that its constructor returned, or a clone of such a gene. It reports
	// whether the state fits the gene. A gene that refused a state may have changed and must not be used any more.
	SetState(state any) bool
}

// State returns the state of a gene as plain data, see [Stateful].
func State(g Gene) any {
	if s, ok := g.(Stateful); ok {
		return s.State()
	}
	return g.Value()
}

// Restore gives a new gene the state that [State] returned for another gene of the same kind. It reports whether the
// state fits. It returns the gene to use from now on: g itself, or, if g can take neither states nor values, a gene
// that has the saved value until it is mutated, and then draws from g.
func Restore(g Gene, state any) (Gene, bool) {
	switch t := g.(type) {
	case Stateful:
		return g, t.SetState(state)
	case Assigner:
		return g, t.Assign(state) && value.Equal(g.Value(), state)
	}
	return &pinned{inner: g, value: state}, true
}

// pinned is a gene with a fixed value that its inner gene could not be assigned.
type pinned struct {
	inner Gene
	value any
	free  bool // mutated since: the value is that of the inner gene
}

func (g *pinned) Clone() Gene {
	c := *g
	c.inner = g.inner.Clone()
	return &c
}

func (g *pinned) Randomize(r *rand.Rand) {
	g.free = true
	g.inner.Randomize(r)
}

func (g *pinned) Mutate(r *rand.Rand, focus float64) {
	if g.free {
		g.inner.Mutate(r, focus)
		return
	}
	for range uniqueTries {
		if g.Randomize(r); !value.Equal(g.inner.Value(), g.value) {
			return
		}
	}
}

func (g *pinned) Value() any {
	if g.free {
		return g.inner.Value()
	}
	return g.value
}

func (g *pinned) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) {
		if g.free {
			yield(g.inner)
		}
	}
}

// Absence reports the absence of the fixed value, or of the inner gene once it has been mutated.
func (g *pinned) Absence() (now, forever bool) {
	if g.free {
		return Absence(g.inner)
	}
	return value.IsAbsent(g.value), false
}

func (g *pinned) Weight() float64 { return Weight(g.inner) }

// State returns the value, since the inner gene is saved by its value, too.
func (g *pinned) State() any { return g.Value() }

func (g *pinned) SetState(state any) bool {
	g.value, g.free = state, false
	return true
}

// states returns the states of several genes.
func states(genes []Gene) []any {
	out := make([]any, len(genes))
	for i, g := range genes {
		out[i] = State(g)
	}
	return out
}

// pair splits a list of two elements.
func pair(state any) (first, second any, ok bool) {
	list, ok := state.([]any)
	if !ok || len(list) != 2 {
		return nil, nil, false
	}
	return list[0], list[1], true
}
