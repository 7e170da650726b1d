// Package web serves the terminal over HTTP.
package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/bench/stores/quayside/internal/yard"
)

type server struct{ yard *yard.Yard }

// Routes returns the routes of the terminal.
func Routes(y *yard.Yard) http.Handler {
	s := &server{y}
	mux := http.NewServeMux()
	for pattern, do := range map[string]func(*http.Request) (any, error){
		"POST /carriers":                      s.openCarrier,
		"GET /carriers":                       s.searchCarriers,
		"GET /carriers/{code}":                s.carrier,
		"PUT /carriers/{code}":                s.renameCarrier,
		"POST /containers":                    s.announce,
		"GET /containers":                     s.containers,
		"GET /containers/{number}":            s.container,
		"DELETE /containers/{number}":         s.remove,
		"POST /containers/{number}/storage":   s.store,
		"POST /containers/{number}/release":   s.release,
		"POST /containers/{number}/loading":   s.load,
		"POST /containers/{number}/departure": s.depart,
		"GET /containers/{number}/holds":      s.holds,
		"GET /containers/{number}/bill":       s.bill,
		"POST /appointments":                  s.book,
		"GET /appointments/{id}":              s.appointment,
		"DELETE /appointments/{id}":           s.cancel,
		"POST /appointments/{id}/arrival":     s.arrive,
		"GET /vessels":                        s.vessels,
		"GET /yard":                           s.places,
		"GET /reports/manifests":              s.manifests,
		"GET /reports/debtors":                s.debtors,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			body, err := any(nil), error(nil)
			if !readable(r) {
				err = bad("the address has characters that are none")
			} else {
				body, err = do(r)
			}
			answer(w, r, body, err)
		})
	}
	return mux
}

// answer writes an answer: what a POST makes is status 201 where nothing else says otherwise.
func answer(w http.ResponseWriter, r *http.Request, body any, err error) {
	status := http.StatusOK
	var refusal *yard.Refusal
	switch {
	case errors.As(err, &refusal):
		status, body = refusal.Status, refusal
	case err != nil:
		status, body = http.StatusInternalServerError, &yard.Refusal{Reason: "internal", Detail: "the database failed"}
	case body == nil:
		w.WriteHeader(http.StatusNoContent)
		return
	case r.Method == http.MethodPost && strings.Count(r.URL.Path, "/") == 1:
		status = http.StatusCreated
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client is gone
}

// readable reports whether the database can hold the address of a call.
func readable(r *http.Request) bool {
	for _, part := range append([]string{r.URL.Path}, values(r)...) {
		if !utf8.ValidString(part) || strings.ContainsRune(part, 0) {
			return false
		}
	}
	return true
}

func values(r *http.Request) (out []string) {
	for _, list := range r.URL.Query() {
		out = append(out, list...)
	}
	return out
}

func bad(detail string) error {
	return &yard.Refusal{Status: http.StatusBadRequest, Reason: "malformed", Detail: detail}
}

func decode(r *http.Request, into any) error {
	if err := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<16)).Decode(into); err != nil {
		return bad("the body cannot be read")
	}
	return nil
}

func id(r *http.Request) (int64, error) {
	n, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return 0, bad("the id is no number")
	}
	return n, nil
}

// moment reads a time of the query, or the given one if there is none.
func moment(r *http.Request, name string, otherwise time.Time) (time.Time, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.Year() < 1 {
		return t, bad("a time is written 2006-01-02T15:04:05Z")
	}
	return t, nil
}

// each makes views of rows.
func each[Row, View any](rows []Row, err error, view func(Row) View) ([]View, error) {
	out := make([]View, 0, len(rows))
	for _, row := range rows {
		out = append(out, view(row))
	}
	return out, err
}
