package rest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

func (c *callGenes) setParams(states value.Object) error {
	if len(states) != len(c.params) {
		return errors.New("it has other parameters")
	}
	for i := range c.params {
		p, ok := &c.params[i], false
		name := p.spec.In + " " + p.spec.Name
		if states[i].Name == name {
			p.gene, ok = gene.Restore(p.gene, states[i].Value)
		}
		if !ok {
			return fmt.Errorf("parameter %s does not fit", name)
		}
	}
	return nil
}

// State returns whether there is a body, its media type and its content.
func (g *bodyGene) State() any {
	return []any{g.on, int64(g.media), gene.State(g.contents[g.media])}
}

// SetState implements gene.Stateful.
func (g *bodyGene) SetState(state any) bool {
	list, ok := state.([]any)
	if !ok || len(list) != 3 {
		return false
	}
	on, isBool := list[0].(bool)
	media, isInt := list[1].(int64)
	if !isBool || !isInt || media < 0 || media >= int64(len(g.contents)) || !on && g.required {
		return false
	}
	g.on, g.media = on, int(media)
	g.contents = slices.Clone(g.contents)
	g.contents[media], ok = gene.Restore(g.contents[media].Clone(), list[2])
	return ok
}

func (f *corruption) state() value.Object {
	at := make([]any, len(f.at))
	for i, s := range f.at {
		if at[i] = s.name; s.name == "" {
			at[i] = int64(s.index)
		}
	}
	return value.Object{
		{Name: "what", Value: f.what}, {Name: "param", Value: int64(f.param)}, {Name: "at", Value: at},
		{Name: "value", Value: f.value}, {Name: "whole", Value: int64(f.whole)},
	}
}

// decodeCorruption returns nil for what is none of a call with so many
// parameters.
func decodeCorruption(state any, params int) *corruption {
	f := fields{value: state}
	out := &corruption{what: f.text("what"), param: f.int("param"), value: f.get("value"), whole: wholeBody(f.int("whole"))}
	for _, s := range f.list("at") {
		switch s := s.(type) {
		case string:
			out.at = append(out.at, step{name: s})
		case int64:
			out.at = append(out.at, step{index: int(s)})
		default:
			return nil
		}
	}
	if f.bad || out.param < inBody || out.param >= params || out.whole > bodyForeign {
		return nil
	}
	return out
}

// fields reads the members of a plain object and remembers whether one was
// missing or of another type.
type fields struct {
	value any
	bad   bool
}

func (f *fields) get(name string) any {
	members, _ := f.value.(value.Object)
	value, _ := members.Get(name)
	return value
}

func (f *fields) text(name string) string { return field[string](f, name) }
func (f *fields) list(name string) []any  { return field[[]any](f, name) }
func (f *fields) int(name string) int     { return int(field[int64](f, name)) }

func field[T any](f *fields, name string) T {
	value, ok := f.get(name).(T)
	f.bad = f.bad || !ok
	return value
}

// plain returns a violation as plain data.
func (f *corruption) plain(c *callGenes) *suite.Flaw {
	v := violations{place: "body"}
	out := &suite.Flaw{In: "body"}
	if f.param != inBody {
		spec := c.params[f.param].spec
		v.place = spec.In + " " + spec.Name
		out.In, out.At = spec.In, []string{spec.Name}
	}
	for _, s := range f.at {
		if s.name == "" {
			out.At = append(out.At, strconv.Itoa(s.index))
		} else {
			out.At = append(out.At, s.name)
		}
	}
	out.What = strings.TrimPrefix(f.what, v.label(f.at)+" ")
	return out
}
