// Package server is what the generated services have of HTTP: routing, reading
// parameters and bodies, writing answers. Of the originals this is the
// framework, so it is no part of the program.
package server

import (
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/bench/web"
)

// Service is a handler that makes one call at a time. A call that panics is
// answered by 500, as a framework answers an exception that nobody caught:
// one for a null where there has to be a value, or one of the database.
type Service struct {
	mux   http.ServeMux
	mu    sync.Mutex
	reset func()
}

// New returns a service without operations. reset deletes all that it keeps.
func New(reset func()) *Service { return &Service{reset: reset} }

// Status registers an operation that answers with a status and no body.
func (s *Service) Status(pattern string, f func(*Call) int) {
	s.Content(pattern, func(c *Call) (int, any) { return f(c), nil })
}

// Content registers an operation that answers with JSON, or with no body where
// that is nil. All path parameters of the pattern have to be int32.
func (s *Service) Content(pattern string, f func(*Call) (int, any)) {
	params := parameters(pattern)
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		status, content := s.answer(&Call{r: r, params: params}, f)
		if content == nil {
			w.WriteHeader(status)
			return
		}
		web.JSON(w, status, content)
	})
}

// refusal is the status of a call that does not get to its operation.
type refusal int

// answer makes a call.
func (s *Service) answer(c *Call, f func(*Call) (int, any)) (status int, content any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		switch p := recover().(type) {
		case nil:
		case refusal:
			status, content = int(p), nil
		default:
			status, content = http.StatusInternalServerError, nil
		}
	}()
	for _, name := range c.params {
		c.ID(name)
	}
	return f(c)
}

// ServeHTTP answers a request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !web.Clean(r) {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	s.mux.ServeHTTP(w, r)
}

// Reset deletes all that the service keeps.
func (s *Service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reset()
	return nil
}

// parameters are the names of the path parameters of a pattern.
func parameters(pattern string) []string {
	var names []string
	for _, part := range strings.Split(pattern, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			names = append(names, strings.TrimSuffix(name, "}"))
		}
	}
	return names
}

// Call is one request to a service.
type Call struct {
	r      *http.Request
	params []string
	query  map[string][]string
}

// ID returns a path parameter. What is no int32 is answered by 400.
func (c *Call) ID(name string) int32 {
	id, ok := web.Int32(c.r, name)
	if !ok {
		panic(refusal(http.StatusBadRequest))
	}
	return id
}

// Text returns a query parameter, nil where it is not given.
func (c *Call) Text(name string) *string {
	if c.query == nil {
		c.query = c.r.URL.Query()
	}
	values := c.query[name]
	if len(values) == 0 {
		return nil
	}
	return &values[0]
}

// Int returns a query parameter, nil where it is not given or empty. What is
// no int32 is answered by 400.
func (c *Call) Int(name string) *int32 {
	text := c.Text(name)
	if text == nil || *text == "" {
		return nil
	}
	n, err := strconv.ParseInt(*text, 10, 32)
	if err != nil {
		panic(refusal(http.StatusBadRequest))
	}
	value := int32(n)
	return &value
}

// Body returns the body. What is not declared as JSON is answered by 415, what
// is no object of the type by 400. Members that the type does not have are left out.
func Body[T any](c *Call) T {
	if !isJSON(c.r.Header.Get("Content-Type")) {
		panic(refusal(http.StatusUnsupportedMediaType))
	}
	data, err := io.ReadAll(c.r.Body)
	if err != nil {
		panic(refusal(http.StatusBadRequest))
	}
	var body *T
	if err := json.Unmarshal(data, &body); err != nil || body == nil {
		panic(refusal(http.StatusBadRequest))
	}
	return *body
}

func isJSON(contentType string) bool {
	const json = "application/json"
	if contentType == json {
		return true
	}
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == json
}
