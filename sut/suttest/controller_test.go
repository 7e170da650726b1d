package suttest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/sut"
)

const short = time.Second

// TestMain lets more tests run at the same time than there are processors, since they mostly wait for answers that do
// not come.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "12"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestControllersConform(t *testing.T) {
	controllers := map[string]func(func() http.Handler) sut.Controller{
		"handler": func(h func() http.Handler) sut.Controller {
			return sut.NewHandler(h, sut.HandlerOptions{Timeout: short})
		},
		"server": func(h func() http.Handler) sut.Controller {
			return sut.NewServer(h, sut.ServerOptions{Timeout: short})
		},
		"service elsewhere": func(h func() http.Handler) sut.Controller { return &elsewhere{construct: h} },
	}
	for name, controller := range controllers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			TestController(t, controller)
		})
	}
}

// elsewhere is a controller that is no caller.
type elsewhere struct {
	construct func() http.Handler
	handler   atomic.Pointer[http.Handler] // read by the goroutines of the server
	server    *httptest.Server
}

func (e *elsewhere) Start(context.Context) (sut.Info, error) {
	e.renew()
	e.server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		(*e.handler.Load()).ServeHTTP(w, r)
	}))
	e.server.Config.ErrorLog = quiet()
	e.server.Start()
	return sut.Info{BaseURL: e.server.URL}, nil
}

func (e *elsewhere) Reset(context.Context) error {
	e.renew()
	return nil
}

func (e *elsewhere) renew() {
	handler := e.construct()
	e.handler.Store(&handler)
}

func (e *elsewhere) Stop(context.Context) error {
	e.server.Close()
	return nil
}

// broken is a good controller with one part replaced.
type broken struct {
	*sut.Handler
	start func(context.Context) (sut.Info, error)
	reset func(context.Context) error
	stop  func(context.Context) error
	call  func(context.Context, *sut.Request) (*sut.Response, error)
}

func (b *broken) Start(ctx context.Context) (sut.Info, error) {
	if b.start != nil {
		return b.start(ctx)
	}
	return b.Handler.Start(ctx)
}

func (b *broken) Reset(ctx context.Context) error {
	if b.reset != nil {
		return b.reset(ctx)
	}
	return b.Handler.Reset(ctx)
}

func (b *broken) Stop(ctx context.Context) error {
	if b.stop != nil {
		return b.stop(ctx)
	}
	return b.Handler.Stop(ctx)
}

func (b *broken) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	if b.call != nil {
		return b.call(ctx, req)
	}
	return b.Handler.Call(ctx, req)
}

// edit makes b change the responses of the good handler.
func (b *broken) edit(change func(*sut.Request, *sut.Response)) {
	b.call = func(ctx context.Context, req *sut.Request) (*sut.Response, error) {
		resp, err := b.Handler.Call(ctx, req)
		if err == nil {
			change(req, resp)
		}
		return resp, err
	}
}

func TestKitFailsBrokenControllers(t *testing.T) {
	boom := errors.New("boom")
	tests := map[string]struct {
		harm func(*broken)
		want string // part of one of the errors
	}{
		"does not start": {
			func(b *broken) { b.start = func(context.Context) (sut.Info, error) { return sut.Info{}, boom } },
			"opening: boom",
		},
		"does not reset": {
			func(b *broken) { b.reset = func(context.Context) error { return nil } },
			"Reset forgets: after a reset: the service counted",
		},
		"fails to reset": {
			func(b *broken) { b.reset = func(context.Context) error { return boom } },
			"Reset forgets: a reset before any call: boom",
		},
		"fails to stop": {
			func(b *broken) { b.stop = func(context.Context) error { return boom } },
			"stopping: boom",
		},
		"hangs": {
			func(b *broken) {
				b.call = func(context.Context, *sut.Request) (*sut.Response, error) { select {} }
			},
			"it hangs",
		},
		"answers nothing": {
			func(b *broken) {
				b.call = func(context.Context, *sut.Request) (*sut.Response, error) { return nil, nil }
			},
			"neither a response nor an error",
		},
		"drops the query": {
			func(b *broken) {
				b.call = func(ctx context.Context, req *sut.Request) (*sut.Response, error) {
					changed := *req
					changed.Target, _, _ = strings.Cut(req.Target, "?")
					return b.Handler.Call(ctx, &changed)
				}
			},
			"arrives unchanged: what arrived is POST /echo?",
		},
		"drops the body": {
			func(b *broken) {
				b.call = func(ctx context.Context, req *sut.Request) (*sut.Response, error) {
					changed := *req
					changed.Body = nil
					return b.Handler.Call(ctx, &changed)
				}
			},
			"the body that arrived is",
		},
		"drops the header": {
			func(b *broken) {
				b.edit(func(_ *sut.Request, r *sut.Response) { r.Header = nil })
			},
			"the header that came back is",
		},
		"takes a status for another": {
			func(b *broken) { b.edit(func(_ *sut.Request, r *sut.Response) { r.Status = 200 }) },
			"the status is 200, want",
		},
		"follows redirects": {
			func(b *broken) {
				b.edit(func(_ *sut.Request, r *sut.Response) { r.Header.Del("Location") })
			},
			`redirects are answers: the location is ""`,
		},
		"takes a panic for an answer": {
			func(b *broken) { b.edit(asAnswered(sut.Panicked)) },
			"a panic is an outcome: GET /panic: the outcome is answered",
		},
		"takes a hang for an answer": {
			func(b *broken) { b.edit(asAnswered(sut.TimedOut)) },
			"a hang is an outcome: GET /hang: the outcome is answered",
		},
		"gives no detail": {
			func(b *broken) { b.edit(func(_ *sut.Request, r *sut.Response) { r.Detail = "" }) },
			"has no detail",
		},
		"hides that a body was cut": {
			func(b *broken) { b.edit(func(_ *sut.Request, r *sut.Response) { r.Truncated = false }) },
			"an endless body is cut",
		},
		"fails after a hang": {
			func(b *broken) {
				hung := false
				b.call = func(ctx context.Context, req *sut.Request) (*sut.Response, error) {
					if hung {
						return nil, boom
					}
					resp, err := b.Handler.Call(ctx, req)
					hung = hung || err == nil && resp.Outcome == sut.TimedOut
					return resp, err
				}
			},
			"a hang is an outcome: afterwards: GET /count: boom",
		},
		"does not look at the context": {
			func(b *broken) {
				b.call = func(ctx context.Context, req *sut.Request) (*sut.Response, error) {
					return b.Handler.Call(context.WithoutCancel(ctx), req)
				}
			},
			"the end of the context is an error",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := &fakeTB{}
			runChecks(fake, func(h func() http.Handler) sut.Controller {
				b := &broken{Handler: sut.NewHandler(h, sut.HandlerOptions{Timeout: short / 10})}
				test.harm(b)
				return b
			}, map[bool]time.Duration{true: short / 10, false: patience}[name == "hangs"])
			assert.Contains(t, strings.Join(fake.errors, "\n"), test.want)
		})
	}
}

func asAnswered(o sut.Outcome) func(*sut.Request, *sut.Response) {
	return func(_ *sut.Request, r *sut.Response) {
		if r.Outcome == o {
			*r = sut.Response{Status: 500}
		}
	}
}

// fakeTB notes the errors of a test.
type fakeTB struct {
	testing.TB
	errors []string
}

func (f *fakeTB) Helper() {}

func (f *fakeTB) Errorf(format string, args ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, args...))
}
