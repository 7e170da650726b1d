// Package gorilla is the service with the router of gorilla, which demands the form of
// the date as the original does.
package gorilla

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/gorilla/mux"
)

// New returns the service. It has no state.
func New() http.Handler {
	router := mux.NewRouter()
	router.HandleFunc("/api/testability/{date:[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}}/{number}/{setting}",
		func(w http.ResponseWriter, r *http.Request) {
			vars := mux.Vars(r)
			status, text := testability(vars["date"], vars["number"], vars["setting"])
			answer(w, status, text)
		}).Methods(http.MethodGet)
	router.HandleFunc("/api/param", param).Methods(http.MethodGet)
	router.HandleFunc("/api/header", header).Methods(http.MethodGet)
	router.HandleFunc("/api/body", body).Methods(http.MethodPost)
	return router
}

func param(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if !query.Has("param") {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if query.Get("param") == "FOO" {
		answer(w, http.StatusOK, "OK")
	}
}

func header(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-Setting") == "Bar" {
		answer(w, http.StatusOK, "OK")
	}
}

func body(w http.ResponseWriter, r *http.Request) {
	var dto struct {
		X *int32 `json:"x"`
	}
	if err := json.NewDecoder(r.Body).Decode(&dto); err != nil {
		answer(w, http.StatusInternalServerError, "")
		return
	}
	status, text := positive(dto.X)
	answer(w, status, text)
}

func answer(w http.ResponseWriter, status int, text string) {
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // a client that is gone needs no answer
}

func testability(date, number, setting string) (status int, text string) {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return http.StatusInternalServerError, ""
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return http.StatusInternalServerError, ""
	}
	if day.Year() == 2019 && n == 42 && (setting == "Foo" || setting == "Bar") {
		return http.StatusOK, "OK"
	}
	return http.StatusOK, "ERROR"
}

func positive(x *int32) (status int, text string) {
	switch {
	case x == nil: // null in the original, which fails to look into it
		return http.StatusInternalServerError, ""
	case *x > 0:
		return http.StatusOK, "OK"
	}
	return http.StatusOK, ""
}
