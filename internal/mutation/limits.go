package mutation

import (
	"context"
	"time"

	"github.com/evoke-go/evoke/suite"
)

// limited executes a test with a time limit, and reports whether the test exceeded it. A reset that ignores the end of
// its context is left behind: its process has to be replaced.
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

// bound cancels a context when the process has used so much processor time.
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
