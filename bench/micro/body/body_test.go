package body_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/bench/micro/body"
)

func TestAnswers(t *testing.T) {
	h := body.New()
	for _, c := range []struct {
		sent   string
		status int
		body   string
	}{
		{`{"x": 1}`, 200, "OK"},
		{`{"y": [], "x": 2147483647}`, 200, "OK"},
		{`{"x": 0}`, 200, ""},
		{`{"x": -2147483648}`, 200, ""},
		{`{"x": null}`, 500, ""},
		{`{}`, 500, ""},
		{`null`, 500, ""},
		{``, 500, ""},
		{`{"x": `, 500, ""},
		{`{"x": "1"}`, 500, ""},
		{`{"x": 2147483648}`, 500, ""},
		{`[1]`, 500, ""},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("POST", "/api/body", strings.NewReader(c.sent)))
		assert.Equal(t, c.status, w.Code, c.sent)
		assert.Equal(t, c.body, w.Body.String(), c.sent)
	}
}

// What the service reads has to be a secret of its own.
func TestSchemaIsSilent(t *testing.T) {
	assert.NotContains(t, string(body.Schema()), "parameters")
}
