package ncs

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func asked(h http.Handler, target string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, target, nil))
	return rec
}

func TestAnswers(t *testing.T) {
	h := New()
	for target, want := range map[string]string{
		"/api/triangle/3/4/5":              `{"resultAsInt":1,"resultAsDouble":null}`,
		"/api/triangle/-2147483648/1/1":    `{"resultAsInt":0,"resultAsDouble":null}`,
		"/api/bessj/3/0":                   `{"resultAsInt":null,"resultAsDouble":0.0}`,
		"/api/bessj/1000/-0.0":             `{"resultAsInt":null,"resultAsDouble":0.0}`,
		"/api/bessj/3/Infinity":            `{"resultAsInt":null,"resultAsDouble":"NaN"}`,
		"/api/expint/2/0":                  `{"resultAsInt":null,"resultAsDouble":1.0}`,
		"/api/expint/0/1e400":              `{"resultAsInt":null,"resultAsDouble":0.0}`,
		"/api/fisher/2/2/1":                `{"resultAsInt":null,"resultAsDouble":0.5}`,
		"/api/fisher/1000/1000/0":          `{"resultAsInt":null,"resultAsDouble":0.0}`,
		"/api/fisher/0/0/1":                `{"resultAsInt":null,"resultAsDouble":"NaN"}`,
		"/api/fisher/-2147483648/1000/1.5": `{"resultAsInt":null,"resultAsDouble":1.0}`,
		"/api/gammq/1/0":                   `{"resultAsInt":null,"resultAsDouble":1.0}`,
		"/api/remainder/10000/-7":          `{"resultAsInt":4,"resultAsDouble":null}`,
		"/api/remainder/-10000/10000":      `{"resultAsInt":0,"resultAsDouble":null}`,
	} {
		rec := asked(h, target)
		assert.Equal(t, http.StatusOK, rec.Code, target)
		assert.Equal(t, want, rec.Body.String(), target)
		assert.Equal(t, "application/json", rec.Header().Get("Content-Type"))
		assert.True(t, json.Valid(rec.Body.Bytes()), target)
	}
}

func TestBadRequests(t *testing.T) {
	h := New()
	for _, target := range []string{
		"/api/triangle/3/4/x", "/api/triangle/3/4/5.0", "/api/triangle/2147483648/1/1",
		"/api/bessj/2/1", "/api/bessj/1001/1", "/api/bessj/3/x", "/api/bessj/3.5/1",
		"/api/expint/-1/1", "/api/expint/1/-0.5", "/api/expint/0/0", "/api/expint/1/0",
		"/api/expint/3/NaN", "/api/expint/3/Infinity",
		"/api/fisher/1001/1/1", "/api/fisher/1/1001/1", "/api/fisher/1/1/x",
		"/api/gammq/1/-1", "/api/gammq/0/1", "/api/gammq/25400/23998", "/api/gammq/733726/733727", "/api/gammq/NaN/1",
		"/api/remainder/10001/1", "/api/remainder/-10001/1", "/api/remainder/1/10001", "/api/remainder/1/-10001",
	} {
		rec := asked(h, target)
		assert.Equal(t, http.StatusBadRequest, rec.Code, target)
		assert.Empty(t, rec.Body.String(), target)
	}
	assert.Equal(t, http.StatusNotFound, asked(h, "/api/triangle/3/4").Code)
	assert.Equal(t, http.StatusMethodNotAllowed, func() int {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/api/remainder/1/1", nil))
		return rec.Code
	}())
}

// The schema has all routes with the types of their parameters, and neither
// limits nor the status 400.
func TestSchema(t *testing.T) {
	var doc struct {
		BasePath string
		Paths    map[string]map[string]struct {
			Parameters []map[string]any
			Responses  map[string]any
		}
	}
	require.NoError(t, json.Unmarshal(Schema(), &doc))
	assert.Equal(t, "/", doc.BasePath)
	types := map[string]string{}
	for path, methods := range doc.Paths {
		get := methods["get"]
		assert.Len(t, methods, 1)
		for _, p := range get.Parameters {
			assert.Len(t, p, 6, "name, in, description, required, type, format")
			types[path] += p["name"].(string) + " " + p["format"].(string) + ","
		}
		assert.Len(t, get.Responses, 4)
		for _, status := range []string{"200", "401", "403", "404"} {
			assert.Contains(t, get.Responses, status)
		}
	}
	assert.Equal(t, map[string]string{
		"/api/bessj/{n}/{x}":        "n int32,x double,",
		"/api/expint/{n}/{x}":       "n int32,x double,",
		"/api/fisher/{m}/{n}/{x}":   "m int32,n int32,x double,",
		"/api/gammq/{a}/{x}":        "a double,x double,",
		"/api/remainder/{a}/{b}":    "a int32,b int32,",
		"/api/triangle/{a}/{b}/{c}": "a int32,b int32,c int32,",
	}, types)
}

func TestReset(t *testing.T) {
	h, ok := New().(interface{ Reset() error })
	require.True(t, ok)
	assert.NoError(t, h.Reset())
}

// The handler alone, as an engine that costs nothing would use it.
func BenchmarkHandler(b *testing.B) {
	h := New()
	targets := []string{
		"/api/triangle/300/400/500", "/api/triangle/-1/2/x", "/api/bessj/7/3.5", "/api/bessj/-5/1", "/api/expint/2/0.5",
		"/api/expint/5/7.25", "/api/fisher/4/7/1.5", "/api/gammq/2.5/1", "/api/gammq/-2.5/1", "/api/remainder/877/-13",
	}
	for i := 0; b.Loop(); i++ {
		asked(h, targets[i%len(targets)])
	}
}
