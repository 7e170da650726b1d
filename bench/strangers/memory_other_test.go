//go:build !unix

package strangers

import (
	"os"
	"time"
)

// residentMegabytes is the most memory that a process ever had, 0 where the system
// does not tell.
func residentMegabytes(*os.ProcessState) int { return 0 }

// ownMegabytes is the same for this process.
func ownMegabytes() int { return 0 }

// ownTime is the time that this process runs.
func ownTime() time.Duration { return time.Since(began) }

var began = time.Now()
