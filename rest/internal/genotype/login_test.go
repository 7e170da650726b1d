package genotype

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// How users log in is an example of the log-in.
func TestLoginsAreExamples(t *testing.T) {
	doc, err := openapi.Read([]byte(`{"openapi": "3.0.3", "paths": {"/login": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema":
		{"type": "object", "required": ["user", "password"], "properties": {"user": {"type": "string"}, "password": {"type": "string"}}}}}}}}}}`), openapi.Options{})
	require.NoError(t, err)
	count := func(path string) (n int) {
		users := []auth.User{auth.BearerLogin("ann", path, `{"user": "ann", "password": "k1nd-of-secret"}`, "/token")}
		genes := NewBuilder(Options{Users: users}).Call(doc.Operations[0])
		r := rand.New(rand.NewPCG(1, 1))
		for range 300 {
			genes.Randomize(r)
			var e message.Request
			genes.Encode(doc.Operations[0], &e)
			if strings.Contains(string(e.Body), "k1nd-of-secret") {
				n++
			}
		}
		return n
	}
	assert.Greater(t, count("/api/v1/login"), 30)
	assert.Zero(t, count("/elsewhere"))
}
