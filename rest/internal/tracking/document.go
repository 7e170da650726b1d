package tracking

import (
	"fmt"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// documents make JSON texts of the types that the program decodes.
type documents struct {
	typed func(schema string) gene.Gene
	genes map[string]gene.Gene // by schema; nil where there is none
}

const (
	// draws is how many documents are tried at once in an input that is decoded.
	draws = 3
	// maxGenes is how many types are known.
	maxGenes = 200
)

// gene returns the gene of a type, or nil.
func (d *documents) gene(schema string) gene.Gene {
	g, known := d.genes[schema]
	if !known && d.typed != nil && len(d.genes) < maxGenes {
		g = d.typed(schema)
		d.genes[schema] = g
	}
	return g
}

// draw returns a new JSON text of a type.
func (d *documents) draw(r *rand.Rand, schema string) (string, bool) {
	template := d.gene(schema)
	if template == nil {
		return "", false
	}
	g := template.Clone()
	g.Randomize(r)
	return string(value.AppendJSON(nil, g.Value())), true
}

// mutate returns a JSON text of a type with a small change. It draws one where the old
// text is none of the type.
func (d *documents) mutate(r *rand.Rand, schema string, old any, focus float64) (string, bool) {
	template := d.gene(schema)
	if template == nil {
		return "", false
	}
	text, _ := old.(string)
	g := template.Clone()
	g.Randomize(r) // what the old text lacks has a value once the change adds it
	if v, err := value.ParseJSON([]byte(text)); err == nil && gene.Assign(g, v) {
		g.Mutate(r, focus)
	}
	return string(value.AppendJSON(nil, g.Value())), true
}

// put gives an input the value whose end of the link is what is wanted.
func put(to action.Taker, link *track.Link, want any) bool {
	next, ok := link.Put(to.Value(), want)
	return ok && assign(to, next)
}

// mark is a value that is known again wherever it is compared: a text, or a number.
type mark struct{ number bool }

const (
	// markLength is the number of letters of a mark, and leastMark the least number
	// that is one.
	markLength, leastMark = 6, 1 << sure
)

// draw returns a new mark.
func (m mark) draw(r *rand.Rand) any {
	if m.number {
		return int64(leastMark + r.IntN(leastMark))
	}
	text := make([]byte, markLength)
	for i := range text {
		text[i] = byte('a' + r.IntN(26))
	}
	return string(text)
}

// lacks returns the members that a JSON text of a type lacks and that take a mark.
func (d *documents) lacks(inner any, schema string, m mark) (found []track.Link) {
	text, _ := inner.(string)
	now, err := value.ParseJSON([]byte(text))
	template := d.gene(schema)
	if err != nil || template == nil {
		return nil
	}
	g := template.Clone()
	if !gene.Assign(g, now) {
		return nil
	}
	like := m.draw(rand.New(rand.NewPCG(0, 0)))
	lacking(g, now, "", func(at string) {
		link := track.Link{Way: track.Member, Form: at}
		marked, ok := link.Put(text, like)
		if !ok {
			return
		}
		next, err := value.ParseJSON([]byte(marked.(string)))
		if err == nil && gene.Assign(template.Clone(), next) {
			found = append(found, link)
		}
	})
	return found
}

// lacking calls found with the place of each member of a document that is missing or
// empty.
func lacking(g gene.Gene, document any, at string, found func(at string)) {
	if w, ok := g.(gene.Wrapper); ok {
		if g = w.Inner(); g == nil {
			return
		}
	}
	record, ok := g.(gene.Record)
	if !ok {
		return
	}
	for name, member := range record.Members() {
		below := value.Below(at, name)
		if v, err := value.At(document, below); err != nil || v == nil || empty(v) {
			found(below)
		} else {
			lacking(member, document, below, found)
		}
	}
}

// empty reports whether a value is what a member that is missing looks like.
func empty(v any) bool { return v == "" || v == int64(0) || v == 0.0 }

// give puts what a condition wants into an input.
func (d *documents) give(r *rand.Rand, c *action.Call, to action.Taker, link *track.Link, want any) bool {
	ok := true
	switch w := want.(type) {
	case sut.Wanted:
		inner, _ := link.Get(to.Value())
		old, _ := inner.(string)
		want, ok = aim.Text(r, old, w)
	case pool.Document:
		want, ok = d.draw(r, w.Schema)
	case rune:
		want = string(w)
	case mark:
		want = w.draw(r)
	case action.Source:
		return c.Claim(to, w)
	}
	if !ok || !put(to, link, want) {
		return false
	}
	c.Keep(to)
	return true
}

// assign gives a gene a value, as a number of the other kind if it takes only that.
func assign(to action.Taker, v any) bool {
	if gene.Assign(to.Gene, v) {
		return true
	}
	switch n := v.(type) {
	case int64:
		return gene.Assign(to.Gene, float64(n)) || gene.Assign(to.Gene, fmt.Sprint(n))
	case float64:
		return n == float64(int64(n)) && gene.Assign(to.Gene, int64(n))
	}
	return false
}
