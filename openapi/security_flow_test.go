package openapi

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTokenURL: only the password flow issues tokens for a user name and a password.
func TestTokenURL(t *testing.T) {
	for text, want := range map[string]string{
		`{"openapi": "3.0.3", "components": {"securitySchemes": {"o": {"type": "oauth2", "flows": {"password": {"tokenUrl": "/token"}}}}}, "paths": {}}`:          "/token",
		`{"openapi": "3.0.3", "components": {"securitySchemes": {"o": {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "/token"}}}}}, "paths": {}}`: "",
		`{"swagger": "2.0", "securityDefinitions": {"o": {"type": "oauth2", "flow": "password", "tokenUrl": "https://host/token"}}, "paths": {}}`:                 "https://host/token",
		`{"swagger": "2.0", "securityDefinitions": {"o": {"type": "oauth2", "flow": "application", "tokenUrl": "https://host/token"}}, "paths": {}}`:              "",
	} {
		doc, err := Read([]byte(text), Options{})
		require.NoError(t, err)
		require.Len(t, doc.Security, 1)
		assert.Equal(t, want, doc.Security[0].TokenURL, text)
	}
}
