package resource

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/schema"
)

// alike is how alike two names have to be for a dependency (Zhang 2021, Section
// 6.1.1).
const alike = 0.6

// Match finds dependencies by names: a resource whose parameters, members or types
// are named like another resource has one with it, whose probability is how alike
// the names are (Zhang 2021, Section 6.1.1).
func (all *Resources) Match(g *Graph) {
	names := make([][]string, len(all.All))
	for i, r := range all.All {
		names[i] = r.names()
	}
	for _, a := range all.All {
		for _, b := range all.All {
			noun := b.noun()
			if a == b || noun == "" || noun == a.noun() {
				continue // elements and their collection are joined by the path already
			}
			best := 0.0
			for _, name := range names[a.Index] {
				best = max(best, similarity(name, noun))
			}
			if best > alike {
				g.Relate(a.Index, b.Index, best, ByNames)
			}
		}
	}
}

// Describe finds dependencies by texts: the summaries and descriptions of a resource's
// operations name another resource. nouns returns the nouns of a text, nil finds nothing. The probability is
// how alike the words are (Zhang 2021, Section 6.1.1).
func (all *Resources) Describe(g *Graph, nouns func(text string) []string) {
	if nouns == nil {
		return
	}
	for _, a := range all.All {
		var found []string
		for _, op := range a.ops {
			for _, noun := range nouns(op.Spec.Text) {
				found = append(found, stem(noun))
			}
		}
		for _, b := range all.All {
			noun := b.noun()
			if a == b || noun == "" || noun == a.noun() {
				continue
			}
			best := 0.0
			for _, word := range found {
				best = max(best, similarity(word, noun))
			}
			if best > alike {
				g.Relate(a.Index, b.Index, best, ByTexts)
			}
		}
	}
}

// Link adds the dependencies that the links of the schema declare.
func (all *Resources) Link(g *Graph) {
	for _, r := range all.All {
		for _, op := range r.ops {
			for _, fill := range op.Links.In {
				all.Flowed(g, fill.From, op, ByLinks)
			}
		}
	}
}

// Flowed adds that calls of an operation take what answers of another one had.
func (all *Resources) Flowed(g *Graph, from, to *api.Operation, why Why) {
	a, b := all.byPath[to.Spec.Path], all.byPath[from.Spec.Path]
	if a != nil && b != nil {
		g.Depend(a.Index, b.Index, 1, why)
	}
}

// noun is the representative token of a resource: the stem of the last segment of
// its path that is no parameter.
func (r *Resource) noun() string {
	segments := strings.Split(r.Path, "/")
	for _, s := range slices.Backward(segments) {
		if s != "" && !strings.HasPrefix(s, "{") {
			return stem(s)
		}
	}
	return ""
}

// names returns the stems of what a resource is called by and refers to: the
// segments and parameters of its path, its other parameters, the members of its
// bodies and their types.
func (r *Resource) names() (out []string) {
	add := func(name string) {
		for _, token := range alternatives(name) {
			if !slices.Contains(out, token) {
				out = append(out, token)
			}
		}
	}
	for segment := range strings.SplitSeq(r.Path, "/") {
		add(strings.Trim(segment, "{}"))
	}
	for _, op := range r.ops {
		for _, p := range op.Spec.Parameters {
			add(p.Name)
		}
		for _, body := range op.Spec.Bodies {
			if body.Schema == nil {
				continue
			}
			for _, property := range schema.Flatten(body.Schema).Properties {
				add(property.Name)
			}
		}
	}
	return out
}

// idWords end names that refer to something by what stands before them.
var idWords = [...]string{"id", "name", "value", "key", "code", "number", "uuid", "ref"}

// alternatives returns the stem of a name, and that of the name without a word
// such as "id" at its end: "warehouseName" gives "warehousenam" and "warehous".
func alternatives(name string) []string {
	words := split(name)
	if len(words) == 0 {
		return nil
	}
	out := []string{stem(strings.Join(words, ""))}
	if last := len(words) - 1; last > 0 && slices.Contains(idWords[:], words[last]) {
		out = append(out, stem(strings.Join(words[:last], "")))
	}
	return out
}

// split returns the words of a name in small letters: "warehouseName",
// "warehouse_name" and "Warehouse-Name" are "warehouse" and "name".
func split(name string) (words []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, string(word))
		}
		word = word[:0]
	}
	previous := ' '
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			end()
			previous = c
			continue
		case unicode.IsUpper(c) && !unicode.IsUpper(previous):
			end()
		}
		word = append(word, unicode.ToLower(c))
		previous = c
	}
	end()
	return words
}

// stem returns the stem of an English word: "products" and "product" share one.
func stem(word string) string { return english.Stem(strings.ToLower(word), false) }

// similarity returns how alike two texts are by the trigrams that they share, from
// 0 to 1: twice their number over the number of all (the Dice coefficient).
func similarity(a, b string) float64 {
	if a == b {
		return 1
	}
	left, right := trigrams(a), trigrams(b)
	total := len(left) + len(right)
	shared := 0
	for _, t := range left {
		if i := slices.Index(right, t); i >= 0 {
			shared++
			right = slices.Delete(right, i, i+1)
		}
	}
	return 2 * float64(shared) / float64(total)
}

// trigrams returns all runs of three characters of a text with two blanks before
// and one behind it, so that its beginning counts most.
func trigrams(text string) []string {
	chars := []rune("  " + text + " ")
	var out []string
	for i := range len(chars) - 2 {
		out = append(out, string(chars[i:i+3]))
	}
	return out
}
