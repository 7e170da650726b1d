package tables

import (
	"cmp"
	"database/sql/driver"
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
	turn  int                   // counts rounds
	known map[string]*statement // parsed statements, by text
}

// statement is a parsed statement.
type statement struct {
	uses []Use
	turn int // the last round in which it was noted
}

// noted has the statements of this process.
var noted recorder

// Watch switches the notes on or off.
func Watch(on bool) {
	noted.mu.Lock()
	defer noted.mu.Unlock()
	noted.clear()
	noted.known = nil
	noted.on.Store(on)
}

// Drop forgets the notes since the last Take or Drop.
func Drop() {
	if !noted.on.Load() {
		return
	}
	noted.mu.Lock()
	defer noted.mu.Unlock()
	noted.clear()
}

// clear begins a round.
func (r *recorder) clear() {
	r.round = r.round[:0]
	r.turn++
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
	noted.clear()
	return append(into, all.uses()...)
}

// tell notes a statement that was executed, unless the driver returned ErrSkip: then another method executes it.
func tell(text string, err error) {
	if noted.on.Load() && err != driver.ErrSkip {
		noted.note(text)
	}
}

// note notes a statement.
func (r *recorder) note(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.known[text]
	if s == nil {
		s = r.parse(text)
	}
	if s.turn != r.turn && len(s.uses) > 0 && len(r.round) < most {
		s.turn = r.turn
		r.round = append(r.round, s)
	}
}

// parse parses a statement, during which others can be noted. It is called with the lock.
func (r *recorder) parse(text string) *statement {
	r.mu.Unlock()
	s := &statement{uses: Of(text)}
	r.mu.Lock()
	if first := r.known[text]; first != nil {
		return first
	}
	if r.known == nil || len(r.known) >= mostKnown {
		r.known = map[string]*statement{}
	}
	r.known[text] = s
	return s
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
