package gene

import "github.com/evoke-go/evoke/value"

// State returns the states of the elements.
func (g *Array) State() any { return states(g.elements) }

// SetState restores a state that State returned.
func (g *Array) SetState(state any) bool {
	list, ok := state.([]any)
	if !ok || len(list) < g.spec.min || len(list) > g.longest() {
		return false
	}
	g.elements = make([]Gene, len(list))
	for i, s := range list {
		if g.elements[i], ok = Restore(g.spec.template.Clone(), s); !ok {
			return false
		}
	}
	return true
}

// State returns the states of the elements.
func (g *tuple) State() any { return states(g.elements) }

// SetState restores a state that State returned.
func (g *tuple) SetState(state any) bool {
	list, ok := state.([]any)
	if !ok || len(list) != len(g.elements) {
		return false
	}
	for i, s := range list {
		if g.elements[i], ok = Restore(g.elements[i], s); !ok {
			return false
		}
	}
	return true
}

// State returns the states of names and values in turn.
func (g *Map) State() any {
	out := make([]any, 0, 2*len(g.entries))
	for _, e := range g.entries {
		out = append(out, State(e.key), State(e.value))
	}
	return out
}

// SetState restores a state that State returned.
func (g *Map) SetState(state any) bool {
	list, ok := state.([]any)
	if n := len(list) / 2; !ok || len(list)%2 != 0 || n < g.spec.min || n > g.greatest() {
		return false
	}
	g.entries = make([]entry, len(list)/2)
	for i := range g.entries {
		e := &g.entries[i]
		if e.key, ok = Restore(g.spec.key.Clone(), list[2*i]); !ok {
			return false
		}
		if e.value, ok = Restore(g.spec.value.Clone(), list[2*i+1]); !ok {
			return false
		}
	}
	return true
}

// State returns the states of the members by name, declared members first.
func (g *Object) State() any {
	out := make(value.Object, 0, len(g.fields)+len(g.extra))
	for i, f := range g.fields {
		out = append(out, value.Member{Name: g.shape.names[i], Value: State(f)})
	}
	for _, f := range g.extra {
		out = append(out, value.Member{Name: f.Name, Value: State(f.Gene)})
	}
	return out
}

// SetState restores a state that State returned.
func (g *Object) SetState(state any) bool {
	members, ok := state.(value.Object)
	n := len(g.fields)
	if !ok || len(members) < n {
		return false
	}
	for i, m := range members[:n] {
		if m.Name != g.shape.names[i] {
			return false
		}
		if g.fields[i], ok = Restore(g.fields[i], m.Value); !ok {
			return false
		}
	}
	return g.setExtra(members[n:])
}

// setExtra restores the additional members. It reports whether their states fit.
func (g *Object) setExtra(members []value.Member) bool {
	if len(members) > g.shape.maxExtra {
		return false
	}
	g.extra = nil
	for _, m := range members {
		if g.taken(m.Name) {
			return false
		}
		next, ok := Restore(g.shape.template.Clone(), m.Value)
		if !ok {
			return false
		}
		g.extra = append(g.extra, Field{Name: m.Name, Gene: next})
	}
	return true
}
