package gene

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"

	"github.com/evoke-go/evoke/value"
)

// Field is a declared member of an object gene. The gene of an optional member is an [Optional].
type Field struct {
	Name string
	Gene Gene
}

// shape is the part of an object gene that all its clones share and that never changes.
type shape struct {
	names    []string
	index    map[string]int
	template Gene // gene of additional members; nil if there are none
	maxExtra int
	min, max int // number of members; max -1: unbounded
}

// Object is a gene for objects with declared and additional members.
type Object struct {
	shape  *shape
	fields []Gene
	extra  []Field
}

// NewObject returns a gene for objects with the given members. Of several fields with the same name it uses the first.
func NewObject(fields ...Field) *Object {
	g := &Object{shape: &shape{index: make(map[string]int, len(fields)), max: -1}}
	for _, f := range fields {
		if _, twice := g.shape.index[f.Name]; twice {
			continue
		}
		g.shape.index[f.Name] = len(g.fields)
		g.shape.names = append(g.shape.names, f.Name)
		g.fields = append(g.fields, f.Gene)
	}
	return g
}

// SetAdditional allows up to max members with other names, each a copy of the template, and returns the object. A
// negative max means [DefaultMaxElements]. Call it before the gene is used.
func (g *Object) SetAdditional(template Gene, max int) *Object {
	if max < 0 {
		max = DefaultMaxElements
	}
	if template == nil || alwaysAbsent(template) || max == 0 {
		g.shape.template, g.shape.maxExtra, g.extra = nil, 0, nil
		return g
	}
	g.shape.template, g.shape.maxExtra = withoutSwitch(template), max
	return g
}

// SetCount bounds the number of members and returns the object. A negative max means unbounded. Limits that the fields
// cannot satisfy are relaxed. Call it after SetAdditional and before the gene is used.
func (g *Object) SetCount(min, max int) *Object {
	required, possible := 0, g.shape.maxExtra
	for _, f := range g.fields {
		_, optional := f.(Switch)
		switch {
		case alwaysAbsent(f):
		case optional:
			possible++
		default:
			required++
		}
	}
	possible += required
	if max < 0 || max > possible {
		max = possible
	}
	if max < required {
		max = required
	}
	g.shape.max = max
	if min > max {
		min = max
	}
	g.shape.min = min
	// The seed is a constant, as in NewArray, so that the same schema always gives the same gene.
	g.fitCount(rand.New(rand.NewPCG(1, 1)))
	return g
}

// Clone returns a deep copy; the shape never changes and is shared.
func (g *Object) Clone() Gene {
	c := &Object{shape: g.shape, fields: cloneAll(g.fields)}
	if len(g.extra) > 0 {
		c.extra = make([]Field, len(g.extra))
		for i, f := range g.extra {
			c.extra[i] = Field{Name: f.Name, Gene: f.Gene.Clone()}
		}
	}
	return c
}

// Members yields the declared members, and then the additional ones.
func (g *Object) Members() iter.Seq2[string, Gene] {
	return func(yield func(string, Gene) bool) {
		for i, f := range g.fields {
			if !yield(g.shape.names[i], f) {
				return
			}
		}
		for _, f := range g.extra {
			if !yield(f.Name, f.Gene) {
				return
			}
		}
	}
}

// Randomize draws every declared member. In one of five draws it adds additional members.
func (g *Object) Randomize(r *rand.Rand) {
	for _, f := range g.fields {
		f.Randomize(r)
	}
	g.extra = nil
	if g.shape.template != nil && r.Float64() < 0.2 {
		for range 1 + r.IntN(g.shape.maxExtra) {
			g.addExtra(r)
		}
	}
	g.fitCount(r)
}

// count returns the number of members in the value.
func (g *Object) count() int {
	n := len(g.extra)
	for _, f := range g.fields {
		if !isAbsent(f) {
			n++
		}
	}
	return n
}

// fitCount adds and removes members until their number is within the limits.
func (g *Object) fitCount(r *rand.Rand) {
	if g.shape.min == 0 && g.shape.max < 0 {
		return
	}
	for n := g.count(); n < g.shape.min && g.grow(r); n++ {
	}
	for n := g.count(); g.shape.max >= 0 && n > g.shape.max && g.shrink(r, -1); n-- {
	}
}

