package action_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// TestCodecKeepsWhatMakesACase draws calls of all operations with all that there is
// to a call: users, what they follow, invalid data.
func TestCodecKeepsWhatMakesACase(t *testing.T) {
	a, r := newAPI(t), rand.New(rand.NewPCG(1, 2))
	codec := &action.Codec{API: a, Users: 2, InvalidRate: 0.5}
	invalid, claims, users := 0, 0, map[int]bool{}
	for range 200 {
		c := &testcase.Case{}
		for _, op := range a.Ops {
			call := action.New(op, 2, 0.5)
			call.Randomize(r)
			claim(r, call)
			call.Part = action.Part{Handling: r.IntN(3), Needed: r.IntN(2) == 0}
			c.Actions = append(c.Actions, call)
		}
		data, err := codec.Encode(c)
		require.NoError(t, err)
		back, err := codec.Decode(data)
		require.NoError(t, err)
		again, err := codec.Encode(back)
		require.NoError(t, err)
		require.Equal(t, string(data), string(again))
		for i, b := range back.Actions {
			one, other := c.Actions[i].(*action.Call), b.(*action.Call)
			require.Same(t, one.Op, other.Op)
			require.Equal(t, one.User, other.User)
			require.Equal(t, one.Follow, other.Follow)
			require.Equal(t, one.Claims(), other.Claims())
			claims += len(other.Claims())
			require.Equal(t, one.Part, other.Part)
			require.Equal(t, one.Genotype.IsInvalid(), other.Genotype.IsInvalid())
			users[other.User.Index] = true
			if other.Genotype.IsInvalid() {
				invalid++
			}
			same, too := rand.New(rand.NewPCG(3, 4)), rand.New(rand.NewPCG(3, 4))
			one.Randomize(same)
			other.Randomize(too)
			require.Equal(t, same.Uint64(), too.Uint64(), "it mutates in the same way")
		}
	}
	assert.Greater(t, invalid, 100)
	assert.Greater(t, claims, 100)
	assert.Len(t, users, 3)
}

// claim has an input of some calls claim a value of an earlier answer.
func claim(r *rand.Rand, c *action.Call) {
	if takers := action.Takers(c); len(takers) > 0 && r.IntN(4) == 0 {
		from := action.Source{Operation: "GET /things", Header: r.IntN(2) == 0, Name: "Code", Before: "v"}
		c.Claim(takers[r.IntN(len(takers))], from)
		if r.IntN(2) == 0 && len(c.Genotype.Params) > 0 {
			c.Echo(takers[r.IntN(len(takers))], 0)
		}
	}
}

// TestCodecRefusesForeignCases: nothing that does not fit in every part is read.
func TestCodecRefusesForeignCases(t *testing.T) {
	a := newAPI(t)
	codec := &action.Codec{API: a, Users: 1}
	get, post := call(t, a, "GET /shelves/{shelfId}", int64(5)), call(t, a, "POST /boxes", box)
	post.Genotype.Invalid = &genotype.Invalid{Param: genotype.InBody, Whole: genotype.BodyMalformed}
	get.User.Index, get.Follow.Enabled = 0, true
	data, err := codec.Encode(&testcase.Case{Actions: []testcase.Action{get, post}})
	require.NoError(t, err)
	_, err = codec.Decode(data)
	require.NoError(t, err)
	for i, change := range [][2]string{
		{`"version":1`, `"version":2`}, {`"GET /shelves/{shelfId}"`, `"GET /gone"`}, {`"operation":"GET`, `"op":"GET`},
		{`"user":0`, `"user":1`}, {`"user":0`, `"user":-2`}, {`"user":0`, `"user":"ann"`},
		{`"follow":true`, `"follow":8`}, {`"follow":true`, `"follow":"on"`},
		{`"path shelfId"`, `"path other"`}, {`"body":`, `"nobody":`}, {`"flaw":{`, `"flaw":{"x":1},"was":{`},
		{`"params":{"path shelfId":`, `"body":1,"params":{"path shelfId":`},
	} {
		text := strings.Replace(string(data), change[0], change[1], 1)
		require.NotEqual(t, string(data), text, "%s in %s", change[0], data)
		_, err := codec.Decode([]byte(text))
		assert.ErrorIs(t, err, action.ErrForeignCase, change[1])
		if i == 1 {
			assert.ErrorContains(t, err, "call 1: its operation is not known")
		}
	}
	_, err = codec.Decode([]byte(`{"version":1,"calls":[]}`))
	assert.ErrorIs(t, err, action.ErrForeignCase, "an empty case")
	_, err = codec.Decode([]byte(`{`))
	assert.ErrorContains(t, err, "rest: decode case")
}

// foreign is an action of another problem.
type foreign struct{ testcase.Action }

func TestCodecRefusesForeignActions(t *testing.T) {
	a := newAPI(t)
	codec := &action.Codec{API: a}
	_, err := codec.Encode(&testcase.Case{Actions: []testcase.Action{call(t, a, "GET /shelves/{shelfId}", int64(5)),
		foreign{}}})
	assert.EqualError(t, err, fmt.Sprintf("rest: encode case: action 2 is a %T", foreign{}))
}

// TestValuesOnPurposeStay: a part that was given a value keeps it, if the call
// follows at all.
func TestValuesOnPurposeStay(t *testing.T) {
	a := newAPI(t)
	c := action.New(a.Named("GET /shelves/{shelfId}"), 0, 0)
	taker := action.Takers(c)[0]
	c.Keep(taker)
	assert.Zero(t, c.Follow.Own, "what follows nothing keeps everything")
	c.Follow.Enabled = true
	assert.True(t, c.Follow.On(0))
	c.Keep(taker)
	assert.False(t, c.Follow.On(0))
	assert.Equal(t, c.Follow.Params, c.Follow.Own)
	c.Follow.Enabled, c.Follow.Own = true, 0
	c.Keep(action.Taker{Param: genotype.InBody, Name: "label"})
	assert.Zero(t, c.Follow.Own, "a part that cannot follow")
}
