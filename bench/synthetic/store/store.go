// Package store is what the generated services keep their resources in: tables
// in memory, with the references between rows that a database would enforce.
// Of the originals this is the database, so it is no part of the program.
package store

import (
	"maps"
	"slices"
)

// Table holds the rows of a class by their ids.
type Table[R any] struct {
	// Rows is where the program looks whether there is a row of an id. Save and
	// Delete change it.
	Rows map[int32]R
	side
}

// side is what of a table does not depend on the type of its rows.
type side struct {
	// out leads to what rows of the table point to, in comes from what points to them.
	out, in []*pointer
	remove  func(id int32)
}

// pointer is a column that holds ids of rows of another table.
type pointer struct {
	from, to *side
	owns     bool
	rule     Rule
	target   func(id int32) int32   // where a row points to
	users    func(id int32) []int32 // the rows that point to a row
}

// Rule says what becomes of rows that point to one that is deleted.
type Rule int

// The rules.
const (
	Restrict Rule = iota // they prevent the deletion
	Cascade              // they are deleted as well
)

// Violation is what Save and Delete panic with where references would come to
// point to nothing. Nothing has changed then.
type Violation struct{}

func (Violation) Error() string { return "store: a row that others refer to cannot go" }

// NewTable returns a table without rows.
func NewTable[R any]() *Table[R] {
	t := &Table[R]{Rows: map[int32]R{}}
	t.remove = func(id int32) { delete(t.Rows, id) }
	return t
}

// Refer says that rows of a table refer to rows of another by a column.
func Refer[F, T any](from *Table[F], to *Table[T], rule Rule, column func(F) int32) {
	point(from, to, &pointer{rule: rule}, column)
}

// Own says that rows of a table own a row of another: it goes with them, or
// when they own another row instead.
func Own[F, T any](from *Table[F], to *Table[T], rule Rule, column func(F) int32) {
	point(from, to, &pointer{rule: rule, owns: true}, column)
}

func point[F, T any](from *Table[F], to *Table[T], p *pointer, column func(F) int32) {
	p.from, p.to = &from.side, &to.side
	p.target = func(id int32) int32 { return column(from.Rows[id]) }
	p.users = func(id int32) []int32 {
		var users []int32
		for user, row := range from.Rows {
			if column(row) == id {
				users = append(users, user)
			}
		}
		return users
	}
	from.out, to.in = append(from.out, p), append(to.in, p)
}

// Save stores a row in place of the one that had its id.
func (t *Table[R]) Save(id int32, row R) {
	old, existed := t.Rows[id]
	orphans := t.owned(id, existed)
	t.Rows[id] = row
	orphans = slices.DeleteFunc(orphans, func(o place) bool { return slices.Contains(t.owned(id, true), o) })
	gone, ok := deletion(orphans)
	if !ok {
		t.Rows[id] = old
		panic(Violation{})
	}
	for o := range gone {
		o.in.remove(o.id)
	}
}

// owned are the rows that a row owns.
func (t *Table[R]) owned(id int32, existed bool) []place {
	var owned []place
	for _, p := range t.out {
		if p.owns && existed {
			owned = append(owned, place{p.to, p.target(id)})
		}
	}
	return owned
}

// Delete deletes a row, those that it owns, and by their rule those that point to them.
func (t *Table[R]) Delete(id int32) {
	gone, ok := deletion([]place{{&t.side, id}})
	if !ok {
		panic(Violation{})
	}
	for p := range gone {
		p.in.remove(p.id)
	}
}

// InUse says whether Delete would fail.
func (t *Table[R]) InUse(id int32) bool {
	_, ok := deletion([]place{{&t.side, id}})
	return !ok
}

// Row returns a row that is known to be there.
func (t *Table[R]) Row(id int32) R { return t.Rows[id] }

// Sorted returns the rows in the order of their ids.
func (t *Table[R]) Sorted() []R {
	rows := make([]R, 0, len(t.Rows))
	for _, id := range slices.Sorted(maps.Keys(t.Rows)) {
		rows = append(rows, t.Rows[id])
	}
	return rows
}

// Clear deletes all rows whatever points to them.
func (t *Table[R]) Clear() { clear(t.Rows) }

// place is a row of some table.
type place struct {
	in *side
	id int32
}

// deletion returns all that goes when some rows go. ok is false where a row
// that stays points to one that goes.
func deletion(first []place) (gone map[place]bool, ok bool) {
	if len(first) == 0 {
		return nil, true
	}
	gone = map[place]bool{}
	var staying []place
	for todo := first; len(todo) > 0; {
		p := todo[0]
		todo = todo[1:]
		if gone[p] {
			continue
		}
		gone[p] = true
		cascading, restricting := p.users()
		todo = append(append(todo, p.owned()...), cascading...)
		staying = append(staying, restricting...)
	}
	for _, s := range staying {
		if !gone[s] {
			return nil, false
		}
	}
	return gone, true
}

func (p place) owned() []place {
	var owned []place
	for _, out := range p.in.out {
		if out.owns {
			owned = append(owned, place{out.to, out.target(p.id)})
		}
	}
	return owned
}

// users are the rows that point to one, by the rule that they go by.
func (p place) users() (cascading, restricting []place) {
	for _, in := range p.in.in {
		for _, id := range in.users(p.id) {
			if user := (place{in.from, id}); in.rule == Cascade {
				cascading = append(cascading, user)
			} else {
				restricting = append(restricting, user)
			}
		}
	}
	return cascading, restricting
}
