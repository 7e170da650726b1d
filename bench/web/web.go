// Package web is what the services of the literature have in common: reading
// path parameters and writing answers. It has what a framework did in the
// originals, so that a service's own package holds its own logic only.
package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

// A Param reads the path parameter of a name. ok is false where its text is
// not of the type, which is answered by status 400 and an empty body.
type Param[T any] func(r *http.Request, name string) (value T, ok bool)

// String reads a text. It is always one.
func String(r *http.Request, name string) (string, bool) { return r.PathValue(name), true }

// Int32 reads a whole number of 32 bits.
func Int32(r *http.Request, name string) (int32, bool) {
	n, err := strconv.ParseInt(r.PathValue(name), 10, 32)
	return int32(n), err == nil
}

// Int64 reads a whole number of 64 bits.
func Int64(r *http.Request, name string) (int64, bool) {
	n, err := strconv.ParseInt(r.PathValue(name), 10, 64)
	return n, err == nil
}

// Float64 reads a number. NaN and Infinity are some, and a number that is too
// large is Infinity, all as in Java.
func Float64(r *http.Request, name string) (float64, bool) {
	f, err := strconv.ParseFloat(r.PathValue(name), 64)
	return f, err == nil || errors.Is(err, strconv.ErrRange)
}

// JSON answers with a value as JSON.
func JSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	Answer{Status: status, Type: "application/json", Body: body}.Write(w)
}

// Answer is what an operation answers.
type Answer struct {
	Status int
	// Type is the media type of Body, "" where there is none.
	Type string
	Body []byte
}

// BadRequest answers with status 400 and an empty body.
func BadRequest() Answer { return Answer{Status: http.StatusBadRequest} }

// Text answers with a text.
func Text(s string) Answer {
	return Answer{Status: http.StatusOK, Type: "text/plain;charset=UTF-8", Body: []byte(s)}
}

// Write sends the answer.
func (a Answer) Write(w http.ResponseWriter) {
	if a.Type != "" {
		w.Header().Set("Content-Type", a.Type)
	}
	w.WriteHeader(a.Status)
	// The client is gone when this fails: nobody is left to tell.
	_, _ = w.Write(a.Body)
}
