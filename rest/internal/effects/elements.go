package effects

import (
	"bytes"

	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// maxPlaces bounds the places in answers of one operation whose members are known.
const maxPlaces = 1000

// Elements tells which members all elements of lists had in the answers of one operation,
// by the pointer of the elements, and those that what stands around the lists had: of other
// members nobody knows whether the elements that are there next have them, or whether there is a
// next page.
type Elements map[string]map[string]bool

// Has reports whether each object that stood at a place had a member, as far as it was
// seen. pointer has [suite.Element] for elements.
func (e Elements) Has(pointer, member string) bool {
	members, known := e[pointer]
	return !known || members[member]
}

// learn notes the objects in a value with lists.
func (e Elements) learn(pointer string, v any) {
	switch v := v.(type) {
	case value.Object:
		e.meet(pointer, v)
		for _, m := range v {
			e.learn(value.Below(pointer, m.Name), m.Value)
		}
	case []any:
		for _, one := range v[:min(len(v), maxElements)] {
			e.learn(value.Below(pointer, suite.Element), one)
		}
	}
}

// meet keeps of the members that are known of a place those that an object has.
func (e Elements) meet(pointer string, o value.Object) {
	members, known := e[pointer]
	if !known {
		if len(e) >= maxPlaces {
			return
		}
		members = map[string]bool{}
		for _, m := range o {
			members[m.Name] = true
		}
		e[pointer] = members
		return
	}
	for name := range members {
		if _, ok := o.Get(name); !ok {
			delete(members, name)
		}
	}
}

// elementsOf notes what the elements in an answer have in common with those before, and
// returns what is known of the operation.
func elementsOf(known map[string]Elements, x *link.Exchange) Elements {
	op := x.Call.Op.Spec.Name()
	if known[op] == nil {
		known[op] = Elements{}
	}
	if len(x.Answer.Body) <= maxBody && bytes.IndexByte(x.Answer.Body, '[') >= 0 {
		if v, ok := x.Body(); ok {
			known[op].learn("", v)
		}
	}
	return known[op]
}
