package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
)

// What is found on a HEAD is what is found on its GET.
func TestTwinsHaveOneKey(t *testing.T) {
	f := &oracle.Finding{Code: 100, Detail: "500 api.get (api.go:7)"}
	get, head := &openapi.Operation{Method: "GET", Path: "/things"}, &openapi.Operation{Method: "HEAD", Path: "/things"}
	assert.Equal(t, "GET /things 100 500 api.get (api.go:7)", oracle.KeyOf(get, f))
	assert.Equal(t, oracle.KeyOf(get, f), oracle.KeyOf(head, f))
	assert.NotEqual(t, oracle.KeyOf(get, f), oracle.KeyOf(&openapi.Operation{Method: "PUT", Path: "/things"}, f))
}

// A place is a cause, and so is what is wrong with the form of answers. What else goes
// wrong at unknown places has a cause of its own each time.
func TestCauses(t *testing.T) {
	for name, c := range map[string]struct {
		f    oracle.Finding
		want string
	}{
		"a place": {oracle.Finding{Code: 100, Category: "HTTP 500", Frame: "api.get (api.go:7)",
			Reason: "the answer is 500"}, "100 HTTP 500 at api.get (api.go:7)"},
		"no place": {oracle.Finding{Code: 100, Category: "HTTP 500", Reason: "the answer is 500"}, ""},
		"against schema": {oracle.Finding{Code: oracle.CodeSchema, Category: "answer against the schema",
			Reason: "status 404 is not declared"}, "101 answer against the schema: status 404 is not declared"},
		"protocol": {oracle.Finding{Code: 1, Category: "401 without a challenge", Severity: oracle.Low,
			Reason: "r"}, "1 401 without a challenge: r"},
		"a silent defect": {oracle.Finding{Code: 2, Category: "lost change", Severity: oracle.High, Reason: "r"}, ""},
	} {
		assert.Equal(t, c.want, oracle.CauseOf(&c.f), name)
	}
}
