package genotype

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

func (c *Call) SetParams(states value.Object) error {
	if len(states) != len(c.Params) {
		return errors.New("it has other parameters")
	}
	for i := range c.Params {
		p, ok := &c.Params[i], false
		name := p.Spec.In + " " + p.Spec.Name
		if states[i].Name == name {
			p.Gene, ok = gene.Restore(p.Gene, states[i].Value)
		}
		if !ok {
			return fmt.Errorf("parameter %s does not fit", name)
		}
	}
	return nil
}

// State returns whether there is a body, its media type and its content.
func (g *Body) State() any {
	return []any{g.On, int64(g.media), gene.State(g.Contents[g.media])}
}

// SetState implements gene.Stateful.
func (g *Body) SetState(state any) bool {
	list, ok := state.([]any)
	if !ok || len(list) != 3 {
		return false
	}
	on, isBool := list[0].(bool)
	media, isInt := list[1].(int64)
	if !isBool || !isInt || media < 0 || media >= int64(len(g.Contents)) || !on && g.Required {
		return false
	}
	g.On, g.media = on, int(media)
	g.Contents = slices.Clone(g.Contents)
	g.Contents[media], ok = gene.Restore(g.Contents[media].Clone(), list[2])
	return ok
}

func (f *Invalid) State() value.Object {
	at := make([]any, len(f.At))
	for i, s := range f.At {
		if at[i] = s.Name; s.Name == "" {
			at[i] = int64(s.Index)
		}
	}
	return value.Object{
		{Name: "what", Value: f.What}, {Name: "param", Value: int64(f.Param)}, {Name: "at", Value: at},
		{Name: "value", Value: f.Value}, {Name: "whole", Value: int64(f.Whole)},
	}
}

// DecodeInvalid returns nil for what is none of a call with so many
// parameters.
func DecodeInvalid(state any, params int) *Invalid {
	f := Fields{Value: state}
	out := &Invalid{What: f.Text("what"), Param: f.Int("param"), Value: f.Get("value"), Whole: wholeBody(f.Int("whole"))}
	for _, s := range f.List("at") {
		switch s := s.(type) {
		case string:
			out.At = append(out.At, Step{Name: s})
		case int64:
			out.At = append(out.At, Step{Index: int(s)})
		default:
			return nil
		}
	}
	if f.Bad || out.Param < InBody || out.Param >= params || out.Whole > bodyForeign {
		return nil
	}
	return out
}

// Fields reads the members of a plain object and remembers whether one was
// missing or of another type.
type Fields struct {
	Value any
	Bad   bool
}

func (f *Fields) Get(name string) any {
	members, _ := f.Value.(value.Object)
	value, _ := members.Get(name)
	return value
}

func (f *Fields) Text(name string) string { return field[string](f, name) }
func (f *Fields) List(name string) []any  { return field[[]any](f, name) }
func (f *Fields) Int(name string) int     { return int(field[int64](f, name)) }

func field[T any](f *Fields, name string) T {
	value, ok := f.Get(name).(T)
	f.Bad = f.Bad || !ok
	return value
}

// Plain says the same as plain data.
func (f *Invalid) Plain(c *Call) *suite.Invalid {
	v := invalidities{place: "body"}
	out := &suite.Invalid{In: "body"}
	if f.Param != InBody {
		spec := c.Params[f.Param].Spec
		v.place = spec.In + " " + spec.Name
		out.In, out.At = spec.In, []string{spec.Name}
	}
	for _, s := range f.At {
		if s.Name == "" {
			out.At = append(out.At, strconv.Itoa(s.Index))
		} else {
			out.At = append(out.At, s.Name)
		}
	}
	out.What = strings.TrimPrefix(f.What, v.label(f.At)+" ")
	return out
}
