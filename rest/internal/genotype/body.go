package genotype

import (
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// Body is the gene of a request body: whether it is there, in which of
// the media types, and its content.
type Body struct {
	Required bool
	On       bool
	media    int         // index into types and Contents
	Contents []gene.Gene // one for each media type
	types    *mediaTypes
}

// clone copies the content in use. The others are shared, and copied when
// they come into use.
func (g *Body) clone() *Body {
	out := *g
	out.Contents = slices.Clone(g.Contents)
	out.Contents[g.media] = g.Contents[g.media].Clone()
	return &out
}

// use draws a new content of a media type.
func (g *Body) use(media int, r *rand.Rand) {
	content := g.Contents[media]
	if media != g.media {
		content = content.Clone()
	}
	content.Randomize(r)
	g.media, g.Contents[media] = media, content
}

// Clone returns a deep copy.
func (g *Body) Clone() gene.Gene { return g.clone() }

// Value returns the content, gene.Absent when the body is switched off.
func (g *Body) Value() any {
	if !g.On {
		return value.Absent
	}
	return g.Contents[g.media].Value()
}

// Set switches the body on, or off unless it is required, and reports whether
// that changed anything.
func (g *Body) Set(on bool) bool {
	if on == g.On || g.Required {
		return false
	}
	g.On = on
	return true
}

// Declared reports whether the schema declares a body.
func (g *Body) Declared() bool { return g.contents() > 0 }

// contents is how many contents the schema declares. A nil Body has none.
func (g *Body) contents() int {
	if g == nil {
		return 0
	}
	return len(g.types.declared())
}

// Types returns the media types of the contents, first the declared types.
func (g *Body) Types() []*openapi.MediaType { return g.types.all }

// mediaType is the media type of the content in use.
func (g *Body) mediaType() *openapi.MediaType { return g.types.all[g.media] }

// Media returns which of the declared media types the content in use has.
func (g *Body) Media() int { return g.media }

// SetMedia takes another of the declared media types into use, as it is.
func (g *Body) SetMedia(media int) {
	g.media = media
	g.Contents = slices.Clone(g.Contents)
	g.Contents[media] = g.Contents[media].Clone()
}

// Inner returns the content in use, nil where the body is off. A nil Body has none.
func (g *Body) Inner() gene.Gene {
	if g == nil || !g.On {
		return nil
	}
	return g.Contents[g.media]
}

// Absence tells whether there is no body now; there can always be one.
func (g *Body) Absence() (now, forever bool) {
	content, _ := gene.Absence(g.Contents[g.media])
	return !g.On || content, false
}

// Children yields the content in use.
func (g *Body) Children() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		if g.On {
			yield(g.Contents[g.media])
		}
	}
}

func (g *Body) switches() bool { return !g.Required || len(g.Contents) > 1 }

// Weight is that of the content, and one for what can be switched.
func (g *Body) Weight() float64 {
	w := 0.0
	if g.switches() {
		w = 1
	}
	if g.On {
		w += gene.Weight(g.Contents[g.media])
	}
	return w
}

// Randomize draws whether there is a body, its media type and its content.
func (g *Body) Randomize(r *rand.Rand) {
	if g.Declared() {
		g.On = g.Required || r.IntN(10) > 0
	} else {
		g.On = r.IntN(2) == 0
	}
	g.use(g.types.draw(r), r)
}

// Mutate changes the content, or now and then what is around it.
func (g *Body) Mutate(r *rand.Rand, focus float64) {
	content := g.Contents[g.media]
	switch {
	case !g.On:
		g.On = true
	case g.switches() && (gene.Weight(content) == 0 || chance.Rarely(r)):
		g.turn(r)
	default:
		content.Mutate(r, focus)
	}
}

// turn changes the media type or removes the body. What the two contents have in common
// stays.
func (g *Body) turn(r *rand.Rand) {
	n := len(g.Contents)
	if n == 1 || !g.Required && r.IntN(2) == 0 {
		g.On = false
		return
	}
	older := g.Contents[g.media]
	g.use((g.media+1+r.IntN(n-1))%n, r)
	kept := g.Contents[g.media].Clone()
	keep(older, kept)
	if gene.Check(kept) == nil {
		g.Contents[g.media] = kept
	}
}
