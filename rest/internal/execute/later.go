package execute

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// lag is what the executor learned of a system that shows what was done only some time after it answered.
type lag struct {
	late    map[*api.Operation]bool // found what an earlier call had made only after some time
	longest time.Duration           // that it took
	vain    int                     // how often nothing came
	stale   bool                    // a read showed an old state, and a later one did not
}

const (
	firstWait = 10 * time.Millisecond  // doubled each time
	usualLag  = 150 * time.Millisecond // how long to wait
	saidLag   = time.Second            // where an answer of 202 said that it would take a while
	mostVain  = 4                      // how often to wait for nothing
)

// awaited makes a call again that does not find what an earlier call of the test made, as long as that may still come.
func (x *Executor) awaited(
	ctx context.Context, c *action.Call, resp *sut.Response, e *execution,
) (calls int, last *sut.Response, err error) {
	e.soon = false
	maker := maker(c, e)
	if maker == nil || resp.Outcome != sut.Answered {
		return 0, resp, nil
	}
	late := x.lag.late[c.Op]
	e.soon = late && resp.Status/100 == 2
	if resp.Status != http.StatusNotFound || !late && (x.lag.vain >= mostVain || x.Tally[c.Op.Index].Succeeded()) {
		return 0, resp, nil
	}
	limit := max(usualLag, 3*x.lag.longest)
	if maker.Status() == http.StatusAccepted {
		limit = max(limit, saidLag)
	}
	waited := time.Duration(0)
	for wait := firstWait; waited < limit; wait *= 2 {
		if last, err = x.later(ctx, e, wait); err != nil {
			return calls, nil, err
		}
		calls, waited = calls+1, waited+wait
		if last.Outcome != sut.Answered || last.Status != http.StatusNotFound {
			x.comesLate(c.Op, waited)
			e.soon = last.Status/100 == 2
			return calls, last, nil
		}
	}
	x.lag.vain++
	return calls, last, nil
}

func (x *Executor) comesLate(op *api.Operation, after time.Duration) {
	if x.lag.late == nil {
		x.lag.late = map[*api.Operation]bool{}
	}
	x.lag.late[op], x.lag.longest = true, max(x.lag.longest, after)
}

// later makes the call once more after some time.
func (x *Executor) later(ctx context.Context, e *execution, wait time.Duration) (*sut.Response, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(wait):
	}
	resp, err := read(ctx, x.System, &e.request)
	if err == nil {
		err = ctx.Err()
	}
	return resp, err
}

// maker returns the earlier call of the test that made what the path of a call names, and nil if there is none, or if
// something was deleted since.
func maker(c *action.Call, e *execution) *oracle.Exchange {
	if e.stray != nil || e.encoded.Gone || c.Genotype.Invalid != nil {
		return nil
	}
	for i := range e.uses {
		for _, piece := range e.uses[i].Text {
			if piece.Origin == nil || e.uses[i].In != "path" || piece.Origin.Step >= len(e.before) {
				continue
			}
			b := e.before[piece.Origin.Step]
			if b.Safe() || !b.Succeeded() {
				continue
			}
			for _, after := range e.before[piece.Origin.Step+1:] {
				if after.Request.Method == http.MethodDelete && after.Succeeded() {
					return nil
				}
			}
			return b
		}
	}
	return nil
}

// settled drops what oracles found in a read after a change, if the same read shows something else a little later: the
// system was on its way. It asks once for each fault. Where a system was seen to be late, what an oracle concludes from
// earlier calls is dropped: nobody knows when they take effect.
func (x *Executor) settled(
	ctx context.Context, c *action.Call, resp *sut.Response, e *execution, found []oracle.Finding,
) (calls int, kept []oracle.Finding, err error) {
	if x.lags() {
		return 0, slices.DeleteFunc(found, func(f oracle.Finding) bool { return fromBefore(x, e, &f) }), nil
	}
	if len(found) == 0 || !e.exchange.Safe() || resp.Outcome != sut.Answered || resp.Status >= 500 || !changed(e.before) {
		return 0, found, nil
	}
	news := false
	for i := range found {
		news = news || x.Faults.Of(x.Faults.Target(x.api.At(c.Op, &found[i]), &found[i])) == nil
	}
	if !news {
		return 0, found, nil
	}
	first := *resp
	first.Header, first.Body = resp.Header.Clone(), bytes.Clone(resp.Body)
	for wait := 2 * firstWait; wait <= usualLag/2; wait *= 2 {
		last, err := x.later(ctx, e, wait)
		if err != nil {
			return calls, found, err
		}
		calls++
		if last.Outcome != sut.Answered || last.Status != first.Status || !bytes.Equal(last.Body, first.Body) {
			x.lag.stale, *resp = true, first
			return calls, nil, nil
		}
		*resp = *last
	}
	return calls, found, nil
}

// lags reports whether the system was seen to show what was done some time after it answered.
func (x *Executor) lags() bool { return x.lag.stale || len(x.lag.late) > 0 }

// fromBefore reports whether oracles find something only because of earlier calls.
func fromBefore(x *Executor, e *execution, f *oracle.Finding) bool {
	same := func(other oracle.Finding) bool { return other.Code == f.Code && other.Detail == f.Detail }
	if !slices.ContainsFunc(judged(x, e), same) {
		return false // it is no oracle's
	}
	before := e.exchange.Before
	e.exchange.Before = nil
	defer func() { e.exchange.Before = before }()
	return !slices.ContainsFunc(judged(x, e), same)
}

// changed reports whether a call changed something.
func changed(before []*oracle.Exchange) bool {
	for _, b := range before {
		if !b.Safe() && !b.Refused() {
			return true
		}
	}
	return false
}
