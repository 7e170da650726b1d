package driver

import (
	"context"
	"errors"
	"fmt"
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
	p.used, c.trace.taken = true, false
	limit := c.options.limit()
	if p.hello.tells {
		p.out.begin(kindCall)
		if err := p.say(limit); err != nil {
			return nil, c.wrong(p.fail(err))
		}
	}
	resp, err := c.remote.Call(ctx, req)
	if ctx.Err() != nil {
		return nil, c.wrong(context.Cause(ctx))
	}
	if err == nil && resp.Outcome == sut.TimedOut {
		limit = min(limit, shortLimit)
	}
	var lost error
	if err == nil && resp.Outcome == sut.Answered && resp.Repeats == 0 { // else the program may have got another request than the one that was answered
		lost = told(ctx, c, limit)
	} else {
		lost = c.collect(ctx, limit)
	}
	var end *endError
	var silent *silentError
	switch {
	case lost == nil && err == nil:
		return p.done(resp), nil
	case lost == nil:
		return nil, c.wrong(err)
	case errors.As(lost, &end):
		return c.died(resp, end), nil
	case errors.As(lost, &silent):
		return c.hung(resp, silent), nil
	}
	return nil, c.wrong(lost)
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

// died is the answer to a call that ended the system, whatever it had sent by then.
func (c *Controller) died(resp *sut.Response, end *endError) *sut.Response {
	c.answer = sut.Response{Outcome: sut.Broken, Detail: "the process of the system ended: " + end.what, Placed: true}
	if resp != nil {
		c.answer.Elapsed = resp.Elapsed
	}
	if c.active.ended != nil {
		c.answer.Place = c.active.ended.place
	}
	return &c.answer
}

// hung is the answer to a call after which the system answers nobody. It is ended.
func (c *Controller) hung(resp *sut.Response, silent *silentError) *sut.Response {
	c.active.kill()
	c.answer = sut.Response{Outcome: sut.TimedOut, Detail: fmt.Sprintf("the system hangs: %v", silent)}
	if resp != nil {
		c.answer.Elapsed = resp.Elapsed
	}
	return &c.answer
}
