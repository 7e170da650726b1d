package node_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/sut"
)

const writing = `const fs = require("node:fs");
require("node:http").createServer((request, response) => {
  const before = fs.readFileSync("tracked.json");
  if (request.method === "POST") fs.writeFileSync("tracked.json", "2");
  if (request.method === "PUT") fs.createWriteStream("new.json").end("3");
  response.end(before);
}).listen(0, "127.0.0.1");
`

// writer returns a folder with the program, and its controller.
func writer(t *testing.T, o node.Options) (string, *node.Controller) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"server.js": writing, "tracked.json": "1"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "tracked.json"}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		require.NoError(t, cmd.Run())
	}
	o.Dir, o.Command = dir, "node server.js"
	c, err := node.New(o)
	require.NoError(t, err)
	_, err = c.Start(t.Context())
	require.NoError(t, err)
	return dir, c
}

// TestFilesOfTheUserStay: each process finds the files as they are, and writes to a copy.
func TestFilesOfTheUserStay(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	for _, o := range []node.Options{{}, {Keep: true}, {Reload: true}} {
		dir, c := writer(t, o)
		said := func(method string) string {
			resp, err := c.Call(t.Context(), &sut.Request{Method: method, Target: "/"})
			require.NoError(t, err)
			require.NoError(t, c.Reset(t.Context()))
			return string(resp.Body)
		}
		assert.Equal(t, "1", said("GET"))
		assert.False(t, c.Writes())
		assert.Equal(t, "1", said("POST"))
		second := "1"
		if o.Keep || o.Reload {
			second = "2"
		}
		assert.Equal(t, second, said("GET"))
		require.NoError(t, c.Renew(t.Context()))
		assert.Equal(t, "1", said("GET"))
		assert.True(t, c.Writes())
		require.NoError(t, c.Stop(t.Context()))
		text, err := os.ReadFile(filepath.Join(dir, "tracked.json"))
		require.NoError(t, err)
		assert.Equal(t, "1", string(text))
	}
}

// TestFilesThatTheProgramWritesAreNamed once, if nothing restores the data.
func TestFilesThatTheProgramWritesAreNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	for _, o := range []node.Options{{Keep: true}, {}, {InPlace: true, Restart: true}} {
		_, c := writer(t, o)
		for _, method := range []string{"GET", "POST", "PUT", "POST"} {
			_, err := c.Call(t.Context(), &sut.Request{Method: method, Target: "/"})
			require.NoError(t, err)
			require.NoError(t, c.Reset(t.Context()))
			if method == "GET" {
				assert.Empty(t, c.Warnings())
			}
		}
		warned := c.Warnings()
		require.NoError(t, c.Stop(t.Context()))
		if !o.Keep && !o.InPlace {
			assert.Empty(t, warned)
			continue
		}
		if assert.Len(t, warned, 2) {
			assert.Contains(t, warned[0], "the program writes to tracked.json, a file under version control")
			assert.Contains(t, warned[1], "the program writes to new.json, and what")
			assert.Equal(t, o.InPlace, strings.Contains(warned[0], "behind the search"))
		}
	}
}

// TestCodeIsCopiedWholeOrNotAtAll: node resolves a link to the file that it leads to.
func TestCodeIsCopiedWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	for i := range 1200 {
		name := filepath.Join(dir, "many", strconv.Itoa(i)+".js")
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "server.js"), []byte(writing), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tracked.json"), []byte("1"), 0o600))
	c, err := node.New(node.Options{Dir: dir, Command: "node server.js"})
	require.NoError(t, err)
	_, err = c.Start(t.Context())
	require.NoError(t, err)
	_, err = c.Call(t.Context(), &sut.Request{Method: "POST", Target: "/"})
	require.NoError(t, err)
	require.NoError(t, c.Stop(t.Context()))
	text, err := os.ReadFile(filepath.Join(dir, "tracked.json"))
	require.NoError(t, err)
	assert.Equal(t, "2", string(text))
}
