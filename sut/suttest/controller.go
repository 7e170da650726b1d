// Package suttest tests implementations of [sut.Controller], [sut.Caller] and
// [sut.Tracer]. It also has handlers and servers that misbehave in the ways real
// ones do.
//
// [TestController] is a conformance test in one line, and so is [TestTracer] for controllers that are tracers:
//
//	suttest.TestController(t, func(newHandler func() http.Handler) sut.Controller {
//		return NewMyController(newHandler, Options{Timeout: time.Second})
//	})
package suttest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/evoke-go/evoke/sut"
)

const (
	// patience is how long one check may take before it counts as hanging.
	patience = 30 * time.Second
	// mostBody is more than any controller has a reason to keep of a body.
	mostBody = 64 << 20
)

// TestController checks that a controller, with the caller that [sut.Open]
// finds for it, keeps the contracts of package sut: that calls arrive and
// answers come back unchanged, that Reset forgets, and that whatever the
// service does is an outcome, after which the next call works.
//
// system returns a new controller that serves the handlers of the given
// constructor. Give it a timeout of about a second: some checks wait for it.
func TestController(t testing.TB, system func(newHandler func() http.Handler) sut.Controller) {
	t.Helper()
	runChecks(t, system, patience)
}

func runChecks(t testing.TB, system func(func() http.Handler) sut.Controller, patience time.Duration) {
	t.Helper()
	for _, c := range checks {
		done := make(chan error, 1)
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		go func() { done <- runCheck(ctx, system(NewHandler), c.run) }()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		case <-time.After(2 * patience):
			t.Errorf("%s: it hangs", c.name)
		}
		cancel()
	}
}

// runCheck runs one check on a started system and stops it.
func runCheck(ctx context.Context, c sut.Controller, check func(*kit) error) error {
	caller, _, err := sut.Open(ctx, c, sut.RemoteOptions{Timeout: time.Second})
	if err != nil {
		return fmt.Errorf("opening: %w", err)
	}
	err = check(&kit{ctx: ctx, controller: c, caller: caller})
	if stopErr := c.Stop(context.WithoutCancel(ctx)); err == nil && stopErr != nil {
		return fmt.Errorf("stopping: %w", stopErr)
	}
	return err
}

// kit is what a check works with. It lives as long as its context.
type kit struct {
	ctx        context.Context
	controller sut.Controller
	caller     sut.Caller
}

// call makes a call and checks its outcome.
func (k *kit) call(method, target string, want ...sut.Outcome) (*sut.Response, error) {
	return k.send(&sut.Request{Method: method, Target: target}, want...)
}

func (k *kit) send(req *sut.Request, want ...sut.Outcome) (*sut.Response, error) {
	resp, err := k.caller.Call(k.ctx, req)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", req.Method, req.Target, err)
	}
	if resp == nil {
		return nil, fmt.Errorf("%s %s: neither a response nor an error", req.Method, req.Target)
	}
	for _, o := range want {
		if resp.Outcome == o {
			return resp, wellFormed(resp)
		}
	}
	return nil, fmt.Errorf("%s %s: the outcome is %s (%s), want %s",
		req.Method, req.Target, resp.Outcome, resp.Detail, want)
}

// wellFormed checks the rules for any response.
func wellFormed(r *sut.Response) error {
	switch {
	case r.Outcome == sut.Answered && (r.Status < 100 || r.Status > 999):
		return fmt.Errorf("an answer with status %d", r.Status)
	case r.Outcome != sut.Answered && r.Detail == "":
		return fmt.Errorf("the outcome %s has no detail", r.Outcome)
	case r.Panic == nil && r.Outcome == sut.Panicked || r.Panic != nil && r.Outcome != sut.Panicked &&
		r.Outcome != sut.Broken && r.Status < 500:
		return fmt.Errorf("the outcome is %s, and a panic is there: %t", r.Outcome, r.Panic != nil)
	case len(r.Body) > mostBody:
		return fmt.Errorf("a body of %d bytes was kept", len(r.Body))
	}
	return nil
}

// status makes a call and checks the status of its answer.
func (k *kit) status(method, target string, want int) (*sut.Response, error) {
	resp, err := k.call(method, target, sut.Answered)
	if err == nil && resp.Status != want {
		err = fmt.Errorf("%s %s: the status is %d, want %d", method, target, resp.Status, want)
	}
	return resp, err
}

// count checks the counter of the service.
func (k *kit) count(want string) error {
	resp, err := k.status("GET", "/count", http.StatusOK)
	if err == nil && string(resp.Body) != want {
		err = fmt.Errorf("the service counted %q, want %q", resp.Body, want)
	}
	return err
}

// echo sends a request and returns what arrived.
func (k *kit) echo(req *sut.Request) (*Echoed, *sut.Response, error) {
	resp, err := k.send(req, sut.Answered)
	if err != nil {
		return nil, nil, err
	}
	if resp.Status != http.StatusAccepted {
		return nil, nil, fmt.Errorf("the status is %d, want %d", resp.Status, http.StatusAccepted)
	}
	got := &Echoed{}
	if err := json.Unmarshal(resp.Body, got); err != nil {
		return nil, nil, fmt.Errorf("the body %q: %w", resp.Body, err)
	}
	return got, resp, nil
}
