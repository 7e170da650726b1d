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
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const lamps = `
openapi: 3.0.3
info: {title: Lamps, version: "1"}
paths:
  /lamps:
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [watts, name], properties: {watts: {type: integer, minimum: 1}, name: {type: string, maxLength: 9}, on: {type: boolean}}}}}
      responses: {"201": {description: made}}
    get:
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 200}}
        - {name: since, in: query, schema: {type: integer}}
        - {name: match, in: query, schema: {type: array, items: {type: string}}}
      responses: {"200": {description: a page}}
  /lamps/{lampId}:
    parameters: [{name: lampId, in: path, required: true, schema: {type: string}}]
    delete: {responses: {"204": {description: gone}}}
    get: {responses: {"200": {description: a lamp}}}
    patch:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {on: {type: boolean}}}}}}
      responses: {"200": {description: changed}}
  /weather:
    get: {responses: {"200": {description: some}}}
`

// lamp returns variants of a lamp that was made, and the call that made it.
func lamp(t *testing.T, s VariantSource) (*Variants, *action.Call) {
	t.Helper()
	s.Ops = api.New(resttest.Read(t, lamps).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{}).Ops
	made := action.New(s.Ops[0], 0, 0)
	made.Randomize(rand.New(rand.NewPCG(1, 2)))
	require.Equal(t, "POST /lamps", made.Op.Spec.Name())
	require.True(t, gene.Assign(made.Genotype.Body.Inner(), value.Object{{Name: "watts", Value: int64(40)},
		{Name: "name", Value: "hall"}, {Name: "on", Value: true}}))
	s.Kept = func(op *api.Operation) [][]*action.Call {
		if op == made.Op {
			return [][]*action.Call{{made}}
		}
		return nil
	}
	s.New = func(r *rand.Rand, op *api.Operation) *action.Call {
		c := action.New(op, 0, 0)
		c.Randomize(r)
		return c
	}
	s.MaxCalls = 10
	return NewVariants(s), made
}

// of returns all variants of a kind.
func of(v *Variants, k kind) (all []*testcase.Case) {
	r := rand.New(rand.NewPCG(1, 2))
	for c := v.make(r, k); c != nil; c = v.make(r, k) {
		all = append(all, c)
	}
	return all
}

// TestEachThingIsWrongOnce: a call that succeeded is spoilt in each way once, and each
// place comes before the second way of any.
func TestEachThingIsWrongOnce(t *testing.T) {
	v, made := lamp(t, VariantSource{})
	whats, places := map[string]bool{}, map[mark]bool{}
	all := of(v, wrong)
	first := 0 // variants before a place came again
	for _, c := range all {
		f := last(c).Genotype.Invalid
		require.NotNil(t, f)
		assert.False(t, whats[f.What], f.What)
		whats[f.What] = true
		if place := v.placeOf(made, f); !places[place] && first == len(places) {
			places[place] = true
			first++
		}
	}
	count := len(made.Genotype.Invalidities()) + len(genotype.Headers(made.Genotype.Body))
	assert.Len(t, all, count, "no parameter of the query has a form")
	assert.Greater(t, first, 5)
	assert.False(t, made.Genotype.IsInvalid(), "what is kept stays")
	for _, f := range made.Genotype.Invalidities() {
		assert.True(t, places[v.placeOf(made, &f)], "%s came after a second thing elsewhere", f.What)
	}
}

// TestEachInputIsAtAnEdgeOnce: valid calls with one changed input each, all inputs in turn.
func TestEachInputIsAtAnEdgeOnce(t *testing.T) {
	v, made := lamp(t, VariantSource{})
	seen := map[string]bool{}
	for _, c := range of(v, edged) {
		now := last(c).Genotype
		assert.False(t, now.IsInvalid())
		require.NoError(t, gene.Check(now.Body))
		changed := 0
		was, is := made.Genotype.Body.Value().(value.Object), now.Body.Value().(value.Object)
		for _, m := range was {
			if v, _ := is.Get(m.Name); !value.Equal(v, m.Value) {
				changed++
			}
		}
		assert.LessOrEqual(t, changed, 1)
		text := string(value.AppendJSON(nil, is))
		assert.False(t, seen[text], "%s comes again", text)
		seen[text] = true
	}
	for _, want := range []string{`{"watts":40,"name":"","on":true}`, `{"watts":1,"name":"hall","on":true}`,
		`{"watts":40,"name":"hall","on":false}`, `{"watts":40,"name":"hall"}`} {
		assert.True(t, seen[want], want)
	}
}

// TestARoundVisitsAll: each operation on a resource is called once after what made it, the
// one that deletes it last, and then one that reads.
func TestARoundVisitsAll(t *testing.T) {
	v, _ := lamp(t, VariantSource{})
	all := of(v, round)
	require.Len(t, all, 1)
	var methods []string
	for _, a := range all[0].Actions {
		methods = append(methods, a.(*action.Call).Op.Spec.Method)
		assert.NotEqual(t, "/weather", a.(*action.Call).Op.Spec.Path)
	}
	assert.Equal(t, []string{"POST", "GET", "PATCH", "DELETE", "GET"}, methods)
	follows := all[0].Actions[1].(*action.Call).Follow
	assert.True(t, follows.Enabled)
}

// TestVariantsEnd: what brings nothing gets less and less, what is tried does not come
// again, and nothing is invalid where nothing may be.
func TestVariantsEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	v, _ := lamp(t, VariantSource{Departs: true})
	all := 0
	for k := range kinds {
		all += len(of(v, k))
	}
	v, _ = lamp(t, VariantSource{Departs: true})
	made := 0
	for i := range 5000 {
		if c := v.Next(r); c != nil {
			made++
			new := fitness.Scores{{ID: fitness.ID(i), Value: 1}}
			v.Evaluated(c, new, new, 1)
		}
	}
	assert.Equal(t, all, made)
	paid := v.of[wrong].Rate()

	v, _ = lamp(t, VariantSource{})
	for range 40 {
		v.Evaluated(v.Next(r), fitness.Scores{{ID: 3, Value: 1}}, nil, 1)
	}
	assert.Less(t, v.of[wrong].Rate(), paid)

	v, _ = lamp(t, VariantSource{Valid: true})
	for range 200 {
		if c := v.Next(r); c != nil {
			assert.False(t, last(c).Genotype.IsInvalid())
		}
	}
	assert.Nil(t, (*Variants)(nil).Next(r))
}

// TestClientsLeaveOnce: where clients can leave, one does for each model, and nothing else is wrong with its call.
// Elsewhere nothing is drawn for that.
func TestClientsLeaveOnce(t *testing.T) {
	v, _ := lamp(t, VariantSource{MaxCalls: 5, Departs: true})
	r := rand.New(rand.NewPCG(1, 2))
	c := v.make(r, left)
	require.NotNil(t, c)
	assert.True(t, last(c).Genotype.Invalid.Gone())
	assert.Nil(t, v.make(r, left))

	v, _ = lamp(t, VariantSource{MaxCalls: 5})
	for range 500 {
		if c := v.Next(r); c != nil {
			assert.False(t, last(c).Genotype.Invalid.Gone())
		}
	}
}
