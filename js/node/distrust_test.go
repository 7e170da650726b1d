package node_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/js/node"
)

const listing = `const all = [];
require("node:http").createServer((request, response) => {
  const taken = all.includes(request.url);
  response.statusCode = request.method === "GET" ? 200 : taken ? 409 : 201;
  if (request.method === "POST" && !taken) all.push(request.url);
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(all.length));
}).listen(0, "127.0.0.1");
`

const listingSchema = `{"openapi": "3.0.3", "info": {"title": "Listing", "version": "1"}, "paths": {
  "/all": {"get": {"responses": {"200": {"description": "how many"}}}},
  "/all/{kind}": {"post": {
    "parameters": [{"name": "kind", "in": "path", "required": true, "schema": {"enum": ["a", "b"]}}],
    "responses": {"201": {"description": "new"}, "409": {"description": "there is one"}}}}}}`

// TestStateThatNobodyNamed: state that a search left in a process which is never reset keeps no test out of the suite
// that passes in a process of its own, as each written test has it.
func TestStateThatNobodyNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "server.js"), []byte(listing), 0o600))
	c, err := node.New(node.Options{Dir: dir, Command: "node server.js", Keep: true})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Stop(t.Context())) })
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: listingSchema, System: evoke.System{Controller: c}, Budget: evoke.Budget{Calls: 60},
	})
	require.NoError(t, err)
	var names []string
	for _, test := range result.Suite.Tests {
		names = append(names, test.Name)
	}
	assert.Contains(t, names, "PostAllByKindReturns201")
}
