// Package mapping does for rest-news what the web framework did in the
// original: it finds out media types, reads bodies and writes answers. It is no
// part of the program that is measured, as the framework was none.
package mapping

import (
	"encoding/json"
	"io"
	"net/http"
	"sync"

	"github.com/evoke-go/evoke/bench/web"
)

// Response is what an operation answers.
type Response struct {
	Status int
	// Entity is the body, written as JSON; nil for none.
	Entity any
	// Err is what the program did not handle, for the page of a Status of 500.
	Err error
}

// Failed answers 500 with an error that the program did not handle.
func Failed(err error) Response {
	return Response{Status: http.StatusInternalServerError, Err: err}
}

// Router leads requests to operations, one at a time.
type Router struct {
	mux   *http.ServeMux
	mu    sync.Mutex
	begin func()
}

// NewRouter returns a router without operations. It calls a function that makes
// the state that the program begins with, and does so again at each reset.
func NewRouter(begin func()) *Router {
	begin()
	return &Router{mux: http.NewServeMux(), begin: begin}
}

// Reset brings back the state that the program began with.
func (t *Router) Reset() (err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer web.Catch(&err)
	t.begin()
	return nil
}

// ServeHTTP answers a request.
func (t *Router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !web.Clean(r) {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	t.mux.ServeHTTP(w, r)
}

// Handle adds an operation that reads no body.
func (t *Router) Handle(pattern string, m Media, f func(*http.Request) Response) {
	none := func(*http.Request) (struct{}, bool) { return struct{}{}, true }
	HandleBody(t, pattern, m, none, func(r *http.Request, _ struct{}) Response { return f(r) })
}

// HandleBody adds an operation on a body. Where the body cannot be read, the
// answer is 400 and the operation does not run.
func HandleBody[B any](
	t *Router, pattern string, m Media, read func(*http.Request) (B, bool), f func(*http.Request, B) Response,
) {
	t.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		produced, status := m.negotiate(r)
		if status != http.StatusOK {
			w.WriteHeader(status)
			return
		}
		body, ok := read(r)
		if !ok {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		operate(t, r, body, f).write(w, r, produced)
	})
}

// operate runs an operation. It answers 500 with an error that the operation
// throws.
func operate[B any](t *Router, r *http.Request, body B, f func(*http.Request, B) Response) (answer Response) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var err error
	defer func() {
		if err != nil {
			answer = Failed(err)
		}
	}()
	defer web.Catch(&err)
	return f(r, body)
}

// page is the body of an answer of 500.
type page struct {
	Status  int    `json:"status"`
	Error   string `json:"error"`
	Message string `json:"message"`
	Path    string `json:"path"`
}

func (a Response) write(w http.ResponseWriter, r *http.Request, produced string) {
	if a.Err != nil {
		web.JSON(w, a.Status, page{a.Status, http.StatusText(a.Status), a.Err.Error(), r.URL.Path})
		return
	}
	if a.Entity == nil {
		w.WriteHeader(a.Status)
		return
	}
	body, err := json.Marshal(a.Entity)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	web.Answer{Status: a.Status, Type: produced, Body: body}.Write(w)
}

// JSON reads a body of JSON. Members that T does not have are ignored; null and
// no body are none.
func JSON[T any](r *http.Request) (*T, bool) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, false
	}
	var v *T
	err = json.Unmarshal(body, &v)
	return v, err == nil && v != nil
}

// Text reads a body of text that is not empty.
func Text(r *http.Request) (string, bool) {
	body, err := io.ReadAll(r.Body)
	return string(body), err == nil && len(body) > 0
}

// Int64 makes an operation of a function of a path parameter, and answers 400
// where that is no whole number of 64 bits.
func Int64[B any](name string, f func(int64, B) Response) func(*http.Request, B) Response {
	return func(r *http.Request, body B) Response {
		id, ok := web.Int64(r, name)
		if !ok {
			return Response{Status: http.StatusBadRequest}
		}
		return f(id, body)
	}
}
