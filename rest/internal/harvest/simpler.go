package harvest

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// The functions below list changes that make a gene simpler. inExample says
// that the gene is an example of the schema, or a part of one.

// example changes a gene to the example of the schema.
func example(g gene.Gene, inExample bool) []func() {
	s, ok := g.(gene.Settler)
	if !ok || inExample || settled(g) {
		return nil
	}
	return []func(){func() { s.Settle() }}
}

// settled reports whether a [gene.Settler] has its most readable value.
func settled(g gene.Gene) bool { return !g.Clone().(gene.Settler).Settle() }

// exampleMembers changes single members to those of an example, if the test is
// about other members.
func exampleMembers(g gene.Gene, inExample bool) (out []func()) {
	if inExample {
		return nil
	}
	for _, m := range otherThanExample(g) {
		out = append(out, assign(g, genotype.ReplaceAt(g.Value(), []genotype.Step{{Name: m.name}}, m.example))...)
	}
	return out
}

// otherMember is a member that differs from the example.
type otherMember struct {
	name         string
	now, example any
}

// otherThanExample returns the members of a gene that differ from its example.
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

// fewer leaves out optional parts, all elements of a list but the first, or all
// members of a map.
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

// without removes elements from a list whose first element does not matter.
func without(g gene.Gene, inExample bool) (out []func()) {
	parts := smaller(g, inExample)
	for i := 1; i < len(parts); i++ {
		out = append(out, assign(g, parts[i])...)
	}
	return out
}

// smaller returns simpler values of a gene that consists of others.
func smaller(g gene.Gene, inExample bool) []any {
	s, ok := g.(gene.Simplifier)
	if _, parent := g.(gene.Parent); !ok || !parent || inExample {
		return nil
	}
	return s.Simpler()
}

const (
	// longText is the length from which on a text is worth shortening.
	longText = 12
	// maxRound bounds the powers of ten.
	maxRound = 1_000_000_000
)

// shorter changes a gene without parts to a simpler value, and a number to 1.
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

// halved changes a long text to its first half, again and again.
func halved(g gene.Gene, inExample bool) []func() {
	return longTexts(g, inExample, func(text []rune) string { return string(text[:len(text)/2]) })
}

// filled changes a text to one of the same length without meaning.
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

// changed applies a change to a value, or to the members that differ from the
// example.
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

// rounder changes a number to the power of ten below it, or to factor times
// that power. The test then shows that the exact unknown id, or the exact
// excessive amount, does not matter.
func rounder(factor int64) func(g gene.Gene, inExample bool) []func() {
	return func(g gene.Gene, inExample bool) []func() {
		return changed(g, inExample, func(value any) (any, bool) { return rounded(value, factor) })
	}
}

// rounded returns a round number near a number. It returns false if the number
// is round itself.
func rounded(value any, factor int64) (any, bool) {
	n, ok := value.(int64)
	round := int64(1)
	for round < maxRound && round*10 <= n {
		round *= 10
	}
	return round * factor, ok && n > 1 && n != round && n != round*factor
}

// assign returns a change that gives a gene a value, if the gene accepts it.
func assign(g gene.Gene, v any) []func() {
	if c := g.Clone(); !gene.Assign(c, v) || !value.Equal(c.Value(), v) {
		return nil
	}
	return []func(){func() { gene.Assign(g, v) }}
}
