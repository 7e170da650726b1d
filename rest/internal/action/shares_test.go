package action_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// shelves is a service whose calls choose the ids of what they make.
const shelves = `
openapi: 3.0.3
info: {title: Shelves, version: "1"}
paths:
  /rooms/{room}:
    parameters: [{name: room, in: path, required: true, schema: {type: string}}]
    put: {responses: {"200": {description: made}}}
    get: {responses: {"200": {description: one}}}
  /shelves:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [id, label], properties: {id: {type: integer}, label: {type: string}}}}}}
      responses: {"201": {description: made}}
  /shelves/{shelfId}:
    parameters: [{name: shelfId, in: path, required: true, schema: {type: integer}}]
    put: {responses: {"200": {description: put}}}
    get: {responses: {"200": {description: one}}}
  /boxes:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [shelfId, roomId, label], properties: {
        shelfId: {type: integer}, roomId: {type: string}, label: {type: string}, spare: {type: array, minItems: 1, items: {type: object, required: [shelfId], properties: {shelfId: {type: integer}}}}}}}}}
      responses: {"201": {description: made}}
`

func newAPI(t *testing.T) *api.API {
	return api.New(resttest.Read(t, shelves).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
}

// call makes a call with a path parameter or a body.
func call(t *testing.T, a *api.API, name string, given any) *action.Call {
	t.Helper()
	require.NotNil(t, a.Named(name), name)
	c := action.New(a.Named(name), 0, 0)
	if text, ok := given.(string); ok && text[0] == '{' {
		body, err := value.ParseJSON([]byte(text))
		require.NoError(t, err)
		require.True(t, gene.Assign(c.Genotype.Body.Contents[0], body))
		c.Genotype.Body.On = true
		return c
	}
	require.True(t, gene.Assign(c.Genotype.Params[0].Gene, given))
	return c
}

const box = `{"shelfId": 1, "roomId": "r", "label": "l", "spare": [{"shelfId": 2}]}`

// box2 is the same as it is shown.
const box2 = `{"shelfId":1,"roomId":"r","label":"l","spare":[{"shelfId":2}]}`

// bound draws calls of an operation until one is bound, and shows it.
func bound(t *testing.T, a *api.API, name string, given any, earlier ...testcase.Action) string {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	before := call(t, a, name, given)
	for range 40 {
		c := call(t, a, name, given)
		if c.Bind(r, a, earlier); shown(c) != shown(before) {
			return shown(c)
		}
	}
	return shown(before)
}

func shown(c *action.Call) string {
	if c.Genotype.Body == nil {
		return fmt.Sprint(c.Genotype.Value(0))
	}
	return string(value.AppendJSON(nil, c.Genotype.Body.Value()))
}

// TestBindGivesChosenIDs: a member or parameter with the name of an id gets what
// the latest call chose that makes such a thing, and nothing else does.
func TestBindGivesChosenIDs(t *testing.T) {
	a := newAPI(t)
	post := func(id int) *action.Call {
		return call(t, a, "POST /shelves", fmt.Sprintf(`{"id": %d, "label": "x"}`, id))
	}
	put := call(t, a, "PUT /shelves/{shelfId}", int64(40))
	read := call(t, a, "GET /shelves/{shelfId}", int64(50))
	room := call(t, a, "PUT /rooms/{room}", "attic")
	for _, tt := range []struct {
		name, call string
		given      any
		earlier    []testcase.Action
		want       string
	}{
		{"a posted id", "GET /shelves/{shelfId}", int64(1), []testcase.Action{post(7)}, "7"},
		{"the latest", "GET /shelves/{shelfId}", int64(1), []testcase.Action{post(7), post(8)}, "8"},
		{"put is making", "GET /shelves/{shelfId}", int64(1), []testcase.Action{post(7), put}, "40"},
		{"reading is not", "GET /shelves/{shelfId}", int64(1), []testcase.Action{post(7), read}, "7"},
		{"posted elsewhere", "GET /shelves/{shelfId}", int64(1),
			[]testcase.Action{post(7), call(t, a, "POST /boxes", box)}, "7"},
		{"nothing made it", "GET /shelves/{shelfId}", int64(1), []testcase.Action{read, room}, "1"},
		{"all members", "POST /boxes", box, []testcase.Action{post(7), room},
			`{"shelfId":7,"roomId":"r","label":"l","spare":[{"shelfId":7}]}`},
		{"only some members", "POST /boxes", box, []testcase.Action{room}, box2},
		{"a plain name says nothing", "GET /rooms/{room}", "r", []testcase.Action{room}, "r"},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, bound(t, a, tt.call, tt.given, tt.earlier...)) })
	}
}

// TestBindIsOftenDone: four of five new calls name what earlier ones made.
func TestBindIsOftenDone(t *testing.T) {
	a, r := newAPI(t), rand.New(rand.NewPCG(1, 2))
	made := []testcase.Action{call(t, a, "PUT /shelves/{shelfId}", int64(40))}
	n := 0
	for range 4000 {
		c := call(t, a, "GET /shelves/{shelfId}", int64(1))
		if c.Bind(r, a, made); shown(c) == "40" {
			n++
		}
	}
	assert.InDelta(t, 0.8, float64(n)/4000, 0.025)
	c := call(t, a, "GET /shelves/{shelfId}", int64(1))
	next := *rand.New(rand.NewPCG(3, 4))
	same := rand.New(rand.NewPCG(3, 4))
	c.Bind(same, a, nil)
	assert.Equal(t, next.Uint64(), same.Uint64(), "nothing is drawn where there is nothing to name")
}

