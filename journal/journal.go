// Package journal keeps what a search found in a file that survives the death
// of the process, for the process that goes on in its place and for others
// that search at the same time.
//
// A journal is a file of JSON lines to which a [Writer] appends, each record
// with one write. Several processes may write to one journal, one after the
// other. A [Reader] follows it while it grows; a line that was cut short by
// the death of its writer is passed over.
package journal

import (
	"encoding/json"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// Writer appends to a journal. It is not safe for concurrent use. After an
// error it writes nothing more, and every method returns that error.
type Writer[I any] struct{}

// Append opens a journal for a process to append to; it is made if there is
// none. The registry is the one of the ids to come; encode gives the JSON of
// an individual.
func Append[I any](path string, registry *fitness.Registry, encode func(I) ([]byte, error)) (*Writer[I], error) {
	return &Writer[I]{}, nil
}

// Improved appends an individual that is now the best of the targets that
// changed, as [search.Archive.Add] tells them. Without changes nothing is written.
func (w *Writer[I]) Improved(e *search.Evaluated[I], changes []search.Change) error { return nil }

// Stats appends how far the search has come; the last one counts.
func (w *Writer[I]) Stats(s search.Stats) error { return nil }

// Tally appends the tally of this process, as JSON; the last one counts.
func (w *Writer[I]) Tally(v any) error { return nil }

// Fault appends a fault, as JSON.
func (w *Writer[I]) Fault(v any) error { return nil }

// Phase appends that a phase of the work begins.
func (w *Writer[I]) Phase(name string) error { return nil }

// Observe appends an event for an observer in another process. Evaluation
// events are held back and written a few hundred at a time, before the next
// record of any other sort, or by Flush.
func (w *Writer[I]) Observe(e search.Event) error { return nil }

// Flush writes the events that were held back.
func (w *Writer[I]) Flush() error { return nil }

// Close flushes and closes the journal.
func (w *Writer[I]) Close() error { return nil }

// Callbacks get what a [Reader] finds, in the order it was written. Those that
// are nil are not called. Process counts the writers of the journal from 0.
type Callbacks[I any] struct {
	// Improved gets an individual with its scores for the targets it was the
	// best of when it was written, by the ids of the reader's registry.
	Improved func(e *search.Evaluated[I])
	Stats    func(process int, s search.Stats)
	Tally    func(process int, data json.RawMessage)
	Fault    func(process int, data json.RawMessage)
	Phase    func(process int, name string)
	Event    func(e search.Event)
}

// Reader follows a journal.
type Reader[I any] struct{}

// Open opens a journal to read from its beginning. A journal that does not
// exist yet is empty. The registry gives the targets their ids; decode is the
// reverse of what encoded the individuals.
func Open[I any](path string, registry *fitness.Registry, decode func([]byte) (I, error)) *Reader[I] {
	return &Reader[I]{}
}

// Next reads what was appended since the last Next and tells it to the
// callbacks. It returns how many records it told.
func (r *Reader[I]) Next(c Callbacks[I]) (int, error) { return 0, nil }

// Offset returns how many bytes were read.
func (r *Reader[I]) Offset() int64 { return 0 }

// Skip has the next Next tell only what lies behind an offset that
// [Reader.Offset] gave to another reader.
func (r *Reader[I]) Skip(offset int64) {}

// Skipped returns how many lines could not be understood, and why the first
// could not.
func (r *Reader[I]) Skipped() (int, error) { return 0, nil }

// Close frees what the reader holds.
func (r *Reader[I]) Close() error { return nil }

// State is all that a journal holds.
type State[I any] struct {
	// Processes is how many processes wrote it.
	Processes int
	// Tests are the individuals, in the order they were written. Shown to an
	// empty archive in this order, they make the archive of the writer.
	Tests []*search.Evaluated[I]
	// Stats are the last that were written.
	Stats search.Stats
	// Tallies are the last of each process that wrote one.
	Tallies []json.RawMessage
	Faults  []json.RawMessage
	// Phase is the last that began.
	Phase string
}

// Load reads a whole journal. One that does not exist is empty.
func Load[I any](path string, registry *fitness.Registry, decode func([]byte) (I, error)) (*State[I], error) {
	return &State[I]{}, nil
}
