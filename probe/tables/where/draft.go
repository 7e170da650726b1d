package where

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// drafter knows what new rows lack, and judges the goals that they are to fulfil.
type drafter struct{ *evaluator }

// member is a column of a new row.
type member struct {
	place
	key string
}

// class is a set of columns that have the same value.
type class struct {
	members []member
	urgency int // classes with a higher one get their values first
}

// has reports whether a class has a member.
func (c *class) has(m member) bool { return slices.Contains(c.members, m) }

// clear takes the value away.
func (c *class) clear() {
	for _, m := range c.members {
		delete(m.slot().row, m.key)
	}
}

// join puts members into one class, with the classes that have one of them.
func join(all []*class, urgency int, members ...member) []*class {
	out := &class{urgency: urgency}
	kept := all[:0:0]
	for _, c := range all {
		if !slices.ContainsFunc(members, c.has) {
			kept = append(kept, c)
			continue
		}
		out.members = append(out.members, c.members...)
		out.urgency = max(out.urgency, c.urgency)
	}
	for _, m := range members {
		if !out.has(m) {
			out.members = append(out.members, m)
		}
	}
	return append(kept, out)
}

// isEquality reports whether few values fulfil a goal.
func isEquality(g goal) bool {
	if g.expr == nil {
		return g.op == syntax.Equal
	}
	switch x := g.expr.(type) {
	case *syntax.Compare:
		return g.want && (x.Op == syntax.Equal || x.Op == syntax.Same) || !g.want && x.Op == syntax.Unequal
	case *syntax.In, *syntax.Like:
		return g.want
	}
	return false
}

// goal judges a goal. The zero Truthness is that of a goal for which values lack.
func (d drafter) goal(g goal) heuristics.Truthness {
	if g.expr == nil {
		return judge(d).compared(g.op, d.operand(g.x.expr, g.x.scope), d.operand(g.y.expr, g.y.scope))
	}
	t := d.truth(g.expr, g.scope)
	if !g.want {
		t = t.Not()
	}
	return t
}

// consistent reports whether no goal is missed, as far as values are known.
func (d drafter) consistent(goals []goal) bool {
	for _, g := range goals {
		if !d.determined(g) {
			continue
		}
		if t := d.goal(g); t != unknown && t.OfTrue < 1 {
			return false
		}
	}
	return true
}

// determined reports whether the queries in a goal depend on no row that lacks values.
func (d drafter) determined(g goal) bool {
	if g.expr == nil {
		return true
	}
	for _, c := range innerColumns(nil, g.expr) {
		p, ok := g.scope.place(c)
		if !ok {
			continue
		}
		switch slot := p.slot(); slot.state {
		case unset, projected:
			return false
		case draft:
			if _, there := slot.row[c.Name]; !there && d.shows(g, member{p, c.Name}) {
				return false
			}
		}
	}
	return true
}

