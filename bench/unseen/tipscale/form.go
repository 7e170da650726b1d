package tipscale

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// form reads the fields of a JSON object. The first error stays.
type form struct {
	at     string // the path of the object, with a dot
	fields map[string]any
	err    error
}

func readForm(r *http.Request) *form {
	f := &form{}
	d := json.NewDecoder(r.Body)
	if err := d.Decode(&f.fields); err != nil || f.fields == nil || d.More() {
		f.err = &refusal{400, "no-json", "the body is no JSON object", ""}
	}
	return f
}

func (f *form) fail(name, detail string) {
	if f.err == nil {
		f.err = unfit(f.at+name, detail)
	}
}

func (f *form) need(name string) {
	if _, ok := f.fields[name]; !ok {
		f.fail(name, "is missing")
	}
}

// or returns what p points to, or nothing.
func or[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// take takes a field out of the object.
func (f *form) take(name string) (any, bool) {
	v, ok := f.fields[name]
	delete(f.fields, name)
	return v, ok
}

// done refuses fields that nobody took.
func (f *form) done() error {
	for name := range f.fields {
		f.fail(name, "no such field")
	}
	return f.err
}

func (f *form) optText(name string, least, most int) *string {
	v, ok := f.take(name)
	if !ok {
		return nil
	}
	s, ok := v.(string)
	if n := utf8.RuneCountInString(s); !ok || n < least || n > most {
		f.fail(name, "must be a text of fitting length")
	}
	return &s
}

func (f *form) text(name string, least, most int) string {
	f.need(name)
	return or(f.optText(name, least, most))
}

func (f *form) oneOf(name string, values []string) string {
	v, _ := f.take(name)
	s, ok := v.(string)
	if !ok || !slices.Contains(values, s) {
		f.fail(name, "must be one of "+strings.Join(values, ", "))
	}
	return s
}

func (f *form) optInteger(name string, least, most int) *int {
	v, ok := f.take(name)
	if !ok {
		return nil
	}
	x, ok := v.(float64)
	if !ok || x != math.Trunc(x) || x < float64(least) || x > float64(most) {
		f.fail(name, "must be a whole number that fits")
		x = 0
	}
	n := int(x)
	return &n
}

func (f *form) integer(name string, least, most int) int {
	f.need(name)
	return or(f.optInteger(name, least, most))
}

func (f *form) optDate(name string) *string {
	v, ok := f.take(name)
	if !ok {
		return nil
	}
	s, _ := v.(string)
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		f.fail(name, "must be a date")
	}
	return &s
}

func (f *form) date(name string) string {
	f.need(name)
	return or(f.optDate(name))
}

func (f *form) moment(name string) time.Time {
	v, _ := f.take(name)
	s, _ := v.(string)
	at, err := time.Parse(time.RFC3339, s)
	if y := at.UTC().Year(); err != nil || y < 2000 || y > 2099 {
		f.fail(name, "must be a time as in RFC 3339, from 2000 to 2099")
	}
	return at
}

// weight reads an object with a value and a unit, of 1 to 60,000 kg.
func (f *form) weight(name string) Weight {
	v, _ := f.take(name)
	fields, ok := v.(map[string]any)
	if !ok {
		f.fail(name, "must be an object")
		return Weight{}
	}
	g := &form{at: f.at + name + ".", fields: fields}
	w := Weight{Unit: g.oneOf("unit", []string{"kg", "t"})}
	value, _ := g.take("value")
	if w.Value, ok = value.(float64); !ok || w.Value < 0 || w.Value > 60000 {
		g.fail("value", "must be a number that fits")
	} else if kg := w.kg(); kg < 1 || kg > 60000 {
		g.fail("value", "must be 1 to 60000 kg")
	}
	if err := g.done(); err != nil && f.err == nil {
		f.err = err
	}
	return w
}
