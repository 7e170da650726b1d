package driver

import (
	"context"
	"fmt"
	"slices"
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

// shortLimit is how long a driver may take to answer after a call that was not answered in time.
const shortLimit = time.Second

// Call implements [sut.Caller]. After each call it fetches the targets that the call reached, which also tells whether
// the system is still alive.
func (c *Controller) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	if err := c.reopen(ctx); err != nil {
		return nil, err
	}
	p := c.active
	if err := c.mutants.begin(p); err != nil {
		return nil, c.starter.wrong(err)
	}
	before := p.since
	p.since, c.trace.taken = since{calls: before.calls + 1, used: true}, false
	if p.hello.tells {
		p.out.begin(kindCall)
		if err := p.say(p.limit); err != nil {
			return nil, c.starter.wrong(p.fail(err))
		}
	}
	p.stderr.mark()
	resp, err := c.remote.Call(ctx, req)
	if ctx.Err() != nil {
		return nil, c.starter.wrong(context.Cause(ctx))
	}
	taken := c.trace.reached(ctx, p, resp, err)
	c.mutants.take(&c.trace.scores)
	end, silent := lost(taken)
	switch {
	case taken == nil && err == nil:
		c.trace.charge(resp)
		if !c.mutants.isOn() { // a call of a mutant says nothing about the system
			learn(c, req, resp, before)
		}
		return p.done(resp), nil
	case taken == nil:
		return nil, c.starter.wrong(err)
	case end != nil:
		return p.died(resp, end), nil
	case silent != nil:
		return p.hung(resp, silent), nil
	}
	return nil, c.starter.wrong(taken)
}

// learn finds out what a call did to the state of the system.
func learn(c *Controller, req *sut.Request, resp *sut.Response, before since) {
	changed := c.reads.changes(req, resp, before)
	c.active.since.used = before.used || !c.reads.on || changed
	c.trial.note(req, resp)
	if c.starter.options.Keep {
		c.reads.learn(req, resp, changed)
	}
}

// done returns the answer to a call that the system took. In a system with threads, a call that was not answered in
// time may run for ever, so that system is ended.
func (p *process) done(resp *sut.Response) *sut.Response {
	if resp.Outcome == sut.TimedOut && p.hello.threads {
		p.kill()
	}
	return resp
}

// reopen continues the test in another process if the one that began it has ended.
func (c *Controller) reopen(ctx context.Context) error {
	if c.active != nil && !c.active.gone() {
		return nil
	}
	if err := revive(ctx, c); err != nil {
		return err
	}
	if err := c.trace.open(ctx, c.active); err != nil {
		return c.starter.wrong(err)
	}
	return nil
}

// Reset implements [sut.Controller].
func (c *Controller) Reset(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return c.starter.wrong(context.Cause(ctx))
	}
	if err := revive(ctx, c); err != nil {
		return err
	}
	p := c.active
	if err := c.mutants.end(p); err != nil {
		return c.broken(p.fail(err))
	}
	switch {
	case c.starter.options.keeps(c.distrusts) || c.starter.options.Reset == nil && c.reads.unchanged(p.since):
		c.trial.test, c.trial.beyond = nil, false
		return nil
	case c.starter.options.Reset != nil:
		if err := resetByOptions(ctx, c); err != nil {
			return c.starter.wrong(fmt.Errorf("reset: %w", err))
		}
		p = c.active
	case p.hello.resets:
		return resetByDriver(ctx, c)
	default:
		return c.replace(ctx)
	}
	p.since = since{}
	return nil
}

// askDriverToReset has the driver reset the system.
func askDriverToReset(ctx context.Context, c *Controller) error {
	p := c.active
	p.out.begin(kindReset)
	body, err := p.order(ctx, kindDone, p.limit)
	if err == nil {
		err = body.end()
	}
	if err == nil {
		_, err = c.remote.Start(ctx) // connections from before may be closed
	}
	if err != nil {
		return c.broken(err)
	}
	p.since = since{}
	return nil
}

// timeToDie is how long a process may take to end after a reset found it dead.
const timeToDie = time.Second

// resetByOptions resets the system by Reset of the options. A process that ends meanwhile, because of an earlier call,
// is replaced by a new one.
func resetByOptions(ctx context.Context, c *Controller) error {
	err := c.starter.options.Reset(ctx, c.active.baseURL)
	if err == nil || ctx.Err() != nil {
		return err
	}
	select {
	case <-c.active.exited:
	case <-time.After(timeToDie):
		return err
	}
	if err := c.replace(ctx); err != nil {
		return err
	}
	return c.starter.options.Reset(ctx, c.active.baseURL)
}

// resetByDriver resets the system by its driver, unless a trial showed that such a reset does less than a new process.
func resetByDriver(ctx context.Context, c *Controller) error {
	t := &c.trial
	if test := t.next(); test != nil && !t.failed {
		if err := try(ctx, c, test); err != nil {
			return err
		}
	}
	if t.resets++; t.failed || t.resets > mostResets && c.starter.options.Command != nil {
		return c.replace(ctx)
	}
	err := askDriverToReset(ctx, c)
	t.failed = t.failed || t.on && c.active.gone()
	return err
}

// try compares a reset by the driver with a new process, by means of a test.
func try(ctx context.Context, c *Controller, test []triedCall) error {
	if err := c.replace(ctx); err != nil {
		return err
	}
	calls := func() ([][]string, error) {
		answers, err := repeatCalls(ctx, c.remote, test)
		if err != nil {
			err = c.starter.wrong(err)
		}
		return answers, err
	}
	first, err := calls()
	if err != nil {
		return err
	}
	if err := askDriverToReset(ctx, c); err != nil || c.active.gone() {
		c.trial.failed = true
		return err
	}
	behind, err := calls()
	if err != nil || slices.EqualFunc(first, behind, slices.Equal) {
		return err
	}
	if err := c.replace(ctx); err != nil {
		return err
	}
	second, err := calls()
	c.trial.failed = c.trial.failed || !within(first, second, behind)
	return err
}
