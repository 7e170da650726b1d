//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHooksEndInTime: a command that does not end is ended with what it started when the time is over.
func TestHooksEndInTime(t *testing.T) {
	child := filepath.Join(t.TempDir(), "child")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- hook("sleep 600 & echo $! >" + child + "; wait")(ctx) }()
	var pid int
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(child)
		if err != nil || len(text) == 0 {
			return false
		}
		pid, err = strconv.Atoi(string(text[:len(text)-1]))
		return err == nil
	}, time.Minute, time.Millisecond)
	cancel()
	require.Error(t, <-done)
	assert.Eventually(t, func() bool { return syscall.Kill(pid, 0) != nil }, time.Minute, time.Millisecond,
		"the process that the command started is gone")
}
