// Package form reads the inputs of a handler into a plain struct and describes
// them in an OpenAPI document made of the same struct, so that a predicate of
// the collection is one function of typed inputs. It is a package of its own so
// that its conditions are no targets of a search on the predicates.
package form

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Place is where the inputs of a handler are.
type Place int

// The places of inputs. The fields of the struct are query parameters,
// segments of the path, or members of a JSON object.
const (
	Query Place = iota
	Path
	Body
)

// Handler returns the handler of a function. It answers 200 with what the
// function returns, or 400 when the inputs cannot be read; both are JSON.
func Handler[T any](name string, place Place, f func(T) int) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc(route(name, place, reflect.TypeFor[T]()), func(w http.ResponseWriter, r *http.Request) {
		var in T
		if err := read(r, place, &in); err != nil {
			answer(w, http.StatusBadRequest, map[string]any{"error": err.Error()})
			return
		}
		answer(w, http.StatusOK, map[string]any{"answer": f(in)})
	})
	return mux
}

// route is the pattern of the handler for a ServeMux.
func route(name string, place Place, t reflect.Type) string {
	if place == Body {
		return "POST /" + name
	}
	return "GET " + path(name, place, t)
}

// path is the path template of the handler.
func path(name string, place Place, t reflect.Type) string {
	text := "/" + name
	if place == Path {
		for i := range t.NumField() {
			text += "/{" + fieldName(t.Field(i)) + "}"
		}
	}
	return text
}

func answer(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the connection is a recorder
}

// fieldName is how an input is called outside of the program.
func fieldName(f reflect.StructField) string { return strings.ToLower(f.Name) }

// read fills in the struct that into points to.
func read(r *http.Request, place Place, into any) error {
	if place == Body {
		return json.NewDecoder(r.Body).Decode(into)
	}
	query, v := r.URL.Query(), reflect.ValueOf(into).Elem()
	for i := range v.NumField() {
		name := fieldName(v.Type().Field(i))
		text := r.PathValue(name)
		if place == Query {
			if !query.Has(name) {
				return fmt.Errorf("%s is missing", name)
			}
			text = query.Get(name)
		}
		if err := parse(text, v.Field(i)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// parse reads a parameter.
func parse(text string, into reflect.Value) error {
	if into.Type() == reflect.TypeFor[time.Time]() {
		t, err := time.Parse(time.RFC3339, text)
		into.Set(reflect.ValueOf(t))
		return err
	}
	bits := func() int { return into.Type().Bits() }
	switch into.Kind() {
	case reflect.String:
		into.SetString(text)
		return nil
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		into.SetBool(b)
		return err
	case reflect.Float32, reflect.Float64:
		x, err := strconv.ParseFloat(text, bits())
		into.SetFloat(x)
		return err
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(text, 10, bits())
		into.SetUint(n)
		return err
	default:
		n, err := strconv.ParseInt(text, 10, bits())
		into.SetInt(n)
		return err
	}
}
