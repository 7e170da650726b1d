package pagerota

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// body is a JSON object with fields that are taken one by one. The first that is wrong is kept in failed.
type body struct {
	fields map[string]any
	failed *failure
}

// readBody reads an object that has no other fields than these.
func readBody(r *http.Request, names ...string) (*body, *failure) {
	text, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return nil, fail(http.StatusBadRequest, "bad_json", "the body cannot be read")
	}
	b := &body{}
	if err := json.Unmarshal(text, &b.fields); err != nil || b.fields == nil {
		return nil, fail(http.StatusBadRequest, "bad_json", "the body is no JSON object")
	}
	keys := []string{}
	for k := range b.fields {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if !slices.Contains(names, k) {
			return nil, invalid(k, "is not a field of this request")
		}
	}
	return b, nil
}

func (b *body) has(name string) bool { _, ok := b.fields[name]; return ok }

func (b *body) refuse(name, why string) {
	if b.failed == nil {
		b.failed = invalid(name, "%s", why)
	}
}

// text takes a string of a length in characters.
func (b *body) text(name string, least, most int) string {
	v, ok := b.fields[name].(string)
	if n := utf8.RuneCountInString(v); !ok || n < least || n > most {
		b.refuse(name, "wants a text of "+strconv.Itoa(least)+" to "+strconv.Itoa(most)+" characters")
	}
	return v
}

// pattern takes a string that matches.
func (b *body) pattern(name string, re *regexp.Regexp) string {
	v, ok := b.fields[name].(string)
	if !ok || !re.MatchString(v) {
		b.refuse(name, "does not match "+re.String())
	}
	return v
}

// choice takes one of a few strings.
func (b *body) choice(name string, of []string) string {
	v, ok := b.fields[name].(string)
	if !ok || !slices.Contains(of, v) {
		b.refuse(name, "is none of the allowed values")
	}
	return v
}

func (b *body) flag(name string) bool {
	v, ok := b.fields[name].(bool)
	if !ok {
		b.refuse(name, "wants true or false")
	}
	return v
}

func (b *body) time(name string) time.Time {
	v, _ := b.fields[name].(string)
	t, ok := parseTime(v)
	if !ok {
		b.refuse(name, "wants a time such as 2031-03-02T08:00:00Z, from 2020 to 2099")
	}
	return t
}

// labels takes an object of short texts.
func (b *body) labels(name string) map[string]string {
	out := map[string]string{}
	v, ok := b.fields[name].(map[string]any)
	if !ok || len(v) > 5 {
		b.refuse(name, "wants an object with up to 5 labels")
		return out
	}
	for k, x := range v {
		text, ok := x.(string)
		if n := utf8.RuneCountInString(text); !ok || n < 1 || n > 40 {
			b.refuse(name, "wants labels of 1 to 40 characters")
		}
		out[k] = text
	}
	return out
}

// parseTime reads a time, which is kept in UTC and to the second.
func parseTime(text string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, false
	}
	t = t.UTC().Truncate(time.Second)
	return t, t.Year() >= 2020 && t.Year() <= 2099
}

// queryNumber reads a parameter with a default.
func queryNumber(q url.Values, name string, least, most, otherwise int) (int, *failure) {
	if !q.Has(name) {
		return otherwise, nil
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < least || n > most {
		return 0, invalid(name, "wants a number from %d to %d", least, most)
	}
	return n, nil
}

// queryChoice reads a parameter that is one of a few, "" if there is none.
func queryChoice(q url.Values, name string, of []string) (string, *failure) {
	if !q.Has(name) {
		return "", nil
	}
	if !slices.Contains(of, q.Get(name)) {
		return "", invalid(name, "is none of the allowed values")
	}
	return q.Get(name), nil
}
