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

// alike is how alike two names have to be for a dependency (Zhang 2021, Section
// 6.1.1).
const alike = 0.6

// Match finds dependencies by names: a resource whose parameters, members or types
// are named like another resource has one with it, whose probability is how alike
// the names are (Zhang 2021, Section 6.1.1).
func (all *Resources) Match(g *Graph) {
	m := newMatcher(all)
	for _, a := range all.All {
		m.relate(g, a, a.names(), ByNames)
	}
}

// matcher finds the resources that words may mean.
type matcher struct {
	nouns map[string][]*Resource // by noun
	list  []string               // the nouns, in the order of the resources
	sizes []int                  // how many trigrams they have
	parts map[string][]within    // by trigram
	known map[string][]likeness  // by word
}

// within says how often a trigram is in a noun.
type within struct{ noun, times int }

// likeness is a noun that a word is like.
type likeness struct {
	noun string
	how  float64
}

func newMatcher(all *Resources) *matcher {
	m := &matcher{nouns: map[string][]*Resource{}, parts: map[string][]within{}, known: map[string][]likeness{}}
	for _, r := range all.All[:min(len(all.All), maxMatched)] {
		noun := r.noun()
		if noun == "" {
			continue
		}
		if m.nouns[noun] == nil {
			times, size := trigrams(noun)
			for trigram, n := range times {
				m.parts[trigram] = append(m.parts[trigram], within{len(m.list), n})
			}
			m.list, m.sizes = append(m.list, noun), append(m.sizes, size)
		}
		m.nouns[noun] = append(m.nouns[noun], r)
	}
	return m
}

// maxMatched is how many resources words are compared with.
const maxMatched = 1000

// like returns the nouns that a word is like, see [similarity].
func (m *matcher) like(word string) []likeness {
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
		if how := 2 * float64(n) / float64(size+m.sizes[i]); how > alike {
			out = append(out, likeness{m.list[i], how})
		}
	}
	m.known[word] = out
	return out
}

// relate adds that words of a resource are like the nouns of others.
func (m *matcher) relate(g *Graph, a *Resource, words []string, why Why) {
	if g.full() {
		return
	}
	own, best := a.noun(), map[int]float64{}
	for _, word := range words {
		for _, l := range m.like(word) {
			if l.noun == own {
				continue // elements and their collection are joined by the path already
			}
			for _, b := range m.nouns[l.noun] {
				best[b.Index] = max(best[b.Index], l.how)
			}
		}
	}
	for _, b := range slices.Sorted(maps.Keys(best)) {
		g.Relate(a.Index, b, best[b], why)
	}
}

// Describe finds dependencies by texts: the summaries and descriptions of a resource's
// operations name another resource. nouns returns the nouns of a text, nil finds nothing. The probability is
// how alike the words are (Zhang 2021, Section 6.1.1).
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
		m.relate(g, a, found, ByTexts)
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
// segments and parameters of its path, its other parameters, the members of both
// and of its bodies at any depth, and the types of all of them.
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

// maxSchemas is how many schemas the names of one resource are taken from.
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
	for _, token := range alternatives(name) {
		if !slices.Contains(v.stems, token) {
			v.stems = append(v.stems, token)
		}
	}
}

// addAll adds the names of a type, of its members, and of their types.
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

// alternatives returns the stem of a name, and that of the name without a word
// such as "id" at its end: "warehouseName" gives "warehousenam" and "warehous".
func alternatives(name string) []string {
	parts := split(name)
	if len(parts) == 0 {
		return nil
	}
	out := []string{stem(strings.Join(parts, ""))}
	if last := len(parts) - 1; last > 0 && words.Named.Has(parts[last]) {
		out = append(out, stem(strings.Join(parts[:last], "")))
	}
	return out
}

// split returns the words of a name in small letters: "warehouseName",
// "warehouse_name" and "Warehouse-Name" are "warehouse" and "name".
func split(name string) (parts []string) {
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

// stem returns the stem of an English word: "products" and "product" share one.
func stem(word string) string { return english.Stem(strings.ToLower(word), false) }

// similarity returns how alike two texts are by the trigrams that they share, from
// 0 to 1: twice their number over the number of all (the Dice coefficient).
func similarity(a, b string) float64 {
	left, of := trigrams(a)
	right, more := trigrams(b)
	n := 0
	for trigram, times := range left {
		n += min(times, right[trigram])
	}
	return 2 * float64(n) / float64(of+more)
}

// trigrams returns how often each run of three characters is in a text with two blanks before and one behind it, so
// that its beginning counts most, and how many there are.
func trigrams(text string) (times map[string]int, size int) {
	chars := []rune("  " + text + " ")
	times, size = map[string]int{}, len(chars)-2
	for i := range size {
		times[string(chars[i:i+3])]++
	}
	return times, size
}
