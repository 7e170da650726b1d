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
	// ExampleParts are the optional parts with a default or an example.
	ExampleParts Parts = iota
	// RequiredParts means no optional parts.
	RequiredParts
	// AllParts are all optional parts that the schema declares.
	AllParts
	// FreshParts are all optional parts but the members that services set in a new resource: its id, and the time when
	// it was made or changed.
	FreshParts
	// BareParts means no optional parts, and no elements in lists that may be empty. So the program has no element to
	// check.
	BareParts
)

// Manner is a way to fill a call with usual values: the examples and defaults of the schema together, and short values
// for the other parts.
type Manner struct {
	Parts Parts
	// Nth is the index of the example to take. A default stands before the examples. The index is taken modulo the
	// number of examples of a part.
	Nth int
	// Content is the index of the declared content of the body to send, counted from the content with the index Nth.
	Content int
	// Noun is the noun of the resource that the call makes, in small letters and without the s of the plural. Only
	// FreshParts needs it.
	Noun string
}

// Given reports whether services set a member of a new resource: its id, or a time.
func (m Manner) Given(name string) bool {
	plain := strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "_", ""), "-", ""))
	switch plain {
	case "id", "uuid", "guid", m.Noun + "id", m.Noun + "sid", m.Noun + "uuid":
		return true
	}
	return words.MadeTime().MatchString(name)
}

// Fresh returns the manner of calls that make a resource with a noun. It reports whether a call with the body differs
// from a call with [AllParts].
func Fresh(b *Body, noun string) (Manner, bool) {
	m := Manner{Parts: FreshParts, Noun: noun}
	if b.countContents() == 0 {
		return m, false
	}
	for each := range gene.Walk(b.Contents[b.media]) {
		if o, ok := each.(*gene.Object); ok {
			for name, member := range o.Members() {
				if _, optional := member.(*gene.Optional); optional && m.Given(name) {
					return m, true
				}
			}
			return m, false // objects inside have ids of their own
		}
	}
	return m, false
}

// maxExamples is the greatest number of examples of a part that manners try one by one.
const maxExamples = 5

// Manners returns the manners that fill calls of the operation in different ways, the most promising first.
func (c *Call) Manners() []Manner {
	switched, seeds := false, 0
	for _, g := range c.declaredGenes() {
		for each := range gene.Walk(g) {
			switch each := each.(type) {
			case *gene.Optional, *gene.Array: // elements of a list may have optional parts
				switched = true
			case *gene.Seeded:
				seeds = max(seeds, len(each.Seeds()))
			}
		}
	}
	seeds = max(seeds, c.Body.countContents())
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
	if slices.ContainsFunc(c.declaredGenes(), mayBeEmpty) {
		out = append(out, Manner{Parts: BareParts})
	}
	for n := 1; n < min(c.Body.countContents(), maxContents); n++ {
		if c.Body.types.repeatsEarlier(n) {
			continue
		}
		out = append(out, Manner{Parts: ExampleParts, Content: n}, Manner{Parts: RequiredParts, Content: n})
	}
	return out
}

// mayBeEmpty reports whether a gene has a list that may be empty. Lists in optional parts do not count.
func mayBeEmpty(g gene.Gene) bool {
	switch g := g.(type) {
	case *gene.Optional:
		return false
	case *gene.Array:
		return gene.Assign(g.Clone(), []any{})
	case gene.Wrapper:
		return g.Inner() != nil && mayBeEmpty(g.Inner())
	case gene.Parent:
		return slices.ContainsFunc(slices.Collect(g.Children()), mayBeEmpty)
	}
	return false
}

// maxContents is the greatest number of contents of a body that manners try one by one.
const maxContents = 4

