package execute

import (
	"cmp"
	"context"
	"net/http"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
)

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
		resp, err = x.System.Call(ctx, &e.request)
		if err == nil {
			err = ctx.Err() // what a call cut short shows is no fault of the system
		}
		if err != nil {
			return calls, nil, err
		}
		calls += resp.Repeats
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

// prepare makes the request from the encoded call.
func (e *execution) prepare(op *openapi.Operation, basePath string) {
	m := &e.encoded
	e.target = m.Target(e.target[:0], basePath)
	e.request = sut.Request{Method: cmp.Or(m.Method, op.Method), Target: string(e.target), Header: m.Header(), Operation: op.Name()}
	if m.HasBody {
		e.request.Body = m.Body
		if e.request.Body == nil {
			e.request.Body = []byte{}
		}
	}
}
