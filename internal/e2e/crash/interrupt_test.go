//go:build unix

package crash_test

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
)

// interruptedVariable names the folder that TestInterrupted writes to.
const interruptedVariable = "EVOKE_TEST_INTERRUPTED"

// hangsVariable says that the service hangs.
const hangsVariable = "EVOKE_TEST_HANGS"

// slowShop leaves a file when it is called first, so that somebody knows when to
// interrupt.
func slowShop() http.Handler {
	inner, began := shop.New(), filepath.Join(os.Getenv(interruptedVariable), "began")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = os.WriteFile(began, nil, 0o600)
		if os.Getenv(hangsVariable) != "" {
			select {} // for good
		}
		time.Sleep(time.Millisecond)
		inner.ServeHTTP(w, r)
	})
}

// TestInterrupted searches for longer than anybody waits. It runs in a process
// that another test starts.
func TestInterrupted(t *testing.T) {
	dir := os.Getenv(interruptedVariable)
	if dir == "" {
		t.Skip("run by TestInterruptWritesWhatWasFound")
	}
	cfg := e2etest.ShopConfig(1_000_000_000)
	cfg.Handler, cfg.Output.Dir, cfg.WhiteBox.Cover = slowShop, filepath.Join(dir, "out"), shopPackage
	if result := evoke.Generate(t, cfg); result.Replayed {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "replayed"), nil, 0o600))
	}
}

// startInterrupted starts a test binary that searches, and returns when it does.
func startInterrupted(t *testing.T, dir string, environment ...string) (cmd *exec.Cmd, stderr *bufio.Reader) {
	t.Helper()
	cmd = exec.Command(os.Args[0], "-test.run=^TestInterrupted$|^TestWhiteBoxSaysSo$")
	cmd.Env = append(append(os.Environ(), interruptedVariable+"="+dir), environment...)
	pipe, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(dir, "began"))
		return err == nil
	}, 5*time.Minute, 10*time.Millisecond) // it may build itself with probes first
	return cmd, bufio.NewReader(pipe)
}

// endedByInterrupt reports whether a process ended as one does that takes no
// notice of interrupts.
func endedByInterrupt(cmd *exec.Cmd) bool {
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return status.Signaled() && status.Signal() == syscall.SIGINT
}

// TestInterruptWritesWhatWasFound interrupts a test binary while it searches.
func TestInterruptWritesWhatWasFound(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds the program with probes
	}
	dir := t.TempDir()
	cmd, lines := startInterrupted(t, dir)
	time.Sleep(500 * time.Millisecond) // it is to find something
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Process.Signal(os.Interrupt)) // as timeout(1) sends it to the process and to its group
	stderr, err := io.ReadAll(lines)
	require.NoError(t, err)
	require.Error(t, cmd.Wait())
	assert.True(t, endedByInterrupt(cmd), "no other test runs: %v\n%s", cmd.ProcessState, stderr)
	assert.Contains(t, string(stderr),
		"evoke: TestInterrupted: interrupted; writing what was found (once more to end at once)\n")
	assert.Contains(t, string(stderr), " (interrupted): ")
	assert.FileExists(t, filepath.Join(dir, "out", "report.json"))
	assert.FileExists(t, filepath.Join(dir, "out", "evoke_success_test.go"))
	report, err := os.ReadFile(filepath.Join(dir, "out", "report.json"))
	require.NoError(t, err)
	assert.Contains(t, string(report), `"note": "the run was interrupted"`, "of the mutants")
	kept := filepath.Join(dir, "out", "testdata", "evoke", "TestInterrupted")
	assert.FileExists(t, filepath.Join(kept, "faults.yaml"))
	assert.NoDirExists(t, filepath.Join(kept, "run"))

	again := exec.Command(os.Args[0], "-test.run=^TestInterrupted$")
	again.Env = append(os.Environ(), interruptedVariable+"="+dir)
	out, err := again.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.FileExists(t, filepath.Join(dir, "replayed"), "the next one does not search: %s", out)
}

// TestSecondInterruptEndsAtOnce has a service that hangs, so that the search
// cannot come to its end soon.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	t.Parallel()
	cmd, lines := startInterrupted(t, t.TempDir(), hangsVariable+"=yes", "PATH=") // nothing is built, which is quicker
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	for text := ""; !strings.Contains(text, "once more to end at once"); {
		var err error
		text, err = lines.ReadString('\n')
		require.NoError(t, err)
	}
	time.Sleep(time.Second)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	assert.True(t, endedByInterrupt(cmd), "%v", cmd.ProcessState)
}
