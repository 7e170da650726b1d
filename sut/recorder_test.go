package sut_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
)

// answers are handlers whose answers must be the same from a Handler, which records them, and from a real server.
var answers = map[string]http.HandlerFunc{
	"nothing":                 func(http.ResponseWriter, *http.Request) {},
	"implicit 200":            func(w http.ResponseWriter, _ *http.Request) { write(w, "hello") },
	"sniffs HTML":             func(w http.ResponseWriter, _ *http.Request) { write(w, "<html><body>") },
	"sniffs PNG":              func(w http.ResponseWriter, _ *http.Request) { write(w, "\x89PNG\x0d\x0a\x1a\x0a") },
	"sniffs over many writes": func(w http.ResponseWriter, _ *http.Request) { write(w, "<ht"); write(w, "ml>") },
	"empty write":             func(w http.ResponseWriter, _ *http.Request) { write(w, "") },
	"own content type": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		write(w, "<html>")
	},
	"suppressed content type": func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		write(w, "<html>")
	},
	"encoded content is not sniffed": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "br")
		write(w, "<html>")
	},
	"second status is ignored": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(201)
		w.WriteHeader(500)
	},
	"status after body is ignored": func(w http.ResponseWriter, _ *http.Request) {
		write(w, "x")
		w.WriteHeader(500)
	},
	"early hints": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(103)
		w.WriteHeader(204)
	},
	"header after the status": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Early", "1")
		w.WriteHeader(202)
		w.Header().Set("X-Early", "2")
		w.Header().Set("X-Late", "1")
	},
	"body with 204": func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(204)
		if _, err := w.Write([]byte("x")); err != http.ErrBodyNotAllowed {
			panic(err)
		}
	},
	"body with 304": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(304)
		_, _ = io.WriteString(w, "x")
	},
	"content length": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "5")
		write(w, "hello")
	},
	"too short for its length": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "9")
		write(w, "hello")
	},
	"too long for its length": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "5")
		write(w, "hello")
		_, err := w.Write([]byte("more"))
		if err != http.ErrContentLength {
			panic(err)
		}
	},
	"impossible status": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(42) },
	"odd status":        func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(799) },
	"flushed": func(w http.ResponseWriter, _ *http.Request) {
		write(w, "one")
		w.(http.Flusher).Flush()
		write(w, "<html>")
	},
	"flushed first": func(w http.ResponseWriter, _ *http.Request) {
		if err := http.NewResponseController(w).Flush(); err != nil {
			panic(err)
		}
		w.WriteHeader(500)
	},
	"line break in a header": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-A", "a\r\nX-B: c") },
	"names that are not canonical": func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["x-low"] = []string{"1"}
		w.Header()["X-Low"] = []string{"2"}
		w.Header()["bad name"] = []string{"3"}
	},
	"copied body": func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) },
	"deadlines": func(w http.ResponseWriter, _ *http.Request) {
		c := http.NewResponseController(w)
		write(w, "duplex ")
		if c.EnableFullDuplex() == nil {
			write(w, "yes")
		}
	},
	"aborts":            func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	"panics":            func(http.ResponseWriter, *http.Request) { panic("oh") },
	"panics in the end": func(w http.ResponseWriter, _ *http.Request) { write(w, "half"); panic("oh") },
}

func write(w io.Writer, s string) {
	if _, err := io.WriteString(w, s); err != nil {
		panic(err)
	}
}

func TestHandlerAnswersAsAServerDoes(t *testing.T) {
	for name, f := range answers {
		for method, limit := range map[string]time.Duration{"GET": 0, "HEAD": -1} {
			t.Run(name+" "+method, func(t *testing.T) {
				direct := call(t, start(t, sut.NewHandler(always(f), sut.HandlerOptions{Timeout: limit})), method, "/")
				server := call(t, start(t, sut.NewServer(always(f), sut.ServerOptions{})), method, "/")
				require.Equal(t, server.Outcome, direct.Outcome, direct.Detail+" / "+server.Detail)
				assert.Equal(t, server.Status, direct.Status)
				assert.Equal(t, string(server.Body), string(direct.Body))
				assert.Equal(t, content(server.Header), content(direct.Header))
				assert.Equal(t, server.Panic == nil, direct.Panic == nil)
				if direct.Panic != nil {
					assert.Equal(t, server.Panic.Frame, direct.Panic.Frame)
				}
			})
		}
	}
}

// content returns a header without the fields that a server adds, and without empty fields.
func content(h http.Header) map[string][]string {
	out := map[string][]string{}
	for name, values := range h {
		if name != "Date" && name != "Content-Length" && name != "Connection" && len(values) > 0 {
			out[name] = values
		}
	}
	return out
}

// recovering answers panics with 500, as frameworks do.
func recovering(next http.HandlerFunc) func() http.Handler {
	return always(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if recover() != nil {
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		next(w, r)
	})
}

func TestAnswersForPanicsHaveTheirPlace(t *testing.T) {
	tests := map[string]struct {
		handler http.HandlerFunc
		place   string // its beginning
	}{
		"a panic": {func(http.ResponseWriter, *http.Request) { _ = (&shelf{}).book(3) },
			"sut_test.(*shelf).book (panic_test.go:"},
		"no panic": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, ""},
		"none any more": {
			func(w http.ResponseWriter, _ *http.Request) { calm(); w.WriteHeader(http.StatusBadGateway) }, "",
		},
		"no error at all": {func(w http.ResponseWriter, _ *http.Request) {
			defer func() { _ = recover(); w.WriteHeader(http.StatusConflict) }()
			panic("full")
		}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			h := start(t, sut.NewHandler(recovering(tt.handler), sut.HandlerOptions{}))
			place := call(t, h, "GET", "/").Place
			assert.True(t, strings.HasPrefix(place, tt.place), place)
			assert.Equal(t, tt.place == "", place == "")
		})
	}
}

// A panic that a middleware stops is known by its stack. Its value is known only for panics of the runtime.
func TestAnswersForPanicsTellThePanic(t *testing.T) {
	none := map[int]int(nil)
	for _, tt := range []struct {
		want string
		f    func(int)
	}{
		{"runtime error: integer divide by zero", func(n int) { _ = 1 / n }},
		{"runtime error: index or slice out of range", func(n int) { _ = []int{}[n] }},
		{"runtime error: index or slice out of range", func(n int) { _ = []int{}[n+1:] }},
		{"runtime error: invalid memory address or nil pointer dereference", func(int) { var s *shelf; s.books = nil }},
		{"runtime error: assignment to entry in nil map", func(n int) { none[n] = n }},
		{"runtime error: interface conversion", func(n int) { _ = any(n).(string) }},
		{"", func(int) { panic("own words") }},
		{"own words", func(int) { panic(probe.Panics("own words")) }},
		{"", func(int) {
			func() { defer func() { _ = recover() }(); panic(probe.Panics("an earlier one")) }()
			panic("own words")
		}},
	} {
		h := start(t, sut.NewHandler(recovering(func(http.ResponseWriter, *http.Request) { tt.f(0) }),
			sut.HandlerOptions{}))
		p := call(t, h, "GET", "/").Panic
		require.NotNil(t, p, tt.want)
		assert.Equal(t, tt.want, p.Value)
		assert.Contains(t, p.Frame, "sut_test.TestAnswersForPanicsTellThePanic")
		assert.Contains(t, p.Stack, "recorder_test.go:")
	}
}

// calm panics and recovers.
func calm() {
	defer func() { _ = recover() }()
	panic("nothing")
}
