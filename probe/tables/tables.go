package tables

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/evoke-go/evoke/probe/aside"
)

// Way says what a statement does with a table.
type Way uint8

// The ways. An UPDATE or a DELETE with a condition reads its table too.
const (
	Read Way = iota
	Insert
	Update
	Delete
)

// Use is what a statement does with a table.
type Use struct {
	// Table is the name in small letters, without that of a schema.
	Table string
	Way   Way
	// Columns are the names in small letters, sorted, each once. There are none where the
	// statement does not tell, or tells of all.
	Columns []string
}

// most bounds the statements that are noted in one round, and mostKnown those that are
// known with what they use.
const most, mostKnown = 256, 2048

// recorder notes what statements use in a round.
type recorder struct {
	on    atomic.Bool
	mu    aside.Mutex
	round []*statement
	known map[string]*statement // by their texts
}

// statement is what one uses.
type statement struct{ uses []Use }

// noted is what this process did.
var noted recorder

// Watch switches the notes on or off.
func Watch(on bool) {
	noted.mu.Lock()
	defer noted.mu.Unlock()
	noted.round, noted.known = nil, nil
	noted.on.Store(on)
}

// Drop forgets what was noted since the last Take or Drop.
func Drop() {
	if !noted.on.Load() {
		return
	}
	noted.mu.Lock()
	defer noted.mu.Unlock()
	noted.round = noted.round[:0]
}

// Take appends what was used since the last Take or [Drop], in an order that does not
// depend on which goroutine was first: each table at most once for each way, with the
// columns of all statements.
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

// summary gathers uses.
type summary struct{ list []Use }

// add adds a use. No columns are all of them.
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

// uses returns all, sorted.
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
