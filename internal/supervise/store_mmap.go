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
	fd   int
	was  syscall.Stat_t // of the file
}

func mapped(f *os.File) ([]byte, store, error) {
	m := &mapping{file: f, fd: int(f.Fd())}
	var err error
	m.data, err = syscall.Mmap(m.fd, 0, flightSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return written(f) // not every file system can
	}
	return m.data, m, syscall.Fstat(m.fd, &m.was)
}

func (m *mapping) intact() bool {
	var now syscall.Stat_t
	return syscall.Fstat(m.fd, &now) == nil && now.Dev == m.was.Dev && now.Ino == m.was.Ino
}

func (m *mapping) changed(int, int) {}

func (m *mapping) close() error {
	if err := syscall.Munmap(m.data); err != nil {
		return err
	}
	return m.file.Close()
}
