package vitrine

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// read decodes the body, which has to be one JSON object with the fields of into and no null.
func read(r *http.Request, into any) error {
	broken := &Fault{"bad_json", "bad_json", "the body must be a JSON object", ""}
	data, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return broken
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return broken
	}
	known := []string{}
	for i := range reflect.TypeOf(into).Elem().NumField() {
		known = append(known, reflect.TypeOf(into).Elem().Field(i).Tag.Get("json"))
	}
	names := []string{}
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !slices.Contains(known, name) {
			return unfit(name, "is not known")
		}
		var v any
		_ = json.Unmarshal(fields[name], &v) // it is part of a valid document
		if list, _ := v.([]any); v == nil || slices.Contains(list, nil) {
			return unfit(name, "must not be null")
		}
	}
	var wrong *json.UnmarshalTypeError
	if err := json.Unmarshal(data, into); errors.As(err, &wrong) {
		return unfit(wrong.Field, "has the wrong type")
	} else if err != nil {
		return broken
	}
	return nil
}

// The checks of fields let what is not there pass; need says what has to be there.

func need(fields map[string]bool) error {
	names := []string{}
	for name, there := range fields {
		if !there {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return unfit(names[0], "is required")
}

func text(field string, s *string, low, high int) error {
	if s == nil {
		return nil
	}
	if n := utf8.RuneCountInString(*s); n < low || n > high {
		return unfit(field, "must have "+strconv.Itoa(low)+" to "+strconv.Itoa(high)+" characters")
	}
	return nil
}

func matching(field string, s *string, fits func(string) bool) error {
	if s != nil && !fits(*s) {
		return unfit(field, "has the wrong form")
	}
	return nil
}

func among(list []string) func(string) bool {
	return func(s string) bool { return slices.Contains(list, s) }
}

func value(n *int) error {
	if n != nil && (*n < 0 || *n > 1_000_000_000) {
		return unfit("insured_value_cents", "must be from 0 to 1000000000")
	}
	return nil
}

func parseTime(field string, s *string) (time.Time, error) {
	if s == nil {
		return time.Time{}, unfit(field, "is required")
	}
	t, err := time.Parse(time.RFC3339, *s)
	if err != nil || t.UTC().Year() < 2000 || t.UTC().Year() > 2099 {
		return t, unfit(field, "must be a time from 2000 to 2099")
	}
	return t.Truncate(time.Second), nil
}

// query reads a parameter with a check.
func query(r *http.Request, name string, fits func(string) bool) (string, error) {
	if !r.URL.Query().Has(name) {
		return "", nil
	}
	s := r.URL.Query().Get(name)
	return s, matching(name, &s, fits)
}

func number(r *http.Request, name string, otherwise, low, high int) (int, error) {
	s, err := query(r, name, func(s string) bool {
		n, err := strconv.Atoi(s)
		return err == nil && n >= low && n <= high
	})
	if err != nil || s == "" {
		return otherwise, err
	}
	return strconv.Atoi(s)
}

func page(r *http.Request) (Page, error) {
	offset, err := number(r, "offset", 0, 0, 100_000)
	if err != nil {
		return Page{}, err
	}
	limit, err := number(r, "limit", 25, 1, 100)
	return Page{offset, limit}, err
}

// loanBody reads what is asked for.
func loanBody(r *http.Request, whole bool) (LoanRequest, error) {
	var in LoanRequest
	if err := read(r, &in); err != nil {
		return in, err
	}
	if whole {
		err := need(map[string]bool{"purpose": in.Purpose != nil, "from_date": in.From != nil, "to_date": in.To != nil,
			"objects": in.Objects != nil})
		if err != nil {
			return in, err
		}
	}
	return in, errors.Join(text("purpose", in.Purpose, 3, 200), matching("from_date", in.From, isDay),
		matching("to_date", in.To, isDay), several(in.Objects))
}

// several wants one to ten different objects.
func several(objects *[]string) error {
	if objects == nil {
		return nil
	}
	if len(*objects) == 0 || len(*objects) > 10 {
		return unfit("objects", "must be 1 to 10")
	}
	for i, o := range *objects {
		if slices.Contains((*objects)[:i], o) || !accessionPattern.MatchString(o) {
			return unfit("objects", "must be different accession numbers")
		}
	}
	return nil
}
