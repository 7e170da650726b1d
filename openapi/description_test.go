package openapi_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

// TestDescription: a Document has the beginning of the text in info.description.
func TestDescription(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for sent, want := range map[string]string{"Log in as ann.": "Log in as ann.", long: long[:2000]} {
		const paths = "}\npaths: {/x: {get: {responses: {'200': {description: ok}}}}}"
		text := "openapi: 3.0.3\ninfo: {title: t, version: '1', description: " + sent + paths
		doc, err := openapi.Read([]byte(text), openapi.Options{})
		require.NoError(t, err)
		assert.Equal(t, want, doc.Description)
	}
}
