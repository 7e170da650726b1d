package outlay

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// form reads the fields of a body one by one and keeps the first error.
type form struct {
	fields map[string]any
	err    error
}

const (
	must = true
	may  = false
)

// readForm reads a JSON object that has none but these fields.
func readForm(r *http.Request, known ...string) (*form, error) {
	dec := json.NewDecoder(io.LimitReader(r.Body, 1<<20))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, &failure{400, "bad_json", "the body is no JSON object", ""}
	}
	m, ok := v.(map[string]any)
	if _, err := dec.Token(); !ok || err != io.EOF {
		return nil, &failure{400, "bad_json", "the body is no JSON object", ""}
	}
	for name := range m {
		if !slices.Contains(known, name) {
			return nil, invalid(name, "is not known")
		}
	}
	return &form{fields: m}, nil
}

func (b *form) has(name string) bool {
	_, ok := b.fields[name]
	return ok
}

func (b *form) fail(name, message string) {
	if b.err == nil {
		b.err = invalid(name, message)
	}
}

// absent reports a field that is left out, which is an error if it must be there.
func (b *form) absent(name string, required bool) bool {
	if b.has(name) {
		return false
	}
	if required {
		b.fail(name, "is needed")
	}
	return true
}

func (b *form) text(name string, required bool, low, high int) string {
	if b.absent(name, required) {
		return ""
	}
	t, ok := b.fields[name].(string)
	if n := utf8.RuneCountInString(t); !ok || n < low || n > high {
		b.fail(name, "must be a text of "+strconv.Itoa(low)+" to "+strconv.Itoa(high)+" characters")
	}
	return t
}

func (b *form) match(name string, required bool, pattern *regexp.Regexp) string {
	if b.absent(name, required) {
		return ""
	}
	t, ok := b.fields[name].(string)
	if !ok || !pattern.MatchString(t) {
		b.fail(name, "must match "+pattern.String())
	}
	return t
}

func (b *form) oneOf(name string, required bool, of []string) string {
	if b.absent(name, required) {
		return ""
	}
	t, ok := b.fields[name].(string)
	if !ok || !slices.Contains(of, t) {
		b.fail(name, "must be one of "+strings.Join(of, ", "))
	}
	return t
}

func (b *form) integer(name string, required bool, low, high int) int {
	if b.absent(name, required) {
		return 0
	}
	n, ok := b.fields[name].(json.Number)
	f, err := n.Float64()
	if !ok || err != nil || f != float64(int(f)) || int(f) < low || int(f) > high {
		b.fail(name, "must be an integer from "+strconv.Itoa(low)+" to "+strconv.Itoa(high))
		return 0
	}
	return int(f)
}

func (b *form) date(name string, required bool) string {
	if b.absent(name, required) {
		return ""
	}
	t, _ := b.fields[name].(string)
	if _, err := time.Parse(time.DateOnly, t); err != nil || t < "2030-01-01" || t > "2039-12-31" {
		b.fail(name, "must be a date from 2030-01-01 to 2039-12-31")
	}
	return t
}

// queryOneOf returns a parameter, "" if it is not sent.
func queryOneOf(q url.Values, name string, of []string) (string, error) {
	if !q.Has(name) {
		return "", nil
	}
	if !slices.Contains(of, q.Get(name)) {
		return "", invalid(name, "must be one of "+strings.Join(of, ", "))
	}
	return q.Get(name), nil
}

func queryInt(q url.Values, name string, low, high, otherwise int) (int, error) {
	if !q.Has(name) {
		return otherwise, nil
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < low || n > high {
		return 0, invalid(name, "must be an integer from "+strconv.Itoa(low)+" to "+strconv.Itoa(high))
	}
	return n, nil
}
