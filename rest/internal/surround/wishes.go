package surround

import (
	"context"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const (
	// patience is how often a statement answers none before a row is tried. lateTries is that number for a statement
	// that calls alone had answer rows.
	patience, lateTries = 6, 30
	// mostTries bounds the tries for the wish of a statement in an operation.
	mostTries = 4
	// mostRows bounds the rows of a table before a call.
	mostRows = 5
)

// Wishes makes tests with rows that statements wanted in vain. A nil Wishes makes none. It is not safe for concurrent
// use.
type Wishes struct {
	around *Surroundings
	api    *api.API
	knows  bool // the program was told the keys of the tables
	known  map[key]*wish
	order  []*wish
	turn   int

	neighbours map[key]*neighbourWish
	asks       []*neighbourWish
	next       int

	waits   []*wait // by operation
	changes changes
}

// key tells wishes apart.
type key struct {
	op   int
	text string
	more bool // other executions of the statement in the call answered rows
}

// wish is what a statement wanted in calls of an operation.
type wish struct {
	test     *testcase.Case // ends with the call that executed the statement; nil for no wish yet
	wanted   []where.Wanted
	answered bool // calls alone had the statement answer rows
	vain     int  // how often it answered none
	tries    int
	more     bool // the next try has several rows
	parents  bool // the rows have keys that others refer to: there cannot be several of each
}

// New returns wishes for the operations of an API. inside is what is known of the program. New returns nil if nothing
// can be arranged, or if the search learns nothing.
func New(a *api.API, inside *sut.Inside, in Stores, deaf bool) *Wishes {
	if inside.Further == nil {
		in.Watchers = nil
	}
	given := in.Database != nil && inside.Queries != nil || len(in.Watchers) > 0
	if deaf || !given && inside.Arrange == nil && inside.Advance == nil {
		return nil
	}
	s := &Surroundings{stores: stores{Stores: in}, inside: inside}
	if len(in.Watchers) > 0 {
		inside.Further(s.queries)
	}
	return &Wishes{around: s, api: a, known: map[key]*wish{}, neighbours: map[key]*neighbourWish{}}
}

// Around returns what arranges the surroundings, nil for nothing.
func (w *Wishes) Around() execute.Surroundings {
	if w == nil {
		return nil
	}
	return w.around
}

// Count returns the number of surroundings that a test arranges, of the kinds for which counts returns true, such as
// genotype.InRow. Each row counts.
func Count(c *testcase.Case, counts func(in string) bool) (n int) {
	for _, a := range c.Actions {
		for _, p := range a.(*action.Call).Genotype.Params {
			v := p.Gene.Value()
			if !p.Found || !counts(p.Spec.In) || value.IsAbsent(v) {
				continue
			}
			rows, _ := v.([]any)
			n += max(len(rows), 1)
		}
	}
	return n
}

// Heard learns what the statements of a call wanted.
func (w *Wishes) Heard(s *execute.Step) {
	if w == nil || s.Call.Op.Index < 0 {
		return
	}
	w.know()
	w.fit(s)
	w.asked(s)
	w.late(s)
	w.adopt(s)
	w.changes.heard(w, s)
	for i := range s.Queries {
		q := &s.Queries[i]
		own := w.wish(key{s.Call.Op.Index, q.Text, false})
		if q.Any >= 1 {
			own.answered = own.answered || !s.Arranged
			if len(q.Wanted) == 0 {
				continue
			}
			own = w.wish(key{s.Call.Op.Index, q.Text, true})
		}
		own.vain++
		own.test, own.wanted = s.Test.Upto(s.Step), q.Wanted
		if len(q.Wanted) == 0 { // nobody knows which rows would do
			for _, table := range q.Tables {
				own.wanted = append(own.wanted, where.Wanted{Table: table})
			}
		}
	}
}

// know tells the program once which unique keys the tables have.
func (w *Wishes) know() {
	if w.knows || w.around.inside.Know == nil {
		return
	}
	if keys := w.around.keys(context.Background()); keys != nil {
		w.knows = true
		w.around.inside.Know(keys)
	}
}

// wish returns the wish with a key.
func (w *Wishes) wish(k key) *wish {
	own := w.known[k]
	if own == nil {
		own = &wish{}
		w.known[k] = own
		w.order = append(w.order, own)
	}
	return own
}

// fit learns which values the program can read.
func (w *Wishes) fit(s *execute.Step) {
	for _, m := range s.Misfits {
		for i := range s.Tables {
			t := w.around.Table(context.Background(), s.Tables[i].Table)
			if t == nil || t.Column(m.Column) == nil || !t.Column(m.Column).Fit(m.Kind) {
				continue
			}
			for _, own := range w.order { // the rows so far were in vain
				own.tries = 0
			}
		}
	}
}

// Next returns a test with surroundings that may matter, nil for none. from is the test of the search that lacks
// nothing but these, nil if it is not known.
func (w *Wishes) Next(r *rand.Rand) (c *testcase.Case, from *search.Evaluated[*testcase.Case]) {
	if w == nil {
		return nil, nil
	}
	if c = w.answered(r); c != nil {
		return c, nil
	}
	if c, from = w.waited(); c != nil {
		return c, from
	}
	return w.rows(r), nil
}

// rows returns a test with rows that a statement wanted, or with a change of rows, nil for none.
func (w *Wishes) rows(r *rand.Rand) *testcase.Case {
	if c := planned(&w.changes.next, w, r); c != nil {
		return c
	}
	for range w.order {
		w.turn = (w.turn + 1) % len(w.order)
		own := w.order[w.turn]
		if !own.more && !own.isDue() {
			continue
		}
		copies := mostRows
		if own.more = !own.more; own.more {
			own.tries, own.vain, copies = own.tries+1, 0, 1
		}
		if c := w.granted(r, own, copies); c != nil {
			return c
		}
	}
	return planned(&w.changes.later, w, r)
}

// isDue reports whether a wish is to be tried.
func (w *wish) isDue() bool {
	least := patience
	if w.answered {
		least = lateTries
	}
	return w.test != nil && w.tries < mostTries && w.vain >= least*(1+w.tries)
}

// granted returns the test of a wish with the rows before its last call, nil if it cannot have them. It has several of
// each row where the columns that nothing is known of tell them apart: a program may count them.
func (w *Wishes) granted(r *rand.Rand, own *wish, copies int) *testcase.Case {
	c := own.test.Clone()
	call := c.Actions[len(c.Actions)-1].(*action.Call)
	byTable := map[string][]where.Wanted{}
	if own.parents {
		copies = 1
	}
	for _, row := range own.wanted {
		for range copies {
			byTable[row.Table] = append(byTable[row.Table], row)
		}
	}
	for _, row := range own.wanted {
		rows := byTable[row.Table]
		if rows == nil {
			continue
		}
		delete(byTable, row.Table)
		if !w.give(r, call, row.Table, rows) {
			return nil
		}
	}
	return c
}

// give gives a call rows of a table.
func (w *Wishes) give(r *rand.Rand, call *action.Call, table string, rows []where.Wanted) bool {
	at := w.around.Table(context.Background(), table)
	if at == nil {
		return false
	}
	name := at.Name
	if _, _, ok := place(table); ok {
		name = table
	}
	before := rowsBefore(call, name)
	g := w.geneOf(call, genotype.InRow, name, listOf(at.Schema()))
	return g != nil && putRows(r, g, rows, before, at)
}

// rowsBefore returns the rows of a table that a call has already: others are wanted beside them.
func rowsBefore(call *action.Call, name string) []any {
	i := call.Genotype.Params.Labeled(genotype.InRow + " " + name)
	if i < 0 {
		return nil
	}
	rows, _ := call.Genotype.Params[i].Gene.Value().([]any)
	return rows
}

// geneOf returns the gene of a part of the surroundings of a call, nil for none.
func (w *Wishes) geneOf(call *action.Call, in, name, schema string) gene.Gene {
	w.api.Find(call.Op, genotype.Input{In: in, Name: name, Type: schema})
	call.Adopt()
	i := call.Op.Template.Params.Labeled(in + " " + name)
	if i < 0 {
		return nil
	}
	call.Genotype.Params[i].Gene = call.Op.Template.Params[i].Gene.Clone()
	return call.Genotype.Params[i].Gene
}

// listOf returns the schema of a list of rows.
func listOf(row string) string {
	return `{"type":"array","minItems":1,"maxItems":5,"items":` + row + `}`
}
