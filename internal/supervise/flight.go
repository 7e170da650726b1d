package supervise

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"time"
)

// Request is a call in a flight recorder.
type Request struct {
	// Operation says in words what the call is.
	Operation string
	Method    string
	Target    string
	Header    map[string][]string
	Body      []byte // nil if there was none or it was empty
	// Truncated says that a part of the call was too long to keep. [ReadFlight]
	// sets it, and [Recorder.Call] ignores it.
	Truncated bool
	// Gone says that the client of the call leaves before the answer.
	Gone bool
}

// Flight is the content of a flight recorder.
type Flight struct {
	// Process is the id of the process that wrote the recorder, or 0 if none did.
	Process int
	// Phase is the argument of the last [Recorder.Phase].
	Phase string
	// Evaluation and Cost are the arguments of the last [Recorder.Test].
	Evaluation, Cost int
	// Calls is how many calls the process began.
	Calls uint64
	// Calling says that the last call has not been answered yet.
	Calling bool
	// Began is when the last call began.
	Began time.Time
	// Requests are the calls of the current test, in order. The last one is the
	// current call if Calling is set and Omitted is 0.
	Requests []Request
	// Omitted is how many more calls of the test did not fit.
	Omitted int
	// Exit is the place where the program was about to end itself during one of
	// the last calls, "pkg.Func (file.go:12)", or "" if it was not.
	Exit string
}

// A flight recorder consists of a header of words, the name of the phase, the
// requests one after the other, and the note of [Recorder.Exit] at its end.
// Both processes run on one machine, so the words have that machine's byte
// order.
const (
	flightMagic = 0x45564f4b45464c31 // "EVOKEFL1"
	flightSize  = 1 << 20
	headerSize  = 256
	maxPhase    = headerSize - phaseAt
	phaseAt     = 96

	maxText    = 8 << 10  // bytes of an operation, target, name or value
	maxHeaders = 16 << 10 // bytes of all names and values of a request
	maxBody    = 64 << 10 // bytes
)

// The words of the header.
const (
	magicWord = iota
	sequenceWord
	processWord
	stateWord // twice the number of calls, and one more while in a call
	beganWord // nanoseconds since 1970
	evaluationWord
	costWord
	countWord   // of requests
	usedWord    // bytes of the requests
	omittedWord // requests
	phaseWord   // bytes of the name
	words
)

// openFlight opens a file for a flight recorder and fills it to its size. It
// writes every byte, so that a full disk is an error here. A sparse file would
// crash the process that writes to its mapping.
func openFlight(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("supervise: flight recorder: %w", err)
	}
	info, err := f.Stat()
	if err == nil && info.Size() != flightSize {
		if err = f.Truncate(0); err == nil {
			_, err = f.WriteAt(make([]byte, flightSize), 0)
		}
	}
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("supervise: flight recorder: %w", err)
	}
	return f, nil
}

// readTries is how often ReadFlight tries to read a consistent flight recorder.
// Its writer may be writing at the same time, or may have died while writing.
const readTries = 5

// ReadFlight reads the flight recorder at a path, even while it is written. It
// returns the zero Flight for a recorder that nobody wrote to.
func ReadFlight(path string) (Flight, error) {
	f, err := os.Open(path)
	if err != nil {
		return Flight{}, fmt.Errorf("supervise: flight recorder: %w", err)
	}
	defer f.Close()
	var data []byte
	for range readTries {
		var whole bool
		if data, whole, err = readOnce(f); err != nil {
			return Flight{}, fmt.Errorf("supervise: flight recorder: %w", err)
		}
		if whole {
			break
		}
	}
	flight := parseFlight(data)
	note := make([]byte, noteSize)
	if err := readAt(f, note, noteAt); err != nil {
		return Flight{}, fmt.Errorf("supervise: flight recorder: %w", err)
	}
	flight.Exit = exitPlace(note, flight.Calls)
	return flight, nil
}

// readOnce reads the header and the requests, and reports whether nothing was
// written meanwhile.
func readOnce(f *os.File) (data []byte, whole bool, err error) {
	var after [headerSize]byte
	data = make([]byte, headerSize)
	if err := readAt(f, data, 0); err != nil {
		return nil, false, err
	}
	used := min(word(data, usedWord), noteAt-headerSize)
	data = append(data, make([]byte, used)...)
	if err := readAt(f, data[headerSize:], headerSize); err != nil {
		return nil, false, err
	}
	if err := readAt(f, after[:], 0); err != nil {
		return nil, false, err
	}
	sequence := word(data, sequenceWord)
	return data, sequence%2 == 0 && sequence == word(after[:], sequenceWord), nil
}

// readAt reads at a place. Bytes behind the end of the file are 0.
func readAt(f *os.File, data []byte, at int64) error {
	if _, err := f.ReadAt(data, at); err != nil && err != io.EOF {
		return err
	}
	return nil
}

func word(data []byte, i int) uint64 { return binary.NativeEndian.Uint64(data[i*8:]) }

// parseFlight parses a flight recorder, which may hold any bytes. From an
// inconsistent one it returns what it can read.
func parseFlight(data []byte) Flight {
	if len(data) < headerSize || word(data, magicWord) != flightMagic {
		return Flight{}
	}
	state := word(data, stateWord)
	phase := min(word(data, phaseWord), maxPhase)
	flight := Flight{
		Process:    int(word(data, processWord)),
		Phase:      string(data[phaseAt : phaseAt+phase]),
		Evaluation: int(word(data, evaluationWord)),
		Cost:       int(word(data, costWord)),
		Calls:      state / 2,
		Calling:    state%2 == 1,
		Omitted:    int(word(data, omittedWord)),
	}
	if state > 0 {
		flight.Began = time.Unix(0, int64(word(data, beganWord)))
	}
	used := min(word(data, usedWord), uint64(len(data)-headerSize))
	d := decoder{rest: data[headerSize : headerSize+used]}
	for range word(data, countWord) {
		request := d.request()
		if d.bad {
			break
		}
		flight.Requests = append(flight.Requests, request)
	}
	return flight
}

// decoder reads what encoder wrote. It is bad once it has met an impossible
// value.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) request() Request {
	flags := d.number()
	r := Request{Truncated: flags&truncatedFlag != 0, Gone: flags&goneFlag != 0, Operation: d.text(),
		Method: d.text(), Target: d.text()}
	for range d.number() {
		name, value := d.text(), d.text()
		if d.bad {
			break
		}
		if r.Header == nil {
			r.Header = map[string][]string{}
		}
		r.Header[name] = append(r.Header[name], value)
	}
	if body := d.text(); body != "" {
		r.Body = []byte(body)
	}
	return r
}

func (d *decoder) number() uint32 {
	if len(d.rest) < 4 {
		d.bad = true
		return 0
	}
	n := binary.NativeEndian.Uint32(d.rest)
	d.rest = d.rest[4:]
	return n
}

func (d *decoder) text() string {
	n := d.number()
	if uint64(n) > uint64(len(d.rest)) {
		d.bad = true
		return ""
	}
	text := string(d.rest[:n])
	d.rest = d.rest[n:]
	return text
}
