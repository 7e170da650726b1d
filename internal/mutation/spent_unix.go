//go:build unix

package mutation

import (
	"syscall"
	"time"
)

// spent returns how much time of the processor this process has taken.
func spent() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0 // then a test ends after idleTime
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
