package refusal_test

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxStart is how many bytes the package may allocate at the start of a program that never reads a refusal.
const maxStart = 100_000

// TestStartIsCheap: whoever imports Evoke pays for the tables of this package when it uses them.
func TestStartIsCheap(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	found := regexp.MustCompile(`init \S+/rest/internal/refusal @.* clock, (\d+) bytes`).FindSubmatch(out)
	if found == nil {
		return // there is nothing to do at the start
	}
	bytes, err := strconv.Atoi(string(found[1]))
	require.NoError(t, err)
	assert.Less(t, bytes, maxStart)
}