// grow adds one member: it switches an absent optional field on, or adds an additional member. It reports whether it
// could.
func (g *Object) grow(r *rand.Rand) bool {
	p := newPicker()
	for i, f := range g.fields {
		if _, ok := f.(Switch); !ok {
			continue
		}
		if now, forever := Absence(f); now && !forever {
			p.offer(r, i, 1)
		}
	}
	if g.shape.template != nil && len(g.extra) < g.shape.maxExtra {
		p.offer(r, len(g.fields), 1)
	}
	switch {
	case p.at < 0:
		return false
	case p.at < len(g.fields):
		return g.fields[p.at].(Switch).Set(true)
	default:
		g.addExtra(r)
	}
	return true
}

// shrink removes one member other than the member at index but. It reports whether it could.
func (g *Object) shrink(r *rand.Rand, but int) bool {
	p := newPicker()
	for i, f := range g.fields {
		if _, ok := f.(Switch); ok && i != but && !isAbsent(f) {
			p.offer(r, i, 1)
		}
	}
	for i := range g.extra {
		if len(g.fields)+i != but {
			p.offer(r, len(g.fields)+i, 1)
		}
	}
	switch {
	case p.at < 0:
		return false
	case p.at < len(g.fields):
		return g.fields[p.at].(Switch).Set(false)
	default:
		i := p.at - len(g.fields)
		g.extra = append(g.extra[:i], g.extra[i+1:]...)
	}
	return true
}

// addExtra adds an additional member with a new name.
func (g *Object) addExtra(r *rand.Rand) {
	if len(g.extra) >= g.shape.maxExtra {
		return
	}
	buf := make([]byte, 1+r.IntN(8))
	for i := range buf {
		buf[i] = wordChars[r.IntN(len(wordChars))]
	}
	name := string(buf)
	for n := 2; g.taken(name); n++ {
		name = string(buf) + strconv.Itoa(n)
	}
	value := g.shape.template.Clone()
	value.Randomize(r)
	g.extra = append(g.extra, Field{Name: name, Gene: value})
}

func (g *Object) taken(name string) bool {
	if _, ok := g.shape.index[name]; ok {
		return true
	}
	for _, f := range g.extra {
		if f.Name == name {
			return true
		}
	}
	return false
}

// Value returns a [value.Object], declared members first.
func (g *Object) Value() any {
	out := make(value.Object, 0, len(g.fields)+len(g.extra))
	for i, f := range g.fields {
		if v := f.Value(); !value.IsAbsent(v) {
			out = append(out, value.Member{Name: g.shape.names[i], Value: v})
		}
	}
	for _, f := range g.extra {
		if v := f.Gene.Value(); !value.IsAbsent(v) {
			out = append(out, value.Member{Name: f.Name, Value: v})
		}
	}
	return out
}

// Children yields the genes of the members.
func (g *Object) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) {
		for _, f := range g.fields {
			if !yield(f) {
				return
			}
		}
		for _, f := range g.extra {
			if !yield(f.Gene) {
				return
			}
		}
	}
}

// Field returns the gene of the declared member with the given name, or nil.
func (g *Object) Field(name string) Gene {
	i, ok := g.shape.index[name]
	if !ok {
		return nil
	}
	return g.fields[i]
}

// Assign takes objects whose members the fields take. Every required member must be there, and every other member must
// be declared or allowed as an additional one.
func (g *Object) Assign(v any) bool {
	members, ok := v.(value.Object)
	if !ok {
		return false
	}
	next := &Object{shape: g.shape, fields: cloneAll(g.fields)}
	seen := make([]bool, len(g.fields))
	for _, m := range cheapFirst(members, g.shape.index) {
		if !next.assignMember(m, seen) {
			return false
		}
	}
	for i, f := range next.fields {
		if !seen[i] && !Assign(f, value.Absent) {
			return false
		}
	}
	if next.Check() != nil {
		return false
	}
	g.fields, g.extra = next.fields, next.extra
	return true
}

func (g *Object) assignMember(m value.Member, seen []bool) bool {
	if value.IsAbsent(m.Value) {
		return true
	}
	if i, ok := g.shape.index[m.Name]; ok {
		twice := seen[i]
		seen[i] = true
		return !twice && Assign(g.fields[i], m.Value)
	}
	if g.shape.template == nil || g.taken(m.Name) {
		return false
	}
	f := Field{Name: m.Name, Gene: g.shape.template.Clone()}
	g.extra = append(g.extra, f)
	return Assign(f.Gene, m.Value)
}

// Check verifies the number of members.
func (g *Object) Check() error {
	n := g.count()
	if n < g.shape.min || g.shape.max >= 0 && n > g.shape.max || len(g.extra) > g.shape.maxExtra {
		return fmt.Errorf("object of %d members, %d additional, breaks its limits", n, len(g.extra))
	}
	return nil
}
