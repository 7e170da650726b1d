package suttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/evoke-go/evoke/sut"
)

// checks are the checks of TestController, each on a system of its own.
var checks = []struct {
	name string
	run  func(*kit) error
}{
	{"a call arrives unchanged", arrives},
	{"any method arrives", methods},
	{"a body may be empty", emptyBodies},
	{"redirects are answers", redirects},
	{"calls share one state", counts},
	{"Reset forgets", resets},
	{"a panic is an outcome", survives("/panic", sut.Panicked, sut.Broken)},
	{"an aborted answer is an outcome", survives("/abort", sut.Broken)},
	{"the end of the goroutine is an outcome", survives("/goexit", sut.Broken)},
	{"a hang is an outcome", survives("/hang", sut.TimedOut)},
	{"an endless body is cut", bounded},
	{"the end of the context is an error", cancelled},
	{"a stopped system starts again", restarts},
}

func arrives(k *kit) error {
	body := []byte("\x00\xff any bytes\r\n")
	got, resp, err := k.echo(&sut.Request{
		Method: "POST", Target: "/echo?q=%20a&q=b%2Fc",
		Header: http.Header{"X-Echo": {"value"}, "X-Two": {"1", "2"}, "Content-Type": {"text/odd"}},
		Body:   body,
	})
	switch {
	case err != nil:
		return err
	case got.Method != "POST" || got.Path != "/echo" || got.Query != "q=%20a&q=b%2Fc":
		return fmt.Errorf("what arrived is %s %s?%s", got.Method, got.Path, got.Query)
	case !bytes.Equal(got.Body, body):
		return fmt.Errorf("the body that arrived is %q", got.Body)
	case len(got.Header["X-Two"]) != 2 || got.Header.Get("Content-Type") != "text/odd":
		return fmt.Errorf("the header that arrived is %v", got.Header)
	case resp.Header.Get("X-Echo") != "value" || resp.Header.Get("Content-Type") != "application/json":
		return fmt.Errorf("the header that came back is %v", resp.Header)
	case resp.Truncated:
		return errors.New("a small body came back truncated")
	}
	return nil
}

func methods(k *kit) error {
	for _, m := range []string{"GET", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"} {
		got, _, err := k.echo(&sut.Request{Method: m, Target: "/echo"})
		if err != nil {
			return err
		}
		if got.Method != m || len(got.Body) != 0 {
			return fmt.Errorf("what arrived of %s is %s with a body of %d bytes", m, got.Method, len(got.Body))
		}
	}
	return nil
}

func emptyBodies(k *kit) error {
	for _, method := range []string{"HEAD", "POST"} {
		want := map[string]int{"HEAD": http.StatusOK, "POST": http.StatusNoContent}[method]
		resp, err := k.status(method, "/count", want)
		if err != nil {
			return err
		}
		if len(resp.Body) != 0 {
			return fmt.Errorf("%s: a status %d with the body %q", method, want, resp.Body)
		}
	}
	return nil
}

func redirects(k *kit) error {
	resp, err := k.status("GET", "/redirect", http.StatusFound)
	if err == nil && resp.Header.Get("Location") != "/echo" {
		err = fmt.Errorf("the location is %q", resp.Header.Get("Location"))
	}
	return err
}

func counts(k *kit) error {
	for range 3 {
		if _, err := k.status("POST", "/count", http.StatusNoContent); err != nil {
			return err
		}
	}
	return k.count("3")
}

func resets(k *kit) error {
	if err := k.controller.Reset(k.ctx); err != nil {
		return fmt.Errorf("a reset before any call: %w", err)
	}
	for range 2 {
		if err := counts(k); err != nil {
			return err
		}
		if err := k.controller.Reset(k.ctx); err != nil {
			return err
		}
		if err := k.count("0"); err != nil {
			return fmt.Errorf("after a reset: %w", err)
		}
	}
	return nil
}

// survives returns a check that calls of the target have one of the outcomes, again and again, and that calls and
// resets work afterwards.
func survives(target string, want ...sut.Outcome) func(*kit) error {
	return func(k *kit) error {
		for _, method := range []string{"GET", "POST"} {
			if _, err := k.call(method, target, want...); err != nil {
				return err
			}
			if err := works(k); err != nil {
				return fmt.Errorf("afterwards: %w", err)
			}
		}
		return nil
	}
}

// works checks that a reset restores the first state, in which the counter works.
func works(k *kit) error {
	if _, err := k.status("GET", "/count", http.StatusOK); err != nil {
		return err
	}
	if err := k.controller.Reset(k.ctx); err != nil {
		return err
	}
	return counts(k)
}

func bounded(k *kit) error {
	resp, err := k.call("GET", "/endless", sut.Answered)
	if err != nil {
		return err
	}
	if !resp.Truncated {
		return fmt.Errorf("%d bytes of it came back, not marked as truncated", len(resp.Body))
	}
	return works(k)
}

func cancelled(k *kit) error {
	ctx, cancel := context.WithCancel(k.ctx)
	cancel()
	if _, err := k.caller.Call(ctx, &sut.Request{Method: "GET", Target: "/count"}); err == nil {
		return errors.New("a call with a context that has ended is no error")
	}
	return works(k)
}

func restarts(k *kit) error {
	if _, err := k.status("POST", "/count", http.StatusNoContent); err != nil {
		return err
	}
	if err := k.controller.Stop(k.ctx); err != nil {
		return err
	}
	caller, _, err := sut.Open(k.ctx, k.controller, sut.RemoteOptions{})
	if err != nil {
		return err
	}
	k.caller = caller
	return k.count("0")
}
