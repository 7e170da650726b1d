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

// Body is the gene of a request body. It decides whether the call has a body, in which of the media types, and with
// which content.
type Body struct {
	Required bool
	On       bool        // the call has a body
	media    int         // index of the media type in use, in types and in Contents
	Contents []gene.Gene // one content for each media type
	types    *mediaTypes
}

// clone copies the content in use. Both bodies share the other contents, and copy a content when it comes into use.
func (g *Body) clone() *Body {
	out := *g
	out.Contents = slices.Clone(g.Contents)
	out.Contents[g.media] = g.Contents[g.media].Clone()
	return &out
}

// drawContent draws a new content of a media type, and brings it into use.
func (g *Body) drawContent(media int, r *rand.Rand) {
	content := g.Contents[media]
	if media != g.media {
		content = content.Clone()
	}
	content.Randomize(r)
	g.media, g.Contents[media] = media, content
}

// Clone returns a deep copy.
func (g *Body) Clone() gene.Gene { return g.clone() }

// Value returns the content, or value.Absent when the body is off.
func (g *Body) Value() any {
	if !g.On {
		return value.Absent
	}
	return g.Contents[g.media].Value()
}

// Set switches the body on or off, and reports whether that changed the body. A required body cannot be switched off.
func (g *Body) Set(on bool) bool {
	if on == g.On || g.Required {
		return false
	}
	g.On = on
	return true
}

// Declared reports whether the schema declares a body.
func (g *Body) Declared() bool { return g.countContents() > 0 }

// countContents returns the number of contents that the schema declares, 0 for a nil Body.
func (g *Body) countContents() int {
	if g == nil {
		return 0
	}
	return len(g.types.declared())
}

// Types returns the media types of the contents, first the declared types.
func (g *Body) Types() []*openapi.MediaType { return g.types.all }

// currentType returns the media type of the content in use.
func (g *Body) currentType() *openapi.MediaType { return g.types.all[g.media] }

// Media returns the index of the media type in use, as in [Body.Types].
func (g *Body) Media() int { return g.media }

// SetMedia brings a media type into use, with the content that the body has for it.
func (g *Body) SetMedia(media int) {
	g.media = media
	g.Contents = slices.Clone(g.Contents)
	g.Contents[media] = g.Contents[media].Clone()
}

// Inner returns the content in use. It returns nil for a body that is off, and for a nil Body.
func (g *Body) Inner() gene.Gene {
	if g == nil || !g.On {
		return nil
	}
	return g.Contents[g.media]
}

// Absence implements [gene.Absenter]. The body is never absent forever.
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

// isSwitchable reports whether the body can be left out, or can get another media type.
func (g *Body) isSwitchable() bool { return !g.Required || len(g.Contents) > 1 }

// Weight returns the weight of the content, plus 1 if the body is switchable.
func (g *Body) Weight() float64 {
	w := 0.0
	if g.isSwitchable() {
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
	g.drawContent(g.types.draw(r), r)
}

// Mutate changes the content. Rarely, it changes the media type or removes the body.
func (g *Body) Mutate(r *rand.Rand, focus float64) {
	content := g.Contents[g.media]
	switch {
	case !g.On:
		g.On = true
	case g.isSwitchable() && (gene.Weight(content) == 0 || chance.Rarely(r)):
		g.switchContent(r)
	default:
		content.Mutate(r, focus)
	}
}

// switchContent changes the media type or removes the body. Members that the old and the new content have in common
// keep their values.
func (g *Body) switchContent(r *rand.Rand) {
	n := len(g.Contents)
	if n == 1 || !g.Required && r.IntN(2) == 0 {
		g.On = false
		return
	}
	older := g.Contents[g.media]
	g.drawContent((g.media+1+r.IntN(n-1))%n, r)
	kept := g.Contents[g.media].Clone()
	keepCommon(older, kept)
	if gene.Check(kept) == nil {
		g.Contents[g.media] = kept
	}
}
