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

// States returns the states of the parameters by their labels. It leaves out undeclared parameters that are absent.
func (ps Params) States() value.Object {
	out := make(value.Object, 0, len(ps))
	for _, p := range ps {
		if !p.Found || !value.IsAbsent(p.Gene.Value()) {
			out = append(out, value.Member{Name: p.Label(), Value: gene.State(p.Gene)})
		}
	}
	return out
}

// SetStates reverses States.
func (ps Params) SetStates(states value.Object) error {
	set := 0
	for i := range ps {
		p := &ps[i]
		name := p.Label()
		state, ok := states.Get(name)
		switch {
		case p.Found && !ok:
			continue
		case ok && (p.Found || i < len(states) && states[i].Name == name):
			before := p.Gene.Clone() // a state that does not fit may leave a part of itself behind
			restored, fits := gene.Restore(p.Gene, state)
			if set++; fits || !p.Found || !Surrounds(p.Spec.In) {
				p.Gene, ok = restored, fits
			} else { // more is known of the surroundings than when the state was taken: they stay off
				p.Gene = before
			}
		}
		if !ok {
			return fmt.Errorf("parameter %s does not fit", name)
		}
	}
	if set != len(states) {
		return errors.New("it has other parameters")
	}
	return nil
}

// BodyState returns the state of the body, or nil for no body. An undeclared body that is off counts as no body.
func (c *Call) BodyState() any {
	if c.Body == nil || !c.Body.On && !c.Body.Declared() {
		return nil
	}
	return gene.State(c.Body)
}

// SetBody reverses BodyState. It reports whether the state fits.
func (c *Call) SetBody(state any) bool {
	switch {
	case c.Body == nil:
		return state == nil
	case state == nil:
		return !c.Body.Declared()
	}
	return c.Body.SetState(state)
}

// State returns a list: whether there is a body, the media type, and the content.
func (g *Body) State() any {
	return []any{g.On, g.types.stateOf(g.media), gene.State(g.Contents[g.media])}
}

// SetState implements gene.Stateful.
func (g *Body) SetState(state any) bool {
	list, ok := state.([]any)
	if !ok || len(list) != 3 {
		return false
	}
	on, isBool := list[0].(bool)
	media := g.types.indexOf(list[1])
	if !isBool || media < 0 || !on && g.Required {
		return false
	}
	g.On, g.media = on, media
	g.Contents = slices.Clone(g.Contents)
	g.Contents[media], ok = gene.Restore(g.Contents[media].Clone(), list[2])
	return ok
}

// State returns the Invalid as plain data.
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

// DecodeInvalid reads an Invalid from plain data. It returns nil for data that describes no Invalid of a call with this
// number of parameters.
func DecodeInvalid(state any, params int) *Invalid {
	f := Fields{Value: state}
	out := &Invalid{What: f.Text("what"), Param: f.Int("param"), Value: f.Get("value"),
		Whole: wholeBody(f.Int("whole"))}
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
	if f.Bad || out.Param < InClient || (out.Param == InClient) != (out.Whole == clientGone) || out.Param >= params ||
		out.Whole >= bodyWholes {
		return nil
	}
	return out
}

// Fields reads the members of a plain object. Bad is set once a member is missing or has another type.
type Fields struct {
	Value any
	Bad   bool
}

// Get returns a member, nil for none. It does not set Bad.
func (f *Fields) Get(name string) any {
	members, _ := f.Value.(value.Object)
	value, _ := members.Get(name)
	return value
}

// Text, List and Int return a member of a type. They set Bad if there is none.
func (f *Fields) Text(name string) string { return fieldOf[string](f, name) }
func (f *Fields) List(name string) []any  { return fieldOf[[]any](f, name) }
func (f *Fields) Int(name string) int     { return int(fieldOf[int64](f, name)) }

func fieldOf[T any](f *Fields, name string) T {
	value, ok := f.Get(name).(T)
	f.Bad = f.Bad || !ok
	return value
}

// Plain describes the invalid part of a call for the suite. It returns nil if the call no longer has the place of the
// invalid part: then the call is valid.
func (f *Invalid) Plain(c *Call) *suite.Invalid {
	if f.Whole == clientGone {
		return &suite.Invalid{In: clientPlace, What: leavesEarly}
	}
	var whole any
	if f.Param != InBody {
		whole = c.Params[f.Param].Gene.Value()
	} else if c.Body != nil {
		whole = c.Body.Value()
	}
	if f.Whole == BodyValue && !f.fitsInto(whole) {
		return nil
	}
	v := invalidities{place: "body"}
	out := &suite.Invalid{In: "body"}
	if f.Param != InBody {
		p := &c.Params[f.Param]
		v.place = p.Label()
		out.In, out.At = p.Spec.In, []string{p.Spec.Name}
	}
	if f.Whole == acceptForeign {
		out.In, out.At, v.place = "header", []string{"Accept"}, acceptHeader
	}
	if method, path := f.Stray(); path != "" {
		return &suite.Invalid{In: "path", At: []string{path}, What: undeclared}
	} else if method != "" {
		return &suite.Invalid{In: "method", At: []string{method}, What: undeclared}
	}
	for _, s := range f.At {
		if s.Name == "" {
			out.At = append(out.At, strconv.Itoa(s.Index))
		} else {
			out.At = append(out.At, s.Name)
		}
	}
	out.What = strings.TrimPrefix(f.What, v.labelOf(f.At)+" ")
	return out
}
