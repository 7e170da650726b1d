package aim

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Takes reports whether Give can assign a single plain value to a gene. It
// excludes booleans, because random choice finds both of their values at once.
func Takes(g gene.Gene) bool {
	_, record := g.(gene.Record) // its value would not be used
	_, assigner := g.(gene.Assigner)
	if record || !assigner || gene.Weight(g) <= 0 {
		return false
	}
	switch g.Value().(type) {
	case []any, value.Object, bool:
		return false
	}
	return true
}

// Give assigns a constant of a program to a gene, as its own kind or as text.
func Give(r *rand.Rand, g gene.Gene, constant any) bool {
	switch v := constant.(type) {
	case rune:
		old, ok := g.Value().(string)
		return ok && gene.Assign(g, withCharacter(r, old, v))
	case int64:
		v += [...]int64{0, 0, 0, 0, -1, 1}[r.IntN(6)]
		return gene.Assign(g, v) || gene.Assign(g, float64(v)) || isText(g) && gene.Assign(g, strconv.FormatInt(v, 10))
	case sut.Wanted:
		return isText(g) && giveWanted(r, g, v)
	case float64:
		return gene.Assign(g, v) || isText(g) && gene.Assign(g, strconv.FormatFloat(v, 'g', -1, 64))
	}
	if text, ok := constant.(string); ok {
		if old, ok := g.Value().(string); ok && old != "" && r.Float64() >= wholeRate {
			return gene.Assign(g, withPart(r, old, text))
		}
	}
	return gene.Assign(g, constant)
}

func isText(g gene.Gene) bool { _, ok := g.Value().(string); return ok }

// wholeRate is the share of texts that replace the whole value and not a part.
const wholeRate = 0.6

// withPart puts a text before or after another one, or in place of one of its words.
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

// withCharacter puts a character into a text: it replaces one, or appends it.
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
