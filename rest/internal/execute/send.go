package execute

import (
	"cmp"
	"context"
	"net/http"

	"github.com/evoke-go/evoke/internal/coding"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Departs reports whether a system can make calls whose client leaves before the answer.
func Departs(system any) bool {
	s, ok := system.(interface{ Departs() bool })
	return ok && s.Departs()
}

// await has the clients of a test wait for their answers, but that of the last call where the system can make such calls:
// nobody knows what a call did whose client left, so nothing that comes after it could be judged. It changes the calls
// that are handed in, so that what is kept of the search is what was executed.
func await(x *Executor, c *testcase.Case) {
	for i, a := range c.Actions {
		if call := a.(*action.Call).Genotype; call.Invalid.Gone() && (i < len(c.Actions)-1 || !Departs(x.System)) {
			genotype.Stay(call)
		}
	}
}

// begin encodes a call, with what it takes from earlier answers, and has the user make it who is to. It reports whether
// anybody is.
func begin(x *Executor, c *action.Call, e *execution) bool {
	e.answer, e.uses = nil, e.uses[:0]
	c.Genotype.Encode(c.Op.Spec, &e.encoded)
	if e.stray = strayOf(x.api, c); !e.encoded.Rooted {
		e.uses = e.answers.Resolve(c, &e.encoded, e.uses)
	}
	if !assigned(x, c, e) {
		return false
	}
	e.Trace.begin(c, e)
	return true
}

// send adds the user's credentials to the encoded call and makes it. If the
// credentials have expired, it logs in again and repeats the call.
func (x *Executor) send(ctx context.Context, c *action.Call, e *execution) (calls int, resp *sut.Response, err error) {
	if e.stray == nil {
		x.spell(c.Op, e)
	}
	renewed := false
	for {
		n, err := x.Users.Apply(ctx, x.Custody.Caller(trodden{x.System, x, c.User.Index}, c.User.Index), c.User.Index, &e.encoded)
		calls += n
		if err != nil {
			return calls, nil, err
		}
		if n > 0 {
			x.Custody.Issued(c.User.Index, x.Users.Issued(c.User.Index))
		}
		e.prepare(c.Op.Spec, x.BasePath)
		calls++
		resp, err = read(ctx, x.System, &e.request)
		if err == nil {
			err = ctx.Err() // what a call cut short shows is no fault of the system
		}
		if err != nil {
			return calls, nil, err
		}
		calls += resp.Repeats
		if e.encoded.Gone {
			e.exchange.Renewed = renewed
			return calls, resp, nil // nobody would do anything about such an answer
		}
		expired := resp.Status == http.StatusUnauthorized && !c.Op.Admission.Turns(c.User.Index) && !x.Custody.Door(c.Op) && x.Users.Expire(c.User.Index)
		if !expired && (e.stray != nil || !x.respell(c.Op, resp, e)) {
			if renewed && resp.Status != http.StatusUnauthorized {
				x.Custody.Renewed(c.User.Index)
			}
			e.exchange.Renewed = renewed
			return calls, resp, nil
		}
		renewed = renewed || expired
	}
}

// read makes a call. The body of its answer is without the content codings that the system's controller does not take off.
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
	e.request = sut.Request{Method: cmp.Or(m.Method, op.Method), Target: string(e.target), Header: m.Header(), Operation: op.Name(), Gone: m.Gone}
	if m.HasBody {
		e.request.Body = m.Body
		if e.request.Body == nil {
			e.request.Body = []byte{}
		}
	}
}

// assigned has the user make a call who is to make it: it changes the user of the call that is
// handed in, so that what is kept of the search is what was executed. It reports whether anybody is.
func assigned(x *Executor, c *action.Call, e *execution) (ok bool) {
	ready := x.Users.Ready
	if e.Suite {
		ready = nil
	}
	c.User.Index, ok = x.Custody.By(c.User.Index, c.Op, &e.encoded, ready)
	return ok
}
