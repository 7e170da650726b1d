// Package container does for features-service what the servlet container, JAX-RS
// and the transactions of the framework did in the original. It is no part of
// the program that is measured, as they were none.
//
// An error of the program goes from the place where it arises through this
// package, where an exception went through the framework. So the statement that
// ran last is the one where it arose, and errors of several places stay several
// faults.
package container

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/bench/web"
)

// Answer is what an operation answers.
type Answer struct {
	Status   int
	Location string
	// Entity is the body, written as JSON; nil for none.
	Entity any
}

// Operation answers a request. Its errors are answered by 500.
type Operation func(*http.Request) (Answer, error)

// OK answers 200 with an entity, unless there is an error.
func OK[T any](entity T, err error) (Answer, error) {
	return Answer{Status: http.StatusOK, Entity: entity}, err
}

// Created answers 201 with a location, unless there is an error.
func Created(location string, err error) (Answer, error) {
	return Answer{Status: http.StatusCreated, Location: location}, err
}

// NoContent answers 204, unless there is an error.
func NoContent(err error) (Answer, error) { return Answer{Status: http.StatusNoContent}, err }

// Then goes on with a value, unless there is an error.
func Then[T any](v T, err error) func(next func(T) (Answer, error)) (Answer, error) {
	return func(next func(T) (Answer, error)) (Answer, error) {
		if err != nil {
			return Answer{}, err
		}
		return next(v)
	}
}

// InTransaction does some work and keeps what it did, unless there is an error.
func InTransaction(work func() error, commit func()) error {
	err := work()
	if err == nil {
		commit()
	}
	return err
}

// Container leads requests to operations, one at a time.
type Container struct {
	mux   *http.ServeMux
	mu    sync.Mutex
	begin func()
}

// New returns a container without operations. It calls a function that makes the
// state that the program begins with, and does so again at each reset.
func New(begin func()) *Container {
	begin()
	return &Container{mux: http.NewServeMux(), begin: begin}
}

// Reset brings back the state that the program began with.
func (c *Container) Reset() (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer web.Catch(&err)
	c.begin()
	return nil
}

// ServeHTTP answers a request.
func (c *Container) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !web.Clean(r) {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	c.mux.ServeHTTP(w, r)
}

// Handle adds an operation.
func (c *Container) Handle(pattern string, o Operation) {
	c.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		// What cannot be read as a form has no parameters.
		_ = r.ParseForm()
		a, err := c.operate(o, r)
		if err != nil {
			fail(w, r, err)
			return
		}
		a.write(w)
	})
}

// operate runs an operation. It returns an error that the operation throws.
func (c *Container) operate(o Operation, r *http.Request) (a Answer, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer web.Catch(&err)
	return o(r)
}

func (a Answer) write(w http.ResponseWriter) {
	if a.Location != "" {
		w.Header().Set("Location", a.Location)
	}
	if a.Entity == nil {
		w.WriteHeader(a.Status)
		return
	}
	web.JSON(w, a.Status, a.Entity)
}

// page is the body of an answer of 500.
type page struct {
	Status  int    `json:"status"`
	Error   string `json:"error"`
	Message string `json:"message"`
	Path    string `json:"path"`
}

func fail(w http.ResponseWriter, r *http.Request, err error) {
	const status = http.StatusInternalServerError
	web.JSON(w, status, page{status, http.StatusText(status), err.Error(), r.URL.Path})
}

// Param returns a parameter of the form in the body, nil if there is none.
func Param(r *http.Request, name string) *string {
	values := r.PostForm[name]
	if len(values) == 0 {
		return nil
	}
	return &values[0]
}

// Int64 makes an operation of a function of a path parameter. Another value than
// a whole number of 64 bits leads to no resource, so that the answer is 404.
func Int64(name string, f func(*http.Request, int64) (Answer, error)) Operation {
	return func(r *http.Request) (Answer, error) {
		id, ok := web.Int64(r, name)
		if !ok {
			return Answer{Status: http.StatusNotFound}, nil
		}
		return f(r, id)
	}
}

// Path joins parts to an escaped path.
func Path(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(p))
	}
	return b.String()
}

// Number is a number as a part of a path.
func Number(id int64) string { return strconv.FormatInt(id, 10) }
