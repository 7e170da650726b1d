package param_test

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/bench/micro/param"
)

func TestAnswers(t *testing.T) {
	h := param.New()
	for _, c := range []struct {
		target string
		status int
		body   string
	}{
		{"/api/param?param=FOO", 200, "OK"},
		{"/api/param?a=b&param=FOO&param=x", 200, "OK"},
		{"/api/param?param=foo", 200, ""},
		{"/api/param?param=", 200, ""},
		{"/api/param?param", 200, ""},
		{"/api/param", 500, ""},
		{"/api/param?Param=FOO", 500, ""},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", c.target, nil))
		assert.Equal(t, c.status, w.Code, c.target)
		assert.Equal(t, c.body, w.Body.String(), c.target)
	}
}

// What the service reads has to be a secret of its own.
func TestSchemaIsSilent(t *testing.T) {
	assert.NotContains(t, string(param.Schema()), "parameters")
}
