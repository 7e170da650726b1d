package sut_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

func TestRunner(t *testing.T) {
	r := sut.NewRunner()
	defer r.Stop()
	run := func(limit time.Duration, f func()) sut.Ran {
		t.Helper()
		ran, err := r.Run(context.Background(), limit, f)
		require.NoError(t, err)
		return ran
	}
	for range 2 { // it goes on after everything
		done := false
		assert.Equal(t, sut.Ran{Outcome: sut.Answered}, run(time.Minute, func() { done = true }))
		assert.True(t, done)

		ran := run(time.Minute, func() { panicking([]int{}) })
		assert.Equal(t, sut.Panicked, ran.Outcome)
		assert.Equal(t, "runtime error: index out of range [1] with length 0", ran.Panic.Value)
		assert.Regexp(t, `^sut_test\.panicking \(runner_test\.go:\d+\)$`, ran.Panic.Frame)

		assert.Equal(t, sut.Broken, run(time.Minute, runtime.Goexit).Outcome)
	}
}

//go:noinline
func panicking(list []int) int { return list[1] }

func TestRunnerLeavesBehindWhatHangs(t *testing.T) {
	r := sut.NewRunner()
	defer r.Stop()
	held := make(chan struct{})
	ran, err := r.Run(context.Background(), 5*time.Millisecond, func() { <-held })
	require.NoError(t, err)
	assert.Equal(t, sut.TimedOut, ran.Outcome)
	assert.Equal(t, 1, r.Abandoned())
	ran, err = r.Run(context.Background(), time.Minute, func() {})
	require.NoError(t, err)
	assert.Equal(t, sut.Answered, ran.Outcome)
	close(held)
	assert.Eventually(t, func() bool { return r.Abandoned() == 0 }, 5*time.Second, time.Millisecond)
}

func TestRunnerEndsWithItsContext(t *testing.T) {
	r := sut.NewRunner()
	defer r.Stop()
	ctx, cancel := context.WithCancel(context.Background())
	held := make(chan struct{})
	defer close(held)
	_, err := r.Run(ctx, time.Hour, func() { cancel(); <-held })
	require.ErrorIs(t, err, context.Canceled)
	_, err = r.Run(ctx, time.Hour, func() { t.Error("it must not run") })
	require.ErrorIs(t, err, context.Canceled)
}

func BenchmarkRunner(b *testing.B) {
	r := sut.NewRunner()
	defer r.Stop()
	for b.Loop() {
		_, _ = r.Run(context.Background(), time.Minute, func() {})
	}
}
