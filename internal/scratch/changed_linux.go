package scratch

import (
	"os"
	"syscall"
)

// changedAt returns when a file or folder was changed last, or 0 if that is not
// known.
func changedAt(path string) int64 {
	info, err := os.Lstat(path)
	if err != nil {
		return 0
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	return stat.Ctim.Nano()
}

// named gives a link another name.
func named(link, name string) error { return os.Link(link, name) } // Linux does not follow it
