package openapi_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

// FuzzRead: no bytes make the reader panic, and the document that it returns is complete and the same each time.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	require.NoError(f, err)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte("openapi: 3.0.0\npaths: &a {/x: *a, <<: *a}"))
	f.Add([]byte(`{"swagger":"2.0","paths":{"/a":{"get":{"parameters":[{"$ref":"#/paths/~1a/get/parameters/0"}]}}}}`))
	f.Add(fmt.Appendf(nil, linked,
		"{l: {operationId: change, parameters: {id: $response.body#/x}, requestBody: {a: $url}}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := openapi.Read(data, openapi.Options{})
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			require.NotContains(t, err.Error(), "reading failed", "a panic was caught")
			return
		}
		checkWhole(t, doc)
		again, err := openapi.Read(data, openapi.Options{})
		require.NoError(t, err)
		require.Equal(t, doc.Warnings, again.Warnings)
		require.Len(t, again.Operations, len(doc.Operations))
	})
}

// checkWhole checks the properties of a document that other packages rely on.
func checkWhole(t *testing.T, doc *openapi.Document) {
	t.Helper()
	for _, w := range doc.Warnings {
		require.NotContains(t, w.String(), "\n")
	}
	for _, o := range doc.Operations {
		require.True(t, strings.HasPrefix(o.Path, "/"))
		for _, p := range o.Parameters {
			require.NotNil(t, p.Schema)
			require.NotEmpty(t, p.Name)
			require.NotEmpty(t, p.Style)
		}
		for _, b := range o.Bodies {
			require.NotNil(t, b.Schema)
		}
		for _, r := range o.Responses {
			require.NotEmpty(t, r.Status)
			for _, c := range r.Content {
				require.NotNil(t, c.Schema)
			}
			for _, l := range r.Links {
				checkLink(t, doc, l)
			}
		}
	}
}

// checkLink checks that a link refers to operations and parameters of the document.
func checkLink(t *testing.T, doc *openapi.Document, l *openapi.Link) {
	t.Helper()
	if l.Operation == nil {
		require.Empty(t, l.Parameters)
		return
	}
	require.Contains(t, doc.Operations, l.Operation)
	for _, p := range l.Parameters {
		require.Contains(t, l.Operation.Parameters, p.Parameter)
	}
}
