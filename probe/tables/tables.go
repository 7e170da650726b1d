package tables

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/evoke-go/evoke/probe/aside"
)

// Way is how a statement uses a table.
type Way uint8

// The ways. An UPDATE or a DELETE with a condition also reads its table.
const (
	Read Way = iota
	Insert
	Update
	Delete
)

// Use is the use of a table by a statement.
type Use struct {
	// Table is the name in small letters, without the schema.
	Table string
	Way   Way
	// Columns are the names in small letters, sorted, each once. It is empty if the statement does not name them, or
	// uses all columns.
	Columns []string
}

// most bounds the statements that are noted in one round, and mostKnown the parsed statements that are cached.
const most, mostKnown = 256, 2048

// recorder notes the statements of a round.
type recorder struct {
	on    atomic.Bool
	mu    aside.Mutex
	round []*statement
	known map[string]*statement // parsed statements, by text
}

// statement is a parsed statement.
type statement struct{ uses []Use }

// noted has the statements of this process.
var noted recorder

// Watch switches the notes on or off.
func Watch(on bool) {
	noted.mu.Lock()
	defer noted.mu.Unlock()
	noted.round, noted.known = nil, nil
	noted.on.Store(on)
}

// Drop forgets the notes since the last Take or Drop.
func Drop() {
	if !noted.on.Load() {
		return
	}
	noted.mu.Lock()
	defer noted.mu.Unlock()
	noted.round = noted.round[:0]
}

// Take appends the uses since the last Take or [Drop] to into, in an order that does not depend on which goroutine was
// first: each table at most once for each way, with the columns of all statements.
func Take(into []Use) []Use {
	noted.mu.Lock()
	defer noted.mu.Unlock()
	var all summary
	for _, s := range noted.round {
		for _, u := range s.uses {
			all.add(u.Table, u.Way, u.Columns)
		}
	}
	noted.round = noted.round[:0]
	return append(into, all.uses()...)
}

// note notes that a statement was executed.
func note(text string) {
	if !noted.on.Load() {
		return
	}
	noted.mu.Lock()
	s := noted.known[text]
	noted.mu.Unlock()
	if s == nil {
		s = &statement{Of(text)}
	}
	noted.mu.Lock()
	defer noted.mu.Unlock()
	if noted.known == nil || len(noted.known) >= mostKnown {
		noted.known = map[string]*statement{}
	}
	if first := noted.known[text]; first != nil {
		s = first
	}
	noted.known[text] = s
	if len(s.uses) > 0 && len(noted.round) < most && !slices.Contains(noted.round, s) {
		noted.round = append(noted.round, s)
	}
}

// summary collects uses.
type summary struct{ list []Use }

// add adds a use. No columns means all columns.
func (s *summary) add(table string, way Way, columns []string) {
	i := slices.IndexFunc(s.list, func(u Use) bool { return u.Table == table && u.Way == way })
	switch {
	case i < 0:
		s.list = append(s.list, Use{table, way, slices.Clone(columns)})
	case len(columns) == 0:
		s.list[i].Columns = nil
	case len(s.list[i].Columns) > 0:
		s.list[i].Columns = append(s.list[i].Columns, columns...)
	}
}

// uses returns the uses, sorted.
func (s *summary) uses() []Use {
	for i := range s.list {
		slices.Sort(s.list[i].Columns)
		s.list[i].Columns = slices.Compact(s.list[i].Columns)
	}
	slices.SortFunc(s.list, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Way, b.Way))
	})
	return s.list
}
