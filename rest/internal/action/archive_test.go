package action_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

func archivist(t *testing.T, document string, users ...string) *action.Codec {
	a := api.New(resttest.Read(t, document).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	return &action.Codec{API: a, Users: len(users), Names: users, InvalidRate: 0.3}
}

// through archives a case as text with one codec and recalls it with another.
func through(t *testing.T, from, to *action.Codec, c *testcase.Case) (*testcase.Case, []string, string) {
	t.Helper()
	plain, err := from.Archive(c)
	require.NoError(t, err)
	text := value.AppendExact(nil, plain)
	read, err := value.ParseExact(text)
	require.NoError(t, err)
	back, losses, err := to.Recall(read.(value.Object))
	require.NoError(t, err)
	return back, losses, string(text)
}

// TestArchivedCasesSendTheSame draws calls with all that there is to a call. What
// comes back from the archive sends the same bytes.
func TestArchivedCasesSendTheSame(t *testing.T) {
	k, r := archivist(t, shelves, "ann", "bob"), rand.New(rand.NewPCG(1, 2))
	plain := 0
	for range 300 {
		c := &testcase.Case{}
		for _, op := range k.API.Ops {
			call := action.New(op, 2, 0.3)
			call.Randomize(r)
			claim(r, call)
			if r.IntN(5) == 0 {
				call.Keys = []string{"path shelfId", "body name"}
			}
			c.Actions = append(c.Actions, call)
		}
		back, losses, text := through(t, k, k, c)
		assert.Empty(t, losses)
		for i := range c.Actions {
			one, other := c.Actions[i].(*action.Call), back.Actions[i].(*action.Call)
			var first, second message.Request
			one.Genotype.Encode(one.Op.Spec, &first)
			other.Genotype.Encode(other.Op.Spec, &second)
			require.Equal(t, &first, &second, text)
			require.Equal(t, one.User.Index, other.User.Index)
			require.Equal(t, one.Claims(), other.Claims(), text)
			require.Equal(t, one.Keys, other.Keys, text)
			require.Equal(t, one.Follow.Value(), other.Follow.Value(), text)
		}
		if !strings.Contains(text, `"state"`) {
			plain++
		}
	}
	assert.Greater(t, plain, 250, "nearly all can be said by names and values alone")
}

// TestArchivedCasesSurviveChanges recalls a case with schemas that have changed.
func TestArchivedCasesSurviveChanges(t *testing.T) {
	old := archivist(t, shelves, "ann", "bob")
	post := call(t, old.API, "POST /boxes", box)
	get := call(t, old.API, "GET /shelves/{shelfId}", int64(7))
	post.User.Index, get.User.Index = 1, auth.Anonymous
	c := &testcase.Case{Actions: []testcase.Action{get, post}}
	for _, tt := range []struct {
		name, old, new string
		body           string
		losses         []string
	}{
		{"nothing", "", "", box2, nil},
		{"a member more", "label: {type: string}, spare",
			"label: {type: string}, note: {type: string}, spare", box2, nil},
		{"a member of another name", "[shelfId, roomId, label], properties: {\n        shelfId: {type: integer}, " +
			"roomId: {type: string}, label: {type: string}",
			"[shelfId, roomId, title], additionalProperties: false, properties: {\n        shelfId: {type: integer}, " +
				"roomId: {type: string}, title: {type: string, example: t}",
			`{"shelfId":1,"roomId":"r","title":"t","spare":[{"shelfId":2}]}`,
			[]string{"POST /boxes: body.label does not take the value it had"}},
		{"a parameter of another type", "{name: shelfId, in: path, required: true, schema: {type: integer}}",
			"{name: shelfId, in: path, required: true, schema: {type: boolean}}",
			box2, []string{"GET /shelves/{shelfId}: path shelfId does not take the value it had"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := shelves
			if tt.old != "" {
				require.Contains(t, shelves, tt.old)
				changed = strings.Replace(shelves, tt.old, tt.new, 1)
			}
			back, losses, text := through(t, old, archivist(t, changed, "bob"), c)
			assert.Equal(t, tt.losses, losses)
			assert.Equal(t, 0, back.Actions[1].(*action.Call).User.Index, "bob is the first of the users now")
			assert.JSONEq(t, tt.body, shown(back.Actions[1].(*action.Call)))
			assert.Contains(t, text, `"user":"bob"`)
		})
	}
	plain, err := old.Archive(c)
	require.NoError(t, err)
	gone := archivist(t, strings.Replace(shelves, "/boxes:", "/crates:", 1))
	_, _, err = gone.Recall(plain)
	require.ErrorIs(t, err, action.ErrForeignCase)
	assert.ErrorContains(t, err, "POST /boxes")
	_, _, err = gone.Recall(nil)
	require.ErrorIs(t, err, action.ErrForeignCase)
}

// FuzzRecall recalls any data without a panic.
func FuzzRecall(f *testing.F) {
	f.Add([]byte(`{"calls":[{"call":"POST /boxes","user":"ann","body":{"shelfId":1},"keeps":[63,"path x"],"invalid":{"what":"w"}}]}`))
	f.Add([]byte(`{"calls":[{"call":"GET /shelves/{shelfId}","path":{"shelfId":"x"},"follow":false,"state":{}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		k := archivist(t, shelves, "ann")
		plain, err := value.ParseExact(data)
		object, ok := plain.(value.Object)
		if err != nil || !ok {
			return
		}
		c, _, err := k.Recall(object)
		if err != nil {
			return
		}
		for _, a := range c.Actions {
			var m message.Request
			call := a.(*action.Call)
			call.Genotype.Encode(call.Op.Spec, &m)
		}
		_, err = k.Archive(c)
		require.NoError(t, err)
	})
}

// TestArchivedClientsLeave: who left before the answer leaves again, of a call with a body and of one without, also in
// a process that knows another schema.
func TestArchivedClientsLeave(t *testing.T) {
	k := archivist(t, shelves)
	for _, op := range k.API.Ops {
		call := action.New(op, 0, 0)
		call.User.Index = auth.Anonymous
		require.True(t, genotype.Leave(call.Genotype))
		back, losses, text := through(t, k, k, &testcase.Case{Actions: []testcase.Action{call}})
		assert.Empty(t, losses)
		assert.True(t, back.Actions[0].(*action.Call).Genotype.Invalid.Gone())
		assert.Contains(t, text, "leaves before the answer")
		assert.NotContains(t, text, `"state"`, "the words say it all")
	}
}
