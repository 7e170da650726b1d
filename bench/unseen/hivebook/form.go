package hivebook

import (
	"encoding/json"
	"io"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// form is a JSON object that was sent. Its readers keep the first mistake, which done returns.
type form struct {
	fields map[string]any
	prefix string
	err    error
	parent *form
}

func readForm(c *call) (*form, error) {
	d := json.NewDecoder(c.Body)
	d.UseNumber()
	f := &form{}
	if err := d.Decode(&f.fields); err != nil || f.fields == nil {
		return nil, &fault{400, "bad_json", "the body must be a JSON object", ""}
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, &fault{400, "bad_json", "there is something after the JSON object", ""}
	}
	return f, nil
}

func (f *form) fail(name, message string) {
	if f.parent != nil {
		f.parent.fail(f.prefix+name, message)
	} else if f.err == nil {
		f.err = invalid(name, message)
	}
}

// has tells whether a field was sent.
func (f *form) has(name string) bool {
	_, ok := f.fields[name]
	return ok
}

// take removes a field, so that what remains is unknown.
func (f *form) take(name string) any {
	v, ok := f.fields[name]
	if !ok {
		f.fail(name, name+" is missing")
		return nil
	}
	delete(f.fields, name)
	return v
}

func (f *form) text(name string, least, most int) string {
	s, ok := f.take(name).(string)
	if n := utf8.RuneCountInString(s); !ok || n < least || n > most {
		f.fail(name, name+" must be a text of "+strconv.Itoa(least)+" to "+strconv.Itoa(most)+" characters")
	}
	return s
}

func (f *form) match(name string, pattern *regexp.Regexp) string {
	s, ok := f.take(name).(string)
	if !ok || !pattern.MatchString(s) {
		f.fail(name, name+" does not look right")
	}
	return s
}

func (f *form) choice(name string, of ...string) string {
	s, ok := f.take(name).(string)
	if !ok || !slices.Contains(of, s) {
		f.fail(name, name+" must be one of "+strings.Join(of, ", "))
	}
	return s
}

func (f *form) yes(name string) bool {
	v, ok := f.take(name).(bool)
	if !ok {
		f.fail(name, name+" must be true or false")
	}
	return v
}

func (f *form) whole(name string, least, most int) int {
	n, _ := f.take(name).(json.Number)
	x, err := n.Float64()
	if err != nil || x != math.Trunc(x) || x < float64(least) || x > float64(most) {
		f.fail(name, name+" must be an integer from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
		return 0
	}
	return int(x)
}

func (f *form) date(name string) string {
	s, _ := f.take(name).(string)
	if !isDate(s) {
		f.fail(name, name+" must be a day such as 2031-05-01")
	}
	return s
}

var stamp = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$`)

func (f *form) time(name string) time.Time {
	s, _ := f.take(name).(string)
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || !stamp.MatchString(s) || t.Year() < 2020 || t.Year() > 2099 {
		f.fail(name, name+" must be a time such as 2031-05-01T12:00:00Z")
	}
	return t
}

func (f *form) object(name string) *form {
	m, ok := f.take(name).(map[string]any)
	if !ok {
		f.fail(name, name+" must be an object")
	}
	return &form{fields: m, prefix: name + ".", parent: f}
}

func (f *form) texts(name string) []string {
	list, ok := f.take(name).([]any)
	out := []string{}
	for _, v := range list {
		s, isText := v.(string)
		ok = ok && isText && !slices.Contains(out, s)
		out = append(out, s)
	}
	if !ok || len(out) == 0 || len(out) > 50 {
		f.fail(name, name+" must be a list of 1 to 50 different texts")
	}
	return out
}

// done refuses what no reader has taken.
func (f *form) done() error {
	for name := range f.fields {
		f.fail(name, name+" is unknown")
	}
	return f.err
}

func isDate(s string) bool {
	t, err := time.Parse(time.DateOnly, s)
	return err == nil && len(s) == 10 && t.Year() >= 2020 && t.Year() <= 2099
}

// query is the query of a request; it keeps the first mistake.
type query struct {
	url.Values
	err error
}

func (c *call) query() *query { return &query{Values: c.URL.Query()} }

func (q *query) fail(name, message string) {
	if q.err == nil {
		q.err = invalid(name, message)
	}
}

func (q *query) whole(name string, least, most, other int) int {
	if !q.Has(name) {
		return other
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < least || n > most {
		q.fail(name, name+" must be an integer from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return n
}

func (q *query) date(name string) string {
	if q.Has(name) && !isDate(q.Get(name)) {
		q.fail(name, name+" must be a day such as 2031-05-01")
	}
	return q.Get(name)
}

func (q *query) choice(name, other string, of ...string) string {
	if !q.Has(name) {
		return other
	}
	if !slices.Contains(of, q.Get(name)) {
		q.fail(name, name+" must be one of "+strings.Join(of, ", "))
	}
	return q.Get(name)
}
