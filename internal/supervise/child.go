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

// MemoryCode is the exit code of a process that its own watchdog ended.
const MemoryCode = 86

// HangCode is the exit code of a process that was asked where it hangs.
const HangCode = 87

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

// Limit bounds what this process may use: memory in bytes (0 or less for no
// limit) and the depth of a stack (64 MB), so that it dies early and alone. It
// also has the process tell where it is when the parent finds that it hangs.
// It is for a child of [Start] and called once, first thing.
//
// The memory is what the Go runtime holds, and a watchdog looks at it every
// 20 ms. On Linux the kernel also refuses what is far above the limit, for one
// huge allocation could come between two looks. Near to the limit the garbage
// collector works harder.
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

// tellWhenAsked ends the process when the parent asks where it is.
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
		// The difference is what the limit of package debug counts, too.
		if sample[0].Value.Uint64()-sample[1].Value.Uint64() > limit {
			die(MemoryCode, fmt.Sprintf("%s of %d MB exceeded", memoryLine, limit>>20), trace)
		}
		time.Sleep(memoryLook)
	}
}

// die writes one line and all stacks and ends the process. The likeliest stack
// comes first, for the parent keeps only so much.
func die(code int, line string, trace []byte) {
	text := string(trace[:runtime.Stack(trace, true)])
	goroutines := parseGoroutines(text)
	o := newOrigin(goroutines)
	if g := o.likeliest(goroutines); g != nil {
		text = g.text + "\n" + strings.Replace(text, g.text, "", 1)
	}
	// A line that the program did not end must not swallow the first.
	_, _ = io.WriteString(os.Stderr, "\n"+line+"\n\n"+text[:min(len(text), keptCrash)]+"\n")
	os.Exit(code)
}

// Ended returns a channel that is closed when the parent wants this process to
// come to an end, or is dead. It reads the standard input, and is called once.
// A process whose parent is dead and that does not end by itself is ended two
// seconds later.
func Ended() <-chan struct{} {
	ended := make(chan struct{})
	parent := os.Getppid()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
		outlive(parent)
	}()
	return ended
}

// outlive ends the process unless it does so itself.
func outlive(parent int) {
	orphaned := 0
	for range endLooks {
		time.Sleep(orphanLook)
		if os.Getppid() != parent {
			orphaned++
		}
		if orphaned >= orphanLooks {
			break
		}
	}
	os.Exit(orphanedCode)
}
