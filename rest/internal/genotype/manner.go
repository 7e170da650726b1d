package genotype

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// Parts says which optional parts a call has.
type Parts int

const (
	// ExampleParts are those with a default or an example in them.
	ExampleParts Parts = iota
	// RequiredParts are none.
	RequiredParts
	// AllParts are all that the schema declares.
	AllParts
	// FreshParts are all but what services give to a new resource themselves: its id, and
	// when it was made or changed.
	FreshParts
	// BareParts are none, and nothing in lists that may be empty: what a program asks of elements, it asks of none.
	BareParts
)

// Manner is a way to fill a call with values that its author would call usual: the
// examples and defaults of the schema together, and short values where it has none.
type Manner struct {
	Parts Parts
	// Nth chooses of several examples. A default stands before the examples. Parts with
	// fewer examples begin anew.
	Nth int
	// Content is which of the declared contents of the body is sent, counted from the one
	// that Nth says.
	Content int
	// Noun is what the resource is called that the call makes, in small letters and without
	// the s of the plural. Only FreshParts ask for it.
	Noun string
}

// Given reports whether services give a member to a new resource themselves.
func (m Manner) Given(name string) bool {
	plain := strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "_", ""), "-", ""))
	switch plain {
	case "id", "uuid", "guid", m.Noun + "id", m.Noun + "sid", m.Noun + "uuid":
		return true
	}
	return words.MadeTime().MatchString(name)
}

// Fresh returns the manner of calls that make a resource with a name, and whether it
// differs from [AllParts] for a call with a body.
func Fresh(b *Body, noun string) (Manner, bool) {
	m := Manner{Parts: FreshParts, Noun: noun}
	if b.contents() == 0 {
		return m, false
	}
	for each := range gene.Walk(b.Contents[b.media]) {
		if o, ok := each.(*gene.Object); ok {
			for name, member := range o.Members() {
				if _, optional := member.(*gene.Optional); optional && m.Given(name) {
					return m, true
				}
			}
			return m, false // what lies inside has ids of its own
		}
	}
	return m, false
}

// maxExamples is the most examples of one part that are tried one by one.
const maxExamples = 5

// Manners returns the manners in which calls of an operation differ, the most
// promising first.
func (c *Call) Manners() []Manner {
	switched, seeds := false, 0
	for _, g := range c.declaredGenes() {
		for each := range gene.Walk(g) {
			switch each := each.(type) {
			case *gene.Optional, *gene.Array: // whose elements may have optional parts
				switched = true
			case *gene.Seeded:
				seeds = max(seeds, len(each.Seeds()))
			}
		}
	}
	seeds = max(seeds, c.Body.contents())
	out := []Manner{{Parts: ExampleParts}}
	if switched {
		out = append(out, Manner{Parts: RequiredParts})
	}
	for n := 1; n < min(seeds, maxExamples); n++ {
		out = append(out, Manner{Parts: ExampleParts, Nth: n})
	}
	if switched {
		out = append(out, Manner{Parts: AllParts})
	}
	if slices.ContainsFunc(c.declaredGenes(), mayEmpty) {
		out = append(out, Manner{Parts: BareParts})
	}
	for n := 1; n < min(c.Body.contents(), maxContents); n++ {
		if c.Body.types.repeats(n) {
			continue
		}
		out = append(out, Manner{Parts: ExampleParts, Content: n}, Manner{Parts: RequiredParts, Content: n})
	}
	return out
}

// mayEmpty reports whether a gene has a list outside of optional parts that may be empty.
func mayEmpty(g gene.Gene) bool {
	switch g := g.(type) {
	case *gene.Optional:
		return false
	case *gene.Array:
		return gene.Assign(g.Clone(), []any{})
	case gene.Wrapper:
		return g.Inner() != nil && mayEmpty(g.Inner())
	case gene.Parent:
		return slices.ContainsFunc(slices.Collect(g.Children()), mayEmpty)
	}
	return false
}

// maxContents is the most contents of a body that are tried one by one.
const maxContents = 4

// declaredGenes returns the genes of what the schema declares.
func (c *Call) declaredGenes() (out []gene.Gene) {
	for _, p := range c.Params.declared() {
		out = append(out, p.Gene)
	}
	if c.Body.contents() > 0 {
		out = append(out, c.Body.Contents[c.Body.media])
	}
	return out
}

// Fill gives the call usual values. The call is valid afterwards.
func (c *Call) Fill(r *rand.Rand, m Manner) {
	c.Randomize(r)
	for i := range c.Params {
		if p := &c.Params[i]; p.Found {
			p.Gene.(*gene.Optional).Set(false)
		}
	}
	if b := c.Body; b.contents() > 0 {
		b.On = true
		b.use((m.Nth+m.Content)%b.contents(), r)
	}
	for _, g := range c.declaredGenes() {
		m.fill(r, g)
	}
	for _, p := range c.Params.declared() {
		usualNumber(r, p.Spec.Name, p.Gene)
	}
}

// Usual gives a gene a usual value, with the parts that have an example.
func Usual(r *rand.Rand, g gene.Gene) { Manner{}.fill(r, g) }

// maxDraws is how often a gene is drawn until its value is of use.
const maxDraws = 8

