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

// notes has a tab note whether its document goes.
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

// note notes that the main document goes, or that another one has arrived.
func (t *Tab) note(params json.RawMessage, goes bool) {
	var e struct{ FrameID, NavigationType string }
	if json.Unmarshal(params, &e) != nil || e.FrameID != t.made.target { // the main frame has the id of its target
		return
	}
	if goes && e.NavigationType == "sameDocument" {
		return
	}
	t.mu.Lock()
	t.goes = goes
	t.mu.Unlock()
}

// Hear has the documents of the tab have a function of a name, whose texts [Tab.Heard] returns.
func (t *Tab) Hear(ctx context.Context, name string) error {
	return t.session.Call(ctx, "Runtime.addBinding", object{"name": name}, nil)
}

// Heard returns the texts that documents told since the last time.
func (t *Tab) Heard() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := t.heard
	t.heard = nil
	return out
}

const (
	// arriveLimit is how long a document may take to arrive. One that is not there by then does not come: its request
	// was refused, or is one of a download.
	arriveLimit = 5 * time.Second
	// arriveStep is how long Arrived waits until it looks again.
	arriveStep = time.Millisecond
)

// Arrived waits until no document is on its way to the tab. It reports whether one was.
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

// maxDocuments is how many documents may come one after the other until the tab is at rest.
const maxDocuments = 5

// document has the site answer a request. The main document stays where a download would take its place, and where
// each document goes to the next one.
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

// Restless reports whether more documents were on their way than may come one after the other, and begins to count
// anew.
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
