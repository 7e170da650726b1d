package gene

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/value"
)

// mapSpec is the part of a map gene that all its clones share and that never changes.
type mapSpec struct {
	key, value Gene
	min, max   int
	bounded    bool
}

// entry is one member of a map: the gene of its name and the gene of its value.
type entry struct{ key, value Gene }

func (e entry) clone() entry { return entry{key: e.key.Clone(), value: e.value.Clone()} }

// Map is a gene for objects whose member names come from a gene, too.
type Map struct {
	spec    *mapSpec
	entries []entry
}

// NewMap returns a gene for objects of least to greatest members. A negative greatest means that none is declared; then
// least+[DefaultMaxElements] applies. The names are the values of key, all different, and printed as JSON if they are
// no strings. The limits are clamped as by [NewArray].
func NewMap(key, value Gene, least, greatest int) *Map {
	spec := &mapSpec{key: key, value: value, bounded: greatest >= 0}
	spec.min, spec.max = sizeLimits(value, least, greatest)
	if Weight(key) == 0 {
		spec.max = min(spec.max, 1)
		spec.min = min(spec.min, spec.max)
	}
	g := &Map{spec: spec}
	r := rand.New(rand.NewPCG(1, 1)) // a constant seed, as in NewArray
	for len(g.entries) < spec.min && g.add(r) {
	}
	spec.min = len(g.entries)
	return g
}

// name returns the member name that the gene of a key stands for.
func name(key Gene) string {
	v := key.Value()
	if s, ok := v.(string); ok {
		return s
	}
	return string(value.AppendJSON(nil, v))
}

// add appends a random entry with a new name. It reports whether it found a name.
func (g *Map) add(r *rand.Rand) bool {
	key := g.spec.key.Clone()
	for range uniqueTries + 10*len(g.entries) {
		key.Randomize(r)
		if !g.has(name(key)) {
			value := g.spec.value.Clone()
			value.Randomize(r)
			g.entries = append(g.entries, entry{key: key, value: value})
			return true
		}
	}
	return false
}

func (g *Map) has(n string) bool {
	return slices.ContainsFunc(g.entries, func(e entry) bool { return name(e.key) == n })
}

// Clone returns a deep copy; the templates never change and are shared.
func (g *Map) Clone() Gene {
	c := &Map{spec: g.spec, entries: make([]entry, len(g.entries))}
	for i, e := range g.entries {
		c.entries[i] = e.clone()
	}
	return c
}

// Randomize draws a number of members and the members. If it finds too few names, the old members stay.
func (g *Map) Randomize(r *rand.Rand) {
	n := drawLength(r, g.spec.min, g.spec.max, DefaultMaxElements, farElements)
	old := g.entries
	g.entries = make([]entry, 0, n)
	for len(g.entries) < n && g.add(r) {
	}
	if len(g.entries) < g.spec.min {
		g.entries = old
	}
}

// Mutate adds or removes a member, or mutates a name or a value.
func (g *Map) Mutate(r *rand.Rand, focus float64) {
	if r.Float64() < resizeRate && g.resize(r) {
		return
	}
	if !g.mutateEntry(r, focus) {
		g.resize(r)
	}
}

func (g *Map) resize(r *rand.Rand) bool {
	n := len(g.entries)
	canAdd, canRemove := n < g.spec.max, n > g.spec.min
	if canAdd && (flip(r) || !canRemove) && g.add(r) {
		return true
	}
	if canRemove {
		i := r.IntN(n)
		g.entries = slices.Delete(g.entries, i, i+1)
	}
	return canRemove
}

// mutateEntry mutates one name or value, drawn by its weight. It reports whether it changed one.
func (g *Map) mutateEntry(r *rand.Rand, focus float64) bool {
	p := newPicker()
	for i, e := range g.entries {
		p.offer(r, 2*i, Weight(e.key))
		p.offer(r, 2*i+1, Weight(e.value))
	}
	if p.at < 0 {
		return false
	}
	e := &g.entries[p.at/2]
	if p.at%2 == 1 || !g.rename(r, e, focus) {
		if Weight(e.value) == 0 {
			return false
		}
		e.value.Mutate(r, focus)
	}
	return true
}

// rename mutates the name of an entry to a name that is not used yet. It reports whether it found one.
func (g *Map) rename(r *rand.Rand, e *entry, focus float64) bool {
	key := e.key.Clone()
	for range uniqueTries {
		key.Mutate(r, focus)
		if !g.has(name(key)) {
			e.key = key
			return true
		}
	}
	return false
}

// Value returns a [value.Object]. Of members with the same name, which a key got by itself, the last is there.
func (g *Map) Value() any {
	out := make(value.Object, 0, len(g.entries))
	for _, e := range g.entries {
		v, n := e.value.Value(), name(e.key)
		if value.IsAbsent(v) {
			continue
		}
		out = slices.DeleteFunc(out, func(m value.Member) bool { return m.Name == n })
		out = append(out, value.Member{Name: n, Value: v})
	}
	return out
}

// Simpler returns the empty map.
func (g *Map) Simpler() []any {
	if len(g.entries) == 0 {
		return nil
	}
	return []any{value.Object{}}
}

// Children yields the keys and values.
func (g *Map) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) {
		for _, e := range g.entries {
			if !yield(e.key) || !yield(e.value) {
				return
			}
		}
	}
}

// Weight returns the weight of names and values, plus one if the number of members may change.
func (g *Map) Weight() float64 {
	sum := 0.0
	if g.spec.min < g.spec.max {
		sum = 1
	}
	for _, e := range g.entries {
		sum += Weight(e.key) + Weight(e.value)
	}
	return sum
}

// Assign takes objects whose names the key gene takes and whose values the value gene takes.
func (g *Map) Assign(v any) bool {
	members, ok := v.(value.Object)
	if !ok || len(members) < g.spec.min || len(members) > g.greatest() {
		return false
	}
	next := &Map{spec: g.spec, entries: make([]entry, 0, len(members))}
	for _, m := range members {
		e := entry{key: g.spec.key.Clone(), value: g.spec.value.Clone()}
		if next.has(m.Name) || !assignName(e.key, m.Name) || !Assign(e.value, m.Value) {
			return false
		}
		next.entries = append(next.entries, e)
	}
	g.entries = next.entries
	return true
}

// assignName gives a key gene a name: as a string, or as the value that the name prints as JSON.
func assignName(key Gene, text string) bool {
	if Assign(key, text) {
		return name(key) == text
	}
	v, err := value.ParseJSON([]byte(text))
	return err == nil && Assign(key, v) && name(key) == text
}

func (g *Map) greatest() int {
	if g.spec.bounded || g.spec.max == 0 {
		return g.spec.max
	}
	return g.spec.max + treeCap
}

// Check verifies the size and the names.
func (g *Map) Check() error {
	if n := len(g.entries); n < g.spec.min || n > g.greatest() {
		return fmt.Errorf("map of %d members, not %d to %d", n, g.spec.min, g.greatest())
	}
	seen := make(map[string]bool, len(g.entries))
	for _, e := range g.entries {
		if n := name(e.key); seen[n] {
			return fmt.Errorf("map repeats the name %q", n)
		} else {
			seen[n] = true
		}
	}
	return nil
}
