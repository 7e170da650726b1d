package evoke

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/twin"
)

// errInterrupted is the cause of a context that an interrupt ended.
var errInterrupted = errors.New("an interrupt")

// searches counts the tests that search at this moment. An interrupted test
// binary ends when the last of them has written what it found.
var searches atomic.Int32

// raiseTime is how long a process waits for a signal that it sent itself.
const raiseTime = time.Second

// repeatWindow is the time after a signal in which a second one counts as the same interrupt: timeout(1) sends a signal
// to the process and, an instant later, to its process group.
const repeatWindow = 500 * time.Millisecond

// interruptible returns a context that ends with the first interrupt of the test binary, so that the test can still
// write its suite. When the test and its cleanup functions have ended, the interrupt ends the test binary, as it would
// have without Evoke. The second interrupt ends the test binary at once.
func interruptible(t testing.TB) context.Context {
	if twin.Child() {
		return t.Context() // a child ends when its parent says so
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	searches.Add(1)
	var came atomic.Bool
	go func() {
		select {
		case <-signals:
			came.Store(true)
			time.AfterFunc(repeatWindow, func() { signal.Stop(signals) })
			fmt.Fprintf(os.Stderr, "\nevoke: %s: interrupted; writing what was found (once more to end at once)\n",
				t.Name())
			cancel(errInterrupted)
		case <-ctx.Done():
		}
	}()
	t.Cleanup(func() {
		signal.Stop(signals)
		cancel(nil)
		if last := searches.Add(-1) == 0; last && came.Load() {
			raise()
		}
	})
	return ctx
}

// raise sends this process the interrupt signal that [interruptible] caught, now that nothing catches it.
func raise() {
	own, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = own.Signal(os.Interrupt)
	}
	if err != nil { // a process cannot signal itself on every operating system
		os.Exit(1)
	}
	time.Sleep(raiseTime)
}
