package harvest

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// The functions below list what can be simpler about a gene. They are told
// whether it is a part of an example of the schema, or one.

// example takes the example of the schema.
func example(g gene.Gene, inExample bool) []func() {
	s, ok := g.(gene.Settler)
	if !ok || inExample || settled(g) {
		return nil
	}
	return []func(){func() { s.Settle() }}
}

// settled tells whether a [gene.Settler] has the value that people know it by.
func settled(g gene.Gene) bool { return !g.Clone().(gene.Settler).Settle() }

// exampleMembers takes single members of an example, where others are what the
// test is about.
func exampleMembers(g gene.Gene, inExample bool) (out []func()) {
	if inExample {
		return nil
	}
	for _, m := range otherThanExample(g) {
		out = append(out, assign(g, genotype.ReplaceAt(g.Value(), []genotype.Step{{Name: m.name}}, m.example))...)
	}
	return out
}

// otherMember is a member that differs from that of the example.
type otherMember struct {
	name         string
	now, example any
}

// otherThanExample returns those of a gene that settles on an example.
func otherThanExample(g gene.Gene) (out []otherMember) {
	if _, ok := g.(gene.Settler); !ok {
		return nil
	}
	c := g.Clone()
	c.(gene.Settler).Settle()
	example, _ := c.Value().(value.Object)
	members, _ := g.Value().(value.Object)
	for _, m := range example {
		i := slices.IndexFunc(members, func(o value.Member) bool { return o.Name == m.Name })
		if i >= 0 && !value.Equal(members[i].Value, m.Value) {
			out = append(out, otherMember{m.Name, members[i].Value, m.Value})
		}
	}
	return out
}

// fewer leaves out what is optional, and what a list or a map can do without:
// all elements but the first, all members.
func fewer(g gene.Gene, inExample bool) []func() {
	if s, ok := g.(gene.Switch); ok {
		if !g.Clone().(gene.Switch).Set(false) {
			return nil
		}
		return []func(){func() { s.Set(false) }}
	}
	if parts := smaller(g, inExample); len(parts) > 0 {
		return assign(g, parts[0])
	}
	return nil
}

// without takes elements out of a list whose first one is not what matters.
func without(g gene.Gene, inExample bool) (out []func()) {
	parts := smaller(g, inExample)
	for i := 1; i < len(parts); i++ {
		out = append(out, assign(g, parts[i])...)
	}
	return out
}

// smaller returns the simpler values of a gene that is made of others.
func smaller(g gene.Gene, inExample bool) []any {
	s, ok := g.(gene.Simplifier)
	if _, parent := g.(gene.Parent); !ok || !parent || inExample {
		return nil
	}
	return s.Simpler()
}

const (
	// longText is what a text may have before it is worth shortening.
	longText = 12
	// maxRound keeps powers of ten from growing beyond all limits.
	maxRound = 1_000_000_000
)

// shorter takes a simpler value of a gene without parts, and 1 for a number.
func shorter(g gene.Gene, inExample bool) []func() {
	if _, parent := g.(gene.Parent); parent || inExample {
		return nil
	}
	if s, ok := g.(gene.Simplifier); ok {
		for _, v := range s.Simpler() {
			if change := assign(g, v); change != nil {
				return change
			}
		}
		return nil
	}
	switch v := g.Value().(type) {
	case int64, float64:
		if !value.Equal(v, int64(0)) && !value.Equal(v, int64(1)) {
			return assign(g, int64(1))
		}
	}
	return nil
}

// halved takes the first half of a long text, again and again.
func halved(g gene.Gene, inExample bool) []func() {
	return longTexts(g, inExample, func(text []rune) string { return string(text[:len(text)/2]) })
}

// filled takes a text without content, but as long.
func filled(g gene.Gene, inExample bool) []func() {
	return longTexts(g, inExample, func(text []rune) string { return strings.Repeat("x", len(text)) })
}

// longTexts changes a long text.
func longTexts(g gene.Gene, inExample bool, change func([]rune) string) []func() {
	return changed(g, inExample, func(value any) (any, bool) {
		text, ok := value.(string)
		runes := []rune(text)
		if !ok || len(runes) <= longText {
			return nil, false
		}
		next := change(runes)
		return next, next != text
	})
}

// changed applies a change to a value, or to the members that are not as in
// the example.
func changed(g gene.Gene, inExample bool, change func(any) (any, bool)) (out []func()) {
	if inExample {
		return nil
	}
	for _, m := range otherThanExample(g) {
		if next, ok := change(m.now); ok {
			out = append(out, assign(g, genotype.ReplaceAt(g.Value(), []genotype.Step{{Name: m.name}}, next))...)
		}
	}
	if _, parent := g.(gene.Parent); parent {
		return out
	}
	if next, ok := change(g.Value()); ok {
		return assign(g, next)
	}
	return nil
}

// rounder takes the power of ten below a number, or what that is times a
// factor: which unknown id or too large amount it is does not matter then.
func rounder(factor int64) func(g gene.Gene, inExample bool) []func() {
	return func(g gene.Gene, inExample bool) []func() {
		return changed(g, inExample, func(value any) (any, bool) { return rounded(value, factor) })
	}
}

// rounded returns a round number near a number, false if that is one itself.
func rounded(value any, factor int64) (any, bool) {
	n, ok := value.(int64)
	round := int64(1)
	for round < maxRound && round*10 <= n {
		round *= 10
	}
	return round * factor, ok && n > 1 && n != round && n != round*factor
}

// assign gives a gene a value, if it takes that.
func assign(g gene.Gene, v any) []func() {
	if c := g.Clone(); !gene.Assign(c, v) || !value.Equal(c.Value(), v) {
		return nil
	}
	return []func(){func() { gene.Assign(g, v) }}
}
