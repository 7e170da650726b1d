package resource

import (
	"cmp"
	"slices"

	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/sut"
)

// Tables has the SQL tables that calls of operations used.
type Tables struct {
	all  *Resources
	list []access // sorted by table, operation, and way of use
	// changes counts the changes of the list. Tell tells the operations again once it reaches next.
	changes, next int
}

// access is the use of a table by calls of an operation.
type access struct {
	op  *api.Operation
	use sut.Table
}

// NewTables returns Tables that know no use yet.
func NewTables(all *Resources) *Tables { return &Tables{all: all} }

// maxAccesses bounds the list of accesses.
const maxAccesses = 20_000

// Learn notes the tables that a call used, and returns the uses that are new. A refused call may have undone its
// writes, so only its reads count.
func (t *Tables) Learn(op *api.Operation, uses []sut.Table, accepted bool) (news []sut.Table) {
	for _, u := range uses {
		if (accepted || u.Way == tables.Read) && t.learn(op, u) {
			t.changes++
			news = append(news, u)
		}
	}
	return news
}

// learn notes a use of a table, and reports whether it is new.
func (t *Tables) learn(op *api.Operation, u sut.Table) bool {
	i, known := slices.BinarySearchFunc(t.list, access{op, u}, func(a, b access) int {
		return cmp.Or(cmp.Compare(a.use.Table, b.use.Table), cmp.Compare(a.op.Index, b.op.Index),
			cmp.Compare(a.use.Way, b.use.Way))
	})
	if !known {
		if len(t.list) == maxAccesses {
			return false
		}
		u.Columns = slices.Clone(u.Columns)
		t.list = slices.Insert(t.list, i, access{op, u})
		return true
	}
	columns := &t.list[i].use.Columns
	switch {
	case len(*columns) == 0: // no columns stand for all columns
		return false
	case len(u.Columns) == 0:
		*columns = nil
		return true
	}
	before := len(*columns)
	*columns = slices.Compact(slices.Sorted(slices.Values(slices.Concat(*columns, u.Columns))))
	return len(*columns) > before
}

// Accessed adds a dependency between the resource of an operation and each other resource whose calls accessed a table
// of the uses (Zhang 2021, Section 6.1.2).
func (t *Tables) Accessed(g *Graph, op *api.Operation, uses []sut.Table) {
	for _, same := range t.accessesByTable() {
		if !slices.ContainsFunc(uses, func(u sut.Table) bool { return u.Table == same[0].use.Table }) {
			continue
		}
		for _, a := range same {
			g.Relate(t.indexOf(a.op), t.indexOf(op), 1, ByTables)
		}
	}
}

// Written adds the dependencies by tables: a resource whose calls read a table depends on a resource whose calls insert
// into the table, or update columns that are read. The probability is 1 if no other resource uses the table. It falls
// with each other resource that reads or writes the table, because a table of users, which all calls read, tells
// little. It also falls for an update if the columns that are read are not known. A table that nearly all resources use
// adds no dependency.
func (t *Tables) Written(g *Graph) {
	for _, d := range t.findFlows() {
		g.Depend(t.indexOf(d.reader), t.indexOf(d.writer), d.probability, ByTables)
	}
}

// Between returns a function that names, sorted, the tables that calls of the resource "from" read and calls of the
// resource "to" write. With accessed, the function names the tables that calls of both access.
func (t *Tables) Between(accessed bool) func(from, to int) []string {
	if accessed {
		return t.tablesOfBoth
	}
	known := map[[2]int][]string{}
	for _, d := range t.findFlows() {
		pair := [2]int{t.indexOf(d.reader), t.indexOf(d.writer)}
		if !slices.Contains(known[pair], d.table) {
			known[pair] = append(known[pair], d.table)
		}
	}
	return func(from, to int) []string { return known[[2]int{from, to}] }
}

// tablesOfBoth names the tables that calls of both resources access.
func (t *Tables) tablesOfBoth(a, b int) (out []string) {
	for _, same := range t.accessesByTable() {
		if users := t.usersOf(same, func(access) bool { return true }); users[a] && users[b] {
			out = append(out, same[0].use.Table)
		}
	}
	return out
}

