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

// maxStart bounds the bytes that the packages of this module allocate together when a program starts.
const maxStart = 1_000_000

// TestStartIsCheap: importing Evoke allocates little. Patterns and tables are made when a run first uses them.
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
