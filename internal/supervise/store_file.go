package supervise

import (
	"os"
	"unsafe"
)

// copied is a file that is written after every change. It serves systems that
// cannot map files and costs two system calls for each change.
type copied struct {
	file *os.File
	data []byte
}

func written(f *os.File) ([]byte, store, error) {
	// Allocate words, so that the header has their alignment.
	memory := make([]uint64, flightSize/8)
	data := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(memory))), flightSize)
	return data, &copied{f, data}, nil
}

// changed writes the header last, because the header says what else is valid.
// The note is independent of it.
func (c *copied) changed(from, to int) {
	if from >= headerSize && to > from {
		_, _ = c.file.WriteAt(c.data[from:to], int64(from))
		if from >= noteAt {
			return
		}
	}
	_, _ = c.file.WriteAt(c.data[:headerSize], 0)
}

// intact returns true: writing to a closed file fails, and harms nobody.
func (c *copied) intact() bool { return true }

func (c *copied) close() error { return c.file.Close() }
