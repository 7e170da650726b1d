package effects

import (
	"bytes"

	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// maxPlaces bounds the places in the answers of one operation whose members are kept.
const maxPlaces = 1000

// Elements holds the members that all list elements had in the answers of one operation, by the JSON pointer of the
// elements. It holds those of the objects around the lists, too. Only these members can be asserted: another execution
// may list other elements, or have no next page.
type Elements map[string]map[string]bool

// Has reports whether every object seen at a place had a member. It returns true for a place that was never seen. In
// pointer, [suite.Element] stands for the index of an element.
func (e Elements) Has(pointer, member string) bool {
	members, known := e[pointer]
	return !known || members[member]
}

// learn records the objects in a value, down through its lists.
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

// meet keeps, of the known members of a place, those that an object has.
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

// elementsOf records the elements in an answer, and returns what is known of the elements of its operation.
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
