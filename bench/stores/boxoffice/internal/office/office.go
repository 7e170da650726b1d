// Package office decides what the box office may do.
package office

import (
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/store"
)

// Office is the box office.
type Office struct{ store *store.Store }

// New returns an office over a store.
func New(s *store.Store) *Office { return &Office{s} }

// Refusal says why the office does not do something.
type Refusal struct {
	Status  int    `json:"-"`
	Problem string `json:"problem"`
	Message string `json:"message"`
}

func (r *Refusal) Error() string { return r.Problem + ": " + r.Message }

func refuse(status int, problem, message string) error { return &Refusal{status, problem, message} }

func conflict(problem, message string) error { return refuse(http.StatusConflict, problem, message) }

func invalid(field, message string) error {
	return refuse(http.StatusUnprocessableEntity, field, message)
}

func missing(err error, thing string) error {
	if errors.Is(err, store.ErrMissing) {
		return refuse(http.StatusNotFound, "missing", "there is no such "+thing)
	}
	return err
}

func taken(err error, thing string) error {
	if store.Duplicate(err) {
		return conflict("taken", "there is such a "+thing+" already")
	}
	return err
}

// checkText holds a text against the column that takes it.
func checkText(field, text string, least, most int) error {
	if n := utf8.RuneCountInString(text); n < least || n > most || !utf8.ValidString(text) {
		return invalid(field, "the text is too short, too long or broken")
	}
	return nil
}

func checkEmail(email string) error {
	if name, domain, found := strings.Cut(email, "@"); !found || name == "" || domain == "" {
		return invalid("email", "an address has a name and a domain")
	}
	return checkText("email", email, 3, 120)
}

func isGenre(genre string) bool {
	switch genre {
	case "play", "opera", "concert", "dance":
		return true
	}
	return false
}

func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// month returns the month of the books that a time is in.
func month(t time.Time) string { return t.UTC().Format("2006-01") }
