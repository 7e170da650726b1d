package frameworks_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/bench/micro/frameworks"
	"github.com/evoke-go/evoke/bench/micro/frameworks/chi"
	"github.com/evoke-go/evoke/bench/micro/frameworks/echo"
	"github.com/evoke-go/evoke/bench/micro/frameworks/gin"
	"github.com/evoke-go/evoke/bench/micro/frameworks/gorilla"
	"github.com/evoke-go/evoke/bench/micro/frameworks/nethttp"
)

// TestAnswers: all five answer the same.
func TestAnswers(t *testing.T) {
	for name, construct := range map[string]func() http.Handler{"chi": chi.New, "echo": echo.New, "gin": gin.New,
		"gorilla": gorilla.New, "nethttp": nethttp.New} {
		h := construct()
		for _, c := range []struct {
			method, target, setting, sent string
			status                        int
			body                          string
		}{
			{"GET", "/api/testability/2019-02-03/42/Foo", "", "", 200, "OK"},
			{"GET", "/api/testability/2019-02-03/42/Bar", "", "", 200, "OK"},
			{"GET", "/api/testability/2019-02-03/42/Baz", "", "", 200, "ERROR"},
			{"GET", "/api/testability/2018-02-03/42/Bar", "", "", 200, "ERROR"},
			{"GET", "/api/testability/2019-02-33/42/Bar", "", "", 500, ""},
			{"GET", "/api/testability/2019-02-03/x/Bar", "", "", 500, ""},
			{"GET", "/api/param?param=FOO", "", "", 200, "OK"},
			{"GET", "/api/param?param=foo", "", "", 200, ""},
			{"GET", "/api/param", "", "", 500, ""},
			{"GET", "/api/header", "", "", 200, ""},
			{"GET", "/api/header", "Bar", "", 200, "OK"},
			{"POST", "/api/body", "", `{"x": 1}`, 200, "OK"},
			{"POST", "/api/body", "", `{"x": 0}`, 200, ""},
			{"POST", "/api/body", "", `{}`, 500, ""},
			{"POST", "/api/body", "", ``, 500, ""},
			{"POST", "/api/body", "", `{"x": "1"}`, 500, ""},
		} {
			r := httptest.NewRequest(c.method, c.target, strings.NewReader(c.sent))
			r.Header.Set("X-Setting", c.setting)
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			assert.Equal(t, c.status, w.Code, "%s: %s %s %s", name, c.target, c.setting, c.sent)
			assert.Equal(t, c.body, w.Body.String(), "%s: %s %s %s", name, c.target, c.setting, c.sent)
		}
	}
}

// What the services read beyond the path has to be a secret of theirs.
func TestSchemaIsSilent(t *testing.T) {
	for _, secret := range []string{`"in": "query"`, `"in": "header"`, "requestBody", "X-Setting"} {
		assert.NotContains(t, string(frameworks.Schema()), secret)
	}
}
