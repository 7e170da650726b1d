package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/evoke-go/evoke/page/internal/cdp"
	"github.com/evoke-go/evoke/page/internal/site"
)

// notes makes a tab record whether its document is replaced.
func (t *Tab) notes() {
	t.session.On("Page.frameRequestedNavigation", func(params json.RawMessage) { t.note(params, true) })
	t.session.On("Page.frameStartedNavigating", func(params json.RawMessage) { t.note(params, true) })
	t.session.On("Page.frameStoppedLoading", func(params json.RawMessage) { t.note(params, false) })
	t.session.On("Runtime.bindingCalled", func(params json.RawMessage) {
		var e struct{ Payload string }
		if json.Unmarshal(params, &e) == nil {
			t.mu.Lock()
			t.heard = append(t.heard, e.Payload)
			t.mu.Unlock()
		}
	})
}

// note records that the main document is about to be replaced, or that another one has been loaded.
func (t *Tab) note(params json.RawMessage, goes bool) {
	var e struct{ FrameID, NavigationType string }
	// the id of the main frame is that of the tab's target
	if json.Unmarshal(params, &e) != nil || e.FrameID != t.made.target {
		return
	}
	if goes && e.NavigationType == "sameDocument" {
		return
	}
	t.mu.Lock()
	t.goes = goes
	t.mu.Unlock()
}

// Hear adds a function with a name to the documents of the tab. [Tab.Heard] returns the texts with which documents call
// it.
func (t *Tab) Hear(ctx context.Context, name string) error {
	return t.session.Call(ctx, "Runtime.addBinding", object{"name": name}, nil)
}

// Heard returns the texts that documents passed since the last call.
func (t *Tab) Heard() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := t.heard
	t.heard = nil
	return out
}

const (
	// arriveLimit is how long a document may take to arrive. After that it is assumed not to come: its request was
	// refused, or is a download.
	arriveLimit = 5 * time.Second
	// arriveStep is the interval at which Arrived checks.
	arriveStep = time.Millisecond
)

// Arrived waits until no document is being loaded in the tab. It reports whether one was.
func (t *Tab) Arrived(ctx context.Context) (went bool, err error) {
	t.session.Drain()
	deadline := time.Now().Add(arriveLimit)
	for t.going() {
		went = true
		select {
		case <-t.crashed:
			return true, ErrCrashed
		case <-t.ended:
			return true, cdp.ErrClosed
		case <-ctx.Done():
			t.interrupt()
			return true, fmt.Errorf("wait for a document: %w: %w", ErrHangs, ctx.Err())
		case <-time.After(arriveStep):
		}
		if time.Now().After(deadline) {
			return true, errors.New("a document is on its way and does not arrive")
		}
	}
	return went, nil
}

// maxDocuments is how many documents may follow each other until the tab is at rest.
const maxDocuments = 5

// document returns the answer of the site to a request for a document. The main document stays if the answer is a
// download, or if each document loads another one without end.
func (t *Tab) document(ctx context.Context, r *site.Request, main bool) (*site.Response, error) {
	stay := &site.Response{Status: http.StatusNoContent}
	if !main {
		return t.site.Answer(ctx, r)
	}
	t.mu.Lock()
	t.asked++
	asked := t.asked
	t.mu.Unlock()
	if asked > maxDocuments {
		return stay, nil
	}
	out, err := t.site.Answer(ctx, r)
	if err == nil && strings.HasPrefix(strings.TrimSpace(out.Header.Get("Content-Disposition")), "attachment") {
		return stay, nil
	}
	return out, err
}

// Restless reports whether more than maxDocuments documents followed each other, and resets the count.
func (t *Tab) Restless() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	asked := t.asked
	t.asked = 0
	return asked > maxDocuments
}

func (t *Tab) going() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.goes
}
