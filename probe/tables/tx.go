package tables

import (
	"encoding/binary"
	"hash/fnv"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/aside"
	"github.com/evoke-go/evoke/probe/opened"
)

// transaction is a transaction of a connection.
type transaction struct {
	noted   bool      // somebody watched when it began
	stack   []uintptr // where it began, nil if it cannot be left open
	changes []string  // what its statements changed, each once
	from    []uintptr // where the first of them was executed
	points  []point
	over    atomic.Bool
	left    atomic.Bool // it was taken for left open
}

// point is a savepoint with the number of changes before it.
type point struct {
	name    string
	changes int
}

// begin notes that a transaction begins. ends says that it ends with its context, so that nobody can leave it open: to
// walk the stack takes longer than all other notes on it together.
func (w *watch) begin(ends bool) {
	t := &transaction{noted: noted.on.Load()}
	if t.noted && !ends {
		t.stack = callers()
		opened.Transaction(t.stack, func() bool { return !t.over.Load() }, func() bool { return t.isLeft(w.closed) })
	}
	w.tx = t
}

// end notes that a transaction, which may be nil, ends.
func (w *watch) end(t *transaction, committed bool) {
	if t == nil || t.over.Swap(true) {
		return
	}
	if w.tx == t {
		w.tx = nil
	}
	if committed && t.noted && noted.on.Load() {
		noted.commit(t.changes, t.from)
	}
	if t.left.Load() && !byContext() {
		noted.keeps(t.stack)
	}
}

// isLeft reports whether a transaction is open and nobody ends it later: neither did one that began in the same way.
// Who closes a connection ends its transaction.
func (t *transaction) isLeft(closed func() bool) bool {
	if t.over.Load() || noted.kept(t.stack) || closed != nil && closed() {
		return false
	}
	t.left.Store(true)
	return true
}

// byContext reports whether database/sql ends a transaction because its context has ended: nobody else did so.
func byContext() bool {
	frames := runtime.CallersFrames(callers())
	for {
		f, more := frames.Next()
		if f.Function == "database/sql.(*Tx).awaitDone" {
			return true
		}
		if !more {
			return false
		}
	}
}

// keeps notes that a call leaves a transaction open that a later call ends: so does the program on purpose.
func (r *recorder) keeps(stack []uintptr) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.keepers == nil {
		r.keepers = map[uint64]bool{}
	}
	r.keepers[digest(stack)] = true
}

// kept reports whether transactions that begin in the same way are ended by later calls.
func (r *recorder) kept(stack []uintptr) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.keepers[digest(stack)]
}

// digest returns a number for a stack.
func digest(stack []uintptr) uint64 {
	h := fnv.New64a()
	for _, pc := range stack {
		var b [8]byte
		binary.NativeEndian.PutUint64(b[:], uint64(pc))
		_, _ = h.Write(b[:])
	}
	return h.Sum64()
}

// did notes what a statement did to the transaction of a connection, and in it.
func (w *watch) did(s *statement) {
	switch s.verb {
	case begins:
		w.end(w.tx, false) // such a statement fails in a transaction, or ends it
		w.begin(false)
	case commits, rollsBack:
		w.end(w.tx, s.verb == commits)
	case marksPoint:
		if w.tx != nil {
			w.tx.points = append(w.tx.points, point{s.point, len(w.tx.changes)})
		}
	case returnsToPoint:
		if w.tx != nil {
			w.tx.back(s.point)
		}
	}
	switch {
	case len(s.changes) == 0:
	case w.tx != nil:
		w.tx.add(s)
	default:
		noted.commitAlone(s)
	}
}

// add adds the changes of a statement.
func (t *transaction) add(s *statement) {
	if !t.noted {
		return
	}
	if len(t.changes) == 0 {
		t.from = s.stack()
	}
	for _, c := range s.changes {
		if !slices.Contains(t.changes, c) {
			t.changes = append(t.changes, c)
		}
	}
}

