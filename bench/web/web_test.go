package web

import (
	"math"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
)

// asked returns the answer of a handler to GET.
func asked(h http.Handler, target string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, target, nil))
	return rec
}

func read[T any](param Param[T], text string) (value T, ok bool) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.SetPathValue("p", text)
	return param(r, "p")
}

func TestInt32(t *testing.T) {
	for text, want := range map[string]int32{"0": 0, "-7": -7, "+7": 7, "2147483647": math.MaxInt32,
		"-2147483648": math.MinInt32} {
		got, ok := read(Int32, text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got)
	}
	for _, text := range []string{"", "x", "1.0", "2147483648", "1e3", "0x1", "1_0", " 1"} {
		_, ok := read(Int32, text)
		assert.False(t, ok, text)
	}
}

func TestInt64(t *testing.T) {
	got, ok := read(Int64, "-9223372036854775808")
	assert.True(t, ok)
	assert.Equal(t, int64(math.MinInt64), got)
	_, ok = read(Int64, "9223372036854775808")
	assert.False(t, ok)
}

func TestFloat64(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-1.5": -1.5, "1e3": 1000, "Infinity": math.Inf(1), "-Infinity": math.Inf(-1),
		"1e400": math.Inf(1), "1e-400": 0,
	} {
		got, ok := read(Float64, text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
	got, ok := read(Float64, "NaN")
	assert.True(t, ok)
	assert.True(t, math.IsNaN(got))
	for _, text := range []string{"", "x", "1,5", "e"} {
		_, ok := read(Float64, text)
		assert.False(t, ok, text)
	}
}

func TestString(t *testing.T) {
	got, ok := read(String, "a/b c")
	assert.True(t, ok)
	assert.Equal(t, "a/b c", got)
}

func TestJSON(t *testing.T) {
	rec := httptest.NewRecorder()
	JSON(rec, http.StatusCreated, map[string]int{"a": 1})
	assert.Equal(t, http.StatusCreated, rec.Code)
	assert.Equal(t, "application/json", rec.Header().Get("Content-Type"))
	assert.Equal(t, `{"a":1}`, rec.Body.String())

	rec = httptest.NewRecorder()
	JSON(rec, http.StatusOK, math.NaN())
	assert.Equal(t, http.StatusInternalServerError, rec.Code)
}

func TestCalls(t *testing.T) {
	join := func(parts ...string) Answer {
		var s string
		for _, p := range parts {
			s += "<" + p + ">"
		}
		return Text(s)
	}
	number := func(a int32) Answer { return join(string('a' + rune(a))) }
	s := NewStateless()
	s.HandleFunc("GET /n/{a}", One("a", Int32, number))
	s.HandleFunc("GET /1/{a}", One("a", String, func(a string) Answer { return join(a) }))
	s.HandleFunc("GET /2/{a}/{b}", Two("a", String, "b", String, func(a, b string) Answer { return join(a, b) }))
	s.HandleFunc("GET /3/{a}/{b}/{c}", Three("a", String, "b", String, "c", String,
		func(a, b, c string) Answer { return join(a, b, c) }))
	s.HandleFunc("GET /4/{a}/{b}/{c}/{d}", Four("a", String, "b", String, "c", String, "d", String,
		func(a, b, c, d string) Answer { return join(a, b, c, d) }))
	s.HandleFunc("GET /m/{a}/{b}/{c}/{d}", Four("a", Int32, "b", Int32, "c", Int32, "d", Int32,
		func(a, b, c, d int32) Answer { return number(a + b + c + d) }))
	for target, want := range map[string]struct {
		status int
		body   string
	}{
		"/n/1":            {200, "<b>"},
		"/n/x":            {400, ""},
		"/1/x":            {200, "<x>"},
		"/1/x%2Fy":        {200, "<x/y>"},
		"/1/%2F%2F:%2E":   {200, "<//:.>"},
		"/2/x/y":          {200, "<x><y>"},
		"/2//y":           {404, ""},
		"/2/../1/x":       {404, ""},
		"/3/x/y/z":        {200, "<x><y><z>"},
		"/4/x/%20/z/%C3a": {200, "<x>< ><z><\xc3a>"},
		"/m/1/2/0/0":      {200, "<d>"},
		"/m/x/2/0/0":      {400, ""},
		"/m/1/x/0/0":      {400, ""},
		"/m/1/2/x/0":      {400, ""},
		"/m/1/2/0/x":      {400, ""},
	} {
		rec := asked(s, target)
		assert.Equal(t, want.status, rec.Code, target)
		assert.Equal(t, want.body, rec.Body.String(), target)
	}
	assert.NoError(t, s.Reset())
}

func TestBadRequest(t *testing.T) {
	rec := httptest.NewRecorder()
	BadRequest().Write(rec)
	assert.Equal(t, http.StatusBadRequest, rec.Code)
	assert.Empty(t, rec.Header())
	assert.Empty(t, rec.Body.String())
}
