package features_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/features"
)

// All answers have the headers for pages of other origins; OPTIONS has only
// these, wherever it goes.
func TestCORS(t *testing.T) {
	for request, status := range map[string]int{
		"GET /products": 200, "GET /products/x": 500, "GET /x": 404, "OPTIONS /products": 200, "OPTIONS /x": 200,
	} {
		rec := do(features.New(), request, "")
		assert.Equal(t, status, rec.Code, request)
		for _, name := range []string{"Origin", "Methods", "Headers"} {
			assert.NotEmpty(t, rec.Header().Get("Access-Control-Allow-"+name), request)
		}
		assert.Equal(t, "3600", rec.Header().Get("Access-Control-Max-Age"), request)
		if request[0] == 'O' {
			assert.Empty(t, rec.Body.String(), request)
		}
	}
}

func TestRouting(t *testing.T) {
	for request, status := range map[string]int{
		"GET /":                                    404,
		"GET /products/":                           404,
		"GET /products//features":                  404,
		"DELETE /products//configurations//x":      404,
		"PUT /products/p":                          405,
		"GET /products/p/constraints/requires":     405,
		"GET /products/p/features/f":               405,
		"PUT /products/p/configurations/c":         405,
		"GET /products/a%2Fb/configurations/c%2Fd": 204,
	} {
		assert.Equal(t, status, do(features.New(), request, "").Code, request)
	}
}

// What is no form has no parameters.
func TestBodies(t *testing.T) { overEach(t, testBodies) }

func testBodies(t *testing.T, s service) {
	h := s.empty()
	play(t, h, []step{
		{"POST /products/p", "%zz", 201, "/products/p"},
		{"POST /products/p/features/f", "%zz", 201, "/products/p/features/f"},
		{"PUT /products/p/features/f", "description=a&description=b", 200, `{"id":1,"name":"f","description":"a"}`},
		{"PUT /products/p/features/f", "description=", 200, `{"id":1,"name":"f","description":""}`},
		{"PUT /products/p/features/f?description=q", "", 200, `{"id":1,"name":"f","description":null}`},
	})
}

// The schema has the operations; it declares successes, and all parameters but
// those of paths are optional.
func TestSchema(t *testing.T) {
	var doc struct {
		Swagger string
		Paths   map[string]map[string]struct {
			Parameters []struct {
				Name, In string
				Required bool
			}
			Responses map[string]json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(features.Schema(), &doc))
	assert.Equal(t, "2.0", doc.Swagger)
	operations, inForms := 0, 0
	for path, methods := range doc.Paths {
		for method, o := range methods {
			operations++
			assert.Len(t, o.Responses, 1, path)
			for status := range o.Responses {
				assert.Contains(t, []string{"200", "default"}, status, path)
			}
			for _, p := range o.Parameters {
				assert.Equal(t, p.In == "path", p.Required, path)
				if p.In == "formData" {
					inForms++
				}
			}
			if method == "get" {
				assert.Contains(t, o.Responses, "200", path)
			}
		}
	}
	assert.Equal(t, 18, operations)
	assert.Equal(t, 6, inForms)
	assert.Implements(t, (*interface{ Reset() error })(nil), features.New())
	assert.Implements(t, (*http.Handler)(nil), features.NewEmpty())
}
