package execute

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// played is a test of so many actions with its execution.
func played(body string, actions int) (*testcase.Case, *Trace) {
	t := &Trace{}
	for range actions {
		t.Steps = append(t.Steps, TraceStep{Answer: sut.Response{Body: []byte(body)}})
	}
	return &testcase.Case{Actions: make([]testcase.Action, actions)}, t
}

func covers(ids ...fitness.ID) (out fitness.Scores) {
	for _, id := range ids {
		out = append(out, fitness.Score{ID: id, Value: 1})
	}
	return out
}

// TestSightings: the execution of a test is kept as long as no shorter one covers all that it does.
func TestSightings(t *testing.T) {
	s := newSightings(nil, &Options{})
	long, ofLong := played("a", 3)
	s.Keep(long, covers(1, 2), ofLong)
	require.NotNil(t, s.Upto(long, 1))
	assert.Len(t, s.Upto(long, 1).Steps, 2)
	assert.Nil(t, s.Upto(long, 3), "it has no fourth action")

	same, ofSame := played("b", 3)
	s.Keep(same, covers(1, 2), ofSame)
	assert.Nil(t, s.Upto(same, 0), "it is no shorter")
	short, ofShort := played("c", 1)
	s.Keep(short, append(covers(1), fitness.Score{ID: 2, Value: 0.5}), ofShort)
	assert.NotNil(t, s.Upto(short, 0))
	assert.NotNil(t, s.Upto(long, 2), "it is the shortest for the second target")
	s.Keep(short, covers(2), ofShort)
	shortest, ofShortest := played("d", 1)
	s.Keep(shortest, covers(2, 3), ofShortest)
	assert.Nil(t, s.Upto(long, 2))
	assert.NotNil(t, s.Upto(shortest, 0))

	large, ofLarge := played(strings.Repeat("x", maxSeen+1), 1)
	s.Keep(large, covers(4), ofLarge)
	assert.Nil(t, s.Upto(large, 0))
	ofShortest.Steps[0].Tidies = true
	assert.Nil(t, s.Upto(shortest, 0), "what a test deletes behind its calls is no part of it")

	none := newSightings(nil, &Options{Lasting: true})
	none.Keep(long, covers(1), none.Begin())
	assert.Nil(t, none.Upto(long, 0))
}