// next returns the class that gets its value next, nil if all columns have theirs.
func (d drafter) next(goals []goal) *class {
	var all []*class
	for _, g := range goals {
		var members []member
		for _, x := range g.sides() {
			members = d.membersIn(members, x)
		}
		members = append(members, d.innerMembers(g)...)
		if x, y, ok := d.linked(g); ok {
			all = join(all, 0, x, y)
			continue
		}
		for _, m := range members {
			urgency := 1
			if len(members) == 1 && isEquality(g) {
				urgency = 2
			}
			all = join(all, urgency, m)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return slices.MaxFunc(all, func(a, b *class) int { return a.urgency - b.urgency })
}

// membersIn appends the columns of new rows without a value that an expression has.
func (d drafter) membersIn(into []member, x side) []member {
	if m, ok := d.memberOf(x); ok {
		return append(into, m)
	}
	x = d.projected(x)
	syntax.Children(x.expr, func(y syntax.Expr) { into = d.membersIn(into, side{y, x.scope}) })
	return into
}

// linked returns two columns of new rows without a value that a goal makes equal.
func (d drafter) linked(g goal) (x, y member, ok bool) {
	a, b := g.x, g.y
	if g.expr != nil {
		c, isCompare := g.expr.(*syntax.Compare)
		if !isCompare || !g.want || c.Op != syntax.Equal {
			return x, y, false
		}
		a, b = side{c.X, g.scope}, side{c.Y, g.scope}
	} else if g.op != syntax.Equal {
		return x, y, false
	}
	x, okX := d.memberOf(a)
	y, okY := d.memberOf(b)
	return x, y, okX && okY
}

// memberOf returns the column of a new row that an expression is. Ok is false for other expressions, and for a column
// that has a value.
func (d drafter) memberOf(x side) (out member, ok bool) {
	x = d.projected(x)
	c, isColumn := x.expr.(*syntax.Column)
	if !isColumn {
		return out, false
	}
	b := d.bind(c, x.scope)
	if b.kind != toColumn {
		return out, false
	}
	at := x.scope.out(b.up)
	out = member{place{at, b.source}, b.key}
	if out.slot().state != draft {
		return out, false
	}
	_, has := out.slot().row[b.key]
	return out, !has
}

// projected returns the expression that a column of a query in FROM stands for, and other expressions as they are.
func (d drafter) projected(x side) side {
	for range mostNested {
		c, ok := x.expr.(*syntax.Column)
		if !ok || x.scope == nil {
			break
		}
		b := d.bind(c, x.scope)
		at := x.scope.out(b.up)
		switch {
		case b.kind == toItem:
			x = side{at.plan.query.Items[b.source].X, at}
			continue
		case b.kind != toColumn || at.slots[b.source].state != projected:
			return x
		}
		inner := at.slots[b.source].inner
		i := slices.Index(inner.plan.names, b.key)
		if i < 0 {
			return x
		}
		x = side{inner.plan.query.Items[i].X, inner}
	}
	return x
}

// set gives all members of a class a value, each as its column has values. It reports whether all of them can have it.
func (d drafter) set(c *class, v any) bool {
	for _, m := range c.members {
		own, ok := fitting(v, d.sample(m))
		if !ok {
			return false
		}
		m.slot().row[m.key] = own
	}
	return true
}

// sample returns a value of the kind that a member has, nil for an unknown kind: that of an existing row, or one by
// the type of the column.
func (d drafter) sample(m member) any {
	table := m.source().Table
	for _, row := range d.rows[table] {
		if v := cell.Plain(row[m.key]); v != nil {
			return v
		}
	}
	for _, c := range d.columns[table] {
		if strings.EqualFold(c.Name, m.key) {
			return cell.Sample(strings.ToLower(c.Type))
		}
	}
	return nil
}

// innerMembers returns the columns of new rows without a value that queries in a goal depend on, where it is known
// which kind of values they have.
func (d drafter) innerMembers(g goal) (out []member) {
	if g.expr == nil {
		return nil
	}
	for _, c := range innerColumns(nil, g.expr) {
		p, ok := g.scope.place(c)
		if !ok || p.slot().state != draft {
			continue
		}
		if m := (member{p, c.Name}); !has(p.slot().row, c.Name) && d.shows(g, m) {
			out = append(out, m)
		}
	}
	return out
}

// shows reports whether it is known which kind of values a column has that queries in a goal depend on.
func (d drafter) shows(g goal, m member) bool {
	if d.sample(m) != nil {
		return true
	}
	for _, v := range (collector(d)).all(side{g.expr, g.scope}) {
		if v != nil && !cell.IsUnknown(v) {
			return true
		}
	}
	return false
}

// lacks reports whether a goal has a column without a value.
func (d drafter) lacks(g goal) bool {
	if len(d.innerMembers(g)) > 0 {
		return true
	}
	for _, x := range g.sides() {
		if len(d.membersIn(nil, x)) > 0 {
			return true
		}
	}
	return false
}

// undecided reports whether a goal has all its values, and is unknown only because they do not suit it.
func (d drafter) undecided(g goal) bool {
	return !d.lacks(g) && d.determined(g) && d.goal(g) == unknown && d.knows(g)
}

// knows reports whether a goal has a known outcome with suitable values: not if it has the time or an argument that
// is not known, or an unknown function.
func (d drafter) knows(g goal) bool {
	for _, x := range g.sides() {
		if !d.knowsIn(x) {
			return false
		}
	}
	return true
}

func (d drafter) knowsIn(x side) bool {
	x = d.projected(x)
	switch e := x.expr.(type) {
	case *syntax.Param:
		return !cell.IsUnknown(d.argument(e))
	case *syntax.Column:
		return x.scope == nil || !cell.IsUnknown(d.value(e, x.scope))
	case *syntax.Call:
		if !isAggregate(e) && !d.rules.Knows(e.Name, len(e.Args)) {
			return false
		}
	}
	known := true
	in := func(y syntax.Expr, s *scope) { known = known && d.knowsIn(side{y, s}) }
	if q := syntax.Query(x.expr); q != nil {
		q.Expressions(func(y syntax.Expr) { in(y, nil) }, func(*syntax.Select) { known = false })
	}
	syntax.Children(x.expr, func(y syntax.Expr) { in(y, x.scope) })
	return known
}

func has(row Row, name string) bool {
	_, there := row[name]
	return there
}

// innerColumns appends the columns of the queries in an expression.
func innerColumns(into []*syntax.Column, e syntax.Expr) []*syntax.Column {
	if q := syntax.Query(e); q != nil {
		into = syntax.Columns(into, &syntax.Scalar{Query: q})
	}
	syntax.Children(e, func(x syntax.Expr) { into = innerColumns(into, x) })
	return into
}
