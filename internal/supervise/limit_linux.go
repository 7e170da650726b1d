//go:build linux && !race && !msan && !asan

package supervise

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// dataSlack is for what is no heap: stacks of threads (8 MB each with cgo) and
// the runtime's own tables, which are mapped long before they are used.
const dataSlack = 256 << 20

// limitData has the kernel refuse writable memory far above a limit. It counts
// what is mapped and not what is used, and the runtime maps 64 MB at a time;
// so there is room, and the watchdog is what keeps the limit itself.
func limitData(memory int64) error {
	limit := uint64(mappedData()) + 2*uint64(memory) + dataSlack
	var now syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_DATA, &now); err != nil {
		return err
	}
	// What the user set is not raised.
	now.Cur = min(now.Cur, limit)
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &now)
}

// mappedData returns how much writable memory of its own the process has
// mapped, in bytes; 0 if the system does not tell.
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
