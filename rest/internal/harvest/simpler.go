package harvest

import (
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// The functions below list what can be simpler about a gene. They are told
// whether it is a part of an example of the schema, or one.

// example takes the example of the schema.
func example(g gene.Gene, inExample bool) []func() {
	s, ok := g.(*gene.Seeded)
	if !ok || inExample || !s.Clone().(*gene.Seeded).Settle() {
		return nil
	}
	return []func(){func() { s.Settle() }}
}

// exampleMembers takes single members of an example, where others are what the
// test is about.
func exampleMembers(g gene.Gene, inExample bool) (out []func()) {
	if s, ok := g.(*gene.Seeded); ok && !inExample {
		for _, m := range otherThanExample(s) {
			out = append(out, assign(s, genotype.ReplaceAt(s.Value(), []genotype.Step{{Name: m.name}}, m.example))...)
		}
	}
	return out
}

// otherMember is a member that differs from that of the example.
type otherMember struct {
	name         string
	now, example any
}

func otherThanExample(s *gene.Seeded) (out []otherMember) {
	c := s.Clone().(*gene.Seeded)
	c.Settle()
	example, _ := c.Value().(value.Object)
	members, _ := s.Value().(value.Object)
	for _, m := range example {
		i := slices.IndexFunc(members, func(o value.Member) bool { return o.Name == m.Name })
		if i >= 0 && !value.Equal(members[i].Value, m.Value) {
			out = append(out, otherMember{m.Name, members[i].Value, m.Value})
		}
	}
	return out
}

// fewer leaves out what is optional, and elements but the first.
func fewer(g gene.Gene, inExample bool) []func() {
	switch g := g.(type) {
	case *gene.Optional:
		if g.On() {
			return []func(){func() { g.Set(false) }}
		}
	case *genotype.Body:
		if g.On && !g.Required {
			return []func(){func() { g.On = false }}
		}
	case *gene.Array:
		if list, _ := g.Value().([]any); len(list) > 1 && !inExample {
			return assign(g, list[:1])
		}
	case *gene.Map:
		if members, _ := g.Value().(value.Object); len(members) > 0 && !inExample {
			return assign(g, value.Object{})
		}
	}
	return nil
}

// without takes elements out of an array whose first one is not what matters:
// half of them where there are many, else single ones.
func without(g gene.Gene, inExample bool) (out []func()) {
	a, ok := g.(*gene.Array)
	if !ok || inExample {
		return nil
	}
	list, _ := a.Value().([]any)
	switch n := len(list); {
	case n < 2:
	case n > 4:
		out = append(assign(a, list[n/2:]), assign(a, list[:n/2])...)
	default:
		for i := range list {
			out = append(out, assign(a, slices.Delete(slices.Clone(list), i, i+1))...)
		}
	}
	return out
}

const (
	// longText is what a text may have before it is worth shortening.
	longText = 12
	// anyText stands for a text that does not matter.
	anyText = "text"
	// maxRound keeps powers of ten from growing beyond all limits.
	maxRound = 1_000_000_000
)

// shorter takes a plain text for one that is long or odd, and 1 for a number.
func shorter(g gene.Gene, inExample bool) []func() {
	if _, parent := g.(gene.Parent); parent || inExample {
		return nil
	}
	switch v := g.Value().(type) {
	case string:
		if _, free := g.(*gene.String); free && (len(v) > longText || strings.ContainsFunc(v, odd)) {
			return assign(g, anyText)
		}
	case int64, float64:
		if !value.Equal(v, int64(0)) && !value.Equal(v, int64(1)) {
			return assign(g, int64(1))
		}
	}
	return nil
}

// odd reports characters that catch the eye in a text without meaning.
func odd(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_.", r) || r > unicode.MaxASCII
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
	if s, ok := g.(*gene.Seeded); ok {
		for _, m := range otherThanExample(s) {
			if next, ok := change(m.now); ok {
				out = append(out, assign(s, genotype.ReplaceAt(s.Value(), []genotype.Step{{Name: m.name}}, next))...)
			}
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
