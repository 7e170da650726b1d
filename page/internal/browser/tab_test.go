package browser

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page/internal/cdp"
	"github.com/evoke-go/evoke/page/internal/site"
)

// tab opens a tab on a site of some files.
func tab(t testing.TB, files map[string]string, script string) *Tab {
	t.Helper()
	if _, err := Find(false); err != nil {
		t.Skip(err)
	}
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	runtime, err := js.Runtime()
	require.NoError(t, err)
	b, err := Start(t.Context(), Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	out, err := b.Tab(t.Context(), site.Serve(http.FileServerFS(root)), runtime+";"+script)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, out.Close(context.Background())) })
	return out
}

func open(t testing.TB, tab *Tab, path string) {
	t.Helper()
	require.NoError(t, tab.Open(t.Context(), site.Local+path, site.Local))
}

func value[T any](t testing.TB, tab *Tab, expression string) (out T) {
	t.Helper()
	require.NoError(t, tab.Evaluate(t.Context(), expression, &out))
	return out
}

func TestPages(t *testing.T) {
	tab := tab(t, map[string]string{
		"index.html": `<title>one</title><script src="a.js"></script>`,
		"a.js":       "n = (window.early || 0) + 1; localStorage.n = (+localStorage.n || 0) + 1",
	}, "early = 41")
	for range 2 {
		open(t, tab, "")
		assert.Equal(t, "one", value[string](t, tab, "document.title"))
		assert.Equal(t, "1", value[string](t, tab, "localStorage.n"), "storage begins empty")
	}
	assert.Equal(t, 2, value[int](t, tab, "Promise.resolve(2)"))
	assert.ErrorContains(t, tab.Evaluate(t.Context(), "none.such", nil), "ReferenceError")
	var none string
	assert.ErrorContains(t, tab.Evaluate(t.Context(), "undefined", &none), "evaluate: the value is undefined")
	assert.ErrorContains(t, tab.Open(t.Context(), "http://[", site.Local), "open http://[")
}

// TestNothingIsStored: each time a page is opened, nothing is stored from before.
func TestNothingIsStored(t *testing.T) {
	tab := tab(t, map[string]string{"index.html": "<p>"}, "")
	const used = `(async () => {
		const files = await navigator.storage.getDirectory();
		const found = [Object.keys(localStorage), Object.keys(sessionStorage), document.cookie];
		found.push(await caches.keys(), await indexedDB.databases());
		for await (const name of files.keys()) found.push(name);
		localStorage.n = sessionStorage.n = document.cookie = "n=1";
		await caches.open("n");
		await files.getFileHandle("n", { create: true });
		await new Promise((done) => indexedDB.open("n").onsuccess = (e) => done(e.target.result.close()));
		return JSON.stringify(found);
	})()`
	for range 2 {
		open(t, tab, "")
		assert.Equal(t, `[[],[],"",[],[]]`, value[string](t, tab, used))
	}
	assert.Equal(t, `[["n"],["n"],"n=1",["n"],[{"name":"n","version":1}],"n"]`, value[string](t, tab, used))
}

// TestPagesThatMisbehave: the tab continues, or returns an error that says what happened.
func TestPagesThatMisbehave(t *testing.T) {
	tab := tab(t, map[string]string{"index.html": "<p>", "loop.html": "<script>for (;;) {}</script>"}, "")
	open(t, tab, "")
	short := func() context.Context {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		t.Cleanup(cancel)
		return ctx
	}
	require.ErrorIs(t, tab.Evaluate(short(), "for (;;) {}", nil), ErrHangs)
	assert.Equal(t, 3, value[int](t, tab, "1 + 2"))
	require.ErrorIs(t, tab.Open(short(), site.Local+"loop.html", site.Local), ErrHangs)
	open(t, tab, "")
	assert.True(t, value[bool](t, tab, "alert(1), confirm(1)"), "nobody is asked")
	_ = tab.session.Call(short(), "Page.crash", nil, nil)
	require.ErrorIs(t, tab.Evaluate(t.Context(), "1", nil), ErrCrashed)
}

func BenchmarkOpen(b *testing.B) {
	tab := tab(b, map[string]string{"index.html": `<script src="a.js"></script><p>`, "a.js": ""}, "")
	for b.Loop() {
		open(b, tab, "")
	}
}

func BenchmarkEvaluate(b *testing.B) {
	tab := tab(b, map[string]string{"index.html": "<button onclick='n++'>"}, "n = 0")
	open(b, tab, "")
	for b.Loop() {
		value[int](b, tab, "document.querySelector('button').click(), document.body.outerHTML.length")
	}
}

// TestTheEndOfTheBrowserIsNoLoad: waiting for a page ends at once when the browser ends.
func TestTheEndOfTheBrowserIsNoLoad(t *testing.T) {
	tab := tab(t, map[string]string{"index.html": "<p>"}, "")
	open(t, tab, "")
	ended := make(chan struct{})
	tab.ended = ended
	waits := make(chan error)
	go func() { waits <- tab.wait(t.Context(), site.Local, "never") }()
	close(ended)
	require.ErrorIs(t, <-waits, cdp.ErrClosed)
	tab.session.On("Page.frameStoppedLoading", nil) // the event of the page may come only now
	tab.session.Drain()
	tab.mu.Lock()
	tab.goes = true
	tab.mu.Unlock()
	_, err := tab.Arrived(t.Context())
	require.ErrorIs(t, err, cdp.ErrClosed)
}

// TestLimitsWithoutProcessorTime: elapsed time counts if the browser does not report processor time.
func TestLimitsWithoutProcessorTime(t *testing.T) {
	tab := &Tab{browser: cdp.New(strings.NewReader(""), io.Discard).Session("")}
	begun := time.Now()
	ctx, cancel := tab.Limit(t.Context(), 100*time.Millisecond)
	defer cancel()
	<-ctx.Done()
	require.ErrorIs(t, context.Cause(ctx), ErrHangs)
	assert.GreaterOrEqual(t, time.Since(begun), 100*time.Millisecond)
}
