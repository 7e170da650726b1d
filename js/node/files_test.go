package node_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/sut"
)

const writing = `const fs = require("node:fs");
require("node:http").createServer((request, response) => {
  fs.readFileSync("tracked.json");
  if (request.method === "POST") fs.writeFileSync("tracked.json", "2");
  if (request.method === "PUT") fs.createWriteStream("new.json").end("3");
  response.end();
}).listen(0, "127.0.0.1");
`

// TestFilesThatTheProgramWritesAreNamed once, unless something puts the data back.
func TestFilesThatTheProgramWritesAreNamed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"server.js": writing, "tracked.json": "1"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "tracked.json"}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		require.NoError(t, cmd.Run())
	}
	for _, keep := range []bool{true, false} {
		c, err := node.New(node.Options{Dir: dir, Command: "node server.js", Keep: keep})
		require.NoError(t, err)
		_, err = c.Start(t.Context())
		require.NoError(t, err)
		for _, method := range []string{"GET", "POST", "PUT", "POST"} {
			_, err := c.Call(t.Context(), &sut.Request{Method: method, Target: "/"})
			require.NoError(t, err)
			require.NoError(t, c.Reset(t.Context()))
			if method == "GET" {
				assert.Empty(t, c.Warnings())
			}
		}
		if warned := c.Warnings(); assert.Len(t, warned, 2) {
			assert.Contains(t, warned[0], "the program writes to tracked.json, a file under version control")
			assert.Contains(t, warned[1], "the program writes to new.json, and what")
		}
		require.NoError(t, c.Stop(t.Context()))
	}
}
