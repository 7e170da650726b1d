package resource

import (
	"cmp"
	"slices"

	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/sut"
)

// Tables are the SQL tables that operations were seen to use.
type Tables struct {
	all  *Resources
	list []access // by table, operation and way
	// changes counts what was news, next is the number at which operations are told again.
	changes, next int
}

// access is what calls of an operation did with a table.
type access struct {
	op  *api.Operation
	use sut.Table
}

// NewTables knows nothing of resources yet.
func NewTables(all *Resources) *Tables { return &Tables{all: all} }

// maxAccesses bounds what is known of tables.
const maxAccesses = 20_000

// Learn notes what a call used, and returns what of it is news. A refused call may have
// undone what it wrote, so only what it read counts.
func (t *Tables) Learn(op *api.Operation, uses []sut.Table, accepted bool) (news []sut.Table) {
	for _, u := range uses {
		if (accepted || u.Way == tables.Read) && t.learn(op, u) {
			t.changes++
			news = append(news, u)
		}
	}
	return news
}

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
	case len(*columns) == 0: // it is all already
		return false
	case len(u.Columns) == 0:
		*columns = nil
		return true
	}
	before := len(*columns)
	*columns = slices.Compact(slices.Sorted(slices.Values(slices.Concat(*columns, u.Columns))))
	return len(*columns) > before
}

// Accessed adds a dependency between the resource of an operation and each other one whose
// calls accessed a table that the operation's did (Zhang 2021, Section 6.1.2).
func (t *Tables) Accessed(g *Graph, op *api.Operation, uses []sut.Table) {
	for _, same := range t.tables() {
		if !slices.ContainsFunc(uses, func(u sut.Table) bool { return u.Table == same[0].use.Table }) {
			continue
		}
		for _, a := range same {
			g.Relate(t.index(a.op), t.index(op), 1, ByTables)
		}
	}
}

// Written adds that resources whose calls read a table depend on those whose calls insert
// into it, or update columns that are read. The probability is 1 where nobody else does, and
// less for each other resource that reads or writes the table, so that what all of them
// read, to know who calls, says little, and for an update where the columns that are read
// are not told. What nearly all use says nothing.
func (t *Tables) Written(g *Graph) {
	for _, d := range t.flows() {
		g.Depend(t.index(d.reader), t.index(d.writer), d.probability, ByTables)
	}
}

// Between returns what says which tables calls of one resource read and calls of another
// one write, sorted. With accessed it says which both access.
func (t *Tables) Between(accessed bool) func(from, to int) []string {
	if accessed {
		return t.shared
	}
	known := map[[2]int][]string{}
	for _, d := range t.flows() {
		pair := [2]int{t.index(d.reader), t.index(d.writer)}
		if !slices.Contains(known[pair], d.table) {
			known[pair] = append(known[pair], d.table)
		}
	}
	return func(from, to int) []string { return known[[2]int{from, to}] }
}

func (t *Tables) shared(a, b int) (out []string) {
	for _, same := range t.tables() {
		if users := t.users(same, func(access) bool { return true }); users[a] && users[b] {
			out = append(out, same[0].use.Table)
		}
	}
	return out
}

// Tell has operations know those that write what they read. It does so whenever what is
// known changed a twentieth as often as until the last time.
func (t *Tables) Tell() {
	if t.changes < t.next {
		return
	}
	t.next = t.changes + t.changes/20 + 1
	writers := map[*api.Operation][]api.Writer{}
	for _, d := range t.flows() {
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

// tableFlow says that calls of an operation read what calls of another one, on another
// resource, write.
type tableFlow struct {
	table          string
	reader, writer *api.Operation
	probability    float64
}

// leastTold is the probability that has to be exceeded for a table to say anything.
const leastTold = 0.25

// unsure is what an update counts where it is not told which columns are read.
const unsure = 0.5

// maxSharers is how many accesses a table has at most that says anything: each pair of them
// is looked at.
const maxSharers = 1000

// flows returns all, by table, reader and writer.
func (t *Tables) flows() (out []tableFlow) {
	everyone := float64(len(t.users(t.list, func(access) bool { return true })))
	for _, same := range t.tables() {
		if len(same) > maxSharers {
			continue
		}
		reading := t.users(same, func(a access) bool { return a.use.Way == tables.Read })
		writing := t.users(same, access.adds)
		if float64(len(reading)-2) > (1-leastTold)*everyone {
			continue
		}
		for _, r := range same {
			for _, w := range same {
				from, to := t.index(r.op), t.index(w.op)
				if r.use.Way != tables.Read || !w.adds() || from == to || !w.reaches(r) {
					continue
				}
				p := (1 - others(reading, from, to)/everyone) * (1 - others(writing, from, to)/everyone)
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

// others counts resources beside two.
func others(users map[int]bool, a, b int) float64 {
	n := len(users)
	for _, known := range []int{a, b} {
		if users[known] {
			n--
		}
	}
	return float64(n)
}

// adds reports whether there is more in a table afterwards, or something else.
func (a access) adds() bool { return a.use.Way == tables.Insert || a.use.Way == tables.Update }

// reaches reports whether what is written may be what is read.
func (a access) reaches(r access) bool {
	if a.use.Way == tables.Insert || len(a.use.Columns) == 0 || len(r.use.Columns) == 0 {
		return true
	}
	return slices.ContainsFunc(a.use.Columns, func(c string) bool { return slices.Contains(r.use.Columns, c) })
}

// tables splits all accesses by table.
func (t *Tables) tables() (out [][]access) {
	for rest := t.list; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(a access) bool { return a.use.Table != rest[0].use.Table })
		if n < 0 {
			n = len(rest)
		}
		out, rest = append(out, rest[:n]), rest[n:]
	}
	return out
}

// users returns the resources of accesses that fit.
func (t *Tables) users(list []access, fits func(access) bool) map[int]bool {
	out := map[int]bool{}
	for _, a := range list {
		if fits(a) {
			out[t.index(a.op)] = true
		}
	}
	return out
}

func (t *Tables) index(op *api.Operation) int { return t.all.byPath[op.Spec.Path].Index }
