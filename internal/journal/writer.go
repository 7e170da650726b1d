package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

const (
	maxHeld  = 256                    // events
	maxDelay = 100 * time.Millisecond // of a held event, by the clock of the search
)

// Writer appends to a journal. It is not safe for concurrent use. After an
// error it writes nothing more, and every method returns that error.
type Writer[I any] struct {
	to       io.WriteCloser
	registry *fitness.Registry
	encode   func(I) ([]byte, error)
	err      error

	named   []bool // by target id: defined in this journal
	targets []targetRecord
	held    []eventRecord
	flushed time.Duration
}

// Append opens a journal so that a process can append to it, and creates the
// file if it does not exist. The registry is the one that gives the targets of
// later records their ids. encode returns an individual as JSON.
func Append[I any](path string, registry *fitness.Registry, encode func(I) ([]byte, error)) (*Writer[I], error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	w := &Writer[I]{to: f, registry: registry, encode: encode}
	torn, err := endsTorn(f)
	if err == nil && torn {
		_, err = f.WriteString("\n")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("journal: %w", err), f.Close())
	}
	if err := w.write(record{Version: version}); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, nil
}

// endsTorn reports whether the last line is incomplete.
func endsTorn(f *os.File) (bool, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false, err
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], info.Size()-1)
	return last[0] != '\n', err
}

// Improved appends an individual that is now the best for the targets that
// changed, as [search.Archive.Add] returned them. Without changes it writes
// nothing.
func (w *Writer[I]) Improved(e *search.Evaluated[I], changes []search.Change) error {
	if len(changes) == 0 || w.Flush() != nil {
		return w.err
	}
	individual, err := w.encode(e.Individual)
	if err != nil {
		return w.fail(fmt.Errorf("journal: encode an individual: %w", err))
	}
	test := &testRecord{Individual: individual, Size: e.Size, Cost: e.Cost, By: e.By}
	for _, c := range changes {
		w.name(c.ID)
		test.Scores = append(test.Scores, scoreRecord{ID: c.ID, Action: actionOf(e.Scores, c.ID), Value: c.Value})
	}
	return w.write(record{Test: test})
}

func actionOf(scores fitness.Scores, id fitness.ID) int32 {
	for _, s := range scores {
		if s.ID == id {
			return s.Action
		}
	}
	return 0
}

// Stats appends the statistics of the search. A reader uses the last one.
func (w *Writer[I]) Stats(s search.Stats) error { return w.append(record{Stats: recordStats(s)}) }

// Tally appends the tally of this process, as JSON. A reader uses the last one.
func (w *Writer[I]) Tally(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return w.fail(fmt.Errorf("journal: tally: %w", err))
	}
	return w.append(record{Tally: data})
}

// Learned appends what the process learned besides the archive. The data is
// already JSON.
func (w *Writer[I]) Learned(data json.RawMessage) error { return w.append(record{Learned: data}) }

// Fault appends a fault, as JSON.
func (w *Writer[I]) Fault(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return w.fail(fmt.Errorf("journal: fault: %w", err))
	}
	return w.append(record{Fault: data})
}

// Phase records that a phase of the work begins.
func (w *Writer[I]) Phase(name string) error { return w.append(record{Phase: name}) }

// Observe appends an event for an observer in another process. The writer holds
// events back and writes them together: when it holds 256, when the search has
// gone on for a tenth of a second, before the next record of another kind, and
// on Flush.
func (w *Writer[I]) Observe(e search.Event) error {
	var elapsed time.Duration
	switch e := e.(type) {
	case search.Evaluation:
		w.held = append(w.held, eventRecord{Stats: recordStats(e.Stats), Progress: e.Progress})
		elapsed = e.Stats.Elapsed
	case search.Note:
		w.held = append(w.held, eventRecord{Note: e.Text})
		return w.Flush()
	case search.Improved:
		w.held = append(w.held, eventRecord{Target: w.idOf(e.Target), Value: e.Value, Before: e.Before})
	case search.Covered:
		w.held = append(w.held, eventRecord{Target: w.idOf(e.Target), Stats: recordStats(e.Stats), Cause: e.Cause})
	}
	if len(w.held) < maxHeld && elapsed-w.flushed < maxDelay {
		return w.err
	}
	w.flushed = max(w.flushed, elapsed)
	return w.Flush()
}

func (w *Writer[I]) idOf(t fitness.Target) *fitness.ID {
	id := w.registry.ID(t)
	w.name(id)
	return &id
}

// name defines a target in the next record, unless an earlier record defined
// it.
func (w *Writer[I]) name(id fitness.ID) {
	if missing := int(id) + 1 - len(w.named); missing > 0 {
		w.named = append(w.named, make([]bool, missing)...)
	}
	if w.named[id] {
		return
	}
	w.named[id] = true
	w.targets = append(w.targets, recordTarget(id, w.registry.Target(id)))
}

// Flush writes the events that the writer held back.
func (w *Writer[I]) Flush() error {
	if len(w.held) == 0 {
		return w.err
	}
	events := w.held
	w.held = w.held[:0]
	return w.write(record{Events: events})
}

// Close flushes and closes the journal.
func (w *Writer[I]) Close() error {
	err := w.Flush()
	if closing := w.to.Close(); err == nil && closing != nil {
		err = w.fail(fmt.Errorf("journal: %w", closing))
	}
	return err
}

// append writes a record after the events that came before it.
func (w *Writer[I]) append(r record) error {
	if w.Flush() != nil {
		return w.err
	}
	return w.write(r)
}

// write writes one line with one system call. A line survives the death of this
// process as soon as the call has returned.
func (w *Writer[I]) write(r record) error {
	if w.err != nil {
		return w.err
	}
	r.Targets, w.targets = w.targets, nil
	line, err := json.Marshal(r)
	if err != nil {
		return w.fail(fmt.Errorf("journal: %w", err))
	}
	if _, err := w.to.Write(append(line, '\n')); err != nil {
		return w.fail(fmt.Errorf("journal: %w", err))
	}
	return nil
}

func (w *Writer[I]) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return w.err
}
