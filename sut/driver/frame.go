package driver

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// version is that of the protocol.
const version = 3

// The kinds of frames.
const (
	kindHello   byte = 1
	kindTargets byte = 2
	kindReady   byte = 3
	kindDone    byte = 4
	kindScores  byte = 5
	kindEnded   byte = 6
	kindWarning byte = 7
	kindTold    byte = 8
	kindPlace   byte = 9

	kindBegin  byte = 16
	kindTake   byte = 17
	kindReset  byte = 18
	kindStop   byte = 19
	kindCall   byte = 20
	kindWhere  byte = 21
	kindMutant byte = 22

	kindSource byte = 32
	kindCode   byte = 33
)

const (
	headerSize = 5        // of a frame, in bytes
	maxFrame   = 64 << 20 // bytes
	maxNumber  = 1 << 24  // of targets
)

var errShort = errors.New("a frame ends too early")

// writer makes a frame.
type writer struct {
	b      []byte
	putOff []byte // whole frames that are sent before the next one
}

// begin begins a frame. Its memory is used again.
func (w *writer) begin(kind byte) *writer {
	w.b = append(w.b[:0], 0, 0, 0, 0, kind)
	return w
}

func (w *writer) byte(v byte)      { w.b = append(w.b, v) }
func (w *writer) uint16(v uint16)  { w.b = binary.LittleEndian.AppendUint16(w.b, v) }
func (w *writer) uint32(v uint32)  { w.b = binary.LittleEndian.AppendUint32(w.b, v) }
func (w *writer) uint64(v uint64)  { w.b = binary.LittleEndian.AppendUint64(w.b, v) }
func (w *writer) float(v float64)  { w.uint64(math.Float64bits(v)) }
func (w *writer) text(v string)    { w.uint32(uint32(len(v))); w.b = append(w.b, v...) }
func (w *writer) count(number int) { w.uint32(uint32(number)) }

// finish writes the length of the frame.
func (w *writer) finish() error {
	n := len(w.b) - headerSize
	if n > maxFrame {
		return fmt.Errorf("a frame of %d bytes is too long", n)
	}
	binary.LittleEndian.PutUint32(w.b, uint32(n))
	return nil
}

// send writes the frame.
func (w *writer) send(to io.Writer) error {
	if err := w.finish(); err != nil {
		return err
	}
	_, err := to.Write(w.b)
	return err
}

// reader reads the content of a frame. After an error it returns zero values.
type reader struct {
	b   []byte
	err error
}

func (r *reader) take(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.b) {
		r.fail(errShort)
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint16() uint16 {
	if b := r.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *reader) float() float64 { return math.Float64frombits(r.uint64()) }

func (r *reader) text() string { return string(r.take(int(min(r.uint32(), maxFrame+1)))) }

// count returns the number of elements of a list, each of at least size bytes.
func (r *reader) count(size int) int {
	n := r.uint32()
	if r.err == nil && uint64(n)*uint64(size) > uint64(len(r.b)) {
		r.fail(errShort)
	}
	if r.err != nil {
		return 0
	}
	return int(n)
}

// number returns the number of a target.
func (r *reader) number() uint32 {
	n := r.uint32()
	if n >= maxNumber {
		r.fail(fmt.Errorf("the target %d is beyond the largest number", n))
		return 0
	}
	return n
}

// end checks that the frame ends here.
func (r *reader) end() error {
	if r.err == nil && len(r.b) > 0 {
		r.fail(fmt.Errorf("a frame has %d bytes too many", len(r.b)))
	}
	return r.err
}

// receiver reads frames. The frame is valid until the next one.
type receiver struct {
	from *bufio.Reader
	body []byte
	late scores // told while another frame was awaited
}

func receive(from io.Reader) receiver { return receiver{from: bufio.NewReader(from)} }

// waits blocks until a part of a frame has arrived. After an error such as a deadline, the bytes that have arrived can
// still be read.
func (r *receiver) waits() error {
	_, err := r.from.Peek(1)
	return err
}

// next returns the next frame. An end between frames is io.EOF.
func (r *receiver) next() (kind byte, body *reader, err error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r.from, header[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(header[:])
	kind = header[4]
	if !known(kind) || n > maxFrame {
		return 0, nil, fmt.Errorf("%w: it begins with %q", errGarbage, header[:])
	}
	if r.body, err = filled(r.from, r.body[:0], int(n)); err != nil {
		return 0, nil, err
	}
	return kind, &reader{b: r.body}, nil
}

var errGarbage = errors.New("what comes is no frame")

func known(kind byte) bool {
	return kindHello <= kind && kind <= kindPlace || kindBegin <= kind && kind <= kindWhere ||
		kind == kindSource || kind == kindCode
}

// filled appends n bytes from a reader. It allocates memory only for bytes that arrive.
func filled(from io.Reader, b []byte, n int) ([]byte, error) {
	const step = 1 << 20
	for n > 0 {
		at, more := len(b), min(n, step)
		if cap(b)-at < more {
			b = append(b[:at:at], make([]byte, more)...)
		}
		b = b[:at+more]
		if _, err := io.ReadFull(from, b[at:]); err != nil {
			return b, io.ErrUnexpectedEOF
		}
		n -= more
	}
	return b, nil
}
