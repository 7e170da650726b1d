package tracking

import (
	"math/rand/v2"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// documents make JSON texts of the types that the program decodes.
type documents struct {
	typed func(schema string) gene.Gene
	genes map[string]gene.Gene // by schema; nil where there is none
}

// document is what a decoder wants: a JSON text of a type.
type document struct {
	schema string
	draw   int // which of several
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
	if v, err := value.ParseJSON([]byte(text)); err == nil && gene.Assign(g, v) {
		g.Mutate(r, focus)
	} else {
		g.Randomize(r)
	}
	return string(value.AppendJSON(nil, g.Value())), true
}

// decoded learns that a text was decoded into a type: the input that it came from gets
// texts of that type.
func (t *Tracker) decoded(c *testcase.Case, at int, in *sut.Input, leaves *leaves) {
	if !in.Decoded || in.Type == "" || !strings.Contains(in.Name, "json") {
		return
	}
	for _, m := range leaves.of(in.Data) {
		if m.link.Bits < sure || t.gene(in.Type) == nil {
			continue
		}
		for i := range draws {
			t.plan(&trial{parent: c, last: at, match: m, side: -1, want: document{in.Type, i}})
		}
		t.keep(m.at, kept{want: document{schema: in.Type}, link: m.link})
	}
}

// change mutates an input: a document by its members, if it is decoded into a type,
// and any other as its gene does.
func (t *Tracker) change(r *rand.Rand, c *action.Call, to action.Taker, focus float64) {
	if k, ok := t.decodes(placeOf(c, to)); ok && r.Float64() < documentRate {
		old, _ := k.link.Get(to.Value())
		if text, ok := t.mutate(r, k.want.(document).schema, old, focus); ok && put(to, &k.link, text) {
			c.Keep(to)
			return
		}
	}
	to.Mutate(r, focus)
	c.Keep(to)
}

// Reads reports whether texts are known that the program decodes into types.
func (t *Tracker) Reads() bool { return t != nil && len(t.genes) > 0 }

// Rewrite returns a mutant of a test in which a member of a document has changed, in
// whichever call, or nil if the test sends none. The test ends with the call at an
// index.
func (t *Tracker) Rewrite(r *rand.Rand, parent *testcase.Case, at int, focus float64) *testcase.Case {
	type part struct {
		c    *action.Call
		to   action.Taker
		kept kept
		old  any
	}
	var parts []part
	child := parent.Upto(at)
	for _, a := range child.Actions {
		call := a.(*action.Call)
		for _, to := range action.Takers(call) {
			if k, ok := t.decodes(placeOf(call, to)); ok {
				if old, ok := k.link.Get(to.Value()); ok {
					parts = append(parts, part{call, to, k, old})
				}
			}
		}
	}
	if len(parts) == 0 {
		return nil
	}
	p := parts[r.IntN(len(parts))]
	text, ok := t.mutate(r, p.kept.want.(document).schema, p.old, focus)
	if !ok || !put(p.to, &p.kept.link, text) {
		return nil
	}
	p.c.Keep(p.to)
	return child
}

// documentRate is the share of mutations of an input which is decoded that change a
// member of its document.
const documentRate = 0.8

// decodes returns the type that an input is decoded into.
func (k *keeping) decodes(at place) (kept, bool) {
	in := k.inputs[at]
	if in == nil {
		return kept{}, false
	}
	for _, v := range in.paid {
		if _, ok := v.want.(document); ok {
			return v, true
		}
	}
	return kept{}, false
}

// put gives an input the value whose end of the link is what is wanted.
func put(to action.Taker, link *track.Link, want any) bool {
	next, ok := link.Put(to.Value(), want)
	return ok && assign(to, next)
}
