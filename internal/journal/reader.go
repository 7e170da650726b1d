package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// Callbacks receive what a [Reader] finds, in the order in which it was
// written. The reader does not call those that are nil. Process counts the
// processes that wrote the journal, from 0.
type Callbacks[I any] struct {
	// Improved receives an individual with its scores for the targets that it
	// improved when it was written. The ids are those of the reader's registry.
	Improved func(e *search.Evaluated[I])
	Stats    func(process int, s search.Stats)
	Tally    func(process int, data json.RawMessage)
	Fault    func(process int, data json.RawMessage)
	Learned  func(process int, data json.RawMessage)
	Phase    func(process int, name string)
	Event    func(e search.Event)
}

// Reader follows a journal. It is not safe for concurrent use.
type Reader[I any] struct {
	path     string
	registry *fitness.Registry
	decode   func([]byte) (I, error)
	file     io.ReadCloser // nil until the journal exists

	process int // -1 before the first
	targets map[fitness.ID]fitness.ID
	pending []byte // the beginning of a line
	offset  int64
	quiet   int64 // records before this offset are not passed on
	told    int
	skipped int
	reason  error
}

// Open opens a journal and reads it from its beginning. It treats a journal
// that does not exist yet as empty. The registry gives the targets their ids.
// decode reverses the encode function that [Append] got.
func Open[I any](path string, registry *fitness.Registry, decode func([]byte) (I, error)) *Reader[I] {
	return &Reader[I]{path: path, registry: registry, decode: decode, process: -1}
}

// Next reads what was appended since the last Next and passes it to the
// callbacks. It returns how many records it passed on.
func (r *Reader[I]) Next(c Callbacks[I]) (int, error) {
	r.told = 0
	if r.file == nil {
		f, err := os.Open(r.path)
		if errors.Is(err, fs.ErrNotExist) {
			return 0, nil
		}
		if err != nil {
			return 0, fmt.Errorf("journal: %w", err)
		}
		r.file = f
	}
	chunk := make([]byte, 64<<10)
	for {
		n, err := r.file.Read(chunk)
		r.take(chunk[:n], &c)
		if err == io.EOF {
			return r.told, nil
		}
		if err != nil {
			return r.told, fmt.Errorf("journal: %w", err)
		}
	}
}

// take reads the lines that a chunk completes.
func (r *Reader[I]) take(chunk []byte, c *Callbacks[I]) {
	searched := len(r.pending)
	r.pending = append(r.pending, chunk...)
	rest := r.pending
	for {
		end := bytes.IndexByte(rest[searched:], '\n')
		if end < 0 {
			break
		}
		end += searched
		r.line(rest[:end], c)
		r.offset += int64(end) + 1
		rest, searched = rest[end+1:], 0
	}
	r.pending = r.pending[:copy(r.pending, rest)]
}

// line reads one line. It skips a line that it cannot understand, for example
// one whose writer died while writing it.
func (r *Reader[I]) line(line []byte, c *Callbacks[I]) {
	if len(bytes.TrimSpace(line)) == 0 {
		return
	}
	var rec record
	err := json.Unmarshal(line, &rec)
	if err == nil {
		err = r.define(&rec)
	}
	if r.offset < r.quiet {
		c = &Callbacks[I]{}
	}
	if err == nil {
		err = r.tell(&rec, c)
	}
	if err != nil {
		r.skipped++
		if r.reason == nil {
			r.reason = fmt.Errorf("journal: at offset %d: %w", r.offset, err)
		}
	}
}

// define registers the processes and targets that later lines refer to.
func (r *Reader[I]) define(rec *record) error {
	if rec.Version != 0 {
		r.process++
		r.targets = map[fitness.ID]fitness.ID{}
	}
	switch {
	case rec.Version != 0 && rec.Version != version:
		r.targets = nil
		return fmt.Errorf("format %d is unknown", rec.Version)
	case r.targets == nil:
		return errors.New("no process began before it")
	}
	for _, t := range rec.Targets {
		r.targets[t.ID] = r.registry.ID(t.target())
	}
	return nil
}

