package invariant

import (
	"cmp"
	"slices"
	"strings"
)

// Relation is a relation between values of an answer, as a test can assert it.
type Relation struct {
	// Form is the form of the relation: see the forms.
	Form string
	// Of are the names of the values, in the order of the form. A name is a JSON pointer into the answer, "the size of"
	// and the pointer to a list, or "the sum of" and the pointer to a member of the objects of a list:
	// "the sum of /items/*/price". Any other "*" stands for each element of a list, the same in all names. The names of
	// [NullIf] are a value, the value that decides, and the texts for which the first is null.
	Of []string
}

// The forms of relations.
const (
	Same      = "same"    // the first value is the second
	AtMost    = "at most" // the first number or date is at most the second
	Sum       = "sum"     // the first number is the second plus the third
	Product   = "product" // the first number is the second times the third
	ElementOf = "element" // the first value is an element of the second
	SubsetOf  = "subset"  // the elements of the first list are elements of the second
	PartOf    = "part"    // the first text is a part of the second
	NullIf    = "null if" // the first value is null or absent if the second is one of some texts, and only then
)

// forms are the names of the forms, by the numbers of the others. It is read-only.
var forms = [...]string{Same, AtMost, Sum, Product, ElementOf, SubsetOf, PartOf}

// Always returns the relations between values of a place, such as "response", that are laws of an operation and held in
// all of its executions. The one that held most often is first.
func (m *Miner) Always(operation, place string) (out []Relation) {
	held := map[string]int{}
	for _, p := range m.order {
		if p.operation != operation {
			continue
		}
		p.always(place, func(n int, form string, of ...string) {
			r := Relation{form, of}
			if held[r.key()] == 0 {
				out = append(out, r)
			}
			held[r.key()] = n
		})
	}
	slices.SortStableFunc(out, func(a, b Relation) int {
		return cmp.Or(held[b.key()]-held[a.key()], strings.Compare(a.key(), b.key()))
	})
	return out
}

func (r *Relation) key() string { return r.Form + "\n" + strings.Join(r.Of, "\n") }

// measures begin names of numbers that are made of lists. It is read-only.
var measures = []string{"the size of ", "the sum of "}

// below returns a name without its place. ok is false for a name of another place.
func below(name, place string) (at string, ok bool) {
	before := ""
	for _, m := range measures {
		if strings.HasPrefix(name, m) {
			before = m
		}
	}
	at, ok = strings.CutPrefix(name[len(before):], place)
	return before + at, ok && (at == "" || at[0] == '/')
}

// always passes on each relation of values of a place that is a law and was never broken, with the number of executions
// in which it held.
func (p *point) always(place string, add func(held int, form string, of ...string)) {
	names := make([]string, len(p.names))
	own := make([]bool, len(p.names))
	for i, name := range p.names {
		names[i], own[i] = below(name, place)
	}
	for _, c := range p.telling(func(i int) bool { return own[i] }) {
		switch {
		case c.broken > 0:
		case c.c < 0:
			add(c.held, forms[c.form], names[c.a], names[c.b])
		default:
			add(c.held, forms[c.form], names[c.a], names[c.b], names[c.c])
		}
	}
	for _, d := range p.decisions() {
		if d.Broken == 0 && own[d.by] && own[d.of] {
			add(d.Held, NullIf, append([]string{names[d.of], names[d.by]}, d.texts...)...)
		}
	}
}

// Holds reports whether the relation holds in an answer, and whether the answer has its values at all.
func (r *Relation) Holds(answer any) (holds, applies bool) {
	return r.In(nil, []Value{{Plain: answer}})
}

// In is [Relation.Holds] for an execution. The names of the relation have places.
func (r *Relation) In(sent, got []Value) (holds, applies bool) {
	for _, at := range places(sent, got) {
		is, says := r.at(at.values)
		if applies = applies || says; says && !is {
			return false, true
		}
	}
	return applies, applies
}

// at is [relation.holds] for values by their names.
func (r *Relation) at(values map[string]plain) (holds, applies bool) {
	if r.Form == NullIf {
		choice := values[r.Of[1]]
		return (values[r.Of[0]].kind == null) == slices.Contains(r.Of[2:], choice.exact), choice.kind != null
	}
	of := [3]plain{}
	for i, name := range r.Of {
		v, known := values[name]
		if !known {
			return false, false
		}
		of[i] = v
	}
	form := relation{form: form(slices.Index(forms[:], r.Form))}
	return form.holds(of[0], of[1], of[2])
}
