package pool

import (
	"encoding/json"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Plain is a value in JSON, for other processes: plain data, or a value of a type that only comparisons of the program
// have.
type Plain struct {
	Plain  json.RawMessage `json:",omitempty"`
	Rune   rune            `json:",omitempty"`
	Wanted *sut.Wanted     `json:",omitempty"`
	Schema string          `json:",omitempty"`
	Source *action.Source  `json:",omitempty"`
}

// PlainOf returns a value as JSON, nil for nil.
func PlainOf(v any) *Plain {
	switch v := v.(type) {
	case nil:
		return nil
	case rune:
		return &Plain{Rune: v}
	case sut.Wanted:
		return &Plain{Wanted: &v}
	case Document:
		return &Plain{Schema: v.Schema}
	case action.Source:
		return &Plain{Source: &v}
	}
	return &Plain{Plain: value.AppendExact(nil, v)}
}

// Value reverses [PlainOf]. It returns nil for what it cannot read.
func (p *Plain) Value() any {
	switch {
	case p == nil:
		return nil
	case p.Wanted != nil:
		return *p.Wanted
	case p.Schema != "":
		return Document{Schema: p.Schema}
	case p.Source != nil:
		return *p.Source
	case len(p.Plain) == 0:
		return p.Rune
	}
	v, err := value.ParseExact(p.Plain)
	if err != nil {
		return nil
	}
	return v
}

// PlainsOf returns values as JSON.
func PlainsOf(vs []any) []*Plain {
	out := make([]*Plain, len(vs))
	for i, v := range vs {
		out[i] = PlainOf(v)
	}
	return out
}

// ValuesOf reverses [PlainsOf]. It leaves out what it cannot read.
func ValuesOf(ps []*Plain) (out []any) {
	for _, p := range ps {
		if v := p.Value(); v != nil {
			out = append(out, v)
		}
	}
	return out
}

// Names translates between the ids of this process and the names that all processes know.
type Names struct {
	Operations []string // by index
	Targets    *fitness.Registry
}

// Where names an input so that other processes understand it.
type Where struct{ Operation, Path string }

// Place returns the input that another process named, and false if this process does not have it.
func (n *Names) Place(w Where) (action.Place, bool) {
	op := slices.Index(n.Operations, w.Operation)
	return action.Place{Op: op, Path: w.Path}, op >= 0
}

// Where returns the name of an input for other processes.
func (n *Names) Where(at action.Place) Where { return Where{n.Operations[at.Op], at.Path} }

// maxNews bounds the news of each kind that wait to be told to other processes.
const maxNews = 256

// Tell appends to a list of news. It drops the oldest entry if the list is full.
func Tell[T any](list []T, v T) []T {
	if len(list) == maxNews {
		list = slices.Delete(list, 0, 1)
	}
	return append(list, v)
}

// paidAt is a value that paid, with the place of its input.
type paidAt struct {
	at action.Place
	Paid
}

// paidPlain is a value that paid, in JSON for other processes.
type paidPlain struct {
	At    Where
	Given *Plain      `json:",omitempty"`
	Want  *Plain      `json:",omitempty"`
	Link  *track.Link `json:",omitempty"`
}

// learned returns the values that paid since the last call.
func (l *Values) learned(names *Names) (out []paidPlain) {
	if l == nil {
		return nil
	}
	for i := range l.news {
		k := &l.news[i]
		p := paidPlain{At: names.Where(k.at), Given: PlainOf(k.Plain), Want: PlainOf(k.Want)}
		if k.Want != nil {
			p.Link = &k.Link
		}
		out = append(out, p)
	}
	l.news = nil
	return out
}

// learn adds values that paid in another process.
func (l *Values) learn(names *Names, told []paidPlain) {
	for i := range told {
		k := &told[i]
		v := Paid{Plain: k.Given.Value(), Want: k.Want.Value()}
		if k.Link != nil {
			v.Link = *k.Link
		}
		if at, ok := names.Place(k.At); ok && (v.Plain != nil || v.Want != nil) {
			l.pay(at, v)
		}
	}
}
