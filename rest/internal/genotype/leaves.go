package genotype

import (
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// Leaf is a part of a call with a plain value, which is no object and no list.
type Leaf struct {
	gene.Gene
	Name string // name of the parameter or member; an element of a list has the name of the list
	Path string // names of the objects and lists around the leaf, then its own name, with slashes between
	In   string // place of the parameter, "" for the body
	// Record numbers the objects of the call in their order. The parameters outside of the path count as one object.
	Record int
	// List numbers the lists of the call in their order. It is 0 for a leaf outside of lists.
	List int
}

// Leaves returns the leaves of a call in their order, absent ones included.
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

// Wholes returns the lists in the content of a body, and the optional objects that are on, in their order. It returns
// nothing for nil.
func Wholes(content gene.Gene) []Leaf {
	v := leaves{record: 1, wholes: true}
	v.visit(Leaf{Gene: content})
	return v.found
}

// leaves collects leaves, or with wholes the objects and lists around leaves.
type leaves struct {
	found        []Leaf
	record, list int // numbers of the last object and of the last list
	wholes       bool
}

// visit collects the leaves or wholes in a gene. at describes the gene and its place.
func (v *leaves) visit(at Leaf) {
	if at.Gene == nil {
		return
	}
	if v.wholes && isWhole(at.Gene) {
		v.found = append(v.found, at)
	}
	switch g := at.Gene.(type) {
	case gene.Record:
		v.record++
		at.Record = v.record
		around := at.Path
		for name, child := range g.Members() {
			at.Gene, at.Name, at.Path = child, name, around+"/"+name
			v.visit(at)
		}
		return
	case *gene.Array:
		v.list++
		at.List = v.list
	}
	if isPlain(at.Gene) {
		if !v.wholes {
			v.found = append(v.found, at)
		}
	} else if w, ok := at.Gene.(gene.Wrapper); ok {
		at.Gene = w.Inner()
		v.visit(at)
	} else if p, ok := at.Gene.(gene.Parent); ok {
		for child := range p.Children() {
			at.Gene = child
			v.visit(at)
		}
	}
}

// isWhole reports whether a gene is a list, or an optional object that is on.
func isWhole(g gene.Gene) bool {
	if _, list := g.(*gene.Array); list {
		return true
	}
	o, ok := g.(*gene.Optional)
	return ok && o.On() && recordIn(o) != nil
}

// isPlain reports whether a gene takes values, has a value that is no object and no list, and can change.
func isPlain(g gene.Gene) bool {
	if _, ok := g.(gene.Assigner); !ok || gene.Weight(g) == 0 || recordIn(g) != nil {
		return false
	}
	return !message.IsComposite(g.Value())
}

// Detail gives a body the members that the program reads, if the schema declares no member of the body. The new content
// has the same media type and leaves out all optional members. Detail reports whether it changed the body.
func Detail(b *Body) bool {
	if b == nil || !b.On || b.media >= b.countContents() {
		return false
	}
	var said leaves
	if said.visit(Leaf{Gene: b.Inner()}); len(said.found) > 0 {
		return false
	}
	kind := message.Essence(b.currentType().Type)
	same := func(m *openapi.MediaType) bool { return message.Essence(m.Type) == kind }
	at := slices.IndexFunc(b.types.all[b.countContents():], same)
	if at < 0 {
		return false
	}
	b.SetMedia(b.countContents() + at)
	said.visit(Leaf{Gene: b.Inner()})
	for _, l := range slices.Concat(Wholes(b.Inner()), said.found) {
		if g, ok := l.Gene.(gene.Switch); ok {
			g.Set(false)
		}
	}
	return true
}
