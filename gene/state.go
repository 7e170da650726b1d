package gene

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// Stateful is a gene that is more than its value: a choice between
// alternatives that share values, a part that is left out for now. All other
// genes are saved by their value and restored by [Assigner].
type Stateful interface {
	// State returns what a new gene of the same kind needs to go on exactly as
	// this one, as plain data. Strings may have any bytes in them, and
	// [value.Absent] may stand anywhere. What the constructor was given is no part
	// of it.
	State() any
	// SetState is State read backwards, for a gene as its constructor left it
	// or a clone of that. It reports whether the state fits the gene; one that
	// refused may have taken parts of it and is not to be used any more.
	SetState(state any) bool
}

// State returns the state of a gene as plain data, see [Stateful].
func State(g Gene) any {
	if s, ok := g.(Stateful); ok {
		return s.State()
	}
	return g.Value()
}

// Restore gives a new gene a state that [State] returned of another one of the
// same kind, and reports whether it fits. It returns the gene to use from now
// on: g itself, or, where g can take neither states nor values, a gene that
// has the value until it is mutated and draws from g then.
func Restore(g Gene, state any) (Gene, bool) {
	switch t := g.(type) {
	case Stateful:
		return g, t.SetState(state)
	case Assigner:
		return g, t.Assign(state) && value.Equal(g.Value(), state)
	}
	return &pinned{inner: g, value: state}, true
}

// pinned is a gene with a value that its inner gene could not be given.
type pinned struct {
	inner Gene
	value any
	free  bool // the inner gene has taken over
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

// Absence is that of the value until the inner gene has taken over.
func (g *pinned) Absence() (now, forever bool) {
	if g.free {
		return Absence(g.inner)
	}
	return value.IsAbsent(g.value), false
}

func (g *pinned) Weight() float64 { return Weight(g.inner) }

// State is that of a gene which is saved by its value, as the inner one is.
func (g *pinned) State() any { return g.Value() }

func (g *pinned) SetState(state any) bool {
	g.value, g.free = state, false
	return true
}

// states returns those of several genes.
func states(genes []Gene) []any {
	out := make([]any, len(genes))
	for i, g := range genes {
		out[i] = State(g)
	}
	return out
}

// pair takes a list of two apart.
func pair(state any) (first, second any, ok bool) {
	list, ok := state.([]any)
	if !ok || len(list) != 2 {
		return nil, nil, false
	}
	return list[0], list[1], true
}
