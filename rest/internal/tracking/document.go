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
	genes map[string]gene.Gene // genes by schema, nil for a schema without a gene
}

const (
	// draws is the number of documents to try in an input that the program decodes.
	draws = 3
	// maxGenes bounds the types.
	maxGenes = 200
)

// gene returns the gene of a type, nil for none.
func (d *documents) gene(schema string) gene.Gene {
	g, known := d.genes[schema]
	if !known && d.typed != nil && len(d.genes) < maxGenes {
		g = d.typed(schema)
		d.genes[schema] = g
	}
	return g
}

// mutate returns a JSON text of a type: the old text with a small change, or a random text if the old value is no text
// of the type. It returns false for an unknown type.
func (d *documents) mutate(r *rand.Rand, schema string, old any, focus float64) (string, bool) {
	template := d.gene(schema)
	if template == nil {
		return "", false
	}
	text, _ := old.(string)
	g := template.Clone()
	g.Randomize(r) // a member that the change adds needs a value
	if v, err := value.ParseJSON([]byte(text)); err == nil && gene.Assign(g, v) {
		g.Mutate(r, focus)
	}
	return string(value.AppendJSON(nil, g.Value())), true
}

// putPart gives an input of a call a value with the wanted part in the place of the link. It reports whether the input
// takes the value.
func putPart(c *action.Call, to action.Taker, link *track.Link, want any) bool {
	next, ok := link.Put(to.Value(), want)
	return ok && keepValue(c, to, next)
}

// keepValue gives an input of a call a value to keep. It reports whether the input takes the value.
func keepValue(c *action.Call, to action.Taker, v any) bool {
	if !assign(to, v) {
		return false
	}
	c.Keep(to)
	return true
}

// mark is a value that the tracker recognizes in any comparison: a text, or a number.
type mark struct{ number bool }

const (
	// markLength is the number of letters of a mark, and leastMark the least number of a mark.
	markLength, leastMark = 6, 1 << sure
)

// drawMark returns a new mark.
func (m mark) drawMark(r *rand.Rand) any {
	if m.number {
		return int64(leastMark + r.IntN(leastMark))
	}
	text := make([]byte, markLength)
	for i := range text {
		text[i] = byte('a' + r.IntN(26))
	}
	return string(text)
}

// missingMembers returns links to the members that a JSON text of a type lacks and that take a mark.
func (d *documents) missingMembers(inner any, schema string, m mark) (found []track.Link) {
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
	like := m.drawMark(rand.New(rand.NewPCG(0, 0)))
	eachMissing(g, now, "", func(at string) {
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

// eachMissing calls found with the place of each member of a document that is missing or empty.
func eachMissing(g gene.Gene, document any, at string, found func(at string)) {
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
		if v, err := value.At(document, below); err != nil || v == nil || isEmpty(v) {
			found(below)
		} else {
			eachMissing(member, document, below, found)
		}
	}
}

// isEmpty reports whether a value looks like a missing member.
func isEmpty(v any) bool { return v == "" || v == int64(0) || v == 0.0 }

// giveWanted puts the value that a condition wants into an input. It reports whether the input takes the value.
func (d *documents) giveWanted(r *rand.Rand, c *action.Call, to action.Taker, link *track.Link, want any) bool {
	ok := true
	switch w := want.(type) {
	case sut.Wanted:
		inner, _ := link.Get(to.Value())
		old, _ := inner.(string)
		want, ok = aim.Text(r, old, w)
	case pool.Document:
		want, ok = d.mutate(r, w.Schema, nil, 0)
	case rune:
		want = string(w)
	case mark:
		want = w.drawMark(r)
	case action.Source:
		return c.Claim(to, w)
	}
	return ok && putPart(c, to, link, want)
}

// assign gives an input a value. It converts a number if the input takes only another kind of number, or its text.
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