// Tell tells the operations which other operations write the tables that they read. It waits until the changes grew by
// a twentieth since the last time.
func (t *Tables) Tell() {
	if t.changes < t.next {
		return
	}
	t.next = t.changes + t.changes/20 + 1
	writers := map[*api.Operation][]api.Writer{}
	for _, d := range t.findFlows() {
		known := writers[d.reader]
		i := slices.IndexFunc(known, func(w api.Writer) bool { return w.Op == d.writer })
		if i < 0 {
			writers[d.reader] = append(known, api.Writer{Op: d.writer, Probability: d.probability})
			continue
		}
		known[i].Probability = max(known[i].Probability, d.probability)
	}
	for _, r := range t.all.All {
		for _, op := range r.ops {
			op.Writers = writers[op]
		}
	}
}

// tableFlow is a table that calls of the reader read, and that calls of the writer, on another resource, write.
type tableFlow struct {
	table          string
	reader, writer *api.Operation
	probability    float64
}

// leastTold is the probability that a flow has to exceed to count.
const leastTold = 0.25

// unsure is the factor in the probability of an update, if the columns that are read are not known.
const unsure = 0.5

// maxSharers is the greatest number of accesses of a table whose flows count, because flows visits each pair of them.
const maxSharers = 1000

// findFlows returns the flows by tables, in the order of table, reader and writer.
func (t *Tables) findFlows() (out []tableFlow) {
	everyone := float64(len(t.usersOf(t.list, func(access) bool { return true })))
	for _, same := range t.accessesByTable() {
		if len(same) > maxSharers {
			continue
		}
		reading := t.usersOf(same, func(a access) bool { return a.use.Way == tables.Read })
		writing := t.usersOf(same, access.isChange)
		if float64(len(reading)-2) > (1-leastTold)*everyone {
			continue
		}
		for _, r := range same {
			for _, w := range same {
				from, to := t.indexOf(r.op), t.indexOf(w.op)
				if r.use.Way != tables.Read || !w.isChange() || from == to || !w.mayReach(r) {
					continue
				}
				p := (1 - countOthers(reading, from, to)/everyone) * (1 - countOthers(writing, from, to)/everyone)
				if w.use.Way == tables.Update && len(r.use.Columns) == 0 {
					p *= unsure
				}
				if p > leastTold {
					out = append(out, tableFlow{r.use.Table, r.op, w.op, p})
				}
			}
		}
	}
	return out
}

// countOthers counts the users that are neither of two resources.
func countOthers(users map[int]bool, a, b int) float64 {
	n := len(users)
	for _, known := range []int{a, b} {
		if users[known] {
			n--
		}
	}
	return float64(n)
}

// isChange reports whether the access inserts into the table, or updates it.
func (a access) isChange() bool { return a.use.Way == tables.Insert || a.use.Way == tables.Update }

// mayReach reports whether the access r may read a value that the access a writes.
func (a access) mayReach(r access) bool {
	if a.use.Way == tables.Insert || len(a.use.Columns) == 0 || len(r.use.Columns) == 0 {
		return true
	}
	return slices.ContainsFunc(a.use.Columns, func(c string) bool { return slices.Contains(r.use.Columns, c) })
}

// accessesByTable splits the list by table.
func (t *Tables) accessesByTable() (out [][]access) {
	for rest := t.list; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(a access) bool { return a.use.Table != rest[0].use.Table })
		if n < 0 {
			n = len(rest)
		}
		out, rest = append(out, rest[:n]), rest[n:]
	}
	return out
}

// usersOf returns the resources of the accesses that satisfy a condition.
func (t *Tables) usersOf(list []access, fits func(access) bool) map[int]bool {
	out := map[int]bool{}
	for _, a := range list {
		if fits(a) {
			out[t.indexOf(a.op)] = true
		}
	}
	return out
}

func (t *Tables) indexOf(op *api.Operation) int { return t.all.byPath[op.Spec.Path].Index }
