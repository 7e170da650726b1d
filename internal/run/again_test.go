package run

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
)

// repeated is a problem whose tests run until their context ends.
type repeated struct {
	problem.Problem
	problem.Repeater
}

func (repeated) Answer(ctx context.Context, _ *problem.Kept) error {
	<-ctx.Done()
	return ctx.Err()
}

// TestAnswersEndWithTheRun: the process that asks for answers has waited already, so recording them gets no extra time
// after the end of the run.
func TestAnswersEndWithTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := &Engine{task: &task.Task{}, guard: &Guard{}, problem: repeated{}}
	done := make(chan error)
	go func() { done <- e.Answer(ctx, nil) }()
	cancel()
	select {
	case err := <-done:
		assert.ErrorIs(t, err, context.Canceled)
	case <-time.After(GraceTime / 2):
		t.Fatal("it goes on")
	}
}
