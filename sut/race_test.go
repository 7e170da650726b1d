package sut_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/aside"
)

// TestRaces: concurrent calls show a race each time, although the locks of probes surround it, and none where the
// program has a lock.
func TestRaces(t *testing.T) {
	program := filepath.Join(t.TempDir(), "raced.exe")
	if out, err := exec.Command("go", "build", "-race", "-o", program,
		"./testdata/raced").CombinedOutput(); err != nil {
		t.Skipf("no race detector on %s/%s: %s", runtime.GOOS, runtime.GOARCH, out)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), aside.Environment(filepath.Join(t.TempDir(), "races")))
	out, err := cmd.Output()
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	assert.Len(t, lines, 3)
	for _, line := range lines {
		assert.Regexp(t, `^lock false written at main\.\(\*counter\)\.add \(main\.go:\d+\) by two goroutines$`, line)
	}
}
