package evoke

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// outcomes answers with one outcome after the other, the last for ever.
type outcomes []sut.Outcome

func (o *outcomes) Call(context.Context, *sut.Request) (*sut.Response, error) {
	out := (*o)[0]
	if len(*o) > 1 {
		*o = (*o)[1:]
	}
	return &sut.Response{Outcome: out}, nil
}

func TestSystemThatHangsIsGivenUp(t *testing.T) {
	s := &system{caller: &outcomes{sut.TimedOut, sut.Answered, sut.TimedOut}}
	for range 2 + maxSilent - 1 {
		_, err := s.Call(context.Background(), &sut.Request{})
		require.NoError(t, err, "an answer in between starts the count anew")
	}
	_, err := s.Call(context.Background(), &sut.Request{})
	require.ErrorIs(t, err, ErrHangs)
	s.patient = true
	_, err = s.Call(context.Background(), &sut.Request{})
	assert.NoError(t, err, "tests are executed again in any case")
}

func TestFinishLimit(t *testing.T) {
	r := &engine{system: &system{}, elapsed: time.Hour}
	assert.EqualValues(t, unlimited, r.finishLimit(nil), "in this process only calls bound a run that nothing hangs in")
	r.baseURL = "http://127.0.0.1"
	assert.Equal(t, 2*time.Hour, r.finishLimit(nil))
	r.elapsed = time.Second
	assert.Equal(t, leastFinish, r.finishLimit(nil))
	assert.Equal(t, leastFinish, r.finishLimit(context.Canceled), "an interrupt has its own limit")
	assert.Equal(t, leastFinishHanging, r.finishLimit(ErrHangs))
	r.system.hung = true
	assert.Equal(t, leastFinishHanging, r.finishLimit(nil))
	r.cfg.Budget.Time = time.Hour
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

func TestNegativeBudget(t *testing.T) {
	assert.NoError(t, Budget{Calls: 1}.check())
	for _, b := range []Budget{{Calls: -1}, {Evaluations: -1}, {Time: -1}} {
		assert.ErrorContains(t, b.check(), "negative")
	}
}
