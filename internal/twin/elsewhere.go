package twin

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/sut"
)

// outside is the reason in a report for a black-box search of a system in another process.
const outside = "black box: the controller starts another process (WhiteBox.Cover names packages of this " +
	"program to look into anyway)"

const (
	// listenTime is how long a server of this process may take to wait for
	// connections once its controller says that it is ready.
	listenTime = 200 * time.Millisecond
	// listenTick is how often to look.
	listenTick = 10 * time.Millisecond
)

// startsElsewhere reports whether a controller starts the system in another process, so that the code of this program
// tells nothing of the system: the controller returns a URL, and no goroutine of this process has begun to wait for
// connections. It starts the controller to find out, and stops it again. If the user names packages to cover, the
// result is false: their code is in this program.
func startsElsewhere(ctx context.Context, t *task.Task) (bool, error) {
	covers := len(t.Cover) > 0 && !t.BlackBox()
	if _, caller := t.SUT.(sut.Caller); t.SUT == nil || caller || covers || t.Elsewhere() {
		return false, nil
	}
	before := listening()
	if _, _, err := sut.Open(ctx, t.SUT, sut.RemoteOptions{}); err != nil {
		return false, fmt.Errorf("evoke: start: %w", err)
	}
	own := listening() > before
	for waited := time.Duration(0); !own && waited < listenTime; waited += listenTick {
		pause(ctx, listenTick)
		own = listening() > before
	}
	if err := errors.Join(t.SUT.Stop(ctx), ctx.Err()); err != nil {
		return false, fmt.Errorf("evoke: stop: %w", err)
	}
	return !own, nil
}

// listening returns the number of goroutines of this process that wait for connections.
func listening() (n int) {
	stacks := make([]runtime.StackRecord, runtime.NumGoroutine()+64)
	count, ok := runtime.GoroutineProfile(stacks)
	for !ok {
		stacks = make([]runtime.StackRecord, 2*count)
		count, ok = runtime.GoroutineProfile(stacks)
	}
	for i := range stacks[:count] {
		frames := runtime.CallersFrames(stacks[i].Stack())
		for more := true; more; {
			var f runtime.Frame
			if f, more = frames.Next(); f.Function == "internal/poll.(*FD).Accept" {
				n++
				break
			}
		}
	}
	return n
}
