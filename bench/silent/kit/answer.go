package kit

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Refusal is an error that is the client's. Any other error is the service's.
type Refusal struct {
	// Status is from 400 to 499.
	Status int
	// Reason is for people.
	Reason string
}

// Error returns the reason.
func (r *Refusal) Error() string { return r.Reason }

// Refuse returns a Refusal.
func Refuse(status int, format string, args ...any) error {
	return &Refusal{status, fmt.Sprintf(format, args...)}
}

// JSON answers with a value as JSON.
func JSON(w http.ResponseWriter, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client is gone when this fails: nobody is left to tell.
	_, _ = w.Write(body)
	return nil
}

// Created answers 201 with what was made and where it is.
func Created(w http.ResponseWriter, location string, v any) error {
	w.Header().Set("Location", location)
	return JSON(w, http.StatusCreated, v)
}

// NoContent answers 204.
func NoContent(w http.ResponseWriter) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// Refused returns the refusal that an error is, one with status 500 for any other.
func Refused(err error) *Refusal {
	refusal := &Refusal{http.StatusInternalServerError, "something went wrong"}
	errors.As(err, &refusal)
	return refusal
}

// Fail answers with an error: a refusal as it says, any other with 500.
func Fail(w http.ResponseWriter, err error) {
	refusal := Refused(err)
	if refusal.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	_ = JSON(w, refusal.Status, map[string]string{"error": refusal.Reason}) // of texts, which have a form in JSON
}

// Handler returns a handler of a function that may refuse.
func Handler(do func(w http.ResponseWriter, r *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := do(w, r); err != nil {
			Fail(w, err)
		}
	}
}

// Token returns the bearer token of a request, "" for none.
func Token(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return token
}

// ID reads the text of a path parameter as the number of an element, from 1.
func ID(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, Refuse(http.StatusBadRequest, "the id has to be a number from 1")
	}
	return n, nil
}

// ETag is the entity tag of a value: equal values have equal ones.
func ETag(v any) (string, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("entity tag: %w", err)
	}
	return fmt.Sprintf("%q", fmt.Sprintf("%x", sha256.Sum256(body))[:16]), nil
}

// Match holds the If-Match header of a request against an entity tag (RFC 9110,
// section 13.1.1), by status 412 if none of its tags is that.
func Match(r *http.Request, tag string) error {
	asked := r.Header.Values("If-Match")
	if len(asked) == 0 {
		return nil
	}
	for _, one := range strings.Split(strings.Join(asked, ","), ",") {
		if one = strings.TrimSpace(one); one == "*" || one == tag {
			return nil
		}
	}
	return Refuse(http.StatusPreconditionFailed, "it was changed meanwhile")
}

// Page is a part of a list.
type Page[T any] struct {
	Items []T `json:"items"`
	// Total is the number of elements of the whole list.
	Total int `json:"total"`
}

// Cut returns the part of a list from an offset on, of at most limit elements.
func Cut[T any](all []T, offset, limit int) Page[T] {
	from := min(offset, len(all))
	return Page[T]{Items: append([]T{}, all[from:min(from+limit, len(all))]...), Total: len(all)}
}