// back forgets the changes since a savepoint.
func (t *transaction) back(name string) {
	for i, p := range slices.Backward(t.points) {
		if p.name == name {
			t.changes, t.points = t.changes[:p.changes], t.points[:i+1]
			return
		}
	}
}

// commit notes the changes of a transaction, which are committed.
func (r *recorder) commit(changes []string, stack []uintptr) {
	if len(changes) > 0 {
		slices.Sort(changes)
		r.committed(strings.Join(changes, "; "), stack)
	}
}

// committed notes a text of changes that are committed.
func (r *recorder) committed(changes string, stack []uintptr) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.happened(probe.Incident{Kind: probe.Committed, Text: changes, Stack: stack})
}

// commitAlone notes the changes of a statement outside of a transaction, once in a round.
func (r *recorder) commitAlone(s *statement) {
	aside.Ignore()
	defer aside.Heed()
	if turn := r.turn.Load(); s.alone.Load() != turn && s.alone.Swap(turn) != turn {
		r.committed(strings.Join(s.changes, "; "), s.stack())
	}
}

// surely is how many stacks of a statement have to be equal before the next ones are taken for the same. Then one in
// surely is still looked at, and one in seldom once that many are equal.
const surely, seldom = 8, 64

// origin is where a statement was executed so far.
type origin struct {
	stack   []uintptr
	seen    atomic.Int64 // number of executions
	several bool         // stacks differ
}

// stack returns the stack of this goroutine, which executes the statement. To walk a stack takes longer than all other
// notes on a statement together.
func (s *statement) stack() []uintptr {
	known := s.from.Load()
	if known != nil && known.surely() {
		return known.stack
	}
	stack := callers() // called in a single line: stacks begin with this line, and are compared
	switch {
	case known == nil:
		known = &origin{stack: stack}
		known.seen.Store(1)
		s.from.Store(known)
	case !known.several && !slices.Equal(known.stack, stack):
		s.from.Store(&origin{several: true})
	}
	return stack
}

// surely counts an execution, and reports whether it surely has the stack of the executions before.
func (o *origin) surely() bool {
	seen, every := o.seen.Add(1)-1, int64(surely)
	if seen >= seldom {
		every = seldom
	}
	return !o.several && seen >= surely && seen%every > 0
}

// happened notes an incident. It is called with the lock.
func (r *recorder) happened(in probe.Incident) {
	if len(r.incidents) < mostIncidents {
		r.incidents = append(r.incidents, in)
	}
}

// mostIncidents bounds the incidents of a round, and maxFrames their stacks.
const mostIncidents, maxFrames = 64, 128

// callers returns the stack of this goroutine.
func callers() []uintptr {
	var pcs [maxFrames]uintptr
	return append([]uintptr(nil), pcs[:runtime.Callers(2, pcs[:])]...)
}

// verb is what a statement does to a transaction.
type verb uint8

const (
	none verb = iota
	begins
	commits
	rollsBack
	marksPoint
	returnsToPoint
)

// verbOf returns what the last statement of a text that does something to a transaction does, and the savepoint that it
// names.
func verbOf(tokens []token) (v verb, name string) {
	at := func(i int) token {
		if i < len(tokens) {
			return tokens[i]
		}
		return token{}
	}
	for i := range tokens {
		if i > 0 && !tokens[i-1].is(";") || tokens[i].kind != word {
			continue
		}
		switch tokens[i].text {
		case "BEGIN":
			v = begins
		case "START":
			if at(i + 1).is("TRANSACTION") {
				v = begins
			}
		case "COMMIT", "END":
			v = commits
		case "ROLLBACK", "ABORT":
			v = rollsBack
			for i++; at(i).is("WORK", "TRANSACTION"); i++ {
			}
			if at(i).is("TO") {
				if i++; at(i).is("SAVEPOINT") {
					i++
				}
				v, name = returnsToPoint, strings.ToLower(at(i).text)
			}
		case "SAVEPOINT":
			v, name = marksPoint, strings.ToLower(at(i+1).text)
		}
	}
	return v, name
}
