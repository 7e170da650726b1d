package execute

import (
	"context"
	"strings"

	"github.com/evoke-go/evoke/sut"
)

// trodden is a caller for log-ins, whose answers say what they leave behind.
type trodden struct {
	sut.Caller
	x *Executor
}

// Call implements [sut.Caller].
func (t trodden) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	resp, err := t.Caller.Call(ctx, r)
	if err == nil {
		path, _, _ := strings.Cut(r.Target, "?")
		t.x.Ground.LoggedIn(strings.TrimPrefix(path, t.x.BasePath), r, resp)
	}
	return resp, err
}
