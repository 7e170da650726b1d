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
	for place, fewest := range map[string]int{"module": 2, "process": 10} {
		for _, restart := range []bool{false, true} {
			c, _ := started(t, node.Options{
				Dir: "stays", Command: "node server.js", Env: []string{"PLACE=" + place}, Restart: restart,
			})
			for range 10 {
				require.NoError(t, c.Reset(t.Context()))
				require.NoError(t, c.Begin(t.Context(), true))
				assert.Contains(t, string(post(t, c, "/").Body), `{"count":1,`, place)
			}
			if restart {
				fewest = 10
			}
			assert.GreaterOrEqual(t, c.Starts(), fewest, place)
			assert.LessOrEqual(t, c.Starts(), fewest+2, place)
			require.NoError(t, c.Stop(t.Context()))
		}
	}
}
