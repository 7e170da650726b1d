package genotype

import (
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Leaf is a part of a call with one plain value: no object and no list.
type Leaf struct {
	gene.Gene
	Name string // of its parameter or member; elements of a list have that of the list
	Path string // its name behind those of the objects and lists around it, with slashes between
	In   string // place of its parameter, "" for the body
	// Record numbers the objects of the call in their order. The parameters outside of
	// the path are one of them.
	Record int
	// List numbers the lists of the call, 0 for none, and Element is where in the
	// innermost list around it the leaf stands.
	List, Element int
}

// Leaves returns the parts of a call with one plain value, in their order, those that are
// absent now included.
func Leaves(c *Call) []Leaf {
	v := leaves{found: make([]Leaf, 0, len(c.Params)), record: 1}
	for _, p := range c.Params {
		at := Leaf{Gene: p.Gene, Name: p.Spec.Name, Path: p.Spec.Name, In: p.Spec.In}
		if p.Spec.In != openapi.InPath {
			at.Record = 1
		}
		v.visit(at)
	}
	v.visit(Leaf{Gene: c.Body.Inner()})
	return v.found
}

// Wholes returns the objects that the content of a body may leave out and has, and its lists, in their order; none for
// nil.
func Wholes(content gene.Gene) []Leaf {
	v := leaves{record: 1, wholes: true}
	v.visit(Leaf{Gene: content})
	return v.found
}

// leaves collects leaves, or the wholes around them.
type leaves struct {
	found        []Leaf
	record, list int // the last ones
	wholes       bool
}

func (v *leaves) visit(at Leaf) {
	if at.Gene == nil {
		return
	}
	if v.wholes && isWhole(at.Gene) {
		v.found = append(v.found, at)
	}
	switch g := at.Gene.(type) {
	case gene.Record:
		v.members(at, g)
		return
	case *gene.Array:
		v.elements(at, g)
		return
	}
	if plain(at.Gene) {
		if !v.wholes {
			v.found = append(v.found, at)
		}
	} else if w, ok := at.Gene.(gene.Wrapper); ok {
		if at.Gene = w.Inner(); at.Gene != nil {
			v.visit(at)
		}
	} else if p, ok := at.Gene.(gene.Parent); ok {
		v.children(at, p)
	}
}

func (v *leaves) members(at Leaf, g gene.Record) {
	v.record++
	at.Record = v.record
	around := at.Path
	for name, child := range g.Members() {
		at.Gene, at.Name, at.Path = child, name, around+"/"+name
		v.visit(at)
	}
}

func (v *leaves) elements(at Leaf, g *gene.Array) {
	v.list++
	at.List, at.Element = v.list, 0
	for child := range g.Children() {
		at.Gene = child
		v.visit(at)
		at.Element++
	}
}

func (v *leaves) children(at Leaf, g gene.Parent) {
	for child := range g.Children() {
		at.Gene = child
		v.visit(at)
	}
}

// isWhole reports whether a gene is a list, or an object that may be left out and is there.
func isWhole(g gene.Gene) bool {
	if _, list := g.(*gene.Array); list {
		return true
	}
	o, ok := g.(*gene.Optional)
	return ok && o.On() && record(o) != nil
}

// plain reports whether a gene takes plain values and has a single one.
func plain(g gene.Gene) bool {
	if _, ok := g.(gene.Assigner); !ok || gene.Weight(g) == 0 || record(g) != nil {
		return false
	}
	switch g.Value().(type) {
	case []any, value.Object:
		return false
	}
	return true
}

// Detail gives a body the members that the program was seen to read, where the schema declares no member of it.
// The new content has the same media type and leaves out all optional members. Detail reports whether it changed
// the body.
func Detail(b *Body) bool {
	if b == nil || !b.On || b.media >= b.contents() {
		return false
	}
	var said leaves
	if said.visit(Leaf{Gene: b.Inner()}); len(said.found) > 0 {
		return false
	}
	kind := message.Essence(b.mediaType().Type)
	same := func(m *openapi.MediaType) bool { return message.Essence(m.Type) == kind }
	at := slices.IndexFunc(b.types.all[b.contents():], same)
	if at < 0 {
		return false
	}
	b.SetMedia(b.contents() + at)
	said.visit(Leaf{Gene: b.Inner()})
	for _, l := range slices.Concat(Wholes(b.Inner()), said.found) {
		if g, ok := l.Gene.(gene.Switch); ok {
			g.Set(false)
		}
	}
	return true
}
