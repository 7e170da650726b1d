// Package storetest is the kit for watchers: it has a system ask a store in vain, and looks whether what the watcher
// says of the query makes the next one answer.
//
//	var flags *Flags
//	storetest.Test(t, storetest.Kit{
//		New:  func() store.Watcher { flags = NewFlags(); return flags },
//		Asks: []storetest.Ask{{Name: "a flag", Do: func() { flags.IsOn("checkout.fast") }}},
//	})
package storetest

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// Ask is something that a system asks of its store.
type Ask struct {
	Name string
	// Do has the system ask. Nothing in the empty store answers.
	Do func()
	// Further says that Do asks more than one query, and that the store has to be given rows more than once.
	Further bool
}

// Kit is what a watcher is tested with.
type Kit struct {
	// New returns the watcher of a store without rows.
	New func() store.Watcher
	// Asks are asked of a new store each.
	Asks []Ask
}

// Test checks that a watcher says of each query that it answered none and what it wanted, that the query answers when
// the wanted rows are inserted, that Tables has them, and that all of it is the same another time.
func Test(t *testing.T, k Kit) {
	t.Helper()
	for _, broken := range laws(k) {
		t.Error("storetest: " + broken)
	}
}

// laws returns a line for each law that a watcher breaks.
func laws(k Kit) (broken []string) {
	for _, a := range k.Asks {
		first := &trial{ask: a, w: k.New()}
		first.run()
		again := &trial{ask: a, w: k.New()}
		if again.run(); !reflect.DeepEqual(first.heard, again.heard) {
			first.breaks("the same calls have the same queries: there are %s, and another time %s",
				told(first.heard), told(again.heard))
		}
		broken = append(broken, first.broken...)
	}
	return broken
}

// trial is an ask of a new store.
type trial struct {
	ask    Ask
	w      store.Watcher
	heard  []store.Query
	broken []string
}

func (t *trial) breaks(format string, args ...any) {
	t.broken = append(t.broken, t.ask.Name+": "+fmt.Sprintf(format, args...))
}

// rounds is how often a store is given rows for an ask that needs several.
const rounds = 5

func (t *trial) run() {
	if left := t.w.Queries(); len(left) > 0 {
		t.breaks("a new watcher has heard nothing: it has %s", told(left))
	}
	for n := range rounds {
		heard := t.hear()
		t.heard = append(t.heard, heard...)
		wanting := slices.DeleteFunc(slices.Clone(heard), func(q store.Query) bool { return q.Any >= 1 })
		switch {
		case len(heard) == 0:
			t.breaks("a query is heard: there is none")
			return
		case len(wanting) == 0 && n == 0:
			t.breaks("the store is empty, so a query answers none: %s", told(heard))
			return
		case len(wanting) == 0:
			return
		case n > 0 && !t.ask.Further:
			t.breaks("a query answers when it got the rows that it wanted: %s", told(wanting))
			return
		}
		if !t.give(&wanting[0]) {
			return
		}
	}
	t.breaks("the queries answer when they got the rows that they wanted")
}

// hear has the system ask, and returns the queries. It checks each.
func (t *trial) hear() []store.Query {
	t.ask.Do()
	heard := t.w.Queries()
	if more := t.w.Queries(); len(more) > 0 {
		t.breaks("each query is told once: %s is told again", told(more))
	}
	conditions := map[string][]string{}
	for i := range heard {
		q := &heard[i]
		known, again := conditions[q.Text]
		conditions[q.Text] = q.Conditions
		switch {
		case q.Text == "":
			t.breaks("a query has a text")
		case !isScore(q.Any) || !isScore(q.None) || q.Any < 1 && q.None < 1:
			t.breaks("a query answers rows or none, with scores in (0,1] and 1 for what it did: %q has %v and %v",
				q.Text, q.Any, q.None)
		case len(q.Conditions) != len(q.Result.Conditions):
			t.breaks("each condition has an outcome: %q has %d and %d", q.Text, len(q.Conditions),
				len(q.Result.Conditions))
		case again && !slices.Equal(known, q.Conditions):
			t.breaks("the text of a query decides its conditions: %q has %q and %q", q.Text, known, q.Conditions)
		}
	}
	return heard
}

// isScore reports whether a number is a score.
func isScore(v float64) bool { return v > 0 && v <= 1 }

// give inserts the rows that a query wants. It reports whether the trial can go on.
func (t *trial) give(q *store.Query) bool {
	ctx := context.Background()
	if len(q.Wanted) == 0 {
		t.breaks("a query that answered none wants rows: %q wants nothing", q.Text)
		return false
	}
	tables, err := t.w.Tables(ctx)
	if err != nil {
		t.breaks("Tables: %v", err)
		return false
	}
	if !slices.IsSortedFunc(tables, func(a, b store.Table) int { return cmp.Compare(a.Name, b.Name) }) {
		t.breaks("tables are in the order of their names")
	}
	for _, row := range q.Wanted {
		i := slices.IndexFunc(tables, func(t store.Table) bool { return t.Name == row.Table })
		if i < 0 {
			t.breaks("Tables has the table of a wanted row: %q is not there", row.Table)
			return false
		}
		object, ok := t.object(&tables[i], row)
		if !ok {
			return false
		}
		text := string(value.AppendJSON(nil, object))
		if line := t.w.Statement(row.Table, object); line == "" {
			t.breaks("Statement says how %s is inserted", text)
		}
		if err := store.Put(ctx, t.w, row.Table, text); err != nil {
			t.breaks("a wanted row can be inserted: %s into %s: %v", text, row.Table, err)
			return false
		}
	}
	if own := t.w.Queries(); len(own) > 0 {
		t.breaks("queries of the watcher itself are not told: %s", told(own))
	}
	return true
}

// object returns a wanted row as a plain value.
func (t *trial) object(table *store.Table, row where.Wanted) (out value.Object, ok bool) {
	if v, err := value.ParseJSON([]byte(table.Schema())); err != nil {
		t.breaks("the schema of a table is JSON: %s: %v", table.Name, err)
		return nil, false
	} else if _, is := v.(value.Object); !is {
		t.breaks("the schema of a table is an object: %s", table.Name)
	}
	for _, a := range row.Values {
		c := table.Column(a.Column)
		if c == nil {
			t.breaks("a table has the columns of its wanted rows: %s has no %s", table.Name, a.Column)
			return nil, false
		}
		if c.Schema != "" {
			if _, err := value.ParseJSON([]byte(c.Schema)); err != nil {
				t.breaks("the schema of a column is JSON: %s of %s: %v", a.Column, table.Name, err)
			}
		}
		out = append(out, value.Member{Name: c.Name, Value: value.Of(a.Value)})
	}
	return out, true
}

// told says in words which queries there are.
func told(queries []store.Query) string {
	out := ""
	for i, q := range queries {
		if i > 0 {
			out += ", "
		}
		out += fmt.Sprintf("%q (%v, %v)", q.Text, q.Any, q.None)
	}
	if out == "" {
		return "none"
	}
	return out
}