// tell passes the content of a line to the callbacks.
func (r *Reader[I]) tell(rec *record, c *Callbacks[I]) error {
	if rec.Test != nil && c.Improved != nil {
		e, err := r.evaluated(rec.Test)
		if err != nil {
			return err
		}
		c.Improved(e)
		r.told++
	}
	if rec.Stats != nil && c.Stats != nil {
		c.Stats(r.process, rec.Stats.stats())
		r.told++
	}
	if rec.Tally != nil && c.Tally != nil {
		c.Tally(r.process, slices.Clone(rec.Tally))
		r.told++
	}
	if rec.Fault != nil && c.Fault != nil {
		c.Fault(r.process, slices.Clone(rec.Fault))
		r.told++
	}
	if rec.Learned != nil && c.Learned != nil {
		c.Learned(r.process, slices.Clone(rec.Learned))
		r.told++
	}
	if rec.Phase != "" && c.Phase != nil {
		c.Phase(r.process, rec.Phase)
		r.told++
	}
	if c.Event == nil {
		return nil
	}
	return r.tellEvents(rec.Events, c.Event)
}

func (r *Reader[I]) tellEvents(events []eventRecord, tell func(search.Event)) error {
	for _, e := range events {
		event, err := r.event(e)
		if err != nil {
			return err
		}
		tell(event)
		r.told++
	}
	return nil
}

func (r *Reader[I]) event(e eventRecord) (search.Event, error) {
	if e.Target == nil {
		if e.Note != "" {
			return search.Note{Text: e.Note}, nil
		}
		if e.Stats == nil {
			return nil, errors.New("an event of nothing")
		}
		return search.Evaluation{Stats: e.Stats.stats(), Progress: e.Progress}, nil
	}
	id, err := r.idOf(*e.Target)
	if err != nil {
		return nil, err
	}
	if e.Stats != nil {
		return search.Covered{Target: r.registry.Target(id), Stats: e.Stats.stats(), Cause: e.Cause}, nil
	}
	return search.Improved{Target: r.registry.Target(id), Value: e.Value, Before: e.Before}, nil
}

// evaluated decodes an individual. It sorts its scores by the ids of the
// reader's registry.
func (r *Reader[I]) evaluated(t *testRecord) (*search.Evaluated[I], error) {
	var scores fitness.Scores
	for _, s := range t.Scores {
		id, err := r.idOf(s.ID)
		if err != nil {
			return nil, err
		}
		scores = append(scores, fitness.Score{ID: id, Action: s.Action, Value: s.Value})
	}
	byID := func(a, b fitness.Score) int { return int(a.ID) - int(b.ID) }
	slices.SortStableFunc(scores, byID)
	scores = slices.CompactFunc(scores, func(a, b fitness.Score) bool { return a.ID == b.ID })
	individual, err := r.decode(t.Individual)
	if err != nil {
		return nil, fmt.Errorf("decode an individual: %w", err)
	}
	return &search.Evaluated[I]{Individual: individual, Scores: scores, Size: t.Size, Cost: t.Cost, By: t.By}, nil
}

func (r *Reader[I]) idOf(written fitness.ID) (fitness.ID, error) {
	id, ok := r.targets[written]
	if !ok {
		return 0, fmt.Errorf("target %d was not named", written)
	}
	return id, nil
}

// Offset returns how many bytes the reader has read and understood. The offset
// is always the beginning of a line.
func (r *Reader[I]) Offset() int64 { return r.offset }

// Skip makes Next pass on only records after an offset, which [Reader.Offset] of another reader returned. The reader
// still reads the records before the offset, because they define the targets.
func (r *Reader[I]) Skip(offset int64) { r.quiet = offset }

// Skipped returns how many lines the reader could not understand, and why it
// could not understand the first of them.
func (r *Reader[I]) Skipped() (int, error) { return r.skipped, r.reason }

// Close closes the file of the reader.
func (r *Reader[I]) Close() error {
	if r.file == nil {
		return nil
	}
	if err := r.file.Close(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}
