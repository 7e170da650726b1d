package surround

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/store"
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

// putRows gives the gene of a list of rows of a table the wanted values, and then the rows before, as far as it takes
// them. The columns that nothing is known of get random values that the table accepts. The last of several rows has
// NULL there instead, where it may: a program may tell values from none.
func putRows(r *rand.Rand, g gene.Gene, rows []where.Wanted, before []any, of *store.Table) bool {
	list := make([]any, 0, len(rows)+len(before))
	rows = rows[:min(len(rows), mostRows)]
	for i, row := range rows {
		g.Randomize(r)
		turnOn(g)
		elements, _ := g.Value().([]any)
		if len(elements) == 0 {
			return false
		}
		own, _ := elements[0].(value.Object)
		if own = withoutKeys(own, of); i > 0 && i == len(rows)-1 {
			own = withoutValues(own, of)
		}
		list = append(list, mended(g, withValues(g, own, row.Values), row.Values, of))
	}
	for _, row := range before {
		if len(list) < mostRows && gene.Assign(g.Clone(), []any{row}) {
			list = append(list, row)
		}
	}
	return gene.Assign(g, list)
}

// withoutKeys returns a row without the keys that its database makes.
func withoutKeys(row value.Object, of *store.Table) value.Object {
	return slices.DeleteFunc(slices.Clone(row), func(m value.Member) bool {
		c := of.Column(m.Name)
		return c != nil && c.HasDefault && slices.Contains(of.Key, c.Name)
	})
}

// withoutValues returns a row without the values of columns that may be NULL.
func withoutValues(row value.Object, of *store.Table) value.Object {
	return slices.DeleteFunc(slices.Clone(row), func(m value.Member) bool {
		c := of.Column(m.Name)
		return c != nil && c.Nullable && !c.HasDefault
	})
}

// mended returns a row with values that the CHECKs of its table accept, if the gene takes them.
func mended(g gene.Gene, row value.Object, wanted []where.Assigned, of *store.Table) value.Object {
	var keep []string
	for _, a := range wanted {
		if c := of.Column(a.Column); c != nil {
			keep = append(keep, c.Name)
		}
	}
	if out := of.Mend(row, keep); gene.Assign(g.Clone(), []any{out}) {
		return out
	}
	return row
}

// withValues returns a row with the wanted values that the gene takes.
func withValues(g gene.Gene, row value.Object, wanted []where.Assigned) value.Object {
	for _, a := range wanted {
		for _, v := range forms(a.Value) {
			changed := with(row, a.Column, v)
			if gene.Assign(g.Clone(), []any{changed}) {
				row = changed
				break
			}
		}
	}
	return row
}

// with returns a row with another value of a column, whose name may be in small letters. An object keeps its other
// members.
func with(row value.Object, column string, v any) value.Object {
	out := slices.Clone(row)
	for i := range out {
		if strings.EqualFold(out[i].Name, column) {
			old, _ := out[i].Value.(value.Object)
			if own, is := v.(value.Object); is && old != nil {
				for _, m := range own {
					old = with(old, m.Name, m.Value)
				}
				v = old
			}
			out[i].Value = v
			return out
		}
	}
	return append(out, value.Member{Name: column, Value: v})
}

// forms returns the forms in which a column may take a value.
func forms(v any) []any {
	switch v := v.(type) {
	case time.Time:
		return []any{v.Format(time.RFC3339), v.Format(time.DateOnly), v.Format(time.DateTime)}
	case int64:
		return []any{v, float64(v), v != 0}
	case float64:
		return []any{v, int64(v)}
	case []byte:
		return []any{string(v)}
	}
	return []any{v}
}

// turnOn switches all parts of a gene on.
func turnOn(g gene.Gene) {
	if s, ok := g.(gene.Switch); ok {
		s.Set(true)
	}
	if p, ok := g.(gene.Parent); ok {
		for child := range p.Children() {
			turnOn(child)
		}
	}
}
