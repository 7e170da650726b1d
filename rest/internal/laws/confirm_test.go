package laws

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
)

// TestConfirmedLaws: an accepted call of the operation that breaks a confirmed law is a fault.
func TestConfirmedLaws(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/pots/{size}"}
	judged := func(o *openapi.Operation, status int, body string) int {
		x := call(o, "/pots/3", "", status)
		x.Response.Body, x.Response.Header = []byte(body), http.Header{"Content-Type": {"application/json"}}
		c, err := Confirm("GET /pots/{size}", "response/used is at most response/limit")
		require.NoError(t, err)
		return len(c.Judge(x))
	}
	assert.Equal(t, 1, judged(op, 200, `{"used": 3, "limit": 2}`))
	assert.Zero(t, judged(op, 200, `{"used": 2, "limit": 2}`))
	assert.Zero(t, judged(op, 200, `{"used": 3}`), "it says nothing")
	assert.Zero(t, judged(op, 404, `{"used": 3, "limit": 2}`), "it was refused")
	assert.Zero(t, judged(&openapi.Operation{Method: "GET", Path: "/cups"}, 200, `{"used": 3, "limit": 2}`))
	_, err := Confirm("GET /pots", "used by all")
	require.ErrorContains(t, err, `"used by all" is no law`)

	c, err := Confirm("GET /pots/{size}", "path size is response/size")
	require.NoError(t, err)
	x := call(op, "/pots/3", "", 200)
	x.Response.Body, x.Response.Header = []byte(`{"size": "4"}`), http.Header{"Content-Type": {"application/json"}}
	assert.Equal(t, []oracle.Finding{{Code: oracle.CodeLaw, Category: "a confirmed law is broken",
		Reason: "it does not hold that path size is response/size", Detail: "path size is response/size"}}, c.Judge(x))
	x.Invalid = &suite.Invalid{In: "path"}
	assert.Empty(t, c.Judge(x))
}
