//go:build unix && !solaris && !aix

package scratch

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// errNoLocks says that the system or the file system has no locks.
var errNoLocks = errors.New("no locks here")

// locked opens a file and locks it until it is closed or the process ends. It
// does not wait for another process that holds the lock.
func locked(name string, flags int) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOFOLLOW|flags, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.ENOLCK) {
		err = errNoLocks
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// ownedByUser reports whether a file belongs to the user of this process.
func ownedByUser(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
