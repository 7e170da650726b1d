package resource

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
)

// leastSimilarity is the similarity that two names have to exceed for a dependency (Zhang 2021, Section 6.1.1).
const leastSimilarity = 0.6

// Match finds dependencies by names: a resource depends on another resource if its parameters, members or types have
// names like the noun of the other resource. The probability is the similarity of the names (Zhang 2021, Section
// 6.1.1).
func (all *Resources) Match(g *Graph) {
	m := newMatcher(all)
	for _, a := range all.All {
		m.relateWords(g, a, a.names(), ByNames)
	}
}

// matcher finds the resources that words may mean.
type matcher struct {
	nouns map[string][]*Resource  // resources by noun
	list  []string                // the nouns, in the order of the resources
	sizes []int                   // number of trigrams of each noun
	parts map[string][]occurrence // occurrences of each trigram in nouns
	known map[string][]likeness   // similar nouns of each word
}

// occurrence says how often a trigram occurs in the noun with an index.
type occurrence struct{ noun, times int }

// likeness is a noun that is similar to a word.
type likeness struct {
	noun       string
	similarity float64
}

func newMatcher(all *Resources) *matcher {
	m := &matcher{nouns: map[string][]*Resource{}, parts: map[string][]occurrence{}, known: map[string][]likeness{}}
	for _, r := range all.All[:min(len(all.All), maxMatched)] {
		noun := r.noun()
		if noun == "" {
			continue
		}
		if m.nouns[noun] == nil {
			times, size := trigrams(noun)
			for trigram, n := range times {
				m.parts[trigram] = append(m.parts[trigram], occurrence{len(m.list), n})
			}
			m.list, m.sizes = append(m.list, noun), append(m.sizes, size)
		}
		m.nouns[noun] = append(m.nouns[noun], r)
	}
	return m
}

// maxMatched is the number of resources whose nouns are compared with words.
const maxMatched = 1000

// similarTo returns the nouns that are similar to a word, see [similarity].
func (m *matcher) similarTo(word string) []likeness {
	if found, ok := m.known[word]; ok {
		return found
	}
	var out []likeness
	times, size := trigrams(word)
	shared := make([]int, len(m.list))
	for trigram, n := range times {
		for _, p := range m.parts[trigram] {
			shared[p.noun] += min(n, p.times)
		}
	}
	for i, n := range shared {
		if s := dice(n, size, m.sizes[i]); s > leastSimilarity {
			out = append(out, likeness{m.list[i], s})
		}
	}
	m.known[word] = out
	return out
}

// relateWords adds the dependencies of a resource on resources whose nouns are similar to its words.
func (m *matcher) relateWords(g *Graph, a *Resource, words []string, why Why) {
	if g.isFull() {
		return
	}
	own, best := a.noun(), map[int]float64{}
	for _, word := range words {
		for _, l := range m.similarTo(word) {
			if l.noun == own {
				continue // the path already joins elements and their collection
			}
			for _, b := range m.nouns[l.noun] {
				best[b.Index] = max(best[b.Index], l.similarity)
			}
		}
	}
	for _, b := range slices.Sorted(maps.Keys(best)) {
		g.Relate(a.Index, b, best[b], why)
	}
}

