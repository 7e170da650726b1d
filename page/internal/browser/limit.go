package browser

import (
	"context"
	"time"
)

// idle is the factor of a limit for a page that does not keep its processor busy, because the machine may be busy with
// other work.
const idle = 3

// Limit returns a context that ends with [ErrHangs] when a page exceeds a time limit. The limit is on the processor
// time of the processes of pages, so that other work on the machine does not matter. A page that waits without using
// the processor may take three times as long, and longer if the browser itself is slow to answer. If the browser does
// not report processor time, elapsed time counts.
func (t *Tab) Limit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	const steps = 10                          // number of times at which the limit is checked
	begin := time.AfterFunc(limit/2, func() { // most acts end before, without a check
		before, err := t.spent(ctx)
		for step := steps / 2; ctx.Err() == nil; step++ {
			time.Sleep(limit / steps)
			var now map[int]float64
			if err == nil {
				now, err = t.spent(ctx)
			}
			if err != nil && step >= steps || step >= idle*steps || busiest(before, now) >= (limit/2).Seconds() {
				end(ErrHangs)
			}
		}
	})
	return ctx, func() {
		begin.Stop()
		end(context.Canceled)
	}
}

// busiest returns the greatest processor time that one of some processes used between two measurements.
func busiest(before, now map[int]float64) (most float64) {
	for id, spent := range now {
		most = max(most, spent-before[id])
	}
	return most
}

// spent returns the processor time in seconds of the processes of pages, by process id. Several tabs may share a
// process.
func (t *Tab) spent(ctx context.Context) (map[int]float64, error) {
	var info struct {
		ProcessInfo []struct {
			Type    string
			ID      int
			CPUTime float64
		}
	}
	if err := t.browser.Call(ctx, "SystemInfo.getProcessInfo", nil, &info); err != nil {
		return nil, err
	}
	out := map[int]float64{}
	for _, p := range info.ProcessInfo {
		if p.Type == "renderer" {
			out[p.ID] = p.CPUTime
		}
	}
	return out, nil
}
