package page

import (
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/problem"
)

// hostile is a page that does harm, on purpose or not. Each also has a normal button, which the search has to find.
type hostile struct {
	path   string
	faults []string // reasons of the faults to be found
}

// TestHostilePages: no page ends a search, each fault is reported, and no process or file of the browser remains.
func TestHostilePages(t *testing.T) {
	if testing.Short() {
		t.Skip("it visits pages hundreds of times")
	}
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	for _, h := range []hostile{
		{"loops.html", []string{"click #for", "click #micro", "RangeError: Maximum call stack size exceeded"}},
		{"waits.html", nil},
		{"dialogs.html", []string{"click #until"}},
		{"navigation.html", []string{"the page goes to one address after the other"}},
		{"always.html", []string{"each document goes to the next one"}},
		{"refresh.html", []string{"each document goes to the next one"}},
		{"frames.html", nil},
		{"popups.html", nil},
		{"builtins.html", nil},
		{"secure.html", nil},
		{"late.html", []string{"ReferenceError: none is not defined"}},
		{"history.html", []string{"the page goes to one address after the other", "click #push"}},
		{"policy.html", nil},
		{"sandbox.html", nil},
		{"forever.html", nil},
		{"large.html", nil},
		{"nodes.html", nil},
	} {
		t.Run(h.path, func(t *testing.T) { visit(t, h) })
	}
}

// hostileSite serves the pages that are not just files.
func hostileSite(w http.ResponseWriter, r *http.Request) {
	const page = `<!doctype html><script src="plain.js"></script><button id="plain">Plain</button><p id="out"></p>`
	switch {
	case strings.HasPrefix(r.URL.Path, "/forever/"):
		<-r.Context().Done()
	case r.URL.Path == "/sandbox.html":
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", "sandbox allow-scripts; default-src 'none'; script-src 'nonce-a1'; "+
			"require-trusted-types-for 'script'")
		_, _ = io.WriteString(w, strings.Replace(page, "<script", "<script nonce=a1", 1))
	case r.URL.Path == "/large.html":
		_, _ = io.WriteString(w, page+`<script src="large.js"></script>`)
	case r.URL.Path == "/large.js":
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = io.WriteString(w, strings.Repeat("plains += 0; // "+strings.Repeat("x", 1000)+"\n", 16<<10))
	case r.URL.Path == "/nodes.html":
		_, _ = io.WriteString(w, page+strings.Repeat("<div><b>b</b></div>\n", 50_000))
	default:
		http.FileServerFS(os.DirFS("testdata/hostile")).ServeHTTP(w, r)
	}
}

// visit searches a page with a budget of a few acts.
func visit(t *testing.T, h hostile) {
	temp, err := os.MkdirTemp("/tmp", "evoke-test-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(temp)) })
	t.Setenv("TMPDIR", temp)
	p, err := newProblem(t.Context(), problem.Env{Registry: &fitness.Registry{}}, Options{
		Handler: http.HandlerFunc(hostileSite), Path: h.path,
		limits: execute.Limits{Act: 4 * time.Second},
	})
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	t.Cleanup(func() { assert.NoError(t, p.Close()) }) // before the folder is removed
	for acts := 0; acts < 40; {
		evaluated, err := p.Evaluate(t.Context(), p.Sample(r))
		require.NoError(t, err)
		acts += evaluated.Cost
	}
	var faults []string
	for _, f := range p.Faults() {
		faults = append(faults, f.Reason)
	}
	assert.ElementsMatch(t, h.faults, faults)
	var red []string // the faults of arrows
	for _, a := range p.States().Arrows {
		red = append(red, a.Faults...)
	}
	for _, f := range p.Faults() {
		assert.Contains(t, red, f.Key)
	}
	require.NotNil(t, p.x.Graph.States[0].Event("click #plain"))
	for _, s := range p.x.Graph.States {
		if e := s.Event("click #plain"); e != nil {
			assert.NotEmpty(t, e.Handlers)
			assert.Zero(t, p.x.Uncovered(e), "the plain button does what it does")
		}
	}
	require.NoError(t, p.Close())
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	assert.Empty(t, left)
}
