package browser

import (
	"context"
	"time"
)

// idle is how many times longer a page may take that does not keep its processor busy: the machine may be.
const idle = 3

// Limit returns a context that ends with [ErrHangs] when a page takes longer than it may: by the processor time of the
// processes of pages, so that work besides does no harm. A page that waits may take three times as long, and longer
// where the browser itself is slow to answer. Where it does not tell the processor time, all time counts.
func (t *Tab) Limit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	const steps = 10                          // in which a limit is looked at
	begin := time.AfterFunc(limit/2, func() { // most acts have ended by then
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

// busiest is the most that one of some processes spent meanwhile.
func busiest(before, now map[int]float64) (most float64) {
	for id, spent := range now {
		most = max(most, spent-before[id])
	}
	return most
}

// spent returns the seconds of processor time that the processes of pages have taken, by their ids. Several tabs may
// share one of them.
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
