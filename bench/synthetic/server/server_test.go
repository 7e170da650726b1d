package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type thing struct {
	Size *int32 `json:"size"`
}

func newService(resets *int) *Service {
	s := New(func() { *resets++ })
	s.Content("GET /a/{a}/b/{b}", func(c *Call) (int, any) { return http.StatusOK, []int32{c.ID("a"), c.ID("b")} })
	s.Content("GET /none/{a}", func(*Call) (int, any) { return http.StatusNotFound, nil })
	s.Status("PUT /a/{a}", func(c *Call) int { return int(*Body[thing](c).Size) })
	s.Content("PATCH /a", func(c *Call) (int, any) { return http.StatusOK, []any{c.Text("text"), c.Int("size")} })
	return s
}

func ask(s *Service, method, target, contentType string, body io.Reader) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, body)
	r.Header.Set("Content-Type", contentType)
	rec := httptest.NewRecorder()
	s.ServeHTTP(rec, r)
	return rec
}

func TestService(t *testing.T) {
	const json = "application/json"
	for name, test := range map[string]struct {
		request, contentType, body string
		status                     int
		answer                     string
	}{
		"path":                 {request: "GET /a/1/b/-2", status: 200, answer: "[1,-2]"},
		"first id is a word":   {request: "GET /a/x/b/2", status: 400},
		"second id is long":    {request: "GET /a/1/b/2147483648", status: 400},
		"no content":           {request: "GET /none/1", status: 404},
		"id that nobody reads": {request: "GET /none/x", status: 400},
		"empty part":           {request: "GET /a//b/2", status: 404},
		"body": {request: "PUT /a/1", contentType: json,
			body: `{"size": 201, "more": 1}`, status: 201},
		"body with charset": {request: "PUT /a/1", contentType: json + ";charset=UTF-8",
			body: `{"size": 201}`, status: 201},
		"null dereferenced":     {request: "PUT /a/1", contentType: json, body: `{}`, status: 500},
		"body of another type":  {request: "PUT /a/1", contentType: "text/plain", body: `{}`, status: 415},
		"body of no type":       {request: "PUT /a/1", body: `{}`, status: 415},
		"body of broken type":   {request: "PUT /a/1", contentType: ";", body: `{}`, status: 415},
		"null":                  {request: "PUT /a/1", contentType: json, body: `null`, status: 400},
		"broken":                {request: "PUT /a/1", contentType: json, body: `{`, status: 400},
		"size of another type":  {request: "PUT /a/1", contentType: json, body: `{"size": "1"}`, status: 400},
		"id before the body":    {request: "PUT /a/x", contentType: "text/plain", body: `{`, status: 400},
		"no parameters":         {request: "PATCH /a", status: 200, answer: "[null,null]"},
		"parameters":            {request: "PATCH /a?text=x+y&size=-3", status: 200, answer: `["x y",-3]`},
		"empty parameters":      {request: "PATCH /a?text=&size=", status: 200, answer: `["",null]`},
		"the first of several":  {request: "PATCH /a?text=x&text=y", status: 200, answer: `["x",null]`},
		"parameter is a word":   {request: "PATCH /a?size=x", status: 400},
		"parameter is too long": {request: "PATCH /a?size=-2147483649", status: 400},
	} {
		t.Run(name, func(t *testing.T) {
			method, target, _ := strings.Cut(test.request, " ")
			rec := ask(newService(new(int)), method, target, test.contentType, strings.NewReader(test.body))
			assert.Equal(t, test.status, rec.Code)
			assert.Equal(t, test.answer, rec.Body.String())
		})
	}
}

func TestBrokenConnection(t *testing.T) {
	rec := ask(newService(new(int)), "PUT", "/a/1", "application/json", iotest.ErrReader(io.ErrUnexpectedEOF))
	assert.Equal(t, http.StatusBadRequest, rec.Code)
}

// A call that failed leaves the service to others.
func TestReset(t *testing.T) {
	resets := 0
	s := newService(&resets)
	assert.Equal(t, http.StatusInternalServerError,
		ask(s, "PUT", "/a/1", "application/json", strings.NewReader("{}")).Code)
	require.NoError(t, s.Reset())
	assert.Equal(t, 1, resets)
	assert.Equal(t, http.StatusOK, ask(s, "PATCH", "/a", "", nil).Code)
}
