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
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

const stays = `
openapi: 3.0.3
info: {title: Stays, version: "1"}
paths:
  /stays:
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [from, guests], properties: {id: {type: string}, from: {type: string, format: date}, to: {type: string, format: date}, guests: {type: string}}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}
  /stays/{stayId}:
    parameters: [{name: stayId, in: path, required: true, schema: {type: string}}]
    put:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [guests], properties: {guests: {type: string}}}}}}
      responses: {"200": {description: changed}}
  /guests:
    get:
      parameters: [{name: filter, in: query, schema: {type: array, items: {type: string}}}]
      responses: {"200": {description: some}}
`

// stay returns variants of a stay that was made and then changed.
func stay(t *testing.T) *Variants {
	t.Helper()
	ops := api.New(resttest.Read(t, stays).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}).Ops
	r := rand.New(rand.NewPCG(1, 2))
	calls := map[*api.Operation]*action.Call{}
	for i, body := range []value.Object{{{Name: "from", Value: "2031-05-01"}, {Name: "guests", Value: "ann, bob"}},
		{{Name: "guests", Value: "ann"}}} {
		c := action.New(ops[i], 0, 0)
		c.Randomize(r)
		require.True(t, gene.Assign(c.Genotype.Body.Inner(), body))
		calls[ops[i]] = c
	}
	list := action.New(ops[2], 0, 0)
	calls[ops[2]] = list
	return NewVariants(VariantSource{Ops: ops, MaxCalls: 10, Kept: func(op *api.Operation) [][]*action.Call {
		if op != ops[1] {
			return [][]*action.Call{{calls[op]}}
		}
		return [][]*action.Call{{calls[ops[0]], calls[op]}}
	}})
}

func body(c *action.Call) value.Object { return c.Genotype.Body.Value().(value.Object) }

// TestSpansOverlap: two things are made whose spans lie to each other in each of the ways,
// as two and as one that is changed; an end that was left out comes.
func TestSpansOverlap(t *testing.T) {
	pairs, changes := map[string]bool{}, 0
	all := of(stay(t), overlapping)
	require.Len(t, all, 2*pool.Ways())
	for _, c := range all {
		require.Len(t, c.Actions, 2)
		first, second := c.Actions[0].(*action.Call), last(c)
		text := ""
		for _, call := range []*action.Call{first, second} {
			from, _ := body(call).Get("from")
			to, ok := body(call).Get("to")
			require.True(t, ok)
			assert.Less(t, from, to)
			text += from.(string) + to.(string)
		}
		pairs[text] = true
		if len(second.Claims()) > 0 {
			changes++
		}
	}
	assert.Len(t, pairs, pool.Ways())
	assert.Equal(t, pool.Ways(), changes)
}

// TestOneMoreAfterAnEdge: what made or changed an element has one input at an edge, and a
// usual element of the collection is made then.
func TestOneMoreAfterAnEdge(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range of(stay(t), further) {
		edge, next := c.Actions[len(c.Actions)-2].(*action.Call), last(c)
		assert.Equal(t, "POST", next.Op.Spec.Method)
		guests, _ := body(next).Get("guests")
		assert.Equal(t, "ann, bob", guests)
		guests, _ = body(edge).Get("guests")
		seen[edge.Op.Spec.Method+" "+guests.(string)] = true
	}
	for _, want := range []string{"POST ", "PUT ", "POST ann, boz", "PUT anz", "PUT an9"} {
		assert.True(t, seen[want], want)
	}
}

// TestPiecesOfTextsChange: each piece is left out, doubled, moved, the last one, and one that nothing closes, once.
func TestPiecesOfTextsChange(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range of(stay(t), torn) {
		if call := last(c); call.Op.Spec.Method == "GET" {
			seen[call.Genotype.Value(0).([]any)[0].(string)] = true
			continue
		}
		guests, _ := body(last(c)).Get("guests")
		seen[guests.(string)] = true
	}
	for _, want := range []string{", bob", "annann, bob", ",ann bob", "ann", "ann bob", "ann,, bob",
		"ann ,bob", "ann,", "ann,bob", "ann, bobbob", `a="b",c!~"d"}`, `{a=="b",c!~"d"}`, `{a="b",`, `{a="b",c~!"d"}`,
		`{a=",c!~"d"}`, `{a=[,c!~"d"}`} {
		assert.True(t, seen[want], want)
	}
}

// TestKindsBeginAgain: where the search sees inside, a kind that tried all rests and begins again.
func TestKindsBeginAgain(t *testing.T) {
	v := stay(t)
	v.Inside = true
	first := len(of(v, torn))
	require.Positive(t, first)
	assert.Empty(t, of(v, torn))
	v.rest(torn)
	v.rest(torn)
	assert.Equal(t, 2*idle, v.of[torn].idle)
	assert.Len(t, of(v, torn), first)
}
