package genotype

import (
	"encoding/json"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Place is a place in a call with a text, a number, or a list.
type Place struct {
	Param int // index of the parameter, or InBody
	At    []Step
	// Name is the name of the parameter or of the innermost member. In is the place of the parameter, "" for the body.
	Name, In string
	Value    any  // value at the place: a string, an int64, a float64 or a json.Number, or a list that is not empty
	URI      bool // the schema says that the text is a URI

	of    string // label of the parameter, or "body"
	label string // label of the place
}

// Instead returns the Invalid of a call with another value at the place. what describes the value in a few words.
func (p *Place) Instead(what string, v any) *Invalid {
	return &Invalid{What: p.label + " " + what, Param: p.Param, At: p.At, Value: v}
}

// Places returns the places of texts and numbers in a call, and of lists in its body, in their order. Parts that are
// off are included.
func Places(c *Call) []Place {
	v := places{}
	c = c.Clone()
	for _, l := range Leaves(c) {
		if s, ok := l.Gene.(gene.Switch); ok {
			s.Set(true)
		}
	}
	for i, p := range c.Params {
		if s, ok := p.Gene.(gene.Switch); ok {
			s.Set(true)
		}
		v.Place = Place{Param: i, Name: p.Spec.Name, In: p.Spec.In, of: p.Label()}
		v.visit(p.Spec.Schema, p.Gene.Value(), nil)
	}
	if c.Body != nil && c.Body.On {
		m := c.Body.currentType()
		v.Place = Place{Param: InBody, of: "body"}
		v.visit(m.Schema, c.Body.Value(), nil)
	}
	return v.found
}

// places collects places. Its own Place describes the value that is visited.
type places struct {
	Place
	found []Place
}

// visit collects the places in a value. s is the schema of the value, nil for none.
func (v *places) visit(s *openapi.Schema, val any, at []Step) {
	if s != nil {
		s = message.Flatten(s)
	}
	switch val := val.(type) {
	case value.Object:
		for _, m := range val {
			inner := v.Place
			v.Name = m.Name
			v.visit(message.Property(s, m.Name), m.Value, append(slices.Clip(at), Step{Name: m.Name}))
			v.Place = inner
		}
	case []any:
		if len(val) > 0 {
			if v.Param == InBody {
				v.add(s, val, at)
			}
			var items *openapi.Schema
			if s != nil {
				items = s.Items
			}
			v.visit(items, val[0], append(slices.Clip(at), Step{Index: 0}))
		}
	case string, int64, float64, json.Number:
		v.add(s, val, at)
	}
}

func (v *places) add(s *openapi.Schema, val any, at []Step) {
	p := v.Place
	p.At, p.Value = slices.Clone(at), val
	p.URI = s != nil && (s.Format == "uri" || s.Format == "url" || s.Format == "uri-reference" || s.Format == "iri")
	p.label = (&invalidities{place: p.of}).labelOf(at)
	v.found = append(v.found, p)
}
