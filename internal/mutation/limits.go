package mutation

import (
	"context"
	"time"

	"github.com/evoke-go/evoke/suite"
)

// limited executes a test for as long as it may take, and reports whether it took
// longer. A reset that does not heed the end of its context is left alone: its
// process is to be replaced.
func (t *trial) limited(ctx context.Context, test int) (p Played, late bool, err error) {
	more := slower * t.notes.plain.Took[test]
	limited, cancel := context.WithTimeout(ctx, more+idleTime)
	defer cancel()
	bound(limited, cancel, spent()+more+leastTime)
	ended := make(chan struct{})
	var out Played
	var failure error
	go func() {
		defer close(ended)
		out, failure = t.play(limited, &t.suite.Tests[test])
	}()
	select {
	case <-ended:
	case <-limited.Done():
		select {
		case <-ended:
		case <-time.After(deafTime):
			return Played{Failed: []suite.Assertion{{Op: suite.StatusOp}}}, true, limited.Err()
		}
	}
	return out, limited.Err() != nil || out.Hangs, failure
}

// bound cancels a context when the process has spent so much time of the processor.
func bound(ctx context.Context, cancel context.CancelFunc, most time.Duration) {
	time.AfterFunc(lookEvery, func() {
		switch {
		case ctx.Err() != nil:
		case spent() > most:
			cancel()
		default:
			bound(ctx, cancel, most)
		}
	})
}
