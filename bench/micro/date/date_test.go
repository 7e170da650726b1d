package date_test

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/bench/micro/date"
)

func TestAnswers(t *testing.T) {
	h := date.New()
	for _, c := range []struct {
		path   string
		status int
		body   string
	}{
		{"2019-05-13/42/Foo", 200, "OK"},
		{"2019-12-31/42/Bar", 200, "OK"},
		{"2019-02-28/+42/Bar", 200, "OK"},
		{"2018-05-13/42/Foo", 200, "ERROR"},
		{"2019-05-13/41/Foo", 200, "ERROR"},
		{"2019-05-13/42/foo", 200, "ERROR"},
		{"0000-01-01/-2147483648/x%2Fy", 200, "ERROR"},
		{"2019-5-13/42/Foo", 500, ""}, // of the pattern, but an ISO date has two digits
		{"2019-05-1/42/Foo", 500, ""},
		{"2019-02-29/42/Foo", 500, ""},
		{"2019-13-01/42/Foo", 500, ""},
		{"2019-00-01/42/Foo", 500, ""},
		{"2019-05-13/x/Foo", 500, ""},
		{"2019-05-13/2147483648/Foo", 500, ""},
		{"2019-05-13/4.2/Foo", 500, ""},
		{"x2019-05-13/42/Foo", 404, ""},
		{"2019-05-131/42/Foo", 404, ""},
		{"2019-05/42/Foo", 404, ""},
		{"2019%2F05%2F13/42/Foo", 404, ""},
		{"2019-05-13%0A/42/Foo", 404, ""},
		{"/42/Foo", 404, ""},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/api/testability/"+c.path, nil))
		assert.Equal(t, c.status, w.Code, c.path)
		assert.Equal(t, c.body, w.Body.String(), c.path)
	}
}
