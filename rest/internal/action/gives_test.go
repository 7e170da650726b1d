package action_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// TestIDsInAnswersAreKept: where the id of what a call made is in its answer may have turned out
// in the search. A case that takes it from there does so in a process that has found nothing.
func TestIDsInAnswersAreKept(t *testing.T) {
	k := archivist(t, shelves)
	gift := api.Gift{Pointer: "/message/id", Collection: "/shelves"}
	require.True(t, k.API.Give(k.API.Named("POST /shelves"), gift.Pointer, gift.Collection))
	make := call(t, k.API, "POST /shelves", `{"id":1,"label":"a"}`)
	get := call(t, k.API, "GET /shelves/{shelfId}", int64(5))
	for name, tt := range map[string]struct {
		calls []testcase.Action
		want  []api.Gift
	}{
		"taken":      {[]testcase.Action{make, get}, []api.Gift{gift}},
		"not needed": {[]testcase.Action{get, make}, nil},
	} {
		test := &testcase.Case{Actions: tt.calls}
		for _, a := range test.Actions {
			a.(*action.Call).User.Index = -1
		}
		other := archivist(t, shelves)
		_, losses, _ := through(t, k, other, test)
		assert.Empty(t, losses, name)
		assert.Equal(t, tt.want, other.API.Named("POST /shelves").Gifts, name)

		other = archivist(t, shelves)
		data, err := k.Encode(test)
		require.NoError(t, err)
		back, err := other.Decode(data)
		require.NoError(t, err, name)
		assert.Equal(t, tt.want, other.API.Named("POST /shelves").Gifts, name)
		again, err := other.Encode(back)
		require.NoError(t, err)
		assert.Equal(t, string(data), string(again), name)
	}
}
