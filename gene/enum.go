package gene

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// boolean is a gene for true and false.
type boolean struct{ v bool }

// NewBool returns a gene for true and false, which begins with false.
func NewBool() Gene { return &boolean{} }

// Clone returns a deep copy.
func (g *boolean) Clone() Gene { c := *g; return &c }

// Randomize draws true or false with the same probability.
func (g *boolean) Randomize(r *rand.Rand) { g.v = flip(r) }

// Mutate flips the value.
func (g *boolean) Mutate(*rand.Rand, float64) { g.v = !g.v }

// Value returns a bool.
func (g *boolean) Value() any { return g.v }

// Assign takes a bool.
func (g *boolean) Assign(value any) bool {
	v, ok := value.(bool)
	if ok {
		g.v = v
	}
	return ok
}

// enum is a gene for the values of a list.
type enum struct {
	values []any
	at     int
}

// NewEnum returns a gene for the given values; repeated values count once. [value.Of] converts values that are not
// plain. Without values the gene is always nil.
func NewEnum(values ...any) Gene {
	g := &enum{}
	known := map[string]bool{}
	for _, v := range values {
		v = value.Of(v)
		key := keyOf(v)
		if known[key] || key == "" && g.find(v) >= 0 {
			continue
		}
		known[key] = key != ""
		g.values = append(g.values, v)
	}
	if len(g.values) == 0 {
		g.values = []any{nil}
	}
	return g
}

// keyOf returns a key that is equal for equal values written in the same way, to find duplicates quickly. It returns ""
// for values such as numbers, which can be written in several ways and are quick to compare.
func keyOf(v any) string {
	switch v := v.(type) {
	case string:
		return "text " + v
	case []any, value.Object:
		return string(value.AppendJSON(nil, v))
	}
	return ""
}

func (g *enum) find(given any) int {
	for i, v := range g.values {
		if value.Equal(v, given) {
			return i
		}
	}
	return -1
}

// Clone returns a copy; the list itself never changes and is shared.
func (g *enum) Clone() Gene { c := *g; return &c }

// Randomize draws a value of the list.
func (g *enum) Randomize(r *rand.Rand) { g.at = r.IntN(len(g.values)) }

// Mutate draws another value of the list.
func (g *enum) Mutate(r *rand.Rand, _ float64) {
	if n := len(g.values); n > 1 {
		g.at = (g.at + 1 + r.IntN(n-1)) % n
	}
}

// Value returns the current value.
func (g *enum) Value() any { return g.values[g.at] }

// Weight returns 0 for a list of one value.
func (g *enum) Weight() float64 {
	if len(g.values) < 2 {
		return 0
	}
	return 1
}

// Assign takes the values of the list.
func (g *enum) Assign(value any) bool {
	i := g.find(value)
	if i >= 0 {
		g.at = i
	}
	return i >= 0
}

// constant is a gene that never changes.
type constant struct{ v any }

// NewConst returns a gene that never changes. [value.Of] converts a value that is not plain.
func NewConst(given any) Gene { return &constant{v: value.Of(given)} }

// Clone returns a copy; the value itself never changes and is shared.
func (g *constant) Clone() Gene { c := *g; return &c }

// Randomize does nothing.
func (g *constant) Randomize(*rand.Rand) {}

// Mutate does nothing.
func (g *constant) Mutate(*rand.Rand, float64) {}

// Value returns the value.
func (g *constant) Value() any { return g.v }

// Weight returns 0.
func (g *constant) Weight() float64 { return 0 }

// Assign takes only the value itself.
func (g *constant) Assign(given any) bool { return value.Equal(g.v, given) }

// Listed returns the values that the gene was given by a schema or a user: those of enumerations and seeds, in all
// alternatives. They are read-only.
func Listed(g Gene) (out []any) {
	switch g := g.(type) {
	case *enum:
		return g.values
	case *Seeded:
		return append(g.seeds[:len(g.seeds):len(g.seeds)], Listed(g.inner)...)
	case *Optional:
		return Listed(g.inner)
	case *Choice:
		for _, a := range g.alternatives {
			out = append(out, Listed(a)...)
		}
	}
	return out
}
