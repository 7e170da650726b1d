package browser

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/page/internal/cdp"
)

// needed skips a test if there is no browser.
func needed(t *testing.T) {
	t.Helper()
	if _, err := Find(false); err != nil {
		t.Skip(err)
	}
}

func TestMain(m *testing.M) {
	if os.Getenv("EVOKE_BROWSER_PARENT") != "" { // the process to be killed by TestNothingIsLeftOfAKilledProcess
		if _, err := Start(context.Background(), Options{}); err != nil {
			panic(err)
		}
		println("started")
		select {}
	}
	os.Exit(m.Run())
}

// left returns remains of browsers in a folder for temporary files: profiles, and processes with profiles there.
func left(t *testing.T, temp string) (found []string) {
	t.Helper()
	folders, err := os.ReadDir(temp)
	require.NoError(t, err)
	for _, f := range folders {
		if strings.HasPrefix(f.Name(), "evoke-browser-") {
			found = append(found, f.Name())
		}
	}
	processes, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, p := range processes {
		if line, err := os.ReadFile(p); err == nil && strings.Contains(string(line), temp) {
			found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return found
}

// tempDir sets a folder for temporary files whose path is short enough for profiles.
func tempDir(t *testing.T) string {
	t.Helper()
	temp, err := os.MkdirTemp("/tmp", "evoke-test-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(temp)) })
	t.Setenv("TMPDIR", temp)
	return temp
}

func TestStartAndClose(t *testing.T) {
	needed(t)
	temp := tempDir(t)
	b, err := Start(t.Context(), Options{})
	require.NoError(t, err)
	assert.NotEmpty(t, left(t, temp))
	require.NoError(t, b.Close())
	<-b.Closed()
	require.NoError(t, b.Close())
	assert.Empty(t, left(t, temp))
}

// TestLongPathsOfTemporaryFiles: the browser starts even if the path of the folder for temporary files is too long for
// its socket.
func TestLongPathsOfTemporaryFiles(t *testing.T) {
	needed(t)
	temp := filepath.Join(t.TempDir(), strings.Repeat("long", 25))
	require.NoError(t, os.Mkdir(temp, 0o700))
	t.Setenv("TMPDIR", temp)
	b, err := Start(t.Context(), Options{})
	require.NoError(t, err)
	require.NoError(t, b.Close())
	assert.NoDirExists(t, b.profile)
	assert.Empty(t, left(t, temp))
}

// needsALibrary returns a program that fails to start with a message.
func needsALibrary(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "chromium")
	script := "#!/bin/sh\necho 'libnss3.so: cannot open shared object file' >&2; exit 127\n"
	require.NoError(t, os.WriteFile(path, []byte(script), 0o700))
	return path
}

func TestPrograms(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	_, err := Start(t.Context(), Options{Path: "/none/chromium"})
	require.ErrorContains(t, err, "start the browser: ")
	require.ErrorContains(t, err, "/none/chromium")
	_, err = Start(t.Context(), Options{Path: needsALibrary(t)})
	require.ErrorContains(t, err, "cannot open shared object file")
	t.Setenv("PATH", "")
	_, err = Start(t.Context(), Options{})
	require.ErrorIs(t, err, ErrNone)
	assert.Empty(t, left(t, os.Getenv("TMPDIR")))
}

// TestNothingIsLeftOfAKilledProcess: when a process is killed, its browser ends and the profile is removed.
func TestNothingIsLeftOfAKilledProcess(t *testing.T) {
	needed(t)
	temp := tempDir(t)
	cmd := exec.Command(os.Args[0], "-test.run", "^$")
	cmd.Env = append(os.Environ(), "EVOKE_BROWSER_PARENT=1")
	out, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	started, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "started\n", started)
	assert.NotEmpty(t, left(t, temp))
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	assert.Eventually(t, func() bool { return len(left(t, temp)) == 0 }, 30*time.Second, 20*time.Millisecond)
}

// TestBrowserThatCrashesAtFirst: a browser that crashes is started once more. One that always crashes gives an error.
func TestBrowserThatCrashesAtFirst(t *testing.T) {
	path, err := Find(false)
	if err != nil {
		t.Skip(err)
	}
	for text, works := range map[string]bool{"mkdir %s || exec %s \"$@\"; exit 139": true,
		"mkdir -p %s; exit 139; %s": false} {
		script := filepath.Join(t.TempDir(), "browser")
		text = fmt.Sprintf("#!/bin/sh\n"+text+"\n", filepath.Join(t.TempDir(), "crashed"), path)
		require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
		b, err := Start(t.Context(), Options{Path: script})
		if !works {
			require.ErrorIs(t, err, cdp.ErrClosed)
			continue
		}
		require.NoError(t, err)
		assert.NoError(t, b.Close())
	}
}
