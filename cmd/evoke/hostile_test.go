package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/rest"
)

// Where a schema is says no password, and neither does an error.
func TestCredentialsInURLs(t *testing.T) {
	assert.Equal(t, "https://ann:xxxxx@x/openapi.yaml?key=xxxxx", shownSchema("https://ann:geheim@x/openapi.yaml?key=abc"))
	assert.Equal(t, "api/openapi.yaml", shownSchema("api/openapi.yaml"))
	assert.Equal(t, `evoke: Get "http://xxxxx@x/\x1b": no`, oneLine(errors.New("Get \"http://ann:geheim@x/\x1b\": no")))
}

// TestListHostileSchemas: 1,000 hostile texts in schemas are only text in a list.
func TestListHostileSchemas(t *testing.T) {
	for texts := range slices.Chunk(hostile.Texts(1000), 200) {
		path := filepath.Join(t.TempDir(), "openapi.json")
		require.NoError(t, os.WriteFile(path, []byte(hostile.Schema(texts)), 0o600))
		l, err := newListing(t.Context(), path, nil, rest.Options{})
		require.NoError(t, err)
		var shown, asJSON bytes.Buffer
		require.NoError(t, l.write(&shown))
		require.NoError(t, l.writeJSON(&asJSON))
		assert.True(t, json.Valid(asJSON.Bytes()))
		for _, text := range []string{shown.String(), asJSON.String()} {
			if at := strings.IndexFunc(text, func(r rune) bool { return !strconv.IsPrint(r) && r != '\n' }); at >= 0 {
				assert.Fail(t, "not all of it shows", "%q", text[max(0, at-60):min(at+40, len(text))])
			}
		}
		assert.Greater(t, len(l.Operations), 50)
	}
}
