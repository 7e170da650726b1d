package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/cmd/evoke/internal/find"
	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
)

// Neither the shown URL of a schema nor an error contains a password.
func TestCredentialsInURLs(t *testing.T) {
	assert.Equal(t, "https://ann:xxxxx@x/openapi.yaml?key=xxxxx",
		shownSchema("https://ann:geheim@x/openapi.yaml?key=abc"))
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
		require.NoError(t, l.writeLaws(&shown))
		require.NoError(t, writeJSON(&asJSON, l))
		require.NoError(t, writeJSON(&asJSON, l.described))
		for d := json.NewDecoder(bytes.NewReader(asJSON.Bytes())); d.More(); {
			var v any
			require.NoError(t, d.Decode(&v))
		}
		for _, text := range []string{shown.String(), asJSON.String()} {
			if at := strings.IndexFunc(text, func(r rune) bool { return !strconv.IsPrint(r) && r != '\n' }); at >= 0 {
				assert.Fail(t, "not all of it shows", "%q", text[max(0, at-60):min(at+40, len(text))])
			}
		}
		assert.Greater(t, len(l.Operations), 50)
	}
}

// The texts of a schema about a log-in are only comments in the files that evoke init writes.
func TestInitOfHostileSchemas(t *testing.T) {
	for _, text := range hostile.Texts(200) {
		for _, complete := range []bool{true, false} {
			logIn := &auth.Candidate{Users: auth.Public(auth.Bearer("x"+text, "x")), Why: text, Complete: complete}
			constructor := find.Constructor{Name: "New", Result: "http.Handler", Expression: "%s"}
			s := &skeleton{Package: "p", Schema: text, Constructor: constructor, LogIn: logIn}
			source, err := s.source()
			require.NoError(t, err, "%q", text)
			file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
			require.NoError(t, err)
			assert.Len(t, file.Decls, 2, "%q: the imports and the test", text)
			for line := range strings.Lines(string(source)) {
				assert.False(t, strings.HasPrefix(line, "//go:"), line)
			}
			if !utf8.ValidString(text) {
				continue // YAML cannot represent it
			}
			file2, err := serviceFile("openapi.yaml", "http://x", logIn)
			require.NoError(t, err)
			p, err := project.Parse(file2, func(string) (string, bool) { return "", true })
			require.NoError(t, err, "%q:\n%s", text, file2)
			assert.Equal(t, "openapi.yaml", p.Schema)
			assert.Equal(t, map[bool]int{true: 1, false: 0}[complete], len(p.REST.Users))
		}
	}
}
