package ferrydeck

import (
	"encoding/json"
	"io"
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

// problem says what is wrong with a request.
type problem struct{ param, detail string }

// decode reads a JSON body into a struct. Unlike package json it wants the exact names of fields and takes no null.
func decode(r *http.Request, to any) *problem {
	text, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	var v any
	if err != nil || json.Unmarshal(text, &v) != nil {
		return &problem{"", "the body is no JSON"}
	}
	if p := strict(v, reflect.TypeOf(to).Elem(), ""); p != nil {
		return p
	}
	if err := json.Unmarshal(text, to); err != nil {
		return &problem{"", "a field is out of range"}
	}
	return nil
}

// strict compares a value with the type that it is for.
func strict(v any, t reflect.Type, at string) *problem {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	ok := false
	switch t.Kind() {
	case reflect.Struct:
		var m map[string]any
		if m, ok = v.(map[string]any); ok {
			for name, x := range m {
				f, found := field(t, name)
				if !found {
					return &problem{at + name, "is not known"}
				}
				if p := strict(x, f.Type, at+name+"."); p != nil {
					return p
				}
			}
		}
	case reflect.Slice:
		var list []any
		if list, ok = v.([]any); ok {
			for _, x := range list {
				if p := strict(x, t.Elem(), at); p != nil {
					return p
				}
			}
		}
	case reflect.String:
		_, ok = v.(string)
	case reflect.Bool:
		_, ok = v.(bool)
	case reflect.Int:
		var f float64
		f, ok = v.(float64)
		ok = ok && f == float64(int(f))
	}
	if !ok {
		return &problem{strings.TrimSuffix(at, "."), "has the wrong type"}
	}
	return nil
}

func field(t reflect.Type, name string) (reflect.StructField, bool) {
	for i := range t.NumField() {
		if tag, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); tag == name {
			return t.Field(i), true
		}
	}
	return reflect.StructField{}, false
}

var (
	instant = regexp.MustCompile(
		`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$`,
	)
	plateForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 -]{1,11}$`)
	emailForm = regexp.MustCompile(`^[a-z0-9.-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$`)
	phoneForm = regexp.MustCompile(`^\+[0-9]{6,15}$`)
	refForm   = regexp.MustCompile(`^BK[0-9]{4}$`)
)

// parseInstant reads a time of the years 2030 to 2039, to the second.
func parseInstant(param, text string) (time.Time, *problem) {
	t, err := time.Parse(time.RFC3339, text)
	if t = t.UTC(); !instant.MatchString(text) || err != nil || t.Year() < 2030 || t.Year() > 2039 {
		return t, &problem{param, "must be a time from 2030 to 2039, such as 2031-06-01T07:30:00Z"}
	}
	return t, nil
}

func between(param string, n, low, high int) *problem {
	if n < low || n > high {
		return &problem{param, "must be from " + strconv.Itoa(low) + " to " + strconv.Itoa(high)}
	}
	return nil
}

func oneOf(param, text string, of []string) *problem {
	if !slices.Contains(of, text) {
		return &problem{param, "must be one of " + strings.Join(of, ", ")}
	}
	return nil
}

func length(param, text string, low, high int) *problem {
	if n := utf8.RuneCountInString(text); n < low || n > high {
		return &problem{param, "must have " + strconv.Itoa(low) + " to " + strconv.Itoa(high) + " characters"}
	}
	return nil
}

func form(param, text string, pattern *regexp.Regexp) *problem {
	if !pattern.MatchString(text) {
		return &problem{param, "must match " + pattern.String()}
	}
	return nil
}

// first returns the first problem of some checks.
func first(all ...*problem) *problem {
	for _, p := range all {
		if p != nil {
			return p
		}
	}
	return nil
}

func queryInt(q url.Values, name string, low, high, otherwise int) (int, *problem) {
	if !q.Has(name) {
		return otherwise, nil
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil {
		return 0, &problem{name, "must be a number"}
	}
	return n, between(name, n, low, high)
}

func queryOneOf(q url.Values, name string, of []string) (string, *problem) {
	if !q.Has(name) {
		return "", nil
	}
	return q.Get(name), oneOf(name, q.Get(name), of)
}
