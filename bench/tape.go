package bench

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/evoke-go/evoke/sut"
)

// Tape is a system that keeps what it was sent and answered, for a replay.
type Tape struct {
	*sut.Handler
	// Tests are the requests between two resets each.
	Tests [][]*sut.Request
	// Statuses counts the answers by status.
	Statuses map[int]int
}

// Record returns a system that keeps what it is sent.
func Record(h *sut.Handler) *Tape { return &Tape{Handler: h, Statuses: map[int]int{}} }

// Reset begins another test.
func (t *Tape) Reset(ctx context.Context) error {
	t.Tests = append(t.Tests, nil)
	return t.Handler.Reset(ctx)
}

// Call keeps the request and its answer's status.
func (t *Tape) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	if len(t.Tests) == 0 {
		t.Tests = append(t.Tests, nil)
	}
	last := &t.Tests[len(t.Tests)-1]
	*last = append(*last, copyRequest(r))
	resp, err := t.Handler.Call(ctx, r)
	if err == nil && resp.Outcome == sut.Answered {
		t.Statuses[resp.Status]++
	}
	return resp, err
}

func copyRequest(r *sut.Request) *sut.Request {
	out := *r
	out.Body, out.Header = bytes.Clone(r.Body), maps.Clone(r.Header)
	for name, values := range out.Header {
		out.Header[name] = slices.Clone(values)
	}
	return &out
}

// Timed is a system that tells how much time its resets took.
type Timed struct {
	*sut.Handler
	Resets time.Duration
}

// Reset measures how long it takes.
func (t *Timed) Reset(ctx context.Context) error {
	began := time.Now()
	defer func() { t.Resets += time.Since(began) }()
	return t.Handler.Reset(ctx)
}
