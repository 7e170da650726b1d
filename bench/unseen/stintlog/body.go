package stintlog

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"
)

var (
	codeForm  = regexp.MustCompile(`^[A-Z]{2}-[0-9]{3}$`)
	monthForm = regexp.MustCompile(`^20[2-9][0-9]-(0[1-9]|1[0-2])$`)
)

// body reads the fields of a JSON object, and keeps the first error.
type body struct {
	fields map[string]json.RawMessage
	err    error
}

// readBody reads a JSON object that has no other fields than these.
func readBody(r *http.Request, known ...string) *body {
	b := &body{}
	data, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(data, &b.fields) != nil || b.fields == nil {
		b.err = fieldError{"", "the body is no JSON object"}
		return b
	}
	for name := range b.fields {
		if !slices.Contains(known, name) {
			b.fail(name, "is not known")
		}
	}
	return b
}

func (b *body) fail(field, detail string) {
	if b.err == nil {
		b.err = fieldError{field, detail}
	}
}

func (b *body) has(field string) bool { _, ok := b.fields[field]; return ok }

// into decodes a field, and says whether it is there.
func (b *body) into(field string, required bool, v any) bool {
	raw, ok := b.fields[field]
	switch {
	case !ok && required:
		b.fail(field, "is missing")
	case ok && (string(raw) == "null" || json.Unmarshal(raw, v) != nil):
		b.fail(field, "has the wrong type")
	}
	return ok && b.err == nil
}

func (b *body) text(field string, required bool, least, most int) *string {
	s := ""
	if !b.into(field, required, &s) {
		return nil
	}
	if n := utf8.RuneCountInString(s); n < least || n > most {
		b.fail(field, fmt.Sprintf("want %d to %d characters", least, most))
	}
	return &s
}

// form reads a text that must be there and match.
func (b *body) form(field string, form *regexp.Regexp) string {
	s := ""
	if b.into(field, true, &s) && !form.MatchString(s) {
		b.fail(field, "want "+form.String())
	}
	return s
}

func (b *body) number(field string, least, most int) *int {
	n := 0
	if !b.into(field, false, &n) {
		return nil
	}
	if n < least || n > most {
		b.fail(field, fmt.Sprintf("want %d to %d", least, most))
	}
	return &n
}

func (b *body) flag(field string) *bool {
	v := false
	if !b.into(field, false, &v) {
		return nil
	}
	return &v
}

// time reads a time, and keeps its offset.
func (b *body) time(field string, required bool) *time.Time {
	s := ""
	if !b.into(field, required, &s) {
		return nil
	}
	var t time.Time
	if err := t.UnmarshalText([]byte(s)); err != nil || t.Year() < 2020 || t.Year() > 2099 {
		b.fail(field, "want a time from 2020 to 2099, with an offset")
	}
	return &t
}
