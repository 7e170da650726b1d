// Package loctext is a REST service for the texts of apps in several languages: projects have strings, translators
// translate them, reviewers approve, and builds fetch an export.
package loctext

import (
	"context"
	_ "embed" // the document
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// account is who has a key.
type account struct {
	Name   string `json:"name"`
	Role   string `json:"role"`
	Locale string `json:"locale,omitempty"`
}

var accounts = map[string]account{
	"lx-mgr-70aa": {"product", "manager", ""},
	"lx-rev-41c9": {"language-desk", "reviewer", ""},
	"lx-de-5520":  {"agency-de", "translator", "de"},
	"lx-fr-9b37":  {"agency-fr", "translator", "fr"},
}

// apiError is an answer that refuses.
type apiError struct {
	Status  int     `json:"-"`
	Code    string  `json:"code"`
	Message string  `json:"message"`
	Errors  []cause `json:"errors,omitempty"`
}

type cause struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

func (e *apiError) Error() string { return e.Code + ": " + e.Message }

func errNotFound(what string) *apiError {
	return &apiError{Status: http.StatusNotFound, Code: "not_found", Message: what + " not found"}
}

func errForbidden(why string) *apiError {
	return &apiError{Status: http.StatusForbidden, Code: "forbidden", Message: why}
}

func errConflict(code, why string) *apiError {
	return &apiError{Status: http.StatusConflict, Code: code, Message: why}
}

func errFields(causes ...cause) *apiError {
	return &apiError{http.StatusUnprocessableEntity, "validation_failed", "the request is not valid", causes}
}

// server keeps everything in memory. The middleware holds the lock during a request.
type server struct {
	mu       sync.Mutex
	bug      int
	created  int
	projects []*Project
}

type contextKey struct{}

// New returns a service without projects, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	s := &server{bug: bug}
	r := chi.NewRouter()
	r.NotFound(func(w http.ResponseWriter, _ *http.Request) { writeError(w, errNotFound("path")) })
	r.MethodNotAllowed(func(w http.ResponseWriter, _ *http.Request) {
		writeError(w, &apiError{Status: http.StatusMethodNotAllowed, Code: "method_not_allowed", Message: "not here"})
	})
	r.Route("/v1", func(r chi.Router) {
		r.Use(s.oneAtATime, authenticate)
		managers := r.With(only("manager"))
		r.Get("/account", s.getAccount)
		r.Get("/projects", s.listProjects)
		managers.Post("/projects", s.createProject)
		r.Route("/projects/{project_id}", func(r chi.Router) {
			managers := r.With(only("manager"))
			r.Get("/", s.withProject(s.getProject))
			managers.Patch("/", s.withProject(s.updateProject))
			managers.Delete("/", s.withProject(s.deleteProject))
			managers.Post("/copies", s.withProject(s.copyProject))
			r.Get("/progress", s.withProject(s.progress))
			r.With(only("manager", "translator")).Post("/import", s.withProject(s.importTexts))
			r.Get("/export/{locale}", s.withProject(s.export))
			r.Get("/strings", s.withProject(s.listStrings))
			r.Get("/strings/{key}", s.withProject(s.getString))
			managers.Put("/strings/{key}", s.withProject(s.putString))
			managers.Delete("/strings/{key}", s.withProject(s.deleteString))
			r.Get("/strings/{key}/translations/{locale}", s.withProject(s.getTranslation))
			writers := r.With(only("manager", "translator"))
			writers.Put("/strings/{key}/translations/{locale}", s.withProject(s.putTranslation))
			writers.Delete("/strings/{key}/translations/{locale}", s.withProject(s.deleteTranslation))
			r.With(only("manager", "reviewer")).
				Post("/strings/{key}/translations/{locale}/review", s.withProject(s.review))
		})
	})
	return r
}

func (s *server) oneAtATime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

func authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, ok := accounts[r.Header.Get("X-Api-Key")]
		if !ok {
			writeError(w, &apiError{Status: http.StatusUnauthorized, Code: "unauthorized", Message: "unknown API key"})
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), contextKey{}, a)))
	})
}

// caller is whose key the request has.
func caller(r *http.Request) account {
	a, _ := r.Context().Value(contextKey{}).(account)
	return a
}

// only lets the roles pass.
func only(roles ...string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !slices.Contains(roles, caller(r).Role) {
				writeError(w, errForbidden("not for a "+caller(r).Role))
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// withProject finds the project of the path and writes what the handler refuses.
func (s *server) withProject(h func(http.ResponseWriter, *http.Request, *Project) *apiError) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := param(r, "project_id")
		for _, p := range s.projects {
			if p.ID == id {
				if e := h(w, r, p); e != nil {
					writeError(w, e)
				}
				return
			}
		}
		writeError(w, errNotFound("project"))
	}
}

func (s *server) getAccount(w http.ResponseWriter, r *http.Request) { writeJSON(w, 200, caller(r)) }

// param is a parameter of the path without escapes.
func param(r *http.Request, name string) string {
	raw := chi.URLParam(r, name)
	if text, err := url.PathUnescape(raw); err == nil {
		return text
	}
	return raw
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		log.Printf("writing an answer: %v", err)
	}
}

func writeError(w http.ResponseWriter, e *apiError) { writeJSON(w, e.Status, e) }

// decode reads the body into a struct. Unlike encoding/json it refuses unknown names and null.
func decode(r *http.Request, into any) *apiError {
	bad := &apiError{Status: http.StatusBadRequest, Code: "malformed_json", Message: "the body is no JSON object"}
	text, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return bad
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return bad
	}
	if _, ok := v.(map[string]any); !ok {
		return bad
	}
	if c := misfit(v, reflect.TypeOf(into).Elem(), ""); c != nil {
		return errFields(*c)
	}
	text, err = json.Marshal(v) // 1.0 is an integer, which encoding/json does not know
	if err != nil || json.Unmarshal(text, into) != nil {
		return bad
	}
	return nil
}

// misfit says where a JSON value does not fit a type, nil if it does.
func misfit(v any, t reflect.Type, at string) *cause {
	wrong := func(want string) *cause { return &cause{strings.TrimPrefix(at, "."), "must be " + want} }
	switch t.Kind() {
	case reflect.Pointer:
		return misfit(v, t.Elem(), at)
	case reflect.String:
		if _, ok := v.(string); !ok {
			return wrong("a string")
		}
	case reflect.Int:
		if n, ok := v.(float64); !ok || n != float64(int32(n)) {
			return wrong("an integer")
		}
	case reflect.Slice:
		list, ok := v.([]any)
		if !ok {
			return wrong("an array")
		}
		for i, x := range list {
			if c := misfit(x, t.Elem(), at+"["+strconv.Itoa(i)+"]"); c != nil {
				return c
			}
		}
	case reflect.Struct:
		object, ok := v.(map[string]any)
		if !ok {
			return wrong("an object")
		}
		known := map[string]reflect.Type{}
		for f := range t.Fields() {
			known[f.Tag.Get("json")] = f.Type
		}
		for _, name := range slices.Sorted(maps.Keys(object)) {
			x := object[name]
			sub, ok := known[name]
			if !ok {
				return &cause{strings.TrimPrefix(at+"."+name, "."), "is not known"}
			}
			if c := misfit(x, sub, at+"."+name); c != nil {
				return c
			}
		}
	default:
		return wrong("something else")
	}
	return nil
}

// pageSize reads the limit of a list.
func pageSize(r *http.Request, most, otherwise int) (int, *apiError) {
	q := r.URL.Query()
	if !q.Has("limit") {
		return otherwise, nil
	}
	n, err := strconv.Atoi(q.Get("limit"))
	if err != nil || n < 1 || n > most {
		return 0, errFields(cause{"limit", fmt.Sprintf("must be from 1 to %d", most)})
	}
	return n, nil
}