// Describe finds dependencies by texts: the summaries and descriptions of the operations of a resource name another
// resource. nouns returns the nouns of a text. If it is nil, Describe finds nothing. The probability is the similarity
// of the words (Zhang 2021, Section 6.1.1).
func (all *Resources) Describe(g *Graph, nouns func(text string) []string) {
	if nouns == nil {
		return
	}
	m := newMatcher(all)
	for _, a := range all.All {
		var found []string
		for _, op := range a.ops {
			for _, noun := range nouns(op.Spec.Text) {
				found = append(found, stem(noun))
			}
		}
		m.relateWords(g, a, found, ByTexts)
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

// Flowed adds the dependency that calls of the operation "to" send values from answers of the operation "from".
func (all *Resources) Flowed(g *Graph, from, to *api.Operation, why Why) {
	a, b := all.byPath[to.Spec.Path], all.byPath[from.Spec.Path]
	if a != nil && b != nil {
		g.Depend(a.Index, b.Index, 1, why)
	}
}

// noun returns the representative token of a resource: the stem of the last segment of its path that is no parameter.
// It returns "" for none.
func (r *Resource) noun() string {
	segments := strings.Split(r.Path, "/")
	for _, s := range slices.Backward(segments) {
		if s != "" && !strings.HasPrefix(s, "{") {
			return stem(s)
		}
	}
	return ""
}

// names returns the stems of the names in a resource: of the segments and parameters of its path, of its other
// parameters, of the members of parameters and bodies at any depth, and of the types of all of these.
func (r *Resource) names() []string {
	v := &vocabulary{names: map[string]bool{}, schemas: map[*openapi.Schema]bool{}}
	for segment := range strings.SplitSeq(r.Path, "/") {
		v.add(strings.Trim(segment, "{}"))
	}
	for _, op := range r.ops {
		for i := range op.Spec.Parameters {
			v.add(op.Spec.Parameters[i].Name)
			v.addAll(op.Spec.Parameters[i].Schema)
		}
		for _, body := range op.Spec.Bodies {
			v.addAll(body.Schema)
		}
	}
	return v.stems
}

// maxSchemas is the number of schemas from which the names of a resource are taken.
const maxSchemas = 1000

// vocabulary collects the stems of names, each once.
type vocabulary struct {
	stems   []string
	names   map[string]bool
	schemas map[*openapi.Schema]bool
}

// add adds one name.
func (v *vocabulary) add(name string) {
	if v.names[name] {
		return
	}
	v.names[name] = true
	for _, token := range stemsOf(name) {
		if !slices.Contains(v.stems, token) {
			v.stems = append(v.stems, token)
		}
	}
}

// addAll adds the names in a schema: of its type, of its members, and of their types.
func (v *vocabulary) addAll(s *openapi.Schema) {
	if s == nil || v.schemas[s] || len(v.schemas) == maxSchemas {
		return
	}
	v.schemas[s] = true
	v.add(s.Ref[strings.LastIndexByte(s.Ref, '/')+1:])
	for _, p := range s.Properties {
		v.add(p.Name)
		v.addAll(p.Schema)
	}
	v.addAll(s.Items)
	v.addAll(s.Additional)
	for _, part := range slices.Concat(s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems) {
		v.addAll(part)
	}
}

// stemsOf returns the stem of a name, and the stem of the name without a word such as "id" at its end:
// "warehouseName" gives "warehousenam" and "warehous".
func stemsOf(name string) []string {
	parts := splitWords(name)
	if len(parts) == 0 {
		return nil
	}
	out := []string{stem(strings.Join(parts, ""))}
	if last := len(parts) - 1; last > 0 && words.Named.Has(parts[last]) {
		out = append(out, stem(strings.Join(parts[:last], "")))
	}
	return out
}

// splitWords returns the words of a name in small letters: "warehouseName",
// "warehouse_name" and "Warehouse-Name" are "warehouse" and "name".
func splitWords(name string) (parts []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			parts = append(parts, string(word))
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
	return parts
}

// stem returns the stem of an English word, which is the same for "products" and "product".
func stem(word string) string { return english.Stem(strings.ToLower(word), false) }

// similarity returns the similarity of two texts by the trigrams that both have, see [dice].
func similarity(a, b string) float64 {
	ofA, sizeA := trigrams(a)
	ofB, sizeB := trigrams(b)
	shared := 0
	for trigram, times := range ofA {
		shared += min(times, ofB[trigram])
	}
	return dice(shared, sizeA, sizeB)
}

// dice returns the Dice coefficient of two sets, from 0 to 1: twice the number of shared elements over the sum of both
// sizes.
func dice(shared, sizeA, sizeB int) float64 { return 2 * float64(shared) / float64(sizeA+sizeB) }

// trigrams returns how often each run of three characters occurs in a text, and the number of all runs. The text gets
// two blanks at its start and one at its end, so that its first characters count most.
func trigrams(text string) (times map[string]int, size int) {
	chars := []rune("  " + text + " ")
	times, size = map[string]int{}, len(chars)-2
	for i := range size {
		times[string(chars[i:i+3])]++
	}
	return times, size
}
