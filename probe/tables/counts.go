package tables

import (
	"context"
	"database/sql/driver"
	"io"
	"strconv"
	"unsafe"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/aside"
)

// read reads the rows of a statement on a connection, between other statements. Each column has the name of a type.
type read = func(ctx context.Context, text string) (columns, types []string, rows [][]any, err error)

// watch is what is known of a connection. A connection has one user at a time.
type watch struct {
	recent [4]*statement // parsed statements that it executed
	next   uint8         // the oldest of them
	tx     *transaction  // the transaction that is open, nil for none
	open   int           // rows that are not closed yet
	read   read          // reads rows; nil: the connection is one of database/sql
	closed func() bool   // reports whether the connection is closed; nil as read
}

// parsed returns a statement. To compare where texts lie is faster than to look them up: most are constants.
func (w *watch) parsed(text string) *statement {
	for _, s := range w.recent {
		if s != nil && len(s.text) == len(text) && unsafe.StringData(s.text) == unsafe.StringData(text) {
			return s
		}
	}
	s := noted.parsed(text)
	w.recent[w.next%uint8(len(w.recent))] = s
	w.next++
	return s
}

// executed notes a statement that was executed, unless the driver returned ErrSkip: then another method executes it.
// aside says that the statement is none of the program.
func (w *watch) executed(text string, result driver.Result, err error, aside bool) {
	if !noted.on.Load() || err == driver.ErrSkip || aside {
		return
	}
	s := w.parsed(text)
	noted.note(s)
	if err == nil && s.acts && (len(s.changes) == 0 || result != nil && changed(result)) {
		w.did(s)
	}
}

// changed reports whether a result says that rows were changed.
func changed(r driver.Result) bool {
	n, err := r.RowsAffected()
	return err == nil && n > 0
}

// queried notes a statement as executed does, and returns rows that count themselves.
func (w *watch) queried(text string, out driver.Rows, err error, aside bool) (driver.Rows, error) {
	if !noted.on.Load() || err == driver.ErrSkip || aside {
		return out, err
	}
	s := w.parsed(text)
	noted.note(s)
	if err != nil || out == nil {
		return out, err
	}
	if s.acts && len(s.changes) == 0 {
		w.did(s)
	}
	w.open++
	return &rows{Rows: out, of: s, on: w, turn: noted.turn.Load()}, nil
}

// prepares notes a statement that is prepared if it has an input of the search in it: the driver may refuse it.
func (w *watch) prepares(text string) {
	if noted.on.Load() && marked(text) {
		noted.splice(w.parsed(text))
	}
}

// rows are the rows of a query that count themselves. Optional methods that the driver's rows lack do what database/sql
// does without them.
type rows struct {
	driver.Rows
	of   *statement
	on   *watch
	turn int64
	n    int64
	shut bool
}

// Next implements driver.Rows.
func (r *rows) Next(to []driver.Value) error {
	err := r.Rows.Next(to)
	if err != nil {
		if err == io.EOF {
			r.count()
		}
		return err
	}
	if r.n++; r.n == 1 && len(r.of.changes) > 0 { // it returns what it changed
		r.on.did(r.of)
	}
	return nil
}

// Close implements driver.Rows.
func (r *rows) Close() error {
	r.count()
	if !r.shut {
		r.shut = true
		r.on.open--
	}
	return r.Rows.Close()
}

// count notes how many rows there were.
func (r *rows) count() {
	aside.Ignore()
	defer aside.Heed()
	if r.of.turn.Load() == r.turn && r.n > r.of.rows.Load() {
		r.of.rows.Store(r.n)
	}
}

// repeats is how often a call executes a statement before that is worth a word, and share how much the number of rows
// that another statement returned may differ from it, as a part of the number.
const repeats, share = 10, 5

// repeat is a statement that a call executed often.
type repeat struct {
	of    *statement
	stack []uintptr
}

// repeated notes a statement that is executed for the repeats-th time in a round.
func (r *recorder) repeated(s *statement) {
	stack := callers()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.repeats = append(r.repeats, repeat{s, stack})
}

// forRows returns the number of rows of an earlier statement for each of which a statement was executed, 0 for none. It
// is called with the lock.
func (r *recorder) forRows(s *statement) int64 {
	times := s.times.Load()
	for _, outer := range r.round {
		if outer == s {
			break
		}
		n, alike := outer.rows.Load(), func(n int64) bool { return max(n-times, times-n)*share <= times }
		if n >= repeats && alike(n) && outer.times.Load()*repeats <= times {
			return n
		}
	}
	return 0
}

// Incidents returns the incidents of this round, see [Watch]: those of the kinds [probe.Committed] and [probe.Spliced]
// in the order of time, then those of the kind [probe.Repeated]. It ends no round.
func Incidents() []probe.Incident {
	if !noted.on.Load() {
		return nil
	}
	noted.mu.Lock()
	defer noted.mu.Unlock()
	out := append([]probe.Incident(nil), noted.incidents...)
	for _, a := range noted.repeats {
		if n := noted.forRows(a.of); n > 0 {
			text := strconv.FormatInt(a.of.times.Load(), 10) + " times, for the " + strconv.FormatInt(n, 10) +
				" rows of another one: " + Shape(a.of.text, "")
			out = append(out, probe.Incident{Kind: probe.Repeated, Text: text, Stack: a.stack})
		}
	}
	return out
}
