// Package input reads bodies and queries of requests strictly: what the document of a service does not allow is
// refused, and the first field that is wrong is named.
package input

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Error says what is wrong with a request.
type Error struct {
	// Field is the name of a field or a parameter, "" for the whole body.
	Field, Message string
	// Syntax is set where the body is no JSON object.
	Syntax bool
}

func (e *Error) Error() string { return strings.TrimSpace(e.Field + " " + e.Message) }

// maxBody is the size of the largest body, in bytes.
const maxBody = 1 << 16

// Body reads a JSON object into the struct that v points to. Fields that are pointers may be left out, all others are
// required; null and unknown names are refused.
func Body(r *http.Request, v any) error {
	text, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	if err != nil {
		return &Error{Message: "the body is too large or broken off", Syntax: true}
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil || given == nil {
		return &Error{Message: "the body must be a JSON object", Syntax: true}
	}
	s := reflect.ValueOf(v).Elem()
	for i := range s.NumField() {
		name, _, _ := strings.Cut(s.Type().Field(i).Tag.Get("json"), ",")
		raw, ok := given[name]
		delete(given, name)
		switch {
		case !ok && s.Field(i).Kind() == reflect.Pointer:
		case !ok:
			return &Error{Field: name, Message: "is missing"}
		case string(raw) == "null":
			return &Error{Field: name, Message: "must not be null"}
		case json.Unmarshal(raw, s.Field(i).Addr().Interface()) != nil:
			return &Error{Field: name, Message: "has the wrong type or form"}
		}
	}
	if len(given) > 0 {
		return &Error{Field: slices.Min(slices.Collect(maps.Keys(given))), Message: "is not known"}
	}
	return nil
}

// Checks keeps the first thing that is wrong.
type Checks struct{ first *Error }

// Err returns it, nil if all is well.
func (c *Checks) Err() error {
	if c.first == nil {
		return nil
	}
	return c.first
}

// That notes what is wrong with a field if it is not ok.
func (c *Checks) That(ok bool, field, message string) {
	if !ok && c.first == nil {
		c.first = &Error{Field: field, Message: message}
	}
}

// Length wants a text of lo to hi characters.
func (c *Checks) Length(text, field string, lo, hi int) {
	n := utf8.RuneCountInString(text)
	c.That(lo <= n && n <= hi, field, fmt.Sprintf("must have %d to %d characters", lo, hi))
}

// Range wants a number from lo to hi.
func (c *Checks) Range(n int, field string, lo, hi int) {
	c.That(lo <= n && n <= hi, field, fmt.Sprintf("must be from %d to %d", lo, hi))
}

// OneOf wants one of some words.
func (c *Checks) OneOf(word, field string, words ...string) {
	c.That(slices.Contains(words, word), field, "must be one of "+strings.Join(words, ", "))
}

// Set wants at least one word, each of them one of some words, and none twice.
func (c *Checks) Set(given []string, field string, words ...string) {
	c.That(len(given) > 0, field, "must not be empty")
	for i, word := range given {
		c.OneOf(word, field, words...)
		c.That(!slices.Contains(given[:i], word), field, "must not repeat "+word)
	}
}

// Time wants a time of the years 2020 to 2099, in UTC.
func (c *Checks) Time(t Time, field string) {
	year := t.Year()
	c.That(2020 <= year && year <= 2099, field, "must be from 2020 to 2099")
}

// Time is a time in a body or a query. Package time takes more than RFC 3339, such as hours of one digit.
type Time struct{ time.Time }

var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// UnmarshalText reads a time of RFC 3339, which is in UTC afterwards.
func (t *Time) UnmarshalText(text []byte) error {
	if !rfc3339.Match(text) {
		return errors.New("no time of RFC 3339")
	}
	at, err := time.Parse(time.RFC3339, string(text))
	t.Time = at.UTC()
	return err
}

// UnmarshalJSON reads a text with such a time.
func (t *Time) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	return t.UnmarshalText([]byte(text))
}

// Query reads the parameters of a query. A parameter that is there must have one value that is allowed.
type Query struct {
	Checks
	values url.Values
}

// NewQuery returns the query of a request.
func NewQuery(r *http.Request) *Query { return &Query{values: r.URL.Query()} }

// Text returns a parameter, and whether it is there.
func (q *Query) Text(name string) (string, bool) {
	all := q.values[name]
	q.That(len(all) < 2, name, "must be given once")
	return q.values.Get(name), len(all) > 0
}

// Int returns a number from lo to hi, or the default.
func (q *Query) Int(name string, otherwise, lo, hi int) int {
	text, ok := q.Text(name)
	if !ok {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	q.That(err == nil, name, "must be an integer")
	q.Range(n, name, lo, hi)
	return n
}

// Word returns one of some words, or "".
func (q *Query) Word(name string, words ...string) string {
	text, ok := q.Text(name)
	if ok {
		q.OneOf(text, name, words...)
	}
	return text
}

// Bool returns true or false, or nil.
func (q *Query) Bool(name string) *bool {
	text, ok := q.Text(name)
	if !ok {
		return nil
	}
	q.OneOf(text, name, "true", "false")
	is := text == "true"
	return &is
}

// Time returns a time of RFC 3339, or the zero time.
func (q *Query) Time(name string) (t Time) {
	if text, ok := q.Text(name); ok {
		q.That(t.UnmarshalText([]byte(text)) == nil, name, "must be a time such as 2031-03-02T10:00:00Z")
	}
	return t
}
