package restfaults

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
)

// step is a request and what is answered.
type step struct {
	request, body string
	status        int
	answer        string
}

func call(h http.Handler, request, body string) *httptest.ResponseRecorder {
	method, target, _ := strings.Cut(request, " ")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, target, strings.NewReader(body)))
	return w
}

const (
	pen  = `{"name": "pen", "price": 2.5}`
	cup  = `{"name": "cup", "price": 9}`
	pen1 = `{"id": 1, "name": "pen", "price": 2.5, "stock": 0}`
	cup2 = `{"id": 2, "name": "cup", "price": 9, "stock": 0}`
)

func made(body string) step { return step{"POST /api/items", body, 201, ""} }

// The ten kinds, each in the shortest way to see it.
func TestSeeded(t *testing.T) {
	for name, steps := range map[string][]step{
		"1 exception": {{"GET /api/report", "", 500, ""}},
		"1 not with an item": {made(pen), {"PUT /api/items/1/stock", `{"amount": 5}`, 200, ""},
			{"GET /api/report", "", 200, `{"meanStock": 5}`}},
		"2 wrong type":        {{"POST /api/items", pen, 201, `{"id": 1, "name": "pen", "price": "2.5", "stock": 0}`}},
		"3 undeclared status": {{"POST /api/jobs", "", 202, ""}},
		"4 maximum":           {{"GET /api/items?descending=true&limit=101", "", 200, `[]`}},
		"5 enum": {made(pen), made(cup),
			{"GET /api/items?descending=false&sort=size", "", 200, "[" + cup2 + "," + pen1 + "]"}},
		"6 required": {{"GET /api/items", "", 200, `[]`}},
		"7 Location": {made(pen), {"GET /api/item/1", "", 404, ""}, {"GET /api/items/1", "", 200, pen1}},
		"8 DELETE":   {made(pen), {"DELETE /api/items/1", "", 200, ""}, {"GET /api/items/1", "", 200, pen1}},
		"9 merge": {
			made(pen), {"PUT /api/items/1", `{"price": 3}`, 200, `{"id": 1, "name": "pen", "price": 3, "stock": 0}`},
			{"GET /api/items/1", "", 200, `{"id": 1, "name": "pen", "price": 3, "stock": 0}`},
		},
		"10 repeated": {
			made(pen),
			{"PUT /api/items/1/stock", `{"amount": 5}`, 200, `{"id": 1, "name": "pen", "price": 2.5, "stock": 5}`},
			{"PUT /api/items/1/stock", `{"amount": 5}`, 200, `{"id": 1, "name": "pen", "price": 2.5, "stock": 10}`},
		},
	} {
		t.Run(name, func(t *testing.T) { follow(t, New(), steps) })
	}
}

// All else is as declared.
func TestDeclared(t *testing.T) {
	two := []step{made(pen), made(cup)}
	for name, steps := range map[string][]step{
		"order of names": append(two, step{"GET /api/items?descending=false&sort=name", "", 200,
			"[" + cup2 + "," + pen1 + "]"}),
		"order of prices": append(two, step{"GET /api/items?descending=false&sort=price", "", 200,
			"[" + pen1 + "," + cup2 + "]"}),
		"descending": append(two, step{"GET /api/items?descending=true", "", 200,
			"[" + pen1 + "," + cup2 + "]"}),
		"limit":          append(two, step{"GET /api/items?descending=true&limit=1", "", 200, "[" + pen1 + "]"}),
		"negative limit": append(two, step{"GET /api/items?descending=true&limit=-1", "", 200, "[]"}),
		"limit no number": {{"GET /api/items?descending=true&limit=x", "", 400, ""},
			{"GET /api/items?descending=true&limit=", "", 400, ""}},
		"limit too long": {{"GET /api/items?descending=true&limit=2147483648", "", 400, ""}},
		"no boolean":     {{"GET /api/items?descending=1", "", 400, ""}, {"GET /api/items?descending", "", 400, ""}},
		"no such item": {{"GET /api/items/1", "", 404, ""}, {"PUT /api/items/1", "{}", 404, ""},
			{"DELETE /api/items/0", "", 404, ""}},
		"no such stock": {{"PUT /api/items/1/stock", "{}", 404, ""}},
		"no number":     {made(pen), {"GET /api/items/x", "", 404, ""}},
		"create from wrong": {{"POST /api/items", "", 400, ""}, {"POST /api/items", "null", 400, ""},
			{"POST /api/items", `{"price": "1"}`, 400, ""}},
		"trailing text": {{"POST /api/items", "{} x", 400, ""}},
		"put wrong": {made(pen), {"PUT /api/items/1", `{"name": "x", "price": "1"}`, 400, ""},
			{"GET /api/items/1", "", 200, pen1}},
		"stock wrong": {made(pen), {"PUT /api/items/1/stock", `{"amount": 2147483648}`, 400, ""},
			{"GET /api/items/1", "", 200, pen1}},
		"empty part": {{"GET /api/items//stock", "", 404, ""}},
	} {
		t.Run(name, func(t *testing.T) { follow(t, New(), steps) })
	}
}

func follow(t *testing.T, h http.Handler, steps []step) {
	t.Helper()
	for _, s := range steps {
		w := call(h, s.request, s.body)
		assert.Equal(t, s.status, w.Code, s.request)
		if s.answer != "" {
			assert.JSONEq(t, s.answer, w.Body.String(), s.request)
		}
	}
}

func TestLocation(t *testing.T) {
	assert.Equal(t, "/api/item/1", call(New(), "POST /api/items", pen).Header().Get("Location"))
}

func TestReset(t *testing.T) {
	h := New()
	call(h, "POST /api/items", pen)
	require.NoError(t, h.(interface{ Reset() error }).Reset())
	assert.Equal(t, http.StatusNotFound, call(h, "GET /api/items/1", "").Code)
	call(h, "POST /api/items", cup)
	assert.JSONEq(t, `{"id": 1, "name": "cup", "price": 9, "stock": 0}`, call(h, "GET /api/items/1", "").Body.String())
}

// Of the answers below 500 only those of kinds 2 and 3 break the schema.
func TestConformance(t *testing.T) {
	doc, err := openapi.Read(schema, openapi.Options{})
	require.NoError(t, err)
	checker, warnings := conformance.Compile(doc)
	require.Empty(t, warnings)
	h := New()
	for _, s := range []step{
		made(pen), {"GET /api/items?descending=true", "", 200, ""}, {"GET /api/report", "", 200, ""},
		{"PUT /api/items/1", pen, 200, ""}, {"PUT /api/items/1/stock", "{}", 200, ""},
		{"GET /api/items/1", "", 200, ""},
		{"DELETE /api/items/1", "", 200, ""}, {"POST /api/jobs", "", 202, ""},
	} {
		w := call(h, s.request, s.body)
		assert.Equal(t, s.status, w.Code)
		name, _, _ := strings.Cut(strings.ReplaceAll(s.request, "/1", "/{id}"), "?")
		answer := conformance.Answer{Status: w.Code, ContentType: w.Header().Get("Content-Type"), Body: w.Body.Bytes()}
		violations := checker.Judge(operation(t, doc, name), answer)
		if strings.HasPrefix(name, "POST") {
			assert.Len(t, violations, 1, s.request)
		} else {
			assert.Empty(t, violations, s.request)
		}
	}
}

func operation(t *testing.T, doc *openapi.Document, name string) *openapi.Operation {
	t.Helper()
	for _, o := range doc.Operations {
		if o.Name() == name {
			return o
		}
	}
	require.Fail(t, "no operation", name)
	return nil
}
