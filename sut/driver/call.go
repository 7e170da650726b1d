package driver

import (
	"context"
	"time"

	"github.com/evoke-go/evoke/sut"
)

// SetTimeout sets another time limit for later calls, see [sut.Remote.SetTimeout].
func (c *Controller) SetTimeout(limit time.Duration) {
	c.limited = limit
	if c.remote != nil {
		c.remote.SetTimeout(limit)
	}
}

// shortLimit is how long a driver may take to answer when the call before got none in time.
const shortLimit = time.Second

// Call implements [sut.Caller]. Behind each call it fetches what the call reached, which
// also tells whether the system is still alive.
func (c *Controller) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	if err := c.reopen(ctx); err != nil {
		return nil, err
	}
	p := c.active
	before := p.since
	p.since, c.trace.taken = since{calls: before.calls + 1, used: true}, false
	if p.hello.tells {
		p.out.begin(kindCall)
		if err := p.say(c.options.limit()); err != nil {
			return nil, c.wrong(p.fail(err))
		}
	}
	p.stderr.mark()
	resp, err := c.remote.Call(ctx, req)
	if ctx.Err() != nil {
		return nil, c.wrong(context.Cause(ctx))
	}
	taken := reached(ctx, c, resp, err)
	end, silent := lost(taken)
	switch {
	case taken == nil && err == nil:
		c.trace.charge(resp)
		p.since.used = before.used || !c.reads.on || c.reads.changes(req, resp, before)
		return p.done(resp), nil
	case taken == nil:
		return nil, c.wrong(err)
	case end != nil:
		return died(c, resp, end), nil
	case silent != nil:
		return hung(c, resp, silent), nil
	}
	return nil, c.wrong(taken)
}

// done is the answer to a call that the system took. One that got none in time may go on for
// ever in a system with threads, which is ended.
func (p *process) done(resp *sut.Response) *sut.Response {
	if resp.Outcome == sut.TimedOut && p.hello.threads {
		p.kill()
	}
	return resp
}

// reopen has another process go on with the test if the one that began it has ended.
func (c *Controller) reopen(ctx context.Context) error {
	if c.active != nil && !c.active.gone() {
		return nil
	}
	if err := c.revive(ctx); err != nil {
		return err
	}
	if err := c.open(ctx); err != nil {
		return c.wrong(err)
	}
	return nil
}
