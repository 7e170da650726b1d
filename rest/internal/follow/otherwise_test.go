package follow

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

// tasks has lists that are read at another path than elements are made at.
const tasks = `
openapi: 3.0.3
info: {title: Tasks, version: "1"}
paths:
  /task:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {
        name: {type: string}, seen: {type: string, enum: [private, public]}}}}}}
      responses: {"201": {description: made}}
  /tasks: {get: {parameters: [{name: name, in: query, schema: {type: string}}], responses: {"200": {description: all}}}}
  /task/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": {description: it}}}
    delete: {responses: {"204": {description: gone}}}
  /task/{id}/start:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {responses: {"200": {description: begun}}}
`

func taskScene(t *testing.T, n int) *scene.Scene {
	t.Helper()
	ops := api.New(resttest.Read(t, tasks).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}).Ops
	call := func(_ *rand.Rand, op *api.Operation) *action.Call { return action.New(op, 2, 0) }
	made := call(nil, ops[0])
	made.User.Index = 0
	require.True(t, gene.Assign(made.Genotype.Body.Inner(), value.Object{{Name: "name", Value: "milk"}}))
	kept := func(op *api.Operation) [][]*action.Call { return [][]*action.Call{{call(nil, op)}} }
	s := begin(rand.New(rand.NewPCG(1, 2)), &Source{Ops: ops, Kept: kept, New: call, MaxCalls: 10, Users: 2},
		[]*action.Call{made})
	s.N = n
	return s
}

// TestListsCalledAlike: elements that are made at "/task" are listed at "/tasks".
func TestListsCalledAlike(t *testing.T) {
	s := taskScene(t, 0)
	require.Equal(t, "GET /tasks", s.List().Spec.Name())
	require.True(t, tellingApart(s))
	assert.Contains(t, told(s.Test()), "GET /tasks")
	assert.True(t, tellingApart(taskScene(t, 1)))
}

// TestEstranged: another user reads and changes what a user made, what deletes it last, by the operations that did not
// answer 403 yet. The element is made in another of the ways in which others may see it.
func TestEstranged(t *testing.T) {
	s := taskScene(t, 0)
	require.True(t, estranged(s))
	assert.Regexp(t, "^POST /task, GET /task/{id}, (GET /tasks, GET /tasks by 1, )?GET /task/{id} by 1, "+
		"POST /task/{id}/start by 1, DELETE /task/{id} by 1, GET /task/{id}$", told(s.Test()))

	s = taskScene(t, 1)
	s.Ops.Find("DELETE", "/task/{id}").Targets.OfOther(403)
	require.True(t, estranged(s))
	assert.False(t, strings.Contains(told(s.Test()), "DELETE"))
	assert.Contains(t, string(value.AppendJSON(nil, members(s.Calls[0])[1].Value())), "public")
}

// TestMistaken: a log-in is made once as it is, and once with another text in one member.
func TestMistaken(t *testing.T) {
	s := taskScene(t, 0)
	assert.False(t, mistaken(s), "nobody logs in by it")
	s.Enters = func(op *api.Operation) bool { return op == s.About.Op }
	require.True(t, mistaken(s))
	require.Len(t, s.Calls, 2)
	assert.Equal(t, "milk", members(s.Calls[0])[0].Value())
	assert.Equal(t, "milk2", members(s.Calls[1])[0].Value())
}
