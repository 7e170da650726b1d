package action_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// TestUndeclaredInputsAreKept: a case that sends them comes back in a process that has
// found nothing, by its archive and by its state.
func TestUndeclaredInputsAreKept(t *testing.T) {
	k := archivist(t, shelves)
	op := k.API.Named("GET /shelves/{shelfId}")
	old := call(t, k.API, "GET /shelves/{shelfId}", int64(5))
	k.API.Find(op, genotype.Input{In: "query", Name: "page"})
	k.API.Find(op, genotype.Input{In: "header", Name: "X-Team"})
	k.API.Find(op, genotype.Input{In: genotype.InWhole, Name: "application/json",
		Type: `{"type":"object","properties":{"x":{"type":"integer"}}}`})
	require.Len(t, op.Found, 3)
	old.User.Index = auth.Anonymous
	off := old.Clone().(*action.Call)
	off.Adopt()
	c := off.Clone().(*action.Call)
	require.True(t, gene.Assign(c.Genotype.Params[1].Gene, "a b"))
	require.True(t, gene.Assign(c.Genotype.Body.Contents[0], value.Object{{Name: "x", Value: int64(4)}}))
	c.Genotype.Body.On = true

	for name, tt := range map[string]struct {
		call  *action.Call
		found int
	}{"all": {c, 2}, "off": {off, 0}, "older": {old, 0}} {
		test := &testcase.Case{Actions: []testcase.Action{tt.call}}
		other := archivist(t, shelves)
		back, losses, text := through(t, k, other, test)
		assert.Empty(t, losses, name)
		assert.Equal(t, sent(tt.call), sent(back.Actions[0].(*action.Call)), name)
		assert.NotContains(t, text, `"state"`, "%s: it can be said by names and values", name)
		assert.Len(t, other.API.Named(op.Spec.Name()).Found, tt.found, name)

		other = archivist(t, shelves)
		data, err := k.Encode(test)
		require.NoError(t, err)
		decoded, err := other.Decode(data)
		require.NoError(t, err, name)
		assert.Equal(t, sent(tt.call), sent(decoded.Actions[0].(*action.Call)), name)
		again, err := other.Encode(decoded)
		require.NoError(t, err)
		assert.Equal(t, string(data), string(again), name)
	}
	assert.Equal(t, sent(old), sent(off))
	assert.NotEqual(t, sent(old), sent(c))
}

func sent(c *action.Call) message.Request {
	var m message.Request
	c.Genotype.Encode(c.Op.Spec, &m)
	return m
}
