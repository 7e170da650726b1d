package genotype

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

func TestAcceptChoosesBetweenMediaTypes(t *testing.T) {
	doc, err := openapi.Read([]byte(`{"openapi": "3.0.3", "paths": {
		"/one": {"get": {"responses": {"200": {"description": "ok", "content": {"application/json": {}}}, "400": {"description": "bad", "content": {"text/plain": {}}}}}},
		"/two": {"get": {"responses": {"200": {"description": "ok", "content": {"application/json": {}, "application/xml": {}}}}}}}}`), openapi.Options{})
	require.NoError(t, err)
	accepts := func(op *openapi.Operation) map[string]bool {
		genes := NewBuilder(Options{}).Call(op)
		r := rand.New(rand.NewPCG(1, 2))
		var e message.Request
		seen := map[string]bool{}
		for range 100 {
			genes.Randomize(r)
			genes.Encode(op, &e)
			seen[e.Header().Get("Accept")] = true
		}
		return seen
	}
	assert.Equal(t, map[string]bool{"": true}, accepts(doc.Operations[0]), "there is nothing to choose")
	assert.Equal(t, map[string]bool{"": true, "application/json": true, "application/xml": true},
		accepts(doc.Operations[1]))
}
