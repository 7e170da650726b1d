package execute

import (
	"context"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/ground"
	"github.com/evoke-go/evoke/rest/internal/mend"
	"github.com/evoke-go/evoke/sut"
)

// mended deletes in the end of a test what it left behind that would spoil others, which a
// trace shows, and brings the system back to where calls succeed that did before, which none
// shows. i is the index of the next call of the test. It returns how many HTTP calls it made.
func mended(ctx context.Context, x *Executor, i int, e *execution) (calls int, err error) {
	if x.Mender == nil {
		return 0, nil
	}
	for _, d := range x.Mender.Own() {
		n, done, err := x.undo(ctx, i, d, e)
		if calls += n; err != nil {
			return calls, err
		}
		if !done {
			ground.Spoils(x.Ground, d.Step, d.Operation)
			continue
		}
		x.Mender.Undone(d)
		i++
	}
	apart := *e
	apart.Trace = nil
	err = x.Mender.Restore(ctx, mend.Means{
		Again: func(ctx context.Context, r *sut.Request) (int, error) {
			calls++
			resp, err := read(ctx, x.System, r)
			if err != nil {
				return 0, fmt.Errorf("rest: %s: %w", r.Operation, err)
			}
			return answeredStatus(resp), ctx.Err()
		},
		Undo: func(ctx context.Context, d *mend.Deed) (bool, error) {
			old := *d
			old.Uses = nil // of another test
			n, done, err := x.undo(ctx, i, &old, &apart)
			calls += n
			return done, err
		},
	})
	return calls, err
}

// undo deletes what a call left behind, if nobody would lose a credential. It reports whether
// that is gone.
func (x *Executor) undo(ctx context.Context, i int, d *mend.Deed, e *execution) (calls int, done bool, err error) {
	if d.Undo == nil {
		return 0, false, nil
	}
	c := d.Undo
	e.encoded.Reset()
	c.Genotype.Encode(c.Op.Spec, &e.encoded)
	d.Name(&e.encoded)
	if x.Custody.Gave(&e.encoded) {
		return 0, false, nil
	}
	e.uses, e.stray = d.Uses, nil
	e.Trace.begin(c, e)
	calls, resp, err := x.send(ctx, c, e)
	if err != nil {
		return calls, false, fmt.Errorf("rest: %s: %w", c.Op.Spec.Name(), err)
	}
	if e.Trace == nil {
		return calls, gone(resp), nil
	}
	x.tread(i, c, resp, e)
	e.Trace.sent(x.Users.Standing(c.User.Index), e.encoded.Path)
	e.Trace.end(resp, nil)
	e.Trace.Steps[len(e.Trace.Steps)-1].Tidies = true
	return calls, gone(resp), nil
}

func gone(resp *sut.Response) bool { return resp.Outcome == sut.Answered && resp.Status/100 == 2 }

// trodden is a caller for log-ins, whose answers say what they leave behind.
type trodden struct {
	sut.Caller
	x    *Executor
	user int
}

// Call implements [sut.Caller].
func (t trodden) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	resp, err := read(ctx, t.Caller, r)
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
