package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/examples/bookshop/shop"
)

// command returns a command "evoke run", which TestMain puts into the PATH, for a service with the bookshop's schema.
// It has more calls than a test can wait for, and runs in a folder of its own.
func command(t *testing.T, url string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "shop.yaml"), shop.Schema, 0o600))
	cmd := exec.Command("evoke", "run", "--schema", "shop.yaml", "--url", url, "--calls", "1000000000", "--out", "out")
	cmd.Dir = dir
	return cmd
}

// TestInterruptWritesWhatWasFound: the command writes the suite after an interrupt, and when the terminal is closed.
func TestInterruptWritesWhatWasFound(t *testing.T) {
	server := httptest.NewServer(shop.New())
	defer server.Close()
	faulty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
	}))
	defer faulty.Close()
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // a command started by nohup ignores the signal, and so do its children
		signals = append(signals, syscall.SIGHUP)
	}
	type run struct {
		interrupt os.Signal
		url       string
		args      []string
		code      int
	}
	runs := []run{{os.Interrupt, faulty.URL, []string{"--fail-on-fault"}, exitFaults}}
	for _, interrupt := range signals {
		runs = append(runs, run{interrupt, server.URL, nil, exitDone})
	}
	for _, tt := range runs {
		t.Run(tt.interrupt.String()+strings.Join(tt.args, ""), func(t *testing.T) {
			cmd := command(t, tt.url)
			cmd.Args = append(cmd.Args, tt.args...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			stdout, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			lines := bufio.NewReader(stdout)
			for progress := ""; !strings.Contains(progress, " calls, "); {
				progress, err = lines.ReadString('\n')
				require.NoError(t, err)
			}
			require.NoError(t, cmd.Process.Signal(tt.interrupt))
			// as timeout(1) does, to the process and to its process group
			require.NoError(t, cmd.Process.Signal(tt.interrupt))
			summary, err := io.ReadAll(lines)
			require.NoError(t, err)
			_ = cmd.Wait() // an error for the codes other than 0
			assert.Equal(t, tt.code, cmd.ProcessState.ExitCode())
			assert.Contains(t, string(summary), "(interrupted)")
			assert.Equal(t, "evoke: interrupted; writing what was found (once more to end at once)",
				string(bytes.TrimSpace(stderr.Bytes())))
			assert.FileExists(t, filepath.Join(cmd.Dir, "out", "report.json"))
			tests, err := filepath.Glob(filepath.Join(cmd.Dir, "out", "evoke_*_test.go"))
			require.NoError(t, err)
			assert.NotEmpty(t, tests, "%s", summary)
		})
	}
}

// TestSecondInterruptEndsAtOnce: a run whose service hangs ends at the second interrupt.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	inner, done, hanging := shop.New(), make(chan struct{}), make(chan struct{})
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch n := calls.Add(1); {
		case n < 50:
			inner.ServeHTTP(w, r)
			return
		case n == 50:
			close(hanging)
		}
		<-done
	}))
	defer server.Close()
	defer close(done)
	cmd := command(t, server.URL)
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	<-hanging
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && lines.Text() == "" {
		continue
	}
	require.Contains(t, lines.Text(), "once more to end at once")
	time.Sleep(2 * again)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	assert.Equal(t, -1, cmd.ProcessState.ExitCode(), "it ends by the signal")
}

// TestOnlyInterrupted: a failure beside an interrupt counts.
func TestOnlyInterrupted(t *testing.T) {
	ended := fmt.Errorf("evoke: interrupted: %w", context.Canceled)
	other := errors.New("disk full")
	for _, err := range []error{ended, errors.Join(ended, context.Canceled),
		fmt.Errorf("run: %w", errors.Join(ended))} {
		assert.True(t, interrupted(err), err)
	}
	for _, err := range []error{nil, other, errors.Join(ended, other), fmt.Errorf("%w and %w", ended, other),
		context.DeadlineExceeded} {
		assert.False(t, interrupted(err), err)
	}
}
