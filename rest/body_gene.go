package rest

import (
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// bodySwitchRate is the share of the mutations of a body that switch it on or
// off or change its media type; all others change the content.
const bodySwitchRate = 0.05

// bodyGene is the gene of a request body: whether it is there, in which of
// the declared media types, and its content.
type bodyGene struct {
	required bool
	on       bool
	media    int         // index into contents and Operation.Bodies
	contents []gene.Gene // one for each media type
}

// clone copies the content in use. The others are shared, and copied when
// they come into use.
func (g *bodyGene) clone() *bodyGene {
	out := *g
	out.contents = slices.Clone(g.contents)
	out.contents[g.media] = g.contents[g.media].Clone()
	return &out
}

// use draws a new content of a media type.
func (g *bodyGene) use(media int, r *rand.Rand) {
	content := g.contents[media]
	if media != g.media {
		content = content.Clone()
	}
	content.Randomize(r)
	g.media, g.contents[media] = media, content
}

// Clone returns a deep copy.
func (g *bodyGene) Clone() gene.Gene { return g.clone() }

// Value returns the content, gene.Absent when the body is switched off.
func (g *bodyGene) Value() any {
	if !g.on {
		return value.Absent
	}
	return g.contents[g.media].Value()
}

// Children yields the content in use.
func (g *bodyGene) Children() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		if g.on {
			yield(g.contents[g.media])
		}
	}
}

func (g *bodyGene) switches() bool { return !g.required || len(g.contents) > 1 }

// Weight is that of the content, and one for what can be switched.
func (g *bodyGene) Weight() float64 {
	w := 0.0
	if g.switches() {
		w = 1
	}
	if g.on {
		w += gene.Weight(g.contents[g.media])
	}
	return w
}

// Randomize draws whether there is a body, its media type and its content.
func (g *bodyGene) Randomize(r *rand.Rand) {
	g.on = g.required || r.IntN(10) > 0
	g.use(r.IntN(len(g.contents)), r)
}

// Mutate is MutateFocused at the start of the search.
func (g *bodyGene) Mutate(r *rand.Rand) { g.MutateFocused(r, 0) }

// MutateFocused changes the content, or now and then what is around it.
func (g *bodyGene) MutateFocused(r *rand.Rand, focus float64) {
	content := g.contents[g.media]
	switch {
	case !g.on:
		g.on = true
	case g.switches() && (gene.Weight(content) == 0 || r.Float64() < bodySwitchRate):
		g.turn(r)
	default:
		gene.Mutate(content, r, focus)
	}
}

// turn changes the media type or removes the body.
func (g *bodyGene) turn(r *rand.Rand) {
	n := len(g.contents)
	if n == 1 || !g.required && r.IntN(2) == 0 {
		g.on = false
		return
	}
	g.use((g.media+1+r.IntN(n-1))%n, r)
}
