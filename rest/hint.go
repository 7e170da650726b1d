package rest

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const (
	// hintRate is the share of mutations for a condition that put one of its
	// constants into a gene.
	hintRate = 0.25
	// constantRate is the share of these that come from the source, where there
	// are any. The others come from what was seen to be compared.
	constantRate = 0.8
	// poolRate is the share of new calls that get a constant of the program.
	poolRate = 0.2
	// hintTries is how many genes are asked to take a constant.
	hintTries = 4
)

// hint puts one of the values, which the program compares with, into a random
// gene of an action. It reports whether a gene took it. It sometimes moves a
// number by one, so that the number lies on either side of a limit.
func hint(r *rand.Rand, c *testcase.Case, at int, values []any) bool {
	genes := action.Takers(c.Actions[at])
	if len(genes) == 0 || len(values) == 0 {
		return false
	}
	for range hintTries {
		t, v := genes[r.IntN(len(genes))], values[r.IntN(len(values))]
		g := t.Gene
		if old := g.Value(); !value.Equal(old, v) && give(r, g, v) {
			c.Actions[at].(*action.Call).Keep(t)
			if r.Float64() < equalAsWell {
				spread(c, g, old)
			}
			return true
		}
	}
	return false
}

const (
	// equalRate is the share of mutations that change all genes with one value.
	equalRate = 0.05
	// equalAsWell is the share of hints that change all genes with one value.
	equalAsWell = 0.3
)

// mutateEqual changes a value of an action, and changes it in all genes of the
// test that hold the same value. The condition may need these to be equal.
func mutateEqual(r *rand.Rand, c *testcase.Case, at int, focus float64) bool {
	genes := action.Takers(c.Actions[at])
	if len(genes) == 0 {
		return false
	}
	g := genes[r.IntN(len(genes))].Gene
	old := g.Value()
	g.Mutate(r, focus)
	return spread(c, g, old)
}

// spread gives the current value of a gene to all genes of the test that hold
// its old value. It reports whether there are any.
func spread(c *testcase.Case, g gene.Gene, old any) (any bool) {
	for _, a := range c.Actions {
		for _, t := range action.Takers(a) {
			if t.Gene != g && value.Equal(t.Value(), old) && gene.Assign(t.Gene, g.Value()) {
				any = true
			}
		}
	}
	return any
}

// give assigns a constant to a gene, as its own kind or as text.
func give(r *rand.Rand, g gene.Gene, value any) bool {
	switch v := value.(type) {
	case rune:
		old, ok := g.Value().(string)
		return ok && gene.Assign(g, withCharacter(r, old, v))
	case int64:
		v += [...]int64{0, 0, 0, 0, -1, 1}[r.IntN(6)]
		return gene.Assign(g, v) || gene.Assign(g, float64(v)) || isText(g) && gene.Assign(g, strconv.FormatInt(v, 10))
	case sut.Pattern:
		return isText(g) && match(r, g, string(v))
	case float64:
		return gene.Assign(g, v) || isText(g) && gene.Assign(g, strconv.FormatFloat(v, 'g', -1, 64))
	}
	if text, ok := value.(string); ok {
		if old, ok := g.Value().(string); ok && old != "" && r.Float64() >= wholeRate {
			return gene.Assign(g, withPart(r, old, text))
		}
	}
	return gene.Assign(g, value)
}

// match gives a gene a text that matches a pattern.
func match(r *rand.Rand, g gene.Gene, pattern string) bool {
	matching, err := gene.NewRegex(pattern)
	if err != nil {
		return false
	}
	matching.Randomize(r)
	return gene.Assign(g, matching.Value())
}

// wholeRate is the share of texts that become the whole value, not a part.
const wholeRate = 0.6

// withPart puts a text before another one, behind it, or in place of one of its
// words.
func withPart(r *rand.Rand, old, text string) string {
	switch r.IntN(4) {
	case 0:
		return text + old
	case 1:
		return old + text
	}
	words := word.FindAllStringIndex(old, -1)
	if len(words) == 0 {
		return text
	}
	at := words[r.IntN(len(words))]
	return old[:at[0]] + text + old[at[1]:]
}

var word = regexp.MustCompile(`[\pL\pN]+`)

// copyRate is the share of mutations that copy a value within a call, and of
// those that copy one from an earlier call.
const copyRate = 0.05

// copyValue copies the value of a gene of another action into a gene of an
// action. Both may be the same action.
func copyValue(r *rand.Rand, a, other testcase.Action) bool {
	to, from := action.Takers(a), action.Takers(other)
	if len(to) == 0 || len(from) == 0 {
		return false
	}
	for range hintTries {
		from, to := from[r.IntN(len(from))], to[r.IntN(len(to))]
		if from.Gene != to.Gene && !value.Equal(from.Value(), to.Value()) && gene.Assign(to.Gene, from.Value()) {
			a.(*action.Call).Keep(to)
			return true
		}
	}
	return false
}

func isText(g gene.Gene) bool { _, ok := g.Value().(string); return ok }

// withCharacter puts a character into a text: over another one or at the end.
func withCharacter(r *rand.Rand, text string, c rune) string {
	characters := []rune(text)
	if !utf8.ValidRune(c) {
		return text
	}
	if at := r.IntN(len(characters) + 1); at < len(characters) {
		characters[at] = c
		return string(characters)
	}
	return text + string(c)
}
