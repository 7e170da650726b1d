package surround

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const (
	// mostChanges bounds how often a table is looked at in an operation, and growth says how much longer each look
	// waits.
	mostChanges, growth = 4, 4
	// mostEmpty bounds the columns without a value that get one at each look.
	mostEmpty = 4
	// fewValues is how many values a column may have for each of them to be tried, and tryAll the look that tries them.
	fewValues, tryAll = 8, 2
)

// read is a table that calls of an operation read.
type read struct {
	op, table string
	seen      int // in how many calls
	looks     int
	empty     int            // how many columns without a value have had one
	deepest   *testcase.Case // a test whose last call used most tables
	depth     int            // how many
}

// changed is a test whose last call may come after a change of a table.
type changed struct {
	test   *testcase.Case
	table  *store.Table
	values value.Object
	column string // gets another value, "" for none
	to     any    // that value, nil for any
}

// changes finds changes of rows by other systems that may matter. A change that gives a table the values that it has
// changes nothing, and shows the search which conditions of the program compare them: it finds the genes of the change
// as it finds those of requests. A NULL shows nothing, so columns that have it get values.
type changes struct {
	reads []*read
	next  []changed
	later []changed // come if no statement wants rows
}

// heard learns which tables a call read. It looks at rows that calls alone have made.
func (c *changes) heard(w *Wishes, s *execute.Step) {
	if s.Arranged || w.around.Database == nil || s.Step == 0 && s.Answer.Status >= 400 {
		return
	}
	for _, t := range s.Tables {
		if t.Way != tables.Read {
			continue
		}
		own := c.of(s.Call.Op.Spec.Name(), t.Table)
		if own.looks < tryAll && len(s.Tables) > own.depth {
			own.deepest, own.depth = s.Test.Upto(s.Step), len(s.Tables)
		}
		least := patience
		for range own.looks {
			least *= growth
		}
		if own.seen++; own.looks < mostChanges && own.seen >= least {
			own.looks++
			c.look(w, s, own)
		}
	}
}

// of returns what is known of a table in an operation.
func (c *changes) of(op, table string) *read {
	i := slices.IndexFunc(c.reads, func(r *read) bool { return r.op == op && r.table == table })
	if i < 0 {
		i = len(c.reads)
		c.reads = append(c.reads, &read{op: op, table: table})
	}
	return c.reads[i]
}

// look plans changes of a table.
func (c *changes) look(w *Wishes, s *execute.Step, own *read) {
	t, at := w.around.Table(context.Background(), own.table), w.around.current()
	if t == nil || at == nil {
		return
	}
	values, err := at.Newest(sut.Aside(context.Background()), t.Name)
	if err != nil || values == nil {
		return
	}
	test := s.Test.Upto(s.Step)
	var empty []string
	values = slices.DeleteFunc(values, func(m value.Member) bool {
		if m.Value == nil {
			empty = append(empty, m.Name)
		}
		return m.Value == nil
	})
	c.next = append(c.next, changed{test: test, table: t, values: values})
	for range min(mostEmpty, len(empty)) {
		column := empty[own.empty%len(empty)]
		own.empty++
		c.next = append(c.next, changed{test: test, table: t, values: values, column: column})
	}
	if own.looks != tryAll {
		return
	}
	for _, choice := range choices(t) {
		c.later = append(c.later, changed{test: own.deepest, table: t, column: choice.Name, to: choice.Value})
	}
}

// choices returns each value of the columns of a table that have few.
func choices(t *store.Table) (out value.Object) {
	schema, _ := value.ParseJSON([]byte(t.Changes()))
	of, _ := schema.(value.Object)
	columns, _ := of.Get("properties")
	properties, _ := columns.(value.Object)
	for _, c := range properties {
		about, _ := c.Value.(value.Object)
		enum, _ := about.Get("enum")
		values, _ := enum.([]any)
		if kind, _ := about.Get("type"); kind == "boolean" {
			values = []any{true, false}
		}
		for _, v := range values[:min(len(values), fewValues)] {
			if v != nil {
				out = append(out, value.Member{Name: c.Name, Value: v})
			}
		}
	}
	return out
}

// planned returns the next test with one of the planned changes, nil for none.
func planned(list *[]changed, w *Wishes, r *rand.Rand) *testcase.Case {
	for len(*list) > 0 {
		own := (*list)[0]
		*list = (*list)[1:]
		out := own.test.Clone()
		g := w.geneOf(out.Actions[len(out.Actions)-1].(*action.Call), genotype.InChange, own.table.Name,
			own.table.Changes())
		if g == nil {
			continue
		}
		g.Randomize(r)
		turnOn(g)
		drawn, _ := g.Value().(value.Object)
		var row value.Object
		for _, m := range own.values {
			row = withForm(g, row, m.Name, m.Value)
		}
		v, ok := drawn.Get(own.column)
		if own.to != nil {
			v, ok = own.to, true
		}
		if ok {
			row = slices.DeleteFunc(row, func(m value.Member) bool { return m.Name == own.column })
			row = own.table.Mend(append(row, value.Member{Name: own.column, Value: v}), names(row))
		}
		if len(row) > 0 && gene.Assign(g, row) {
			return out
		}
	}
	return nil
}

// withForm returns an object with a member in the first form that a gene takes.
func withForm(g gene.Gene, of value.Object, name string, v any) value.Object {
	for _, form := range forms(v) {
		if changed := with(of, name, form); gene.Assign(g.Clone(), changed) {
			return changed
		}
	}
	return of
}

// names returns the names of the members of an object.
func names(of value.Object) []string {
	out := make([]string, len(of))
	for i, m := range of {
		out[i] = m.Name
	}
	return out
}
