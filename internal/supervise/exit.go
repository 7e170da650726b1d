package supervise

import (
	"encoding/binary"
	"runtime"
	"strings"
	"sync/atomic"
	"unsafe"
)

// At the end of a flight recorder is a note of where the program ends itself:
// how many calls had begun then, how long the text is, and the text. It is
// apart from the rest because it comes at any time, from any goroutine.
const (
	noteSize = 512
	noteAt   = flightSize - noteSize
	noteText = 16 // where the text begins
)

// lateCalls is how many calls may begin between the note and the end of the
// process, which takes its time while others go on. An older note did not come
// to that: a log.Fatal that panics.
const lateCalls = 10

// Exit notes the frame that is about to end the program. Unlike the other
// methods it may be called at any time, on any goroutine.
func (r *Recorder) Exit(at runtime.Frame) {
	if r == nil {
		return
	}
	f := frame{file: at.File, line: at.Line}
	f.pkg, f.name = splitFunction(at.Function)
	r.exit.Lock()
	defer r.exit.Unlock()
	note := r.data[noteAt:]
	length := (*uint64)(unsafe.Pointer(&note[8]))
	atomic.StoreUint64(length, 0) // another goroutine may end the process now
	binary.NativeEndian.PutUint64(note, atomic.LoadUint64(&r.header[stateWord])/2)
	n := copy(note[noteText:], f.String())
	atomic.StoreUint64(length, uint64(n))
	r.store.changed(noteAt, flightSize)
}

// exitPlace returns the text of a note, if it is of one of the last calls.
func exitPlace(note []byte, calls uint64) string {
	if len(note) < noteText || calls-word(note, 0) > lateCalls {
		return ""
	}
	length := min(word(note, 1), uint64(len(note)-noteText))
	return strings.ToValidUTF8(string(note[noteText:noteText+length]), "")
}
