package derive

import (
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
	"github.com/evoke-go/evoke/value"
)

// pauses has an API that changes a pause when its id comes along, and one that has no
// place for an id.
const pauses = `
openapi: 3.0.3
info: {title: Pauses, version: "1"}
paths:
  /pauses:
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [why, long], properties: {id: {type: string}, why: {type: string}, long: {type: integer}}}}}
      responses:
        "201": {description: made, content: {application/json: {schema: {type: object, properties: {pauseID: {type: string}}}}}}
  /bells:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [tone], properties: {tone: {type: string}}}}}}
      responses:
        "201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}
`

// TestWhatWasMadeIsSentAgain: the second call claims the id that the first was answered,
// once with all else as it was, then with another value each time.
func TestWhatWasMadeIsSentAgain(t *testing.T) {
	s := VariantSource{MaxCalls: 5,
		Ops: api.New(resttest.Read(t, pauses).Operations, genotype.NewBuilder(genotype.Options{}),
			&fitness.Registry{}).Ops}
	kept := map[*api.Operation][][]*action.Call{}
	for _, op := range s.Ops {
		c := action.New(op, 0, 0)
		c.Randomize(rand.New(rand.NewPCG(1, 2)))
		kept[op] = [][]*action.Call{{c}}
	}
	var pause *action.Call
	for op, calls := range kept {
		if op.Spec.Path == "/pauses" {
			pause = calls[0][0]
		}
	}
	require.True(t, gene.Assign(pause.Genotype.Body.Inner(),
		value.Object{{Name: "why", Value: "tea"}, {Name: "long", Value: int64(20)}}))
	s.Kept = func(op *api.Operation) [][]*action.Call { return kept[op] }
	all := of(NewVariants(s), repeated)
	require.Len(t, all, maxAgain)
	for i, c := range all {
		require.Len(t, c.Actions, 2)
		again := last(c)
		assert.Equal(t, []action.Claim{{In: "body", At: "/id",
			From: action.Source{Operation: "POST /pauses", Name: "/pauseID"}}}, again.Claims())
		body := again.Genotype.Body.Value().(value.Object)
		id, _ := body.Get("id")
		assert.IsType(t, "", id, "there is a place for the id")
		why, _ := body.Get("why")
		long, _ := body.Get("long")
		if i == 0 {
			assert.Equal(t, []any{"tea", int64(20)}, []any{why, long})
		}
	}
}
