package execute

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/evoke-go/evoke/internal/coding"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Departs reports whether a system can make calls whose client leaves before the answer.
func Departs(system any) bool {
	s, ok := system.(interface{ Departs() bool })
	return ok && s.Departs()
}

// await makes the clients of a test wait for their answers. Only the client of the last call may leave: the effect of
// its call is unknown, so later calls could not be judged. It changes the calls of c themselves, so that the search
// keeps the test as it was executed.
func await(c *testcase.Case, leaves bool) {
	for i, a := range c.Actions {
		if call := a.(*action.Call).Genotype; call.Invalid.Gone() && (i < len(c.Actions)-1 || !leaves) {
			call.MakeValid()
		}
	}
}

// read makes a call, and removes the content codings of the answer that the controller of the system leaves.
func read(ctx context.Context, to sut.Caller, r *sut.Request) (*sut.Response, error) {
	resp, err := to.Call(ctx, r)
	if err != nil || !resp.Encoded || resp.Truncated || resp.Stream {
		return resp, err
	}
	if plain, err := coding.Unpack(resp.Header.Get("Content-Encoding"), resp.Body); err == nil {
		resp.Body, resp.Encoded = plain, false
	}
	return resp, nil
}

// prepare makes the request from the encoded call.
func (e *execution) prepare(op *openapi.Operation, basePath string) {
	m := &e.encoded
	e.target = m.Target(e.target[:0], basePath)
	e.request = sut.Request{Method: cmp.Or(m.Method, op.Method), Target: string(e.target), Header: m.Header(),
		Operation: op.Name(), Gone: m.Gone}
	if m.HasBody {
		e.request.Body = m.Body
		if e.request.Body == nil {
			e.request.Body = []byte{}
		}
	}
}

// assigned sets the user who makes a call, in the call itself, so that the search keeps the test as it was executed.
// It returns false if there is no such user.
func assigned(to *effects.Custody, users *auth.Session, c *action.Call, e *execution) (ok bool) {
	ready := users.Ready
	if e.Suite {
		ready = nil
	}
	c.User.Index, ok = to.By(c.User.Index, c.Op, &e.encoded, ready)
	return ok
}

// lag is what the client learned about a system whose effects become visible some time after its answers.
type lag struct {
	late    map[*api.Operation]bool // operations that found a created element only after some time
	longest time.Duration           // the longest time that this took
	vain    int                     // number of waits without an effect
}

const (
	firstWait = 10 * time.Millisecond  // doubled each time
	usualLag  = 150 * time.Millisecond // how long to wait
	saidLag   = time.Second            // how long to wait after an answer of 202
	mostVain  = 4                      // number of waits without an effect until waiting stops
)

// awaited repeats a call that does not find an element that an earlier call of the test made, as long as the element
// may still appear.
func (x *client) awaited(
	ctx context.Context, tally *Tally, c *action.Call, resp *sut.Response, e *execution,
) (calls int, last *sut.Response, err error) {
	e.soon = false
	maker := maker(c, e)
	if maker == nil || resp.Outcome != sut.Answered {
		return 0, resp, nil
	}
	late := x.lag.late[c.Op]
	e.soon = late && resp.Status/100 == 2
	if resp.Status != http.StatusNotFound || !late && (x.lag.vain >= mostVain || tally.Succeeded()) {
		return 0, resp, nil
	}
	limit := max(usualLag, 3*x.lag.longest)
	if maker.Status() == http.StatusAccepted {
		limit = max(limit, saidLag)
	}
	waited := time.Duration(0)
	for wait := firstWait; waited < limit; wait *= 2 {
		if last, err = later(ctx, x.System, &e.request, wait); err != nil {
			return calls, nil, err
		}
		calls, waited = calls+1, waited+wait
		if last.Outcome != sut.Answered || last.Status != http.StatusNotFound {
			x.lag.comes(c.Op, waited)
			e.soon = last.Status/100 == 2
			return calls, last, nil
		}
	}
	x.lag.vain++
	return calls, last, nil
}

// seen reports whether the system was seen to be late.
func (l *lag) seen() bool { return len(l.late) > 0 }

// comes records that an operation found an element some time after an earlier call had made it.
func (l *lag) comes(op *api.Operation, after time.Duration) {
	if l.late == nil {
		l.late = map[*api.Operation]bool{}
	}
	l.late[op], l.longest = true, max(l.longest, after)
}

// later makes the call once more after some time.
func later(ctx context.Context, to sut.Caller, r *sut.Request, wait time.Duration) (*sut.Response, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(wait):
	}
	resp, err := read(ctx, to, r)
	if err == nil {
		err = ctx.Err()
	}
	return resp, err
}

// maker returns the earlier call of the test that created the resource in the path of a call. It returns nil if there
// is none, or if something was deleted since.
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
