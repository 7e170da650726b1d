package browser

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/evoke-go/evoke/page/internal/cdp"
	"github.com/evoke-go/evoke/page/internal/site"
)

// ErrCrashed is the error when the process of a tab has ended.
var ErrCrashed = errors.New("the tab has crashed")

// ErrHangs is the error when a script of a page does not end in time.
var ErrHangs = errors.New("a script of the page does not end")

// Tab is a tab with its own cookies and storage. It is not safe for concurrent use.
type Tab struct {
	session *cdp.Session
	browser *cdp.Session
	site    *site.Site
	loaded  chan string // receives the loader id of each loaded document
	crashed chan struct{}
	ended   <-chan struct{} // closed when the browser has ended
	once    sync.Once       // guards the closing of crashed
	stop    context.CancelFunc

	// ids of the browser context, which has its cookies and storage, and of the tab
	made   struct{ context, target string }
	before struct{ script, id string } // the script of Before; id is the id that the browser gave it

	mu    sync.Mutex
	heard []string
	goes  bool // the document is about to be replaced, or another one is being loaded
	asked int  // documents requested since the tab was last at rest
}

// Tab opens a tab whose requests a site answers. The script runs in each document before the document's own scripts.
func (b *Browser) Tab(ctx context.Context, s *site.Site, script string) (*Tab, error) {
	t := &Tab{browser: b.conn.Session(""), site: s, loaded: make(chan string, 64), crashed: make(chan struct{})}
	t.ended = b.Closed()
	var made struct{ BrowserContextID, TargetID, SessionID string }
	err := t.browser.Call(ctx, "Target.createBrowserContext", object{"disposeOnDetach": true}, &made)
	denied := object{"behavior": "deny", "browserContextId": made.BrowserContextID}
	if err == nil { // otherwise later calls would concern the browser as a whole
		err = t.browser.Call(ctx, "Browser.setDownloadBehavior", denied, nil)
	}
	blank := object{"url": "about:blank", "browserContextId": made.BrowserContextID}
	if err == nil {
		err = t.browser.Call(ctx, "Target.createTarget", blank, &made)
	}
	to := object{"targetId": made.TargetID, "flatten": true}
	if err == nil {
		err = t.browser.Call(ctx, "Target.attachToTarget", to, &made)
	}
	if err != nil {
		return nil, fmt.Errorf("open a tab: %w", err)
	}
	t.made.context, t.made.target, t.session = made.BrowserContextID, made.TargetID, b.conn.Session(made.SessionID)
	if err := t.prepare(ctx, script); err != nil {
		return nil, errors.Join(fmt.Errorf("open a tab: %w", err), t.Close(ctx))
	}
	return t, nil
}

// object is the parameters of a call.
type object map[string]any

type call struct {
	method string
	params object
}

// prepare makes a tab take the answers to its requests from the site, and accept the dialogs of leaving a page.
func (t *Tab) prepare(ctx context.Context, script string) error {
	var requests context.Context
	requests, t.stop = context.WithCancel(context.WithoutCancel(ctx))
	t.session.On("Fetch.requestPaused", func(params json.RawMessage) { go t.answer(requests, params) })
	t.session.On("Page.lifecycleEvent", func(params json.RawMessage) {
		var e struct{ Name, LoaderID string }
		if json.Unmarshal(params, &e) != nil || e.Name != "load" {
			return
		}
		select {
		case t.loaded <- e.LoaderID:
		default: // nobody waits for that many
		}
	})
	t.notes()
	t.session.On("Inspector.targetCrashed", func(json.RawMessage) { t.once.Do(func() { close(t.crashed) }) })
	t.session.On("Page.javascriptDialogOpening", func(json.RawMessage) {
		_ = t.session.Call(requests, "Page.handleJavaScriptDialog", object{"accept": true}, nil)
	})
	for _, c := range []call{
		{"Inspector.enable", nil}, {"Page.enable", nil}, {"Runtime.enable", nil},
		{"Page.setLifecycleEventsEnabled", object{"enabled": true}},
		{"Network.setBypassServiceWorker", object{"bypass": true}},
		{"Network.setCacheDisabled", object{"cacheDisabled": false}},
		{"Fetch.enable", object{"patterns": []object{{"urlPattern": "*"}}}},
		{"Emulation.setFocusEmulationEnabled", object{"enabled": true}},
		{"Emulation.setTimezoneOverride", object{"timezoneId": "UTC"}},
		{"Page.addScriptToEvaluateOnNewDocument", object{"source": script}},
	} {
		if err := t.session.Call(ctx, c.method, c.params, nil); err != nil {
			return err
		}
	}
	return nil
}

// paused is a request that waits for its answer.
type paused struct {
	RequestID    string
	FrameID      string
	ResourceType string
	Request      struct {
		Method, URL     string
		Headers         map[string]string
		PostDataEntries []struct{ Bytes string }
	}
}

