package probe_test

import (
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestInlined: the fast path of every probe is inlined where it is called. In and the slow paths are left out: they are
// calls anyway.
func TestInlined(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m", "./testdata/inlined").CombinedOutput()
	require.NoError(t, err, "%s", out)
	source, err := os.ReadFile("testdata/inlined/inlined.go")
	require.NoError(t, err)
	// Of Ints(At(...)).Eq(...), the method Ints.Eq is inlined.
	plain := regexp.MustCompile(`probe\.(\w+)\((probe\.At\([^)]*\))\)\.`).ReplaceAll(source, []byte("$2; probe.$1."))
	calls := regexp.MustCompile(`probe\.([A-Z][\w.]+)\(`).FindAllSubmatch(plain, -1)
	assert.Greater(t, len(calls), 50)
	for _, call := range calls {
		inlined := regexp.MustCompile(`inlining call to probe\.` + string(call[1]) + `(\[.*\])?\n`)
		assert.True(t, inlined.Match(out), "%s", call[1])
	}
}
