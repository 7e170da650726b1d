package sut_test

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// leaky has routes that leave goroutines behind until it is released.
type leaky struct {
	release chan struct{}
	once    sync.Once
}

func (l *leaky) construct() http.Handler {
	go l.wait() // of the constructor: it is no leak
	mux := http.NewServeMux()
	mux.HandleFunc("/leak", func(http.ResponseWriter, *http.Request) { go l.wait() })
	mux.HandleFunc("/deep", func(http.ResponseWriter, *http.Request) { go l.start() })
	mux.HandleFunc("/once", func(http.ResponseWriter, *http.Request) { l.once.Do(func() { go l.wait() }) })
	mux.HandleFunc("/brief", func(http.ResponseWriter, *http.Request) { go time.Sleep(time.Millisecond) })
	mux.HandleFunc("/slow", func(http.ResponseWriter, *http.Request) { go time.Sleep(60 * time.Millisecond) })
	mux.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	return mux
}

func (l *leaky) wait() { <-l.release }

func (l *leaky) start() {
	go l.wait()
	l.wait()
}

// tested is a system whose goroutines are watched.
type tested struct {
	system interface {
		sut.Controller
		sut.Caller
	}
	watch sut.Goroutines
}

// test makes the calls of one test.
func (s *tested) test(t testing.TB, look bool, targets ...string) []sut.Leak {
	t.Helper()
	require.NoError(t, s.system.Reset(context.Background()))
	s.watch.Begin(look)
	for _, target := range targets {
		call(t, s.system, "GET", target)
		s.watch.Called()
	}
	return s.watch.Left()
}

func newTested(t testing.TB, server bool) *tested {
	t.Helper()
	l := &leaky{release: make(chan struct{})}
	t.Cleanup(func() { close(l.release) })
	awaitStable(t)
	if server {
		return &tested{system: start(t, sut.NewServer(l.construct, sut.ServerOptions{}))}
	}
	return &tested{system: start(t, sut.NewHandler(l.construct, sut.HandlerOptions{}))}
}

// awaitStable waits for the goroutines of earlier tests to end: while they end, new ones could hide behind them. It
// counts looks and not time, since on a busy machine time passes in which no goroutine runs.
func awaitStable(t testing.TB) {
	t.Helper()
	for last, same := runtime.NumGoroutine(), 0; same < 50; same++ {
		time.Sleep(time.Millisecond)
		if n := runtime.NumGoroutine(); n != last {
			last, same = n, 0
		}
	}
}

func places(leaks []sut.Leak) (out []string) {
	for _, l := range leaks {
		out = append(out, l.Place)
	}
	return out
}

const leakPlace = `^sut_test\.\(\*leaky\)\.construct\.func1 \(goroutines_test\.go:\d+\)$`

func TestLeaksAreFoundByPlace(t *testing.T) {
	s := newTested(t, false)
	for range 5 {
		assert.Empty(t, s.test(t, false, "/", "/"), "what the constructor starts is no leak")
	}
	for n := range 2 {
		leaks := s.test(t, true, "/", "/leak", "/")
		require.Len(t, leaks, 1)
		assert.Equal(t, n+1, leaks[0].Tests)
		assert.Equal(t, 1, leaks[0].Call)
		assert.Regexp(t, leakPlace, leaks[0].Place)
	}
	deep := places(s.test(t, true, "/deep"))
	require.Len(t, deep, 2, "those of goroutines that a call started count as well")
	assert.Contains(t, deep[0], ".construct.func2 (")
	assert.Contains(t, deep[1], ".start (")
	assert.Equal(t, deep, places(s.test(t, true, "/deep")), "and each time")
}

// TestLeaksOfServers tries several times: a new goroutine may hide behind the goroutines of a connection that is just
// being closed.
func TestLeaksOfServers(t *testing.T) {
	s := newTested(t, true)
	for range 5 {
		assert.Empty(t, s.test(t, false, "/", "/"), "neither is what serves the connection")
	}
	for range 50 {
		for _, l := range s.test(t, true, "/", "/leak", "/") {
			assert.Regexp(t, leakPlace, l.Place)
			if l.Tests == 2 {
				return
			}
		}
	}
	t.Fatal("the leak was not found twice")
}

func TestWhatEndsOrComesOnceIsNoLeak(t *testing.T) {
	s := newTested(t, false)
	for range 20 {
		assert.Empty(t, s.test(t, true, "/brief"))
	}
	for range 3 {
		for _, l := range s.test(t, false, "/slow") {
			assert.Equal(t, 1, l.Tests, "nor is what takes its time")
		}
	}
	first := s.test(t, true, "/once")
	require.Len(t, first, 1)
	assert.Equal(t, 1, first[0].Tests)
	for range 5 {
		assert.Empty(t, s.test(t, true, "/once"), "it never comes to a second test")
	}
}

func TestKnownLeaksAreLookedForLessAndLess(t *testing.T) {
	s := newTested(t, false)
	found, first := 0, 0
	for range 300 {
		for _, l := range s.test(t, false, "/leak") {
			found++
			if l.Tests <= 2 {
				first++
			}
		}
	}
	assert.Equal(t, 2, first, "the first two tests tell it")
	assert.Less(t, found, 14)

	late := 0
	for range 1100 { // a second leak appears while the pauses are long
		for _, l := range s.test(t, false, "/deep") {
			if l.Tests == 2 {
				late++
			}
		}
		if late == 2 {
			return
		}
	}
	t.Fatal("the later leak was not found")
}

