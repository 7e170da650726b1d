package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

// tasks has elements that are made at another path than they are listed at, and parts of them.
const tasks = `
openapi: 3.0.3
info: {title: Tasks, version: "1"}
paths:
  /task: {post: {responses: {"201": {description: made}}}}
  /tasks: {get: {responses: {"200": {description: all}}}}
  /tasks.csv: {get: {responses: {"200": {description: all}}}}
  /me: {get: {responses: {"200": {description: who asks}}}}
  /task/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": {description: it}}}
    delete: {responses: {"204": {description: gone}}}
  /task/{id}/notes:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": {description: all}}}
    post: {responses: {"201": {description: made}}}
`

func TestOperations(t *testing.T) {
	ops := Operations(
		api.New(resttest.Read(t, tasks).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}).Ops)
	name := func(op *api.Operation) string {
		if op == nil {
			return ""
		}
		return op.Spec.Name()
	}
	names := func(ops []*api.Operation) (out []string) {
		for _, op := range ops {
			out = append(out, name(op))
		}
		return out
	}
	assert.Equal(t, "/task/{id}", ops.Element("/tasks"), "it is called alike")
	assert.Equal(t, "", ops.Element("/me"))
	assert.Equal(t, "/task/{id}", ops.Item(ops.Find("POST", "/task").Spec))
	assert.Equal(t, "/task/{id}", ops.Item(ops.Find("POST", "/task/{id}/notes").Spec))
	assert.Nil(t, ops.Find("PUT", "/task/{id}"))
	list := ops.List("/task")
	assert.Equal(t, "GET /tasks", name(list))
	assert.Equal(t, list, ops.Lister("/task/{id}", "/task/{id}"))
	assert.Nil(t, ops.Lister("/me/{id}", ""))
	assert.Equal(t, []string{"GET /task/{id}/notes"}, names(ops.Below("GET", "/task/{id}")))
	assert.Equal(t, []string{"DELETE /task/{id}", "POST /task/{id}/notes"}, names(ops.Changes("/task/{id}")))
	assert.Contains(t, names(ops.WhoAmI()), "GET /me")
}