// shallow has a gene hold none of its own kind: a list in it, drawn until it has an
// element, need not end.
func shallow(g gene.Gene) {
	if k, ok := g.(interface{ Shallow() }); ok {
		k.Shallow()
	}
}

// fill gives a gene a usual value.
func (m Manner) fill(r *rand.Rand, g gene.Gene) {
	shallow(g)
	switch g := g.(type) {
	case *gene.Seeded:
		if seeds := g.Seeds(); !m.empties(g) && (len(seeds) == 0 || !gene.Assign(g, seeds[m.Nth%len(seeds)])) {
			m.fillInner(r, g)
		}
	case *gene.Optional:
		g.Set(true)
		bare := m.Parts == RequiredParts || m.Parts == BareParts
		if !bare {
			m.fillInner(r, g)
		}
		if bare || m.Parts == ExampleParts && !hasSeeds(g) {
			g.Set(false)
		}
	case *gene.Object:
		m.fillObject(r, g)
	case *gene.Array:
		m.fillArray(r, g)
	case *gene.String:
		word(r, g)
	case *gene.Choice:
		for n := 0; n < maxDraws && isText(g.Inner()); n++ {
			g.Randomize(r) // until it has the format that its name implies
		}
		m.fillInner(r, g)
	case gene.Wrapper:
		for n := 0; n < maxDraws && g.Inner() == nil; n++ {
			g.(gene.Gene).Randomize(r) // null
		}
		m.fillInner(r, g)
	case gene.Parent:
		m.fillChildren(r, g)
	default:
		small(r, g)
	}
}

func (m Manner) fillChildren(r *rand.Rand, g gene.Parent) {
	for child := range g.Children() {
		m.fill(r, child)
	}
}

func isText(g gene.Gene) bool {
	_, ok := g.(*gene.String)
	return ok
}

func (m Manner) fillInner(r *rand.Rand, g gene.Wrapper) {
	if inner := g.Inner(); inner != nil {
		m.fill(r, inner)
	}
}

// hasSeeds reports whether something in a gene has a default or an example.
func hasSeeds(g gene.Gene) bool {
	for each := range gene.Walk(g) {
		if s, ok := each.(*gene.Seeded); ok && len(s.Seeds()) > 0 {
			return true
		}
	}
	return false
}

// fillObject fills the members and leaves out those that are not declared.
func (m Manner) fillObject(r *rand.Rand, o *gene.Object) {
	more := false
	for name, g := range o.Members() {
		optional, ok := g.(*gene.Optional)
		switch {
		case o.Field(name) == nil:
			more = true
		case ok && m.Parts == FreshParts && m.Given(name):
			optional.Set(false)
		default:
			m.fill(r, g)
			usualNumber(r, name, g)
		}
	}
	if more {
		leaveMore(o)
	}
}

// leaveMore leaves out the members of an object that are not declared.
func leaveMore(o *gene.Object) {
	var declared value.Object
	for name, g := range o.Members() {
		if o.Field(name) != nil {
			declared = append(declared, value.Member{Name: name, Value: g.Value()})
		}
	}
	gene.Assign(o, declared)
}

// empties makes a list empty where the manner wants that and the list may be, and reports whether it did.
func (m Manner) empties(g gene.Gene) bool {
	if m.Parts != BareParts {
		return false
	}
	_, isList := g.Value().([]any)
	return isList && gene.Assign(g, []any{})
}

// fillArray has one element, or as many as there have to be.
func (m Manner) fillArray(r *rand.Rand, a *gene.Array) {
	if m.empties(a) {
		return
	}
	for n := 0; n < maxDraws && elements(a) == 0; n++ {
		a.Randomize(r)
	}
	m.fillChildren(r, a)
	if elements(a) > 1 {
		gene.Assign(a, a.Value().([]any)[:1])
	}
}

func elements(a *gene.Array) (n int) {
	for range a.Children() {
		n++
	}
	return n
}

// wordLength is the length of a usual word.
const wordLength = 8

// word makes a text of letters, as long as the text may be.
func word(r *rand.Rand, g *gene.String) {
	for _, n := range []int{wordLength, len([]rune(g.Value().(string)))} {
		text := make([]byte, n)
		for i := range text {
			text[i] = byte('a' + r.IntN('z'-'a'+1))
		}
		if n > 0 && gene.Assign(g, string(text)) {
			return
		}
	}
}

// usualNumber gives a number that is there one that is usual for its name, if the schema has no example and allows it.
func usualNumber(r *rand.Rand, name string, g gene.Gene) {
	parts := suite.Words(name)
	if len(parts) == 0 {
		return
	}
	limits, ok := words.Usual[strings.ToLower(parts[len(parts)-1])]
	if !ok || hasSeeds(g) {
		return
	}
	switch g.Value().(type) {
	case int64, float64, json.Number:
		gene.Assign(g, limits[0]+r.Int64N(limits[1]-limits[0]+1))
	}
}

// mostUsual is the greatest of the usual numbers.
const mostUsual = 9

// small makes a number small and positive, if it may be.
func small(r *rand.Rand, g gene.Gene) {
	switch g.Value().(type) {
	case int64, float64, json.Number:
		gene.Assign(g, int64(1+r.IntN(mostUsual)))
	}
}
