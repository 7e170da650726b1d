package execute

import (
	"context"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
)

// trodden is a caller for log-ins, whose answers say what they leave behind.
type trodden struct {
	sut.Caller
	x    *Executor
	user int
}

// Call implements [sut.Caller].
func (t trodden) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	resp, err := t.Caller.Call(ctx, r)
	if err == nil {
		path, _, _ := strings.Cut(r.Target, "?")
		path = strings.TrimPrefix(path, t.x.BasePath)
		t.x.Ground.LoggedIn(path, r, resp)
		t.x.Mender.Entered(t.user, path, r, resp)
	}
	return resp, err
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
