package form_test

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/predicates/form"
	"github.com/evoke-go/evoke/openapi"
)

type plain struct {
	N int8
	U uint64
	X float32
	S string `schema:"maxLength=3"`
	B bool
	T time.Time
}

type rich struct {
	List []int64
	Pair [2]string
	Map  map[string]int32
	Any  any
	Note *string
	In   struct{ S string }
}

// Each place gives the function what the request had, and a bad value is 400.
func TestHandler(t *testing.T) {
	want := plain{-3, 1 << 63, 0.5, "a b", true, time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)}
	same := func(in plain) int {
		if in == want {
			return 7
		}
		return 0
	}
	const good = "n=-3&u=9223372036854775808&x=0.5&s=a+b&b=true&t=2020-01-02T03:04:05Z"
	for _, c := range []struct {
		name         string
		place        form.Place
		target, body string
		status       int
		answer       string
	}{
		{"query", form.Query, "/p?" + good, "", 200, `{"answer":7}`},
		{"path", form.Path, "/p/-3/9223372036854775808/0.5/a%20b/true/2020-01-02T03:04:05Z", "", 200, `{"answer":7}`},
		{"body",
			form.Body, "/p", `{"n":-3,"u":9223372036854775808,"x":0.5,"s":"a b","b":true,"t":"2020-01-02T03:04:05Z"}`,
			200, `{"answer":7}`},
		{"missing", form.Query, "/p?n=1", "", 400, `{"error":"u is missing"}`},
		{"too large", form.Query, "/p?" + strings.Replace(good, "-3", "200", 1), "", 400, "out of range"},
		{"no number", form.Query, "/p?" + strings.Replace(good, "0.5", "half", 1), "", 400, "invalid syntax"},
		{"no object", form.Body, "/p", `[`, 400, "unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			method := map[bool]string{false: http.MethodGet, true: http.MethodPost}[c.place == form.Body]
			w := httptest.NewRecorder()
			form.Handler("p", c.place, same).ServeHTTP(w,
				httptest.NewRequest(method, c.target, strings.NewReader(c.body)))
			assert.Equal(t, c.status, w.Code)
			assert.Contains(t, w.Body.String(), c.answer)
		})
	}
}

// The document declares the limits of Go's types.
func TestDocument(t *testing.T) {
	for _, c := range []struct {
		place form.Place
		of    reflect.Type
		want  []string
	}{
		{form.Query, reflect.TypeFor[plain](), []string{`"minimum": -128`, `"maximum": 18446744073709551615`,
			`"maxLength": 3`, `"date-time"`, `"float"`, `"in": "query"`}},
		{form.Path, reflect.TypeFor[plain](), []string{`"/p/{n}/{u}/{x}/{s}/{b}/{t}"`, `"in": "path"`}},
		{form.Body, reflect.TypeFor[rich](),
			[]string{`"minItems": 2`, `"additionalProperties"`, `"oneOf"`, `"requestBody"`}},
	} {
		text := form.Document("p", c.place, c.of)
		for _, want := range c.want {
			assert.Contains(t, text, want)
		}
		doc, err := openapi.Read([]byte(text), openapi.Options{})
		require.NoError(t, err)
		assert.Empty(t, doc.Warnings)
		assert.Len(t, doc.Operations, 1)
	}
	assert.Panics(t, func() { form.Document("p", form.Body, reflect.TypeFor[struct{ C chan int }]()) })
}
