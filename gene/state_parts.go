package gene

import "strconv"

// State returns a list of whether the gene is on and the state of the inner gene. Most genes that are off draw a new
// value when they are switched on; for these it returns the seed of that draw, as a string, instead of the list.
func (g *Optional) State() any {
	if !g.on && g.draw != 0 {
		return strconv.FormatUint(g.draw, 36)
	}
	return []any{g.on, State(g.inner)}
}

// SetState restores a state that State returned.
func (g *Optional) SetState(state any) bool {
	if text, ok := state.(string); ok {
		draw, err := strconv.ParseUint(text, 36, 64)
		g.on, g.draw = false, draw
		return err == nil
	}
	first, inner, _ := pair(state)
	on, ok := first.(bool)
	if !ok || on && alwaysAbsent(g.inner) {
		return false
	}
	g.on, g.draw = on, 0
	g.inner, ok = Restore(g.inner.Clone(), inner)
	return ok
}

// State returns a list of whether the value is null and the state of the inner gene.
func (g *nullable) State() any { return []any{g.null, State(g.inner)} }

// SetState restores a state that State returned.
func (g *nullable) SetState(state any) bool {
	first, inner, _ := pair(state)
	null, ok := first.(bool)
	if !ok || !null && alwaysAbsent(g.inner) {
		return false
	}
	g.null = null
	g.inner, ok = Restore(g.inner.Clone(), inner)
	return ok
}

// State returns a list of the index of the current alternative and its state.
func (g *Choice) State() any { return []any{int64(g.at), State(g.current)} }

// SetState restores a state that State returned.
func (g *Choice) SetState(state any) bool {
	first, current, _ := pair(state)
	at, ok := index(first, len(g.alternatives))
	if !ok {
		return false
	}
	g.at = at
	g.current, ok = Restore(g.alternatives[at].Clone(), current)
	return ok
}

// index converts a state to an index from 0 to n-1.
func index(state any, n int) (int, bool) {
	i, ok := state.(int64)
	return int(i), ok && 0 <= i && i < int64(n)
}

// State returns a list of two: the index of the seed that is the value, or nil if the inner gene has the value, and the
// state of the inner gene.
func (g *Seeded) State() any {
	if g.raw < 0 {
		return []any{nil, State(g.inner)}
	}
	return []any{int64(g.raw), State(g.inner)}
}

// SetState restores a state that State returned.
func (g *Seeded) SetState(state any) bool {
	raw, inner, ok := pair(state)
	if !ok {
		return false
	}
	if g.raw = -1; raw != nil {
		if g.raw, ok = index(raw, len(g.seeds)); !ok {
			return false
		}
	}
	g.inner, ok = Restore(g.inner.Clone(), inner)
	return ok
}

// State returns the state of the inner gene.
func (g *disruptive) State() any { return State(g.inner) }

// SetState restores a state that State returned.
func (g *disruptive) SetState(state any) (ok bool) {
	g.inner, ok = Restore(g.inner, state)
	return ok
}

// State returns the state of the number.
func (g *numericString) State() any { return State(g.number) }

// SetState restores a state that State returned.
func (g *numericString) SetState(state any) (ok bool) {
	g.number, ok = Restore(g.number, state)
	return ok
}
