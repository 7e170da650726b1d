package sut

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/probe/races"
)

// raced returns the races between places of the program that were reported since its last call, in an order that does
// not depend on which goroutine was first.
func raced(log *races.Log) (out []Incident) {
	for _, r := range log.Take() {
		first, second := r[0], r[1]
		a, b := accessed(&first), accessed(&second)
		if a == "" || b == "" {
			continue
		}
		if second.Write && !first.Write || first.Write == second.Write && b < a {
			a, b, second = b, a, first
		}
		text := "written at " + a + " and read at " + b
		switch {
		case a == b:
			text = "written at " + a + " by two goroutines"
		case second.Write:
			text = "written at " + a + " and at " + b
		}
		if i := (Incident{Kind: Raced, Place: a, Text: text}); !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	slices.SortFunc(out, func(a, b Incident) int { return strings.Compare(a.Text, b.Text) })
	return out
}

// accessed returns the place at which the program reads or writes, "" if it is a probe or not in the program.
func accessed(a *races.Access) string {
	for i := range a.Stack {
		f := &a.Stack[i]
		if pkg, _ := splitFunction(f.Function); ownFrame(pkg) || ownFile(f.File) {
			return "" // accesses by probes are in order, as far as the detector knows
		}
		if userFrame(a.Stack[i:i+1]) != "" {
			break
		}
	}
	return userFrame(a.Stack)
}

// Together passes requests to the handler at the same time, each on a goroutine of its own, and waits until it has
// answered them or the time of a call is over. Nobody reads the answers; the reports of the race detector count. They
// do not depend on luck: meanwhile Go code has one thread, and each call yields where it reads the request and writes
// the answer. So two calls seldom write to a map at the very same time, which would end the process.
func (h *Handler) Together(ctx context.Context, requests []*Request) error {
	if err := h.instance.open(); err != nil {
		return fmt.Errorf("sut: calling the handler: %w", err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	before := runtime.NumGoroutine()
	var calls []concurrentCall
	for _, req := range requests {
		c, err := h.crowded(req)
		if err != nil {
			return fmt.Errorf("sut: calling the handler: %w", err)
		}
		calls = append(calls, c)
	}
	for _, c := range calls {
		go c.serve()
	}
	h.await(ctx, calls)
	fallsTo(before, 4*briefly) // goroutines of these calls must not count for the next test
	return nil
}

// concurrentCall is one of several concurrent calls, with the channel that tells its end.
type concurrentCall struct {
	*call
	over <-chan struct{}
}

// crowded makes a call that shares nothing with other calls and yields to them.
func (h *Handler) crowded(req *Request) (concurrentCall, error) {
	c, err := newCall(h.base, req)
	if err != nil {
		return concurrentCall{}, err
	}
	if c.request.Body != http.NoBody {
		c.request.Body = yieldingBody{c.request.Body}
	}
	handler := h.instance.handler
	c.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if recorder, ok := w.(*recorder); ok {
			handler.ServeHTTP(yieldingRecorder{recorder}, r)
		}
	})
	over := make(chan struct{}, 1)
	c.done, c.recorder, c.began = over, newRecorder(h.options.maxBody()), time.Now()
	c.recorder.reset(c.request.Method == http.MethodHead, c.cancel)
	return concurrentCall{c, over}, nil
}

// await waits for the calls, and gives up those that take too long.
func (h *Handler) await(ctx context.Context, calls []concurrentCall) {
	limit := h.options.timeout()
	if limit == 0 {
		limit = defaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	hung := false
	for _, c := range calls {
		select {
		case <-c.over:
		case <-ctx.Done():
			c.expire()
			<-c.over
		}
		c.cancel()
		if c.phase.Load() == abandoned {
			hung = true
			c.stay.giveUp(&h.left)
		}
	}
	if hung {
		h.instance.abandon()
	}
}

// yieldingBody is a request body that yields to other goroutines.
type yieldingBody struct{ io.ReadCloser }

// Read implements [io.Reader].
func (p yieldingBody) Read(b []byte) (int, error) {
	runtime.Gosched()
	return p.ReadCloser.Read(b)
}

// yieldingRecorder is a recorder that yields to other goroutines.
type yieldingRecorder struct{ *recorder }

// Header implements [http.ResponseWriter].
func (c yieldingRecorder) Header() http.Header {
	runtime.Gosched()
	return c.recorder.Header()
}

// Write implements [http.ResponseWriter].
func (c yieldingRecorder) Write(p []byte) (int, error) {
	runtime.Gosched()
	return c.recorder.Write(p)
}

// WriteString implements [io.StringWriter].
func (c yieldingRecorder) WriteString(s string) (int, error) {
	runtime.Gosched()
	return c.recorder.WriteString(s)
}
