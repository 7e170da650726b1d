package tracking

import (
	"encoding/json"
	"math/rand/v2"
	"strings"

	"github.com/evoke-go/evoke/fitness"
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
	g.Randomize(r) // what the old text lacks has a value once the change adds it
	if v, err := value.ParseJSON([]byte(text)); err == nil && gene.Assign(g, v) {
		g.Mutate(r, focus)
	}
	return string(value.AppendJSON(nil, g.Value())), true
}

// decoded learns that a text was decoded into a type: the input that it came from gets
// texts of that type.
func (t *Tracker) decoded(c *testcase.Case, at int, in *sut.Input, leaves *leaves) {
	if !in.Decoded || in.Type == "" || !strings.Contains(in.Name, "json") {
		return
	}
	if in.Data == "" {
		nothing(t, c, at, in.Type, leaves)
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

// nothing plans documents for a decoder that was given no text: the input that it
// reads may be left out or empty, and may be encoded in base64.
func nothing(t *Tracker, c *testcase.Case, at int, typed string, leaves *leaves) {
	if t.gene(typed) == nil {
		return
	}
	links := []track.Link{{}, {Way: track.Base64}}
	for _, name := range t.forms.Alphabets {
		if name != "" {
			links = append(links, track.Link{Way: track.Base64, Form: name})
		}
	}
	for i := range leaves.all {
		l := &leaves.all[i]
		if l.call != at || l.value != nil && l.value != "" && !value.IsAbsent(l.value) {
			continue
		}
		for _, link := range links {
			t.plan(&trial{parent: c, last: at, match: match{l, link}, side: -1, want: document{typed, 0}})
		}
	}
}

// change mutates an input: a document by its members, if it is decoded into a type,
// and any other as its gene does.
func (t *Tracker) change(r *rand.Rand, c *action.Call, to action.Taker, focus float64) {
	if k, ok := t.decodes(placeOf(c, to), to.Value()); ok && r.Float64() < memberRate {
		old, _ := k.link.Get(to.Value())
		if text, ok := t.mutate(r, k.want.(document).schema, old, focus); ok && put(to, &k.link, text) {
			c.Keep(to)
			return
		}
	}
	to.Mutate(r, focus)
	c.Keep(to)
}

// formRate is the share of changes of an input that give it what was good for it before,
// or another value of a form that it has to have.
const formRate = 0.4

// Vary changes an input of a call, mostly so that it keeps the form that it has to have.
func (t *Tracker) Vary(r *rand.Rand, c *action.Call, to action.Taker, focus float64) {
	if in := t.inputs[placeOf(c, to)]; in != nil && r.Float64() < formRate {
		k := in.paid[r.IntN(len(in.paid))]
		if k.want != nil && t.give(r, c, to, &k.link, k.want) {
			return
		}
	}
	t.change(r, c, to, focus)
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
			if k, ok := t.decodes(placeOf(call, to), to.Value()); ok {
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

// memberRate is the share of mutations of an input which is decoded that change a
// member of its document.
const memberRate = 0.8

// decodes returns the type that an input with a value is decoded into. Where more than
// one is known, it is one that a document is in, if any is, or else the last.
func (k *keeping) decodes(at place, now any) (found kept, ok bool) {
	in := k.inputs[at]
	if in == nil {
		return kept{}, false
	}
	for _, v := range in.paid {
		if v.rank() < typed {
			continue
		}
		found, ok = v, true
		inner, _ := v.link.Get(now)
		if text, _ := inner.(string); json.Valid([]byte(text)) {
			break
		}
	}
	return found, ok
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

// hearLack plans marks for the members that the documents of a test lack, where a
// condition compares with nothing. A member that is missing or empty cannot be known
// again, so that nobody would put there what the condition wants.
func hearLack(t *Tracker, c *testcase.Case, at int, operand any, side fitness.ID, leaves *leaves) {
	if len(t.genes) == 0 || !empty(operand) {
		return
	}
	_, text := operand.(string)
	m := mark{number: !text}
	for i := range leaves.all {
		l := &leaves.all[i]
		k, ok := t.decodes(l.at, l.value)
		if !ok {
			continue
		}
		inner, _ := k.link.Get(l.value)
		for _, link := range t.lacks(inner, k.want.(document).schema, m) {
			if k.link.Way != track.Same {
				link.Outer = &k.link
			}
			t.plan(&trial{parent: c, last: at, match: match{l, link}, side: side, want: m, old: operand})
		}
	}
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
