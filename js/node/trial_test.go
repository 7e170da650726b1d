package node_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js/node"
)

// TestFilesAreLoadedAnewWhereThatIsEnough: no test sees the effects of earlier tests, whether a test begins with a
// reload or a new process.
func TestFilesAreLoadedAnewWhereThatIsEnough(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	const tests = 6
	for _, s := range []struct {
		dir, command, place string
		restart             bool
		fewest              int
	}{
		{"stays", "node server.js", "module", false, 2},
		{"stays", "node server.js", "module", true, tests},
		{"stays", "node server.js", "process", false, tests},
		{"staysmodule", "node server.mjs", "module", false, 2},
		{"staysmodule", "node server.mjs", "process", false, tests},
		{"staysmodule", "node server.mjs", "nowhere", false, tests}, // the file serves nothing when it is loaded anew
	} {
		c, _ := started(t, node.Options{
			Dir: s.dir, Command: s.command, Env: []string{"PLACE=" + s.place}, Restart: s.restart,
		})
		for range tests {
			require.NoError(t, c.Reset(t.Context()))
			require.NoError(t, c.Begin(t.Context(), true))
			assert.Contains(t, string(post(t, c, "/").Body), `{"count":1,`, s.place)
		}
		assert.GreaterOrEqual(t, c.Starts(), s.fewest, "%v", s)
		assert.LessOrEqual(t, c.Starts(), s.fewest+2, "%v", s)
		require.NoError(t, c.Stop(t.Context()))
	}
}
