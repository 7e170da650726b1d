//go:build unix

package supervise_test

import (
	"fmt"
	"log"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/supervise"
)

// TestSuspended: a process that stops itself is ended long before its call counts as hanging.
func TestSuspended(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells that a process is stopped")
	}
	t.Parallel()
	for _, role := range []string{"stop", "stop between calls"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			exit := run(t, role, watched(t, time.Minute))
			assert.Equal(t, supervise.Suspended, exit.Kind, "%s", exit.Stderr)
			assert.Equal(t, "it was stopped by a signal, and nothing made it go on", exit.Message)
			assert.Less(t, time.Since(began), 20*time.Second)
		})
	}
}

// TestStoppedForAMoment: a process that is stopped and continued, as by a debugger, is not ended.
func TestStoppedForAMoment(t *testing.T) {
	t.Parallel()
	exit := run(t, "stop for a moment", watched(t, time.Minute))
	assert.Equal(t, supervise.Exited, exit.Kind, "%s", exit.Stderr)
	assert.Equal(t, "went on", exit.Message)
}

// TestLateCalls: after its time is over, a process may take less time for its calls.
func TestLateCalls(t *testing.T) {
	t.Parallel()
	late := func(c *supervise.Command) {
		c.Late, c.HangLate = time.Now().Add(200*time.Millisecond), 100*time.Millisecond
	}
	began := time.Now()
	exit := run(t, "blocked", watched(t, time.Minute), late)
	assert.Equal(t, supervise.Hang, exit.Kind, "%s", exit.Stderr)
	assert.Greater(t, time.Since(began), 200*time.Millisecond)
	assert.Less(t, time.Since(began), 20*time.Second)
}

// TestBusy: work that is no call may hang too.
func TestBusy(t *testing.T) {
	t.Parallel()
	exit := run(t, "busy", watched(t, 300*time.Millisecond))
	assert.Equal(t, supervise.Hang, exit.Kind, "%s", exit.Stderr)
	assert.Regexp(t, `^supervise_test\.block`+file, exit.Frame)
}

// TestLostFiles: a program that closes files that it did not open closes those of Evoke, or of the runtime.
func TestLostFiles(t *testing.T) {
	t.Parallel()
	for _, role := range []string{"lose files", "lose to another", "lose the poller"} {
		t.Run(role, func(t *testing.T) {
			exit := run(t, role, watched(t, time.Minute))
			assert.Equal(t, supervise.Lost, exit.Kind, "%s", exit.Stderr)
			assert.Equal(t, "files that the program had not opened were closed", exit.Message)
		})
	}
	assert.Equal(t, "kept its file", run(t, "keep files", watched(t, time.Minute)).Message)
}

// TestQuitsItself: a SIGQUIT that the parent did not send counts as any other signal.
func TestQuitsItself(t *testing.T) {
	t.Parallel()
	exit := run(t, "quit")
	assert.Equal(t, supervise.Signalled, exit.Kind, "%s", exit.Stderr)
	assert.Equal(t, "SIGQUIT", exit.Signal)
	assert.Equal(t, "ended by SIGQUIT", exit.Message)
}

// What the children of these tests do.

func stop() { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) }

func stopInCall() {
	call("stop")
	stop()
	wait()
}

func stopBetweenCalls() {
	r := recorder()
	r.Call(&supervise.Request{Operation: "stop"})
	r.Answered()
	stop()
	wait()
}

func stopForAMoment() {
	call("stop")
	cmd := exec.Command("sh", "-c", fmt.Sprintf("sleep 0.3; kill -CONT %d", os.Getpid()))
	if err := cmd.Start(); err != nil {
		log.Fatal(err)
	}
	stop()
	time.Sleep(time.Second)
	fmt.Fprintln(os.Stderr, "went on")
	os.Exit(0)
}

func hangInReset() {
	r := recorder()
	r.Test(1, 1)
	r.Busy()
	r.Answered()
	r.Busy()
	block(make(chan int))
}

func loseFiles() {
	r := recorder()
	for fd := 3; fd < 200; fd++ {
		_ = syscall.Close(fd)
	}
	r.Check()
}

// loseAFileToAnother puts its standard error in the place of the flight recorder.
func loseAFileToAnother() {
	r := recorder()
	for fd := 3; fd < 200; fd++ {
		if path, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd)); err == nil &&
			filepath.Base(path) == "flight" {
			_ = syscall.Close(fd)
			_, _ = syscall.Dup(2)
		}
	}
	r.Check()
}

// loseThePoller closes the file by which the runtime waits for files and connections.
func loseThePoller() {
	if _, err := net.Listen("tcp", "127.0.0.1:0"); err != nil {
		log.Fatal(err)
	}
	for fd := 3; fd < 200; fd++ {
		_ = syscall.Close(fd)
	}
	wait()
}

func keepFiles() {
	r := recorder()
	r.Check()
	r.Check()
	fmt.Fprintln(os.Stderr, "kept its file")
	os.Exit(0)
}

func quitItself() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGQUIT)
	wait()
}
