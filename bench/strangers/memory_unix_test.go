//go:build unix

package strangers

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// residentMegabytes is the most memory that a process ever had.
func residentMegabytes(p *os.ProcessState) int {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return megabytes(u)
	}
	return 0
}

// ownTime is the processor time of this process.
func ownTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func megabytes(u *syscall.Rusage) int {
	if runtime.GOOS == "darwin" { // which counts bytes
		return int(u.Maxrss >> 20)
	}
	return int(u.Maxrss >> 10)
}

// ownMegabytes is the most memory that this process ever had.
func ownMegabytes() int {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return megabytes(&u)
}
