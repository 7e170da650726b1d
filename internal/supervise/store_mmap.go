//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package supervise

import (
	"os"
	"syscall"
)

// mapping is a file mapped into memory. Other processes see what is written
// there, and the kernel keeps it when this process dies.
type mapping struct {
	file *os.File
	data []byte
}

func mapped(f *os.File) ([]byte, store, error) {
	data, err := syscall.Mmap(int(f.Fd()), 0, flightSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return written(f) // not every file system can
	}
	return data, &mapping{f, data}, nil
}

func (m *mapping) changed(int, int) {}

func (m *mapping) close() error {
	if err := syscall.Munmap(m.data); err != nil {
		return err
	}
	return m.file.Close()
}
