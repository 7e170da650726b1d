package places

import (
	"encoding/json"
	"math"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"
)

// document is the part of an OpenAPI document that answers are held against.
type document struct {
	Paths      map[string]map[string]operation
	Components struct {
		Responses map[string]response
		Schemas   map[string]*schema
	}
}

type operation struct {
	Parameters  []struct{ Name, In string }
	RequestBody struct {
		Content map[string]struct{ Schema *schema }
	} `yaml:"requestBody"`
	Responses map[string]response
}

type object = map[string]any

type response struct {
	Ref     string `yaml:"$ref"`
	Content map[string]struct{ Schema *schema }
}

type schema struct {
	Ref        string `yaml:"$ref"`
	Type       string
	Enum       []string
	Items      *schema
	Required   []string
	Properties map[string]*schema
}

func readDocument(t testing.TB, text []byte) *document {
	t.Helper()
	d := &document{}
	require.NoError(t, yaml.Unmarshal(text, d))
	return d
}

// operation returns the operation of a call. A path without parameters comes first.
func (d *document) operation(method, path string) (operation, bool) {
	path, _, _ = strings.Cut(path, "?")
	best, found := "", false
	for template := range d.Paths {
		_, has := d.Paths[template][strings.ToLower(method)]
		if has && fits(template, path) && (!found || strings.Count(template, "{") < strings.Count(best, "{")) {
			best, found = template, true
		}
	}
	return d.Paths[best][strings.ToLower(method)], found
}

func fits(template, path string) bool {
	parts, values := strings.Split(template, "/"), strings.Split(path, "/")
	if len(parts) != len(values) {
		return false
	}
	for i, part := range parts {
		if part != values[i] && !strings.HasPrefix(part, "{") {
			return false
		}
	}
	return true
}

// check holds an answer against the document.
func (d *document) check(t *testing.T, s step, w *httptest.ResponseRecorder) {
	t.Helper()
	op, found := d.operation(s.method, s.path)
	require.True(t, found, "the document has no %s %s", s.method, s.path)
	r, found := op.Responses[strconv.Itoa(w.Code)]
	require.True(t, found, "the document has no answer %d of %s %s: %s", w.Code, s.method, s.path, w.Body)
	if r.Ref != "" {
		r = d.Components.Responses[r.Ref[strings.LastIndex(r.Ref, "/")+1:]]
	}
	if len(r.Content) == 0 {
		assert.Empty(t, w.Body.String(), "%s %s has no body", s.method, s.path)
		return
	}
	assert.Equal(t, "application/json", w.Header().Get("Content-Type"))
	var value any
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &value))
	if problem := d.problem(r.Content["application/json"].Schema, value); problem != "" {
		assert.Fail(t, "an answer does not fit the document", "%s %s: %s in %s", s.method, s.path, problem, w.Body)
	}
}

// resolved returns the schema that a reference is to.
func (d *document) resolved(s *schema) *schema {
	if s.Ref != "" {
		return d.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]]
	}
	return s
}

// problem says what of a value does not fit a schema, nothing if it fits.
func (d *document) problem(s *schema, value any) string {
	s = d.resolved(s)
	switch v := value.(type) {
	case string:
		if s.Type != "string" || len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
			return "the text " + v
		}
	case bool:
		if s.Type != "boolean" {
			return "a truth value"
		}
	case float64:
		if s.Type != "number" && (s.Type != "integer" || v != math.Trunc(v)) {
			return "a number"
		}
	case []any:
		if s.Type != "array" {
			return "a list"
		}
		for _, item := range v {
			if problem := d.problem(s.Items, item); problem != "" {
				return problem
			}
		}
	case object:
		return d.problemOfObject(s, v)
	default:
		return "null"
	}
	return ""
}

func (d *document) problemOfObject(s *schema, o object) string {
	if s.Type != "object" {
		return "an object"
	}
	for _, name := range s.Required {
		if _, has := o[name]; !has {
			return name + " is missing"
		}
	}
	for name, value := range o {
		property := s.Properties[name]
		if property == nil {
			return name + " is unknown"
		}
		if problem := d.problem(property, value); problem != "" {
			return name + ": " + problem
		}
	}
	return ""
}
