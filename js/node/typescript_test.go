package node_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/sut/suttest"
)

// TestTypeScript: sources in TypeScript have probes with their own lines, whichever tool removes their types.
// EVOKE_NODE_TOOLS is a folder with the tools that bench/jsapps/versions.sh installs.
func TestTypeScript(t *testing.T) {
	for _, c := range []struct{ name, dir, command, needs string }{
		{"node", "typed", "node server.ts", ""},
		{"node, modules", "typedmodule", "node server.ts", ""},
		{"tsx", "typed", "node --require $EVOKE_NODE_TOOLS/node_modules/tsx/dist/preflight.cjs --import " +
			"file://$EVOKE_NODE_TOOLS/node_modules/tsx/dist/loader.mjs server.ts", "tsx"},
		{"tsx, modules", "typedmodule",
			"node --import file://$EVOKE_NODE_TOOLS/node_modules/tsx/dist/loader.mjs server.ts", "tsx"},
		{"ts-node", "typed", "node --require $EVOKE_NODE_TOOLS/node_modules/ts-node/register/transpile-only server.ts",
			"ts-node"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tools := os.Getenv("EVOKE_NODE_TOOLS")
			if c.needs == "" && !stripsTypes(t) {
				t.Skip("this node does not take types out")
			}
			if _, err := os.Stat(filepath.Join(tools, "node_modules", c.needs)); c.needs != "" &&
				(tools == "" || err != nil) {
				t.Skip(c.needs + " is not installed")
			}
			checkTyped(t, c.dir, c.command)
		})
	}
}

// stripsTypes reports whether node runs TypeScript by itself.
func stripsTypes(t *testing.T) bool {
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	return exec.Command(path, "-e", "process.exit(process.features.typescript ? 0 : 1)").Run() == nil
}

func checkTyped(t *testing.T, dir, command string) {
	c, registry := started(t, node.Options{Dir: dir, Command: command})
	assert.Equal(t, "false", string(suttest.Get(t, c, "/").Body))
	assert.Equal(t, "true", string(suttest.Get(t, c, "/elsewhere").Body))
	got := suttest.Reached(t, c, registry)
	place, throws := "branch place.ts:5:", "branch server.ts:10:"
	if dir == "typedmodule" {
		place, throws = "branch place.ts:6:", "branch server.ts:9:"
	}
	for _, line := range []string{place, throws} {
		assert.True(t, hasPrefix(got, line), "%s: %v", line, got)
	}
	require.Empty(t, c.Warnings())
	resp := suttest.Get(t, c, "/throws")
	assert.Contains(t, resp.Detail, "RangeError: too far")
	assert.Contains(t, resp.Place, map[string]string{"typed": "server.ts:11", "typedmodule": "server.ts:10"}[dir])
}

func hasPrefix(targets map[string]float64, prefix string) bool {
	for name := range targets {
		if len(name) > len(prefix) && name[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}
