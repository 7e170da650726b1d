package supervise

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"
)

// MemoryCode is the exit code of a process that exceeded its memory limit.
const MemoryCode = 86

// HangCode is the exit code of a process that the parent found to hang.
const HangCode = 87

// LostCode is the exit code of a process that found its files closed.
const LostCode = 88

const (
	maxStack     = 64 << 20 // bytes; the default takes four times as long to overflow
	memoryLook   = 20 * time.Millisecond
	memoryTrace  = 1 << 20 // bytes for the stacks, set aside while there is memory
	hangTrace    = 8 << 20
	orphanLook   = 100 * time.Millisecond
	orphanLooks  = 20   // a child has 2 s when its parent is dead
	orphanedCode = 1    // nobody sees it
	endLooks     = 6000 // 10 minutes, where the death of the parent does not show
)

// Limit bounds what this process may use, so that it dies early and alone:
// memory in bytes (0 or less for no limit) and the depth of a stack (64 MB). It
// also makes the process print where it is when the parent finds that it hangs.
// A child of [Start] calls it once, before anything else.
//
// A watchdog checks every 20 ms how much memory the Go runtime holds. On Linux
// the kernel also refuses memory far above the limit, because one huge
// allocation could happen between two checks. The garbage collector works
// harder near the limit.
func Limit(memory int64) error {
	debug.SetMaxStack(maxStack)
	go tellWhenAsked(asked())
	if memory <= 0 {
		return nil
	}
	debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), memory/8*7))
	go watchMemory(uint64(memory), make([]byte, memoryTrace))
	if err := limitData(memory); err != nil {
		return fmt.Errorf("supervise: limit of %d bytes: %w", memory, err)
	}
	return nil
}

// tellWhenAsked ends the process with its stacks when the parent asks where it
// is.
func tellWhenAsked(asked <-chan os.Signal) {
	<-asked
	die(HangCode, hangLine, make([]byte, hangTrace))
}

// watchMemory ends the process when it holds more than the limit.
func watchMemory(limit uint64, trace []byte) {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	for {
		metrics.Read(sample)
		// The limit of package debug counts the same difference.
		if sample[0].Value.Uint64()-sample[1].Value.Uint64() > limit {
			die(MemoryCode, fmt.Sprintf("%s of %d MB exceeded", memoryLine, limit>>20), trace)
		}
		time.Sleep(memoryLook)
	}
}

// die writes one line and all stacks and ends the process. It writes the
// likeliest stack first, because the parent keeps only part of the text.
func die(code int, line string, trace []byte) {
	text := string(trace[:runtime.Stack(trace, true)])
	goroutines := parseGoroutines(text)
	o := newOrigin(goroutines)
	if g := o.likeliest(goroutines); g != nil {
		text = g.text + "\n" + strings.Replace(text, g.text, "", 1)
	}
	// Begin a new line: the program may not have ended its last one.
	_, _ = io.WriteString(os.Stderr, "\n"+line+"\n\n"+text[:min(len(text), keptCrash)]+"\n")
	os.Exit(code)
}

// Ended returns a channel that is closed when the parent is dead or wants this
// process to end. Call it only once, and early: before that, the process does not
// end with its parent. If the parent is dead, Ended calls orphaned, which is to
// remove what the parent would have removed. If the process does not end by
// itself, two seconds later Ended calls orphaned again and kills the process, and
// those that it started.
func Ended(orphaned func()) <-chan struct{} {
	ended := make(chan struct{})
	parent, line := os.Getppid(), openLine()
	if line == nil { // a process of the program's, which ends with the group
		return ended
	}
	go func() {
		listen(line, parent)
		close(ended)
		outlive(parent, orphaned)
	}()
	return ended
}

// listen returns when the line ends. If the program has closed it, listen returns
// when the parent is dead.
func listen(line *os.File, parent int) {
	if _, err := io.Copy(io.Discard, line); err == nil {
		return
	}
	for os.Getppid() == parent {
		time.Sleep(orphanLook)
	}
}

// outlive ends the process unless it ends by itself.
func outlive(parent int, orphaned func()) {
	looks := 0
	for range endLooks {
		if os.Getppid() != parent {
			if looks == 0 {
				orphaned()
			}
			looks++
		}
		if looks > orphanLooks {
			orphaned()
			killOwnGroup()
			break
		}
		time.Sleep(orphanLook)
	}
	os.Exit(orphanedCode)
}
