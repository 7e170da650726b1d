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

// again is how soon a signal may come again and still be the first one: timeout(1) sends
// it to the process and, an instant later, to its group.
const again = 500 * time.Millisecond

// interruptible returns a context that ends with the first interrupt of the test
// binary. The test can then still write what it found. After the cleanup
// functions that it registers from now on, the interrupt ends the test binary,
// as it would have without Evoke.
// The second interrupt ends the test binary at once.
func interruptible(t testing.TB) context.Context {
	if twin.Child() {
		return t.Context() // the parent says when to end
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
			time.AfterFunc(again, func() { signal.Stop(signals) })
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

// raise interrupts this process.
func raise() {
	own, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = own.Signal(os.Interrupt)
	}
	if err != nil { // not every system can do that
		os.Exit(1)
	}
	time.Sleep(raiseTime)
}