// answer answers a request from the site.
func (t *Tab) answer(ctx context.Context, params json.RawMessage) {
	var p paused
	if json.Unmarshal(params, &p) != nil {
		return
	}
	r := &site.Request{Method: p.Request.Method, URL: p.Request.URL, Kind: p.ResourceType, Header: http.Header{}}
	for name, v := range p.Request.Headers {
		r.Header.Set(name, v)
	}
	for _, part := range p.Request.PostDataEntries {
		b, err := base64.StdEncoding.DecodeString(part.Bytes)
		if err == nil {
			r.Body = append(r.Body, b...)
		}
	}
	main := r.Kind == site.Document && p.FrameID == t.made.target
	out, err := t.document(ctx, r, main)
	if err != nil {
		refused := object{"requestId": p.RequestID, "errorReason": "ConnectionRefused"}
		_ = t.session.Call(ctx, "Fetch.failRequest", refused, nil)
		return
	}
	headers := []object{}
	for name, values := range out.Header {
		for _, v := range values {
			headers = append(headers, object{"name": name, "value": v})
		}
	}
	_ = t.session.Call(ctx, "Fetch.fulfillRequest", object{
		"requestId": p.RequestID, "responseCode": out.Status, "responseHeaders": headers,
		"body": base64.StdEncoding.EncodeToString(out.Body),
	}, nil)
	if main && out.Status == http.StatusNoContent {
		t.mu.Lock()
		t.goes = false
		t.mu.Unlock()
	}
}

// stored are the kinds of data that pages store. The caches of the browser itself are not among them, because clearing
// them takes longer.
const stored = "cookies,file_systems,indexeddb,local_storage,websql,service_workers,cache_storage,storage_buckets"

// Open loads an address with empty storage and an empty history, and waits until it is loaded.
func (t *Tab) Open(ctx context.Context, address, origin string) error {
	t.Restless()
	var navigated struct{ ErrorText, LoaderID string }
	err := t.session.Call(ctx, "Storage.clearDataForOrigin", object{"origin": origin, "storageTypes": stored}, nil)
	if err == nil {
		err = t.session.Call(ctx, "Page.navigate", object{"url": address}, &navigated)
	}
	if err != nil {
		return t.why(ctx, fmt.Errorf("open %s: %w", address, err))
	}
	if navigated.ErrorText != "" {
		return fmt.Errorf("open %s: %s", address, navigated.ErrorText)
	}
	if err := t.wait(ctx, address, navigated.LoaderID); err != nil {
		return err
	}
	return t.why(ctx, t.session.Call(ctx, "Page.resetNavigationHistory", nil, nil))
}

// Before sets a script that runs in each document from the next one on, before the document's own scripts. It replaces
// the previous one.
func (t *Tab) Before(ctx context.Context, script string) error {
	if script == t.before.script {
		return nil
	}
	if t.before.id != "" {
		gone := object{"identifier": t.before.id}
		if err := t.session.Call(ctx, "Page.removeScriptToEvaluateOnNewDocument", gone, nil); err != nil {
			return t.why(ctx, err)
		}
	}
	t.before.script, t.before.id = script, ""
	if script == "" {
		return nil
	}
	var added struct{ Identifier string }
	err := t.session.Call(ctx, "Page.addScriptToEvaluateOnNewDocument", object{"source": script}, &added)
	t.before.id = added.Identifier
	return t.why(ctx, err)
}

// wait waits until a document is loaded.
func (t *Tab) wait(ctx context.Context, address, loader string) error {
	for {
		select {
		case loaded := <-t.loaded:
			if loaded == loader {
				return nil
			}
		case <-t.crashed:
			return fmt.Errorf("open %s: %w", address, ErrCrashed)
		case <-t.ended:
			return fmt.Errorf("open %s: %w", address, cdp.ErrClosed)
		case <-ctx.Done():
			t.interrupt()
			return fmt.Errorf("open %s: %w: %w", address, ErrHangs, ctx.Err())
		}
	}
}

// Evaluate evaluates an expression, waits for its promise, and decodes its value into result unless that is nil. It
// fails with [ErrHangs] when ctx ends; the script is then interrupted.
func (t *Tab) Evaluate(ctx context.Context, expression string, result any) error {
	return t.evaluate(ctx, object{"expression": expression, "includeCommandLineAPI": true}, result)
}

// evaluate calls Runtime.evaluate with parameters.
func (t *Tab) evaluate(ctx context.Context, of object, result any) error {
	of["awaitPromise"], of["returnByValue"] = true, true
	var out struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- t.session.Call(ctx, "Runtime.evaluate", of, &out) }()
	select {
	case err := <-ended:
		if err != nil {
			return t.why(ctx, err)
		}
	case <-t.crashed:
		return ErrCrashed
	}
	if e := out.ExceptionDetails; e != nil {
		return fmt.Errorf("evaluate: %s %s", e.Text, e.Exception.Description)
	}
	if result == nil {
		return nil
	}
	if out.Result.Value == nil {
		return errors.New("evaluate: the value is undefined")
	}
	if err := json.Unmarshal(out.Result.Value, result); err != nil {
		return fmt.Errorf("evaluate: %w", err)
	}
	return nil
}

// why returns the cause of a failed call to a tab.
func (t *Tab) why(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	select {
	case <-t.crashed:
		return fmt.Errorf("%w: %w", ErrCrashed, err)
	default:
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(context.Cause(ctx), ErrHangs) {
		t.interrupt()
		return fmt.Errorf("%w: %w", ErrHangs, err)
	}
	return err
}

// interruptLimit is how long a tab may take to interrupt a script.
const interruptLimit = 2 * time.Second

// interrupt ends the running script.
func (t *Tab) interrupt() {
	ctx, cancel := context.WithTimeout(context.Background(), interruptLimit)
	defer cancel()
	_ = t.session.Call(ctx, "Runtime.terminateExecution", nil, nil) // if the tab does not answer, the caller closes it
}

// Close closes a tab and removes its cookies and storage.
func (t *Tab) Close(ctx context.Context) error {
	if t.stop != nil {
		t.stop()
	}
	t.session.Forget()
	err := t.browser.Call(ctx, "Target.disposeBrowserContext", object{"browserContextId": t.made.context}, nil)
	if errors.Is(err, cdp.ErrClosed) {
		return nil
	}
	return err
}
