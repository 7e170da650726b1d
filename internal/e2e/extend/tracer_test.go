package extend_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
)

// lock is a controller of the user's that is a tracer: it counts the letters of
// a word that are right.
type lock struct {
	registry *fitness.Registry
	right    int
	broken   error
}

const lockSchema = `
openapi: 3.0.3
info: {title: Lock, version: "1"}
paths:
  /{word}:
    get:
      parameters: [{name: word, in: path, required: true, schema: {type: string, pattern: "^[a-z]{8}$"}}]
      responses: {"204": {description: open}, "403": {description: shut}}
`

func (l *lock) Start(context.Context) (sut.Info, error) { return sut.Info{}, nil }
func (l *lock) Reset(context.Context) error             { return nil }
func (l *lock) Stop(context.Context) error              { return nil }

func (l *lock) Call(_ context.Context, r *sut.Request) (*sut.Response, error) {
	const word = "opensesa"
	given := strings.TrimPrefix(r.Target, "/")
	l.right = 0
	for i := range min(len(given), len(word)) {
		if given[i] == word[i] {
			l.right++
		}
	}
	if given == word {
		return &sut.Response{Status: http.StatusNoContent}, nil
	}
	return &sut.Response{Status: http.StatusForbidden}, nil
}

func (l *lock) Inside(registry *fitness.Registry) sut.Inside {
	l.registry = registry
	return sut.Inside{}
}

func (l *lock) Begin(context.Context, bool) error {
	l.right = 0
	return l.broken
}

func (l *lock) Take(_ context.Context, into []sut.Reached) ([]sut.Reached, error) {
	id := l.registry.ID(fitness.Target{Kind: sut.BranchTarget, Name: "lock.go:3:1 word is right"})
	return append(into, sut.Reached{Target: id, Value: float64(1+l.right) / 9}), nil
}

func searchLock(t *testing.T, c sut.Controller, seed uint64, cover ...string) (*evoke.Result, error) {
	t.Helper()
	return evoke.Run(t.Context(), evoke.Config{Schema: lockSchema, System: evoke.System{Controller: c},
		Search: evoke.Search{Seed: seed}, Budget: evoke.Budget{Calls: 5000}, WhiteBox: evoke.WhiteBox{Cover: cover}})
}

// TestControllersThatAreTracersAreUsed: the search goes by what a tracer of the
// user's tells, and gets nowhere without. Its gradient is a hard one, so that not every
// search comes to its end.
func TestControllersThatAreTracersAreUsed(t *testing.T) {
	t.Parallel()
	opened := 0
	for seed := uint64(0); seed < 8 && opened < 3; seed++ {
		result, err := searchLock(t, &lock{}, seed)
		require.NoError(t, err)
		opened += min(1, result.Report.Operations[0].Outcomes["204"])
	}
	result, err := searchLock(t, &lock{}, 0, "none")
	require.NoError(t, err)
	assert.Zero(t, result.Report.Operations[0].Outcomes["204"])
	assert.GreaterOrEqual(t, opened, 3)
}

func TestTracersThatBreak(t *testing.T) {
	broken := errors.New("the pipe is closed")
	_, err := searchLock(t, &lock{broken: broken}, 1)
	assert.ErrorIs(t, err, broken)
}
