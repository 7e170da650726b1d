//go:build linux && !race && !msan && !asan

package supervise

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// dataSlack is for memory outside of the heap: the stacks of threads (8 MB each
// with cgo) and the runtime's tables, which are mapped long before they are
// used.
const dataSlack = 256 << 20

// limitData makes the kernel refuse writable memory far above a limit. The
// kernel counts mapped memory and not used memory, and the runtime maps 64 MB
// at a time. The limit therefore leaves slack, and the watchdog enforces the
// exact limit.
func limitData(memory int64) error {
	limit := uint64(mappedData()) + 2*uint64(memory) + dataSlack
	var now syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &now); err != nil {
		return err
	}
	// Do not raise a limit that the user set.
	now.Cur = min(now.Cur, limit)
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &now)
}

// mappedData returns how many bytes of private writable memory the process has
// mapped. It returns 0 if the system does not say.
func mappedData() int64 {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	const data = 5 // the index of data and stack, see proc(5)
	fields := strings.Fields(string(statm))
	if len(fields) <= data {
		return 0
	}
	pages, err := strconv.ParseInt(fields[data], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
