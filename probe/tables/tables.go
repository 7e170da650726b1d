package tables

import (
	"slices"
	"sync/atomic"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/aside"
)

// most bounds the statements that are noted in one round, and mostKnown the parsed statements that are cached.
const most, mostKnown = 256, 2048

// recorder notes the statements of a round.
type recorder struct {
	on        atomic.Bool
	turn      atomic.Int64 // counts rounds, and is changed with the lock
	mu        aside.Mutex
	round     []*statement
	known     map[string]*statement // parsed statements, by text
	incidents []probe.Incident
	repeats   []repeat
	keepers   map[uint64]bool // stacks at the beginning of transactions that later calls end
	writing   writing
}

// statement is a parsed statement.
type statement struct {
	text    string
	uses    []Use
	changes []string // the changes that it makes, such as "updates orders (state)", each once, sorted
	verb    verb
	point   string // the savepoint that it names
	acts    bool   // it writes or has a verb
	marked  bool   // it has an input of the search in it
	vague   bool   // it may write to tables that uses do not tell

	turn        atomic.Int64 // the last round in which it was noted
	times, rows atomic.Int64 // how often that was, and how many rows it returned at most
	alone       atomic.Int64 // the last round in which it changed something outside of a transaction
	from        atomic.Pointer[origin]
	spliced     atomic.Int64 // the last round in which it was noted as an incident
}

// noted has the statements of this process.
var noted recorder

// Watch switches the notes on or off.
func Watch(on bool) {
	noted.mu.Lock()
	defer noted.mu.Unlock()
	noted.clear()
	noted.known, noted.writing = nil, writing{vague: true}
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
	r.round, r.repeats, r.incidents = r.round[:0], r.repeats[:0], r.incidents[:0]
	r.turn.Add(1)
}

// Take appends the uses since the last Take or [Drop] to into, in an order that does not depend on which goroutine was
// first: each table at most once for each way, with the columns of all statements. It ends the round.
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

// note notes that a statement is executed. A statement that was noted in the round before takes no lock.
func (r *recorder) note(s *statement) {
	aside.Ignore() // the race detector must not take this for an order of the goroutines of the program
	if s.turn.Load() != r.turn.Load() {
		r.first(s)
	}
	times := s.times.Add(1)
	aside.Heed()
	if times == repeats {
		r.repeated(s)
	}
	if s.marked {
		r.splice(s)
	}
}

// first notes a statement for the first time in a round.
func (r *recorder) first(s *statement) {
	r.mu.Lock()
	defer r.mu.Unlock()
	turn := r.turn.Load()
	if s.turn.Load() == turn {
		return
	}
	s.times.Store(0)
	s.rows.Store(0)
	s.turn.Store(turn)
	r.writing.add(s)
	if len(s.uses) > 0 && len(r.round) < most {
		r.round = append(r.round, s)
	}
}

// parsed returns the parsed statement of a text.
func (r *recorder) parsed(text string) *statement {
	r.mu.Lock()
	s := r.known[text]
	r.mu.Unlock()
	if s != nil {
		return s
	}
	s = parse(text) // others can be noted meanwhile
	r.mu.Lock()
	defer r.mu.Unlock()
	if first := r.known[text]; first != nil {
		return first
	}
	if r.known == nil || len(r.known) >= mostKnown {
		r.known = map[string]*statement{}
	}
	r.known[text] = s
	return s
}

// parse parses a text.
func parse(text string) *statement {
	tokens := scan(text)
	s := &statement{text: text, uses: usesOf(tokens), marked: marked(text)}
	s.verb, s.point = verbOf(tokens)
	for i := range s.uses {
		if u := &s.uses[i]; u.Way != Read {
			s.changes = append(s.changes, u.change())
		}
	}
	slices.Sort(s.changes)
	s.acts, s.vague = s.verb != none || len(s.changes) > 0, isVague(text, tokens, s.uses)
	return s
}
