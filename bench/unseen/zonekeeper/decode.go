package zonekeeper

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// field reads the value of a member and returns what is wrong with it.
type field func(raw json.RawMessage) string

// object are the members that an object may have; those with a star must be there.
type object map[string]field

func body(r *http.Request, o object) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	return o.read(raw)
}

// read reads an object of nothing but these members.
func (o object) read(raw []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		return &apiError{status: 400, Message: "a JSON object is needed"}
	}
	e := &apiError{status: 400, Message: "the request is not valid"}
	for name, read := range o {
		plain := strings.TrimSuffix(name, "*")
		value, ok := members[plain]
		delete(members, plain)
		if !ok {
			if plain != name {
				e.Reasons = append(e.Reasons, reason{plain, "is missing"})
			}
			continue
		}
		if text := read(value); text != "" {
			e.Reasons = append(e.Reasons, reason{plain, text})
		}
	}
	for name := range members {
		e.Reasons = append(e.Reasons, reason{name, "is unknown"})
	}
	if len(e.Reasons) > 0 {
		slices.SortFunc(e.Reasons, func(x, y reason) int { return strings.Compare(x.Field, y.Field) })
		return e
	}
	return nil
}

func text(to *string, least, most int) field {
	return func(raw json.RawMessage) string {
		var s *string
		if json.Unmarshal(raw, &s) != nil || s == nil {
			return "must be a string"
		}
		if n := utf8.RuneCountInString(*s); n < least || n > most {
			return "must have " + strconv.Itoa(least) + " to " + strconv.Itoa(most) + " characters"
		}
		*to = *s
		return ""
	}
}

func pattern(to *string, p *regexp.Regexp) field {
	return func(raw json.RawMessage) string {
		if wrong := text(to, 0, 1000)(raw); wrong != "" {
			return wrong
		}
		if !p.MatchString(*to) {
			return "must match " + p.String()
		}
		return ""
	}
}

func choice(to *string, of ...string) field {
	return func(raw json.RawMessage) string {
		if wrong := text(to, 0, 1000)(raw); wrong != "" {
			return wrong
		}
		if !isOne(*to, of...) {
			return "must be one of " + strings.Join(of, ", ")
		}
		return ""
	}
}

func isOne(s string, of ...string) bool {
	for _, x := range of {
		if s == x {
			return true
		}
	}
	return false
}

func number(to *int, least, most int) field {
	return func(raw json.RawMessage) string {
		var x *float64
		if json.Unmarshal(raw, &x) != nil || x == nil || *x != math.Trunc(*x) ||
			*x < float64(least) || *x > float64(most) {
			return "must be an integer from " + strconv.Itoa(least) + " to " + strconv.Itoa(most)
		}
		*to = int(*x)
		return ""
	}
}

// optional reads a number that may be left out.
func optional(to **int, least, most int) field {
	return func(raw json.RawMessage) string {
		n := 0
		wrong := number(&n, least, most)(raw)
		*to = &n
		return wrong
	}
}

// limit reads how long a page may be.
func limit(r *http.Request) (int, error) {
	q := r.URL.Query()
	if !q.Has("limit") {
		return 25, nil
	}
	n, err := strconv.Atoi(q.Get("limit"))
	if err != nil || n < 1 || n > 100 {
		return 0, errField("limit", "must be an integer from 1 to 100")
	}
	return n, nil
}

// cursor writes a place in a list so that clients do not look into it.
func cursor(place string) string { return base64.RawURLEncoding.EncodeToString([]byte("at:" + place)) }

// after reads a cursor, "" if there is none.
func after(r *http.Request) (string, error) {
	q := r.URL.Query()
	if !q.Has("after") {
		return "", nil
	}
	b, err := base64.RawURLEncoding.DecodeString(q.Get("after"))
	place, ok := bytes.CutPrefix(b, []byte("at:"))
	if err != nil || !ok {
		return "", errField("after", "is no cursor of this service")
	}
	return string(place), nil
}

// option reads a parameter that is one of some words.
func option(r *http.Request, name string, of ...string) (string, error) {
	q := r.URL.Query()
	if q.Has(name) && !isOne(q.Get(name), of...) {
		return "", errField(name, "must be one of "+strings.Join(of, ", "))
	}
	return q.Get(name), nil
}