// declaredGenes returns the genes of the declared parameters, and of the body if it is declared.
func (c *Call) declaredGenes() (out []gene.Gene) {
	for _, p := range c.Params.declared() {
		out = append(out, p.Gene)
	}
	if c.Body.countContents() > 0 {
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
	if b := c.Body; b.countContents() > 0 {
		b.On = true
		b.drawContent((m.Nth+m.Content)%b.countContents(), r)
	}
	for _, g := range c.declaredGenes() {
		m.fillGene(r, g)
	}
	for _, p := range c.Params.declared() {
		setUsualNumber(r, p.Spec.Name, p.Gene)
	}
}

// Usual gives a gene a usual value with [ExampleParts].
func Usual(r *rand.Rand, g gene.Gene) { Manner{}.fillGene(r, g) }

// maxDraws is how often a gene is drawn until its value is of use.
const maxDraws = 8

// fillGene gives a gene a usual value. The value holds no values of its own kind: a list of them, drawn until it has an
// element, need not end.
func (m Manner) fillGene(r *rand.Rand, g gene.Gene) {
	if k, ok := g.(interface{ Shallow() }); ok {
		k.Shallow()
	}
	switch g := g.(type) {
	case *gene.Seeded:
		if seeds := g.Seeds(); !m.makeEmpty(g) && (len(seeds) == 0 || !gene.Assign(g, seeds[m.Nth%len(seeds)])) {
			m.fillInner(r, g)
		}
	case *gene.Optional:
		g.Set(true)
		bare := m.Parts == RequiredParts || m.Parts == BareParts
		if !bare {
			m.fillInner(r, g)
		}
		if bare || m.Parts == ExampleParts && countSeeded(g) == 0 {
			g.Set(false)
		}
	case *gene.Object:
		m.fillObject(r, g)
	case *gene.Array:
		m.fillArray(r, g)
	case *gene.String:
		drawWord(r, g)
	case *gene.Choice:
		_, isText := g.Inner().(*gene.String)
		for n := 0; n < maxDraws && isText; n++ {
			g.Randomize(r) // until it has the format that its name implies
			_, isText = g.Inner().(*gene.String)
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
		if isNumber(g.Value()) { // a small and positive number, if the gene takes it
			gene.Assign(g, int64(1+r.IntN(mostUsual)))
		}
	}
}

func (m Manner) fillChildren(r *rand.Rand, g gene.Parent) {
	for child := range g.Children() {
		m.fillGene(r, child)
	}
}

func (m Manner) fillInner(r *rand.Rand, g gene.Wrapper) {
	if inner := g.Inner(); inner != nil {
		m.fillGene(r, inner)
	}
}

// countSeeded returns how many parts of a gene have a default or an example.
func countSeeded(g gene.Gene) (n int) {
	for each := range gene.Walk(g) {
		if s, ok := each.(*gene.Seeded); ok && len(s.Seeds()) > 0 {
			n++
		}
	}
	return n
}

// fillObject fills the declared members and leaves out the others.
func (m Manner) fillObject(r *rand.Rand, o *gene.Object) {
	others := false
	var declared value.Object
	for name, g := range o.Members() {
		if o.Field(name) == nil {
			others = true
			continue
		}
		if optional, ok := g.(*gene.Optional); ok && m.Parts == FreshParts && m.Given(name) {
			optional.Set(false)
		} else {
			m.fillGene(r, g)
			setUsualNumber(r, name, g)
		}
		declared = append(declared, value.Member{Name: name, Value: g.Value()})
	}
	if others {
		gene.Assign(o, declared)
	}
}

// makeEmpty makes a list empty, if the manner is [BareParts] and the list may be empty. It reports whether it did.
func (m Manner) makeEmpty(g gene.Gene) bool {
	if m.Parts != BareParts {
		return false
	}
	_, isList := g.Value().([]any)
	return isList && gene.Assign(g, []any{})
}

// fillArray fills a list with one element, or with the least number of elements.
func (m Manner) fillArray(r *rand.Rand, a *gene.Array) {
	if m.makeEmpty(a) {
		return
	}
	for n := 0; n < maxDraws && len(slices.Collect(a.Children())) == 0; n++ {
		a.Randomize(r)
	}
	m.fillChildren(r, a)
	if len(slices.Collect(a.Children())) > 1 {
		gene.Assign(a, a.Value().([]any)[:1])
	}
}

// wordLength is the length of a usual word.
const wordLength = 8

// drawWord draws a text of small letters: of the usual length, or of the length of the present text.
func drawWord(r *rand.Rand, g *gene.String) {
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

// setUsualNumber gives a gene with a number a value that is usual for its name, if the schema has no example and allows
// the value.
func setUsualNumber(r *rand.Rand, name string, g gene.Gene) {
	parts := suite.Words(name)
	if len(parts) == 0 {
		return
	}
	limits, ok := words.Usual[strings.ToLower(parts[len(parts)-1])]
	if ok && countSeeded(g) == 0 && isNumber(g.Value()) {
		gene.Assign(g, limits[0]+r.Int64N(limits[1]-limits[0]+1))
	}
}

func isNumber(v any) bool {
	switch v.(type) {
	case int64, float64, json.Number:
		return true
	}
	return false
}

// mostUsual is the greatest usual number.
const mostUsual = 9
