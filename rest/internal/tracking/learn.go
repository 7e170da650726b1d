package tracking

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Names give what one process learns a meaning in another one.
type Names struct {
	Operations []string // by index
	Targets    *fitness.Registry
}

// place returns the input that another process named.
func (n *Names) place(w where) (place, bool) {
	op := slices.Index(n.Operations, w.Operation)
	return place{op, w.Path}, op >= 0
}

func (n *Names) where(at place) where { return where{n.Operations[at.op], at.path} }

// news is what no other process knows yet. It is bounded: the oldest goes first.
type news struct {
	kept    []keptAt
	bonds   []bond
	sources []fitness.ID
}

type keptAt struct {
	at place
	kept
}

// maxNews bounds each kind of news.
const maxNews = 256

// tell adds to a list of news.
func tell[T any](list []T, v T) []T {
	if len(list) == maxNews {
		list = slices.Delete(list, 0, 1)
	}
	return append(list, v)
}

// where names an input.
type where struct{ Operation, Path string }

// learned is what one process tells another.
type learned struct {
	Kept    []keptPlain   `json:",omitempty"`
	Bonds   []bondPlain   `json:",omitempty"`
	Sources []sourcePlain `json:",omitempty"`
	Forms   track.Known   `json:",omitzero"`
}

type keptPlain struct {
	At    where
	Given *plain      `json:",omitempty"`
	Want  *plain      `json:",omitempty"`
	Link  *track.Link `json:",omitempty"`
}

type bondPlain struct {
	To, From         where
	ToLink, FromLink track.Link
	Step             *plain        `json:",omitempty"`
	Moment           time.Duration `json:",omitempty"`
}

type sourcePlain struct {
	Target fitness.Target
	At     where
	Link   track.Link
	Wants  []plain `json:",omitempty"`
}

// plain is a value as JSON: plain data, or one that only comparisons have.
type plain struct {
	Value  json.RawMessage `json:",omitempty"`
	Rune   rune            `json:",omitempty"`
	Wanted *sut.Wanted     `json:",omitempty"`
	Schema string          `json:",omitempty"`
	Source *action.Source  `json:",omitempty"`
}

func plainOf(v any) plain {
	switch v := v.(type) {
	case rune:
		return plain{Rune: v}
	case sut.Wanted:
		return plain{Wanted: &v}
	case document:
		return plain{Schema: v.schema}
	case action.Source:
		return plain{Source: &v}
	}
	return plain{Value: value.AppendExact(nil, v)}
}

// some is plainOf, and nil for nil.
func some(v any) *plain {
	if v == nil {
		return nil
	}
	p := plainOf(v)
	return &p
}

// value reverses plainOf. It returns nil for nothing, and for what it cannot read.
func (p *plain) value() any {
	switch {
	case p == nil:
		return nil
	case p.Wanted != nil:
		return *p.Wanted
	case p.Schema != "":
		return document{schema: p.Schema}
	case p.Source != nil:
		return *p.Source
	case len(p.Value) == 0:
		return p.Rune
	}
	v, err := value.ParseExact(p.Value)
	if err != nil {
		return nil
	}
	return v
}

// Learned returns what was learned since the last call, or nil for nothing.
func (in *Inputs) Learned() (json.RawMessage, error) {
	if in == nil || len(in.news.kept)+len(in.news.bonds)+len(in.news.sources) == 0 {
		return nil, nil
	}
	out := learned{Forms: in.forms}
	for _, k := range in.news.kept {
		p := keptPlain{At: in.names.where(k.at), Given: some(k.given), Want: some(k.want)}
		if k.want != nil {
			p.Link = &k.link
		}
		out.Kept = append(out.Kept, p)
	}
	for _, b := range in.news.bonds {
		p := bondPlain{To: in.names.where(b.to), From: in.names.where(b.from), ToLink: b.toLink, FromLink: b.fromLink}
		if d, ok := b.step.(time.Duration); ok {
			p.Moment = d
		} else {
			p.Step = some(b.step)
		}
		out.Bonds = append(out.Bonds, p)
	}
	slices.Sort(in.news.sources)
	for _, id := range slices.Compact(in.news.sources) {
		for _, s := range in.sources[id] {
			p := sourcePlain{Target: in.names.Targets.Target(id), At: in.names.where(s.at), Link: s.link}
			for _, w := range s.wants {
				p.Wants = append(p.Wants, plainOf(w))
			}
			out.Sources = append(out.Sources, p)
		}
	}
	in.news = news{}
	return json.Marshal(out)
}

// Learn adds what another process learned.
func (in *Inputs) Learn(data json.RawMessage) error {
	if in == nil || len(data) == 0 {
		return nil
	}
	var told learned
	if err := json.Unmarshal(data, &told); err != nil {
		return fmt.Errorf("what another process tracked: %w", err)
	}
	own := in.news
	for _, k := range told.Kept {
		if at, ok := in.names.place(k.At); ok && (k.Given.value() != nil || k.Want.value() != nil) {
			in.keep(at, keptOf(&k))
		}
	}
	for _, b := range told.Bonds {
		in.adopt(&b)
	}
	for _, s := range told.Sources {
		in.reach(&s)
	}
	for _, layout := range told.Forms.Layouts {
		in.forms.Layouts = known(in.forms.Layouts, layout)
	}
	for _, alphabet := range told.Forms.Alphabets {
		in.forms.Alphabets = known(in.forms.Alphabets, alphabet)
	}
	in.news = own // the others know it
	return nil
}

func keptOf(p *keptPlain) kept {
	k := kept{given: p.Given.value(), want: p.Want.value()}
	if p.Link != nil {
		k.link = *p.Link
	}
	return k
}

// adopt adds a bond of another process.
func (in *Inputs) adopt(p *bondPlain) {
	to, ok := in.names.place(p.To)
	from, known := in.names.place(p.From)
	if !ok || !known {
		return
	}
	b := bond{to, from, p.ToLink, p.FromLink, p.Step.value()}
	if p.Moment != 0 {
		b.step = p.Moment
	}
	in.bond(b)
}

// reach adds a source of another process.
func (in *Inputs) reach(p *sourcePlain) {
	at, ok := in.names.place(p.At)
	if !ok {
		return
	}
	var wants []any
	for i := range p.Wants {
		if v := p.Wants[i].value(); v != nil {
			wants = append(wants, v)
		}
	}
	in.learn(in.names.Targets.ID(p.Target), match{&leaf{at: at}, p.Link}, wants)
}
