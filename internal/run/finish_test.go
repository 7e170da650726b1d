package run

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
)

// waiting is a problem that waits for something.
type waiting struct {
	problem.Problem
	hangs, remote bool
}

func (w *waiting) Hangs() bool  { return w.hangs }
func (w *waiting) Remote() bool { return w.remote }

func TestFinishLimit(t *testing.T) {
	w := &waiting{}
	r := &Engine{task: &task.Task{}, problem: w, elapsed: time.Hour}
	assert.EqualValues(t, unlimited, r.finishLimit(nil), "in this process only calls bound a run that nothing hangs in")
	w.remote = true
	assert.Equal(t, 2*time.Hour, r.finishLimit(nil))
	r.elapsed = time.Second
	assert.Equal(t, leastFinish, r.finishLimit(nil))
	assert.Equal(t, leastFinish, r.finishLimit(context.Canceled), "an interrupt has its own limit")
	assert.Equal(t, leastFinishHanging, r.finishLimit(problem.ErrHangs))
	w.hangs = true
	assert.Equal(t, leastFinishHanging, r.finishLimit(nil))
	r.task.Budget.Time = time.Hour
	assert.Equal(t, time.Hour, r.finishLimit(nil))
}

func TestOutliveEndsAfterTheGrace(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	late, cancel := outlive(ctx, time.Hour, time.Nanosecond)
	defer cancel()
	assert.NoError(t, late.Err())
	interrupt()
	<-late.Done()
	assert.ErrorIs(t, late.Err(), context.Canceled)
}
