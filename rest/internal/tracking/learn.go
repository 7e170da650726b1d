package tracking

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/pool"
)

// news has the knowledge that no other process has yet. It is bounded: the oldest part goes first.
type news struct {
	bonds   []bond
	sources []fitness.ID
}

// learned is the knowledge that a process tells another process.
type learned struct {
	Bonds   []bondPlain   `json:",omitempty"`
	Sources []sourcePlain `json:",omitempty"`
	Forms   track.Known   `json:",omitzero"`
}

type bondPlain struct {
	To, From         pool.Where
	ToLink, FromLink track.Link
	Step             *pool.Plain   `json:",omitempty"`
	Moment           time.Duration `json:",omitempty"`
}

type sourcePlain struct {
	Target fitness.Target
	At     pool.Where
	Link   track.Link
	Wants  []*pool.Plain `json:",omitempty"`
}

// Learned returns the news since the last call, nil for none.
func (in *Inputs) Learned() (json.RawMessage, error) {
	if in == nil || len(in.news.bonds)+len(in.news.sources) == 0 {
		return nil, nil
	}
	out := learned{Forms: in.forms}
	for _, b := range in.news.bonds {
		p := bondPlain{To: in.names.Where(b.to), From: in.names.Where(b.from), ToLink: b.toLink, FromLink: b.fromLink}
		if d, ok := b.step.(time.Duration); ok {
			p.Moment = d
		} else {
			p.Step = pool.PlainOf(b.step)
		}
		out.Bonds = append(out.Bonds, p)
	}
	slices.Sort(in.news.sources)
	for _, id := range slices.Compact(in.news.sources) {
		for _, s := range in.sources[id] {
			p := sourcePlain{Target: in.names.Targets.Target(id), At: in.names.Where(s.at), Link: s.link,
				Wants: pool.PlainsOf(s.wants)}
			out.Sources = append(out.Sources, p)
		}
	}
	in.news = news{}
	return json.Marshal(out)
}

// Learn adds the news of another process.
func (in *Inputs) Learn(data json.RawMessage) error {
	if in == nil || len(data) == 0 {
		return nil
	}
	var told learned
	if err := json.Unmarshal(data, &told); err != nil {
		return fmt.Errorf("what another process tracked: %w", err)
	}
	own := in.news
	for _, b := range told.Bonds {
		in.adopt(&b)
	}
	for _, s := range told.Sources {
		in.reach(&s)
	}
	for _, layout := range told.Forms.Layouts {
		in.forms.Layouts = withForm(in.forms.Layouts, layout)
	}
	for _, alphabet := range told.Forms.Alphabets {
		in.forms.Alphabets = withForm(in.forms.Alphabets, alphabet)
	}
	in.news = own // the others know it
	return nil
}

// adopt adds a bond of another process.
func (in *Inputs) adopt(p *bondPlain) {
	to, ok := in.names.Place(p.To)
	from, known := in.names.Place(p.From)
	if !ok || !known {
		return
	}
	b := bond{to, from, p.ToLink, p.FromLink, p.Step.Value()}
	if p.Moment != 0 {
		b.step = p.Moment
	}
	in.keepBond(b)
}

// reach adds a source of another process.
func (in *Inputs) reach(p *sourcePlain) {
	at, ok := in.names.Place(p.At)
	if !ok {
		return
	}
	in.learn(in.names.Targets.ID(p.Target), match{&leaf{at: at}, p.Link}, pool.ValuesOf(p.Wants))
}
