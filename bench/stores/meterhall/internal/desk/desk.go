// Package desk decides what the customer desk may do.
package desk

import (
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/store"
)

// Desk is the customer desk.
type Desk struct{ store *store.Store }

// New returns a desk over a store.
func New(s *store.Store) *Desk { return &Desk{s} }

// Refusal says why the desk does not do something.
type Refusal struct {
	Status int    `json:"-"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func (r Refusal) Error() string { return r.Code + ": " + r.Detail }

func conflict(code, detail string) error { return Refusal{http.StatusConflict, code, detail} }
func invalid(code, detail string) error  { return Refusal{http.StatusUnprocessableEntity, code, detail} }
func gone(code, detail string) error     { return Refusal{http.StatusGone, code, detail} }
func locked(code, detail string) error   { return Refusal{http.StatusLocked, code, detail} }
func forbidden(code, detail string) error {
	return Refusal{http.StatusForbidden, code, detail}
}

// missing turns a row that is not there into a refusal.
func missing(err error, thing string) error {
	if errors.Is(err, store.ErrMissing) {
		return Refusal{http.StatusNotFound, "not_found", "there is no such " + thing}
	}
	return err
}

// taken turns a key that is there already into a refusal.
func taken(err error, thing string) error {
	if errors.Is(err, store.ErrDuplicate) {
		return conflict("taken", "there is such a "+thing+" already")
	}
	return err
}

// fits reports whether a text has a number of characters. SQLite counts them up to a NUL.
func fits(text string, least, most int) bool {
	n := utf8.RuneCountInString(text)
	return n >= least && n <= most && !strings.ContainsRune(text, 0)
}

// today returns the day of now.
func today() time.Time { return time.Now().UTC().Truncate(24 * time.Hour) }