// TestWhatEndsHidesNoLeak: an older goroutine ends while the second test waits for the goroutines that it started.
func TestWhatEndsHidesNoLeak(t *testing.T) {
	s := newTested(t, false)
	ends := make(chan struct{})
	go func() { <-ends }()
	require.Len(t, s.test(t, false, "/leak"), 1)
	time.AfterFunc(400*time.Millisecond, func() { close(ends) }) // if it were later, it would hide nothing
	leaks := s.test(t, false, "/leak")
	require.Len(t, leaks, 1)
	assert.Equal(t, 2, leaks[0].Tests)
}

// TestALeakIsNotBlamedOnATestThatCameLater lets the number grow in a test without a look.
func TestALeakIsNotBlamedOnATestThatCameLater(t *testing.T) {
	s := newTested(t, false)
	for range 20 {
		s.test(t, false, "/leak") // the pauses get longer
	}
	for range 3 {
		s.test(t, false, "/deep")
	}
	assert.Empty(t, s.test(t, true, "/", "/brief"))
}

func TestGoroutinesCostLittle(t *testing.T) {
	s := newTested(t, false)
	s.test(t, false, "/")
	allocs := testing.AllocsPerRun(100, func() {
		s.watch.Begin(false)
		s.watch.Called()
		s.watch.Left()
	})
	assert.Zero(t, allocs)
}

func BenchmarkGoroutines(b *testing.B) {
	var g sut.Goroutines
	b.Run("nothing left", func(b *testing.B) {
		for b.Loop() {
			g.Begin(false)
			g.Called()
			g.Left()
		}
	})
	b.Run("look among 1000", func(b *testing.B) {
		release := make(chan struct{})
		defer close(release)
		for range 1000 {
			go func() { <-release }()
		}
		runtime.Gosched()
		for b.Loop() {
			var fresh sut.Goroutines
			fresh.Begin(true)
		}
	})
}

func FuzzParseStacks(f *testing.F) {
	buf := make([]byte, 1<<16)
	f.Add(string(buf[:runtime.Stack(buf, true)]))
	f.Add("goroutine 7 [select]:\nx.F()\n\t/a/b.go:3 +0x1\ncreated by x.(*T).G in goroutine " +
		"1\n\t/a/b.go:4 +0x2\n\ngoroutine")
	f.Fuzz(func(t *testing.T, text string) { sut.ParseStacks(text) })
}

func TestParseStacks(t *testing.T) {
	text := "goroutine 1 [running]:\nmain.main()\n\t/x/main.go:3 +0x1\n\n" +
		"goroutine 70 [chan receive, 2 minutes]:\nshop.(*S).wait(0x1)\n\t/x/shop/shop.go:9 +0x1\ncreated by " +
		"example.com/shop%2ev2.(*S).Get in goroutine 12\n\t/x/shop/shop.go:30 +0x2\n\n" +
		"goroutine 71 [select]:\nx.F()\n\t/x/x.go:1 +0x1\ncreated by time.goFunc\n\t/go/time.go:5 +0x1\n\n" +
		"goroutine 72 [cut off"
	assert.Equal(t, []string{
		"1 0  ", "70 12 example.com/shop%2ev2.(*S).Get shop.v2.(*S).Get (shop.go:30)",
		"71 0 time.goFunc time.goFunc (time.go:5)", "72 0  ",
	}, sut.ParseStacks(text))
}

// lasting is a handler whose goroutines end with it, or not.
type lasting struct {
	http.Handler
	done chan struct{}
}

func (l lasting) Close() error {
	close(l.done)
	return nil
}

// TestStayers: goroutines of the constructor and of calls stay unless they end with the handler, soon after it, or
// belong to an earlier handler.
func TestStayers(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	mux := http.NewServeMux()
	mux.HandleFunc("/stay", func(http.ResponseWriter, *http.Request) { go func() { <-release }() })
	mux.HandleFunc("/brief", func(http.ResponseWriter, *http.Request) { go time.Sleep(5 * time.Millisecond) })
	plain := func() http.Handler { return mux }
	starts := func() http.Handler {
		go func() { <-release }()
		return mux
	}
	spawns := func() http.Handler { // a goroutine that starts others as long as it lives
		go func() {
			for {
				select {
				case <-release:
					return
				case <-time.After(time.Millisecond):
					go func() { <-release }()
				}
			}
		}()
		return mux
	}
	closes := func() http.Handler {
		l := lasting{mux, make(chan struct{})}
		go func() { <-l.done }()
		return l
	}
	for name, tt := range map[string]struct {
		made, before func() http.Handler
		target       string
		places       string // a pattern of the places, "" for none
	}{
		"none":                  {plain, plain, "/", ""},
		"of the constructor":    {starts, plain, "/", `^sut_test\.TestStayers\.\w+ \(goroutines_test\.go:\d+\)$`},
		"of a call":             {plain, plain, "/stay", `^sut_test\.TestStayers\.\w+ \(goroutines_test\.go:\d+\)$`},
		"of both":               {starts, plain, "/stay", ` .* `},
		"ends soon":             {plain, plain, "/brief", ""},
		"ends with the handler": {closes, plain, "/", ""},
		"of a handler before":   {plain, spawns, "/", ""},
	} {
		t.Run(name, func(t *testing.T) {
			constructor := tt.before
			h := sut.NewHandler(func() http.Handler { return constructor() }, sut.HandlerOptions{})
			_, err := h.Start(t.Context())
			require.NoError(t, err)
			constructor = tt.made
			var s sut.Stayers
			for range 2 { // the second time, the places are known
				s.Begin()
				require.NoError(t, h.Reset(t.Context()))
				call(t, h, "GET", tt.target)
				h.Conclude()
				if places := strings.Join(s.Left(), " "); tt.places == "" {
					assert.Empty(t, places)
				} else {
					assert.Regexp(t, tt.places, places)
				}
			}
			require.NoError(t, h.Stop(context.Background()))
		})
	}
}
