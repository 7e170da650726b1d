package signetry

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

var (
	emailForm = regexp.MustCompile(`^[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
	keyForm   = regexp.MustCompile(`^[a-z][a-z0-9-]{1,39}$`)
)

// readBody decodes the JSON object of the request.
func readBody(c echo.Context, into any) error {
	data, err := io.ReadAll(c.Request().Body)
	if err != nil || !json.Valid(data) {
		return fail(http.StatusBadRequest, "no_json", "the body is no JSON")
	}
	return strict(data, into)
}

// strict decodes an object whose fields are all known and not null.
func strict(data []byte, into any) error {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return fail(http.StatusBadRequest, "no_json", "want a JSON object")
	}
	known := []string{}
	t := reflect.TypeOf(into).Elem()
	for i := range t.NumField() {
		known = append(known, t.Field(i).Tag.Get("json"))
	}
	for name, value := range fields {
		if !slices.Contains(known, name) {
			return invalid(name, "is not known")
		}
		if bytes.Equal(value, []byte("null")) {
			return invalid(name, "is null")
		}
	}
	if err := json.Unmarshal(data, into); err != nil {
		var known *Error
		if errors.As(err, &known) {
			return known
		}
		var typed *json.UnmarshalTypeError
		if errors.As(err, &typed) {
			return invalid(typed.Field, "has the wrong type")
		}
		return fail(http.StatusBadRequest, "no_json", "the body cannot be read")
	}
	return nil
}

// needText is for text that must be there.
func needText(field string, s *string, least, most int) error {
	if s == nil {
		return invalid(field, "is missing")
	}
	return text(field, s, least, most)
}

func text(field string, s *string, least, most int) error {
	if s == nil {
		return nil
	}
	if n := utf8.RuneCountInString(*s); n < least || n > most {
		return invalid(field, "has "+strconv.Itoa(n)+" characters, want "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return nil
}

func oneOf(field, s string, of []string) error {
	if !slices.Contains(of, s) {
		return invalid(field, "want one of "+strings.Join(of, ", "))
	}
	return nil
}

// clauseTexts checks the clauses of a template or an envelope.
func clauseTexts(clauses []string, least int) error {
	if len(clauses) < least || len(clauses) > 20 {
		return invalid("clauses", "want "+strconv.Itoa(least)+" to 20")
	}
	for _, s := range clauses {
		if err := text("clauses", &s, 1, 500); err != nil {
			return err
		}
	}
	return nil
}

// queryInt reads a number of the query.
func queryInt(c echo.Context, name string, standard, least, most int) (int, error) {
	if !c.QueryParams().Has(name) {
		return standard, nil
	}
	n, err := strconv.Atoi(c.QueryParam(name))
	if err != nil || n < least || n > most {
		return 0, invalid(name, "want a number from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return n, nil
}

// pathInt reads a number of the path, 0 if there is none.
func pathInt(c echo.Context, name string) int {
	n, err := strconv.Atoi(c.Param(name))
	if err != nil || strconv.Itoa(n) != c.Param(name) {
		return 0
	}
	return n
}
