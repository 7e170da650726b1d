package supervise

import (
	"encoding/binary"
	"runtime"
	"strings"
	"sync/atomic"
	"unsafe"
)

// A note at the end of a flight recorder says where the program ends itself. It
// holds the number of calls begun until then, the length of the text, and the
// text. It is separate from the rest because any goroutine may write it at any
// time.
const (
	noteSize = 512
	noteAt   = flightSize - noteSize
	noteText = 16 // where the text begins
)

// lateCalls is how many calls may begin between the note and the end of the
// process. Ending takes time, and other goroutines continue meanwhile. An older
// note belongs to an end that did not happen, such as a log.Fatal that panics.
const lateCalls = 10

// Exit records the frame that is about to end the program. Unlike the other
// methods it may be called at any time and on any goroutine.
func (r *Recorder) Exit(at runtime.Frame) {
	if r == nil {
		return
	}
	text := Place(at)
	r.exit.Lock()
	defer r.exit.Unlock()
	note := r.data[noteAt:]
	length := (*uint64)(unsafe.Pointer(&note[8]))
	atomic.StoreUint64(length, 0) // another goroutine may end the process now
	binary.NativeEndian.PutUint64(note, atomic.LoadUint64(&r.header[stateWord])/2)
	n := copy(note[noteText:], text)
	atomic.StoreUint64(length, uint64(n))
	r.store.changed(noteAt, flightSize)
}

// Place returns the text of a frame, in the form of [Exit].Frame.
func Place(at runtime.Frame) string {
	f := frame{file: at.File, line: at.Line}
	f.pkg, f.name = splitFunction(at.Function)
	return f.String()
}

// exitPlace returns the text of a note if one of the last calls wrote it.
func exitPlace(note []byte, calls uint64) string {
	if len(note) < noteText || calls-word(note, 0) > lateCalls {
		return ""
	}
	length := min(word(note, 1), uint64(len(note)-noteText))
	return strings.ToValidUTF8(string(note[noteText:noteText+length]), "")
}
