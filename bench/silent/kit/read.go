package kit

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// Object is the JSON object of a body. Its methods read members into variables,
// which stay as they are where a member is missing, and remember the first
// thing that is wrong.
type Object struct {
	members map[string]any
	err     error
}

// Body reads the body of a request. It refuses what is no JSON object.
func Body(r *http.Request) (*Object, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, Refuse(http.StatusUnsupportedMediaType, "the body has to be application/json")
	}
	body, err := io.ReadAll(r.Body)
	o := &Object{}
	if err != nil || !utf8.Valid(body) || json.Unmarshal(body, &o.members) != nil || o.members == nil {
		return nil, Refuse(http.StatusBadRequest, "the body has to be a JSON object")
	}
	return o, nil
}

// Members returns an object of members as encoding/json decodes them.
func Members(members map[string]any) *Object { return &Object{members: members} }

// Err returns what is wrong with the object, nil for nothing.
func (o *Object) Err() error { return o.err }

// Credentials reads the body of a log-in: the password of who is named by a
// member.
func Credentials(r *http.Request, member string) (name, password string, err error) {
	o, err := Body(r)
	if err != nil {
		return "", "", err
	}
	o.Need(member, "password")
	o.Text(&name, member, 1, 30)
	o.Text(&password, "password", 1, 60)
	return name, password, o.Err()
}

// Has reports whether the object has a member.
func (o *Object) Has(name string) bool {
	_, there := o.members[name]
	return there
}

// Member returns a member as encoding/json decodes it, nil for none.
func (o *Object) Member(name string) any { return o.members[name] }

// Nullable reads a member that may be null by a method that reads what it is otherwise.
func Nullable[T any](o *Object, into **T, name string, read func(*T)) {
	switch {
	case o.Has(name) && o.Member(name) == nil:
		*into = nil
	case o.Has(name):
		*into = new(T)
		read(*into)
	}
}

// Need asks for members.
func (o *Object) Need(names ...string) {
	for _, name := range names {
		if !o.Has(name) {
			o.refuse("%s is missing", name)
		}
	}
}

func (o *Object) refuse(format string, args ...any) {
	if o.err == nil {
		o.err = Refuse(http.StatusBadRequest, format, args...)
	}
}

// take reads a member that has to fulfil a condition, and says so otherwise.
func take[T any](o *Object, into *T, name, what string, fits func(T) bool) {
	if !o.Has(name) {
		return
	}
	if v, ok := o.members[name].(T); ok && fits(v) {
		*into = v
	} else {
		o.refuse("%s has to be %s", name, what)
	}
}

// Text reads a text of least to most characters.
func (o *Object) Text(into *string, name string, least, most int) {
	what := "a text of " + strconv.Itoa(least) + " to " + strconv.Itoa(most) + " characters"
	take(o, into, name, what, func(s string) bool {
		n := utf8.RuneCountInString(s)
		return n >= least && n <= most
	})
}

// Choice reads one of some texts.
func (o *Object) Choice(into *string, name string, choices ...string) {
	take(o, into, name, "one of its values", func(s string) bool { return slices.Contains(choices, s) })
}

// Date reads a date such as 2026-02-28.
func (o *Object) Date(into *string, name string) {
	take(o, into, name, "a date", func(s string) bool {
		_, err := time.Parse(time.DateOnly, s)
		return err == nil
	})
}

// Match reads a text that fulfils a condition of its own.
func (o *Object) Match(into *string, name, what string, fits func(string) bool) {
	take(o, into, name, what, fits)
}

// Email reads an email address of at most 80 bytes.
func (o *Object) Email(into *string, name string) {
	o.Match(into, name, "an email address", func(s string) bool {
		at, err := mail.ParseAddress(s)
		return err == nil && at.Address == s && len(s) <= 80
	})
}

// Bool reads a boolean.
func (o *Object) Bool(into *bool, name string) {
	take(o, into, name, "true or false", func(bool) bool { return true })
}

// Int reads a whole number from least to most.
func (o *Object) Int(into *int, name string, least, most int) {
	if !o.Has(name) {
		return
	}
	n := float64(*into)
	what := "a whole number from " + strconv.Itoa(least) + " to " + strconv.Itoa(most)
	take(o, &n, name, what, func(f float64) bool {
		return f == math.Trunc(f) && f >= float64(least) && f <= float64(most)
	})
	*into = int(n)
}

// Float reads a number from least to most.
func (o *Object) Float(into *float64, name string, least, most float64) {
	what := fmt.Sprintf("a number from %g to %g", least, most)
	take(o, into, name, what, func(f float64) bool { return f >= least && f <= most })
}

// Query is the query of a request. It remembers the first thing that is wrong.
type Query struct {
	values url.Values
	err    error
}

// ReadQuery reads the query of a request.
func ReadQuery(r *http.Request) *Query {
	values, err := url.ParseQuery(r.URL.RawQuery)
	q := &Query{values: values}
	if err != nil {
		q.refuse("the query is not encoded as it should be")
	}
	return q
}

// Err returns what is wrong with the query, nil for nothing.
func (q *Query) Err() error { return q.err }

// Has reports whether the query has a parameter.
func (q *Query) Has(name string) bool { return q.values.Has(name) }

func (q *Query) refuse(format string, args ...any) {
	if q.err == nil {
		q.err = Refuse(http.StatusBadRequest, format, args...)
	}
}

// Int returns a whole number from least to most, or absent where it is missing.
func (q *Query) Int(name string, absent, least, most int) int {
	if !q.Has(name) {
		return absent
	}
	n, err := strconv.Atoi(q.values.Get(name))
	if err != nil || n < least || n > most {
		q.refuse("%s has to be a whole number from %d to %d", name, least, most)
	}
	return n
}

// Need asks for a parameter.
func (q *Query) Need(name string) {
	if !q.Has(name) {
		q.refuse("%s is missing", name)
	}
}

// Match returns a text that fulfils a condition, or "" where it is missing.
func (q *Query) Match(name, what string, fits func(string) bool) string {
	s := q.values.Get(name)
	if q.Has(name) && !fits(s) {
		q.refuse("%s has to be %s", name, what)
	}
	return s
}

// Choice returns one of some texts, or "" where it is missing.
func (q *Query) Choice(name string, choices ...string) string {
	s := q.values.Get(name)
	if q.Has(name) && !slices.Contains(choices, s) {
		q.refuse("%s has to be one of its values", name)
	}
	return s
}

// Text returns a text of 1 to most characters, or "" where it is missing.
func (q *Query) Text(name string, most int) string {
	s := q.values.Get(name)
	if n := utf8.RuneCountInString(s); q.Has(name) && (n < 1 || n > most) {
		q.refuse("%s has to be a text of 1 to %d characters", name, most)
	}
	return s
}

// Date returns a date such as 2026-02-28, or "" where it is missing.
func (q *Query) Date(name string) string {
	s := q.values.Get(name)
	if _, err := time.Parse(time.DateOnly, s); q.Has(name) && err != nil {
		q.refuse("%s has to be a date", name)
	}
	return s
}
