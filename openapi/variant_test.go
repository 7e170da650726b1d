package openapi

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each path of a document is an operation of its own, even if paths differ only behind the template.
func TestPathsWithQueriesAndFragments(t *testing.T) {
	doc, err := Read([]byte(`
openapi: 3.1.0
info: {title: t, version: "1"}
paths:
  /a: {post: {responses: {}}}
  "/a?beta=true&x=1%202":
    post: {parameters: [{name: x, in: query, example: no, schema: {type: string}}], responses: {}}
  "/a?word={q}&n={n}":
    post: {parameters: [{name: q, in: path, required: true, schema: {type: string}}], responses: {}}
  /#Action=List:
    post: {parameters: [{name: Action, in: header, schema: {type: string, enum: [List]}}], responses: {}}
  /#Action=Make: {post: {responses: {}}}
  /a/{b}#acl:
    get: {parameters: [{name: acl, in: query, required: true, schema: {type: boolean}}], responses: {}}
  /a/{b}: {get: {responses: {}}}
  /a/{c}: {get: {responses: {}}}
`), Options{})
	require.NoError(t, err)
	var got []string
	for _, op := range doc.Operations {
		text := op.Name()
		for _, p := range op.Parameters {
			text += " " + p.In + " " + p.Name
			if p.Fixed {
				text += "=" + p.Schema.Const.(string)
			}
			assert.Empty(t, p.Examples)
		}
		got = append(got, text)
	}
	assert.Equal(t, []string{
		"POST /a",
		"POST /a?beta=true&x=1%202 query x=1 2 query beta=true",
		"POST /a?word={q}&n={n} query word query n",
		"POST /#Action=List header Action=List",
		"POST /#Action=Make query Action=Make",
		"GET /a/{b}#acl query acl path b",
		"GET /a/{b} path b",
		"GET /a/{c} path c",
	}, got)
	for _, w := range doc.Warnings {
		assert.True(t, strings.Contains(w.Reason, "is not declared; it is taken as a string"), w)
	}
}

func TestWebhooksAreNoOperations(t *testing.T) {
	doc, err := Read([]byte(`{"openapi": "3.1.0", "webhooks": {"made": {"post": {}}}}`), Options{})
	require.NoError(t, err)
	assert.Empty(t, doc.Operations)
	require.NotEmpty(t, doc.Warnings)
	assert.Contains(t, doc.Warnings[0].Reason, "it declares webhooks only")
	for hooks, want := range map[string]int{`{}`: 0, `{"made": {"post": {}}}`: 1} { // generators write an empty object
		doc, err := Read([]byte(`{"openapi": "3.1.0", "paths": {"/a": {"get": {}}}, "webhooks": `+hooks+`}`), Options{})
		require.NoError(t, err)
		assert.Len(t, doc.Operations, 1)
		count := 0
		for _, w := range doc.Warnings {
			if w.Reason == "webhooks are not called" {
				count++
			}
		}
		assert.Equal(t, want, count, hooks)
	}
}

// split writes a document that is split into n files, each with one path.
func split(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	var paths strings.Builder
	for i := range n {
		fmt.Fprintf(&paths, ",\"/p%d\": {\"$ref\": \"p%d.json\"}", i, i)
		name := filepath.Join(dir, fmt.Sprintf("p%d.json", i))
		require.NoError(t, os.WriteFile(name, []byte(`{"get": {}}`), 0o600))
	}
	root := filepath.Join(dir, "root.json")
	require.NoError(t, os.WriteFile(root, []byte(`{"openapi": "3.0.3", "paths": {`+paths.String()[1:]+"}}"), 0o600))
	return root
}

// The limits of reading are bytes and time, not the number of files.
func TestDocumentsOfManyFiles(t *testing.T) {
	doc, err := ReadFile(split(t, 1050), Options{})
	require.NoError(t, err)
	assert.Len(t, doc.Operations, 1050)
	assert.Empty(t, doc.Warnings)

	doc, err = ReadFile(split(t, 20), Options{MaxBytes: 10 << 10})
	require.NoError(t, err)
	assert.Less(t, len(doc.Operations), 12, "small files count as well")
	assert.Contains(t, doc.Warnings[0].Reason, "may have 10240 bytes together; a document of its own")
}
