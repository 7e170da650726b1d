package suttest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"sync/atomic"
)

// NewHandler returns the service that [TestController] runs its checks on. A
// controller that cannot take a constructor, such as one that starts a
// process, serves it itself.
func NewHandler() http.Handler {
	var count atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("/echo", Echo)
	mux.HandleFunc("GET /count", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strconv.FormatInt(count.Load(), 10))
	})
	mux.HandleFunc("POST /count", func(w http.ResponseWriter, _ *http.Request) {
		count.Add(1)
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/echo", http.StatusFound)
	})
	mux.HandleFunc("/hang", Hang)
	mux.HandleFunc("/panic", Panic)
	mux.HandleFunc("/goexit", Goexit)
	mux.HandleFunc("/abort", Abort)
	mux.HandleFunc("/endless", Endless)
	return mux
}

// Echoed is what [Echo] answers, as JSON.
type Echoed struct {
	Method string
	Path   string
	Query  string
	Header http.Header
	Body   []byte
}

// Echo is a handler that answers 202 with the request that it got, and the header X-Echo with the value of the same
// header of the request.
func Echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Echo", r.Header.Get("X-Echo"))
	w.WriteHeader(http.StatusAccepted)
	_ = json.NewEncoder(w).Encode(Echoed{r.Method, r.URL.Path, r.URL.RawQuery, r.Header, body})
}

// Hang is a handler that answers nothing until the client goes away.
func Hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// Panic is a handler that panics.
func Panic(http.ResponseWriter, *http.Request) { panic("suttest: a panic on purpose") }

// Goexit is a handler that ends its goroutine, as t.FailNow does.
func Goexit(http.ResponseWriter, *http.Request) { runtime.Goexit() }

// Abort is a handler that breaks the connection off.
func Abort(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// Unauthorized is a handler that answers 401 to everything.
func Unauthorized(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("WWW-Authenticate", "Bearer")
	http.Error(w, "log in first", http.StatusUnauthorized)
}

// Endless is a handler that writes until the client goes away.
func Endless(w http.ResponseWriter, _ *http.Request) {
	chunk := bytes.Repeat([]byte("for ever "), 8<<10)
	for {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// Huge returns a handler that answers with a body of n bytes, and ignores errors of its writes.
func Huge(n int64) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		chunk := bytes.Repeat([]byte("x"), 64<<10)
		for left := n; left > 0; left -= int64(len(chunk)) {
			_, _ = w.Write(chunk[:min(left, int64(len(chunk)))])
		}
	}
}
