package node_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js/node"
)

// TestFilesAreLoadedAnewWhereThatIsEnough: no test sees what the tests before did, whether a reload does that or a new
// process.
func TestFilesAreLoadedAnewWhereThatIsEnough(t *testing.T) {
	for _, s := range []struct {
		dir, command, place string
		fewest              int
	}{
		{"stays", "node server.js", "module", 2},
		{"stays", "node server.js", "process", 10},
		{"staysmodule", "node server.mjs", "module", 2},
		{"staysmodule", "node server.mjs", "process", 10},
		{"staysmodule", "node server.mjs", "nowhere", 10}, // the file serves nothing when it is loaded anew
	} {
		for _, restart := range []bool{false, true} {
			c, _ := started(t, node.Options{
				Dir: s.dir, Command: s.command, Env: []string{"PLACE=" + s.place}, Restart: restart,
			})
			for range 10 {
				require.NoError(t, c.Reset(t.Context()))
				require.NoError(t, c.Begin(t.Context(), true))
				assert.Contains(t, string(post(t, c, "/").Body), `{"count":1,`, s.place)
			}
			fewest := s.fewest
			if restart {
				fewest = 10
			}
			assert.GreaterOrEqual(t, c.Starts(), fewest, "%v", s)
			assert.LessOrEqual(t, c.Starts(), fewest+2, "%v", s)
			require.NoError(t, c.Stop(t.Context()))
		}
	}
}
