package supervise

import (
	"os"
	"unsafe"
)

// copied is a file that is written to after every change, where files cannot
// be mapped. It costs two system calls a change.
type copied struct {
	file *os.File
	data []byte
}

func written(f *os.File) ([]byte, store, error) {
	// As words, for the header has to lie as they do.
	memory := make([]uint64, flightSize/8)
	data := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(memory))), flightSize)
	return data, &copied{f, data}, nil
}

// changed writes the header last, for it says what else there is; the note
// stands for itself.
func (c *copied) changed(from, to int) {
	if from >= headerSize && to > from {
		_, _ = c.file.WriteAt(c.data[from:to], int64(from))
		if from >= noteAt {
			return
		}
	}
	_, _ = c.file.WriteAt(c.data[:headerSize], 0)
}

func (c *copied) close() error { return c.file.Close() }