// TestTakersHaveOneValue: what can be given a plain value, with its name and
// parameter; neither a record nor a list nor a bool.
func TestTakersHaveOneValue(t *testing.T) {
	a := newAPI(t)
	var got []string
	for _, taker := range action.Takers(call(t, a, "POST /boxes", box)) {
		got = append(got, fmt.Sprint(taker.Name, " ", taker.Param == genotype.InBody, " ", taker.Value()))
	}
	assert.Equal(t, []string{"shelfId true 1", "roomId true r", "label true l", "shelfId true 2"}, got)
	got = nil
	for _, taker := range action.Takers(call(t, a, "GET /shelves/{shelfId}", int64(5))) {
		got = append(got, fmt.Sprint(taker.Name, " ", taker.Param, " ", taker.Value()))
	}
	assert.Equal(t, []string{"shelfId 0 5"}, got)
	for _, v := range []any{true, []any{}, value.Object{}} {
		assert.False(t, action.IsScalar(v))
	}
	for _, v := range []any{"", int64(0), 0.5, nil} {
		assert.True(t, action.IsScalar(v))
	}
}

// TestNewCallsFollow: four of five follow earlier answers; one in five of these
// keeps one of several parts as it is, each alike.
func TestNewCallsFollow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const draws = 12_000
	for _, tt := range []struct {
		gene action.Follow
		on   float64
		own  map[uint64]float64
	}{
		{action.Follow{}, 0, nil},
		{action.Follow{Chained: true, Params: 0b1}, 0.8, map[uint64]float64{0: 0.8}},
		{action.Follow{Chained: true, Params: 0b1101}, 0.8,
			map[uint64]float64{0: 0.8 * 0.8, 1: 0.16 / 3, 4: 0.16 / 3, 8: 0.16 / 3}},
	} {
		on, own := 0.0, map[uint64]float64{}
		for range draws {
			g := tt.gene
			if g.Randomize(r); g.Enabled {
				on += 1.0 / draws
				own[g.Own] += 1.0 / draws
			}
		}
		assert.InDelta(t, tt.on, on, 0.015)
		assert.Len(t, own, len(tt.own))
		for set, share := range tt.own {
			assert.InDelta(t, share, own[set], 0.015, set)
		}
	}
}

// TestFollowMutates: half of the mutations turn one of several parts, each alike;
// the others turn all off or on.
func TestFollowMutates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]float64{}
	const draws = 9000
	for range draws {
		g := action.Follow{Chained: true, Enabled: true, Params: 0b111, Own: 0b010}
		g.Mutate(r, 0)
		seen[fmt.Sprint(g.Value())] += 1.0 / draws
	}
	assert.Len(t, seen, 4)
	for value, share := range map[string]float64{"false": 0.5, "3": 1.0 / 6, "true": 1.0 / 6, "6": 1.0 / 6} {
		assert.InDelta(t, share, seen[value], 0.02, value)
	}
	for range 20 {
		one := action.Follow{Chained: true, Enabled: true, Params: 0b1}
		one.Mutate(r, 0)
		assert.Equal(t, false, one.Value(), "one part alone goes with the whole")
		one.Mutate(r, 0)
		assert.Equal(t, true, one.Value())
		none := action.Follow{}
		none.Mutate(r, 0)
		assert.False(t, none.Enabled)
	}
	assert.Zero(t, (&action.Follow{}).Weight())
	assert.EqualValues(t, 1, (&action.Follow{Chained: true}).Weight())
}

// TestCallsAreInvalidAtTheirRate covers new calls and the mutation of the invalidity.
func TestCallsAreInvalidAtTheirRate(t *testing.T) {
	a, r := newAPI(t), rand.New(rand.NewPCG(1, 2))
	for _, rate := range []float64{0, 0.25, 1} {
		c, invalid := action.New(a.Named("POST /boxes"), 0, rate), 0
		var invalidity gene.Gene
		for g := range c.Genes() {
			invalidity = g // the last one
		}
		assert.Equal(t, rate, gene.Weight(invalidity))
		for range 3000 {
			if c.Randomize(r); c.Genotype.IsInvalid() {
				invalid++
			}
		}
		assert.InDelta(t, rate, float64(invalid)/3000, 0.03)
	}
	c := action.New(a.Named("POST /boxes"), 0, 0)
	c.Genotype.MakeInvalid(r)
	var invalidity gene.Gene
	for g := range c.Genes() {
		invalidity = g // the last one
	}
	invalidity.Mutate(r, 0)
	assert.False(t, c.Genotype.IsInvalid(), "it is made valid again")
	invalidity.Mutate(r, 0)
	assert.False(t, c.Genotype.IsInvalid(), "a rate of 0 leaves valid calls alone")
	assert.Zero(t, gene.Weight(invalidity))
}

// TestUsersWithoutUsers: nobody makes the calls, and nothing is there to mutate.
func TestUsersWithoutUsers(t *testing.T) {
	a, r := newAPI(t), rand.New(rand.NewPCG(1, 2))
	c := action.New(a.Named("POST /boxes"), 0, 0)
	for range 100 {
		c.Randomize(r)
		require.Equal(t, -1, c.User.Index)
		c.User.Mutate(r, 0)
		require.Equal(t, -1, c.User.Index)
	}
	assert.Zero(t, c.User.Weight())
	one := action.New(a.Named("POST /boxes"), 1, 0)
	assert.EqualValues(t, 1, one.User.Weight())
}
