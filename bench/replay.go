package bench

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http/httptest"
	"time"

	"github.com/evoke-go/evoke/sut"
)

// Answers counts what a replay was answered.
type Answers struct {
	// Calls is how many requests were sent.
	Calls int
	// Statuses counts the answers by status.
	Statuses map[int]int
	// Panics is how many calls ended in a panic of the handler.
	Panics int
	// Resets is the time that the resets took.
	Resets time.Duration
}

// Replay sends recorded tests to the instance the plain way: a reset before
// each test, then httptest.NewRequest, httptest.NewRecorder and ServeHTTP for
// each request. It is the bare loop that an engine's speed is held against.
func (i *Instance) Replay(tests [][]*sut.Request) (Answers, error) {
	a := Answers{Statuses: map[int]int{}}
	for _, test := range tests {
		began := time.Now()
		if err := i.Reset(); err != nil {
			return a, fmt.Errorf("bench: reset %s: %w", i.service.Name, err)
		}
		a.Resets += time.Since(began)
		for _, r := range test {
			a.Calls++
			if status, ok := i.send(r); ok {
				a.Statuses[status]++
			} else {
				a.Panics++
			}
		}
	}
	return a, nil
}

// send makes one call. ok is false when the handler panicked.
func (i *Instance) send(r *sut.Request) (status int, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var body io.Reader
	if r.Body != nil {
		body = bytes.NewReader(r.Body)
	}
	req := httptest.NewRequest(r.Method, r.Target, body)
	maps.Copy(req.Header, r.Header)
	rec := httptest.NewRecorder()
	i.handler.ServeHTTP(rec, req)
	return rec.Code, true
}
