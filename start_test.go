package evoke_test

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxStart is how many bytes the packages of this module may allocate together at the start of a program.
const maxStart = 1_000_000

// TestStartIsCheap: whoever imports Evoke pays for its patterns and tables when a run uses them.
func TestStartIsCheap(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	sum := 0
	started := regexp.MustCompile(`init github.com/evoke-go/evoke/\S+ @.* clock, (\d+) bytes`)
	for _, m := range started.FindAllSubmatch(out, -1) {
		bytes, err := strconv.Atoi(string(m[1]))
		require.NoError(t, err)
		sum += bytes
	}
	assert.Positive(t, sum)
	assert.Less(t, sum, maxStart, "%s", out)
	t.Logf("%d bytes", sum)
}
