package service

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/problem"
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
	s := &system{guard: open{}, caller: &outcomes{sut.TimedOut, sut.Answered, sut.TimedOut}}
	for range 2 + maxSilent - 1 {
		_, err := s.Call(context.Background(), &sut.Request{})
		require.NoError(t, err, "an answer in between starts the count anew")
	}
	_, err := s.Call(context.Background(), &sut.Request{})
	require.ErrorIs(t, err, problem.ErrHangs)
	s.patient = true
	_, err = s.Call(context.Background(), &sut.Request{})
	assert.NoError(t, err, "tests are executed again in any case")
}

// open allows everything.
type open struct{}

func (open) Begin(context.Context) error { return nil }
func (open) Act(*problem.Action) bool    { return true }
func (open) Done()                       {}
func (open) Deadly(string) bool          { return false }
