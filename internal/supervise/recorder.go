package supervise

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// Recorder writes a flight recorder: a file that shows what this process was
// doing, even after its death. Only Exit is safe for concurrent use. Methods do
// not return errors; what cannot be written is lost. Only Exit allocates. A nil
// Recorder records nothing.
type Recorder struct {
	header *[words]uint64 // the beginning of data
	data   []byte
	used   int
	store  store
	exit   sync.Mutex // guards the note of Exit
}

// store holds the data of a recorder.
type store interface {
	// changed is called after the header and the bytes between two places have
	// been written.
	changed(from, to int)
	// intact reports whether the file is still open.
	intact() bool
	close() error
}

// Record opens the flight recorder at a path, and creates it if necessary.
func Record(path string) (*Recorder, error) {
	f, err := openFlight(path)
	if err != nil {
		return nil, err
	}
	return newRecorder(f, mapped)
}

func newRecorder(f *os.File, how func(*os.File) ([]byte, store, error)) (*Recorder, error) {
	data, store, err := how(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("supervise: flight recorder: %w", err), f.Close())
	}
	r := &Recorder{data: data, store: store}
	r.header = (*[words]uint64)(unsafe.Pointer(unsafe.SliceData(data)))
	clear(data[:headerSize])
	clear(data[noteAt:])
	r.header[processWord] = uint64(os.Getpid())
	atomic.StoreUint64(&r.header[magicWord], flightMagic)
	store.changed(noteAt, flightSize)
	store.changed(0, headerSize)
	return r, nil
}

// set changes a word. A reader in another process may read at the same time, so
// set stores each word atomically. The sequence tells whether the words fit
// together.
func (r *Recorder) set(word int, value uint64) { atomic.StoreUint64(&r.header[word], value) }

// begin makes the sequence odd before a larger change; end makes it even again.
func (r *Recorder) begin() { r.set(sequenceWord, r.header[sequenceWord]+1) }

func (r *Recorder) end(from, to int) {
	r.set(sequenceWord, r.header[sequenceWord]+1)
	r.store.changed(from, to)
}

// Phase records the phase of the process, in at most 160 bytes.
func (r *Recorder) Phase(name string) {
	if r == nil {
		return
	}
	r.begin()
	n := copy(r.data[phaseAt:headerSize], name)
	r.set(phaseWord, uint64(n))
	r.end(0, headerSize)
}

// Test records the beginning of a test: the number of its evaluation and the
// budget spent before it. It drops the calls of the test before.
func (r *Recorder) Test(evaluation, cost int) {
	if r == nil {
		return
	}
	r.begin()
	r.used = 0
	r.set(usedWord, 0)
	r.set(countWord, 0)
	r.set(omittedWord, 0)
	r.set(evaluationWord, uint64(evaluation))
	r.set(costWord, uint64(cost))
	r.end(0, headerSize)
}

// Call records the beginning of a call. The limit [Command].Hang applies from
// now on, so record anything that may hang as a call. Of long texts and of
// bodies above 64 KB the recorder keeps only the beginning, and of a test the
// first megabyte.
func (r *Recorder) Call(request *Request) {
	if r == nil {
		return
	}
	r.begin()
	from := headerSize + r.used
	n := r.append(request, maxBody)
	if n < 0 {
		n = r.append(request, 0)
	}
	if n < 0 {
		n = 0
		r.set(omittedWord, r.header[omittedWord]+1)
	} else {
		r.used += n
		r.set(usedWord, uint64(r.used))
		r.set(countWord, r.header[countWord]+1)
	}
	r.set(beganWord, uint64(time.Now().UnixNano()))
	r.set(stateWord, (r.header[stateWord]/2+1)*2+1)
	r.end(from, from+n)
}

// Busy records that the process does something else that may hang, until
// Answered. The limit [Command].Hang applies to it as well.
func (r *Recorder) Busy() {
	if r == nil {
		return
	}
	r.set(stateWord, (r.header[stateWord]/2+1)*2+1)
	r.store.changed(0, headerSize)
}

// Check ends the process with [Lost] if something in it has closed the file of
// the recorder, or put another in its place. What the process writes would then be
// lost, or go into the files of others.
func (r *Recorder) Check() {
	if r != nil && !r.store.intact() {
		die(LostCode, lostLine, make([]byte, memoryTrace))
	}
}

// Answered records the end of the call.
func (r *Recorder) Answered() {
	if r == nil {
		return
	}
	r.set(stateWord, r.header[stateWord]&^1)
	r.store.changed(0, headerSize)
}

// Close closes the file, which keeps its content. Nothing may be recorded
// afterwards.
func (r *Recorder) Close() error {
	if r == nil {
		return nil
	}
	if err := r.store.close(); err != nil {
		return fmt.Errorf("supervise: flight recorder: %w", err)
	}
	return nil
}

// The flags of a recorded request.
const truncatedFlag, goneFlag = 1, 2

// append writes a request after the others and returns its length, or -1 if it
// does not fit. It keeps at most the given number of bytes of the body.
func (r *Recorder) append(request *Request, body int) int {
	e := encoder{rest: r.data[headerSize+r.used : noteAt]}
	flags, word := uint32(0), e.reserve()
	e.text(request.Operation, maxText)
	e.text(request.Method, maxText)
	e.text(request.Target, maxText)
	e.headers(request.Header)
	e.bytes(request.Body, body)
	if e.full {
		return -1
	}
	if e.truncated {
		flags |= truncatedFlag
	}
	if request.Gone {
		flags |= goneFlag
	}
	binary.NativeEndian.PutUint32(word, flags)
	return noteAt - headerSize - r.used - len(e.rest)
}

// encoder writes numbers and texts one after the other.
type encoder struct {
	rest      []byte
	full      bool
	truncated bool
	nowhere   [4]byte
}

// reserve leaves room for a number.
func (e *encoder) reserve() []byte {
	if len(e.rest) < 4 {
		e.full = true
		return e.nowhere[:]
	}
	place := e.rest[:4]
	e.rest = e.rest[4:]
	return place
}

func (e *encoder) headers(header map[string][]string) {
	place := e.reserve()
	count, left := uint32(0), maxHeaders
	for name, values := range header {
		for _, value := range values {
			if left -= len(name) + len(value); left < 0 {
				e.truncated = true
				continue
			}
			e.text(name, maxText)
			e.text(value, maxText)
			count++
		}
	}
	binary.NativeEndian.PutUint32(place, count)
}

func (e *encoder) text(s string, limit int) {
	e.bytes(unsafe.Slice(unsafe.StringData(s), len(s)), limit)
}

func (e *encoder) bytes(p []byte, limit int) {
	if len(p) > limit {
		p, e.truncated = p[:limit], true
	}
	place := e.reserve()
	if len(p) > len(e.rest) {
		e.full = true
		return
	}
	binary.NativeEndian.PutUint32(place, uint32(len(p)))
	e.rest = e.rest[copy(e.rest, p):]
}
