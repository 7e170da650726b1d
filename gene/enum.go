package gene

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// Bool is a gene of two values.
type Bool struct{ v bool }

// NewBool returns a gene that is false to begin with.
func NewBool() *Bool { return &Bool{} }

// Clone returns a deep copy.
func (g *Bool) Clone() Gene { c := *g; return &c }

// Randomize tosses a coin.
func (g *Bool) Randomize(r *rand.Rand) { g.v = flip(r) }

// Mutate flips the value.
func (g *Bool) Mutate(*rand.Rand, float64) { g.v = !g.v }

// Value returns a bool.
func (g *Bool) Value() any { return g.v }

// Assign takes a bool.
func (g *Bool) Assign(value any) bool {
	v, ok := value.(bool)
	if ok {
		g.v = v
	}
	return ok
}

// Enum is a gene that has one value of a list.
type Enum struct {
	values []any
	at     int
}

// NewEnum returns a gene over the given plain values without repetitions.
// [value.Of] makes plain what is not. Without any value it is always nil.
func NewEnum(values ...any) *Enum {
	g := &Enum{}
	for _, v := range values {
		if v = value.Of(v); g.find(v) < 0 {
			g.values = append(g.values, v)
		}
	}
	if len(g.values) == 0 {
		g.values = []any{nil}
	}
	return g
}

func (g *Enum) find(given any) int {
	for i, v := range g.values {
		if value.Equal(v, given) {
			return i
		}
	}
	return -1
}

// Clone returns a copy; the list itself never changes and is shared.
func (g *Enum) Clone() Gene { c := *g; return &c }

// Randomize picks any value of the list.
func (g *Enum) Randomize(r *rand.Rand) { g.at = r.IntN(len(g.values)) }

// Mutate picks another value of the list.
func (g *Enum) Mutate(r *rand.Rand, _ float64) {
	if n := len(g.values); n > 1 {
		g.at = (g.at + 1 + r.IntN(n-1)) % n
	}
}

// Value returns the picked value.
func (g *Enum) Value() any { return g.values[g.at] }

// Weight is 0 for a list of one.
func (g *Enum) Weight() float64 {
	if len(g.values) < 2 {
		return 0
	}
	return 1
}

// Assign takes the values of the list.
func (g *Enum) Assign(value any) bool {
	i := g.find(value)
	if i >= 0 {
		g.at = i
	}
	return i >= 0
}

// Const is a gene that never changes.
type Const struct{ v any }

// NewConst returns a gene for a plain value. [value.Of] makes plain what is not.
func NewConst(given any) *Const { return &Const{v: value.Of(given)} }

// Clone returns a copy; the value itself never changes and is shared.
func (g *Const) Clone() Gene { c := *g; return &c }

// Randomize does nothing.
func (g *Const) Randomize(*rand.Rand) {}

// Mutate does nothing.
func (g *Const) Mutate(*rand.Rand, float64) {}

// Value returns the value.
func (g *Const) Value() any { return g.v }

// Weight is 0.
func (g *Const) Weight() float64 { return 0 }

// Assign takes nothing but the value it has.
func (g *Const) Assign(given any) bool { return value.Equal(g.v, given) }
