package follow

import (
	"maps"
	"math/rand/v2"
	"slices"
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

// TestUntold: each parameter of a list that has not shown its effect is asked for, after the whole list of elements
// that differ: by values that the elements have, and by those that the list says of one.
func TestUntold(t *testing.T) {
	c := checksOf(t, 2)
	c.Listed = func(*api.Operation) []action.Given {
		return []action.Given{
			{Name: "/0/id", Value: "l7"}, {Name: "/0/place/room", Value: "hall"}, {Name: "/0/watts", Value: int64(40)},
		}
	}
	list := c.Ops[0]
	require.Equal(t, "GET /lamps", list.Spec.Name())
	asked := func() map[string][]*action.Call {
		out := map[string][]*action.Call{}
		for n := range 16 {
			s := begin(rand.New(rand.NewPCG(1, 2)), &c.Source, []*action.Call{c.Kept(c.Ops[1])[0][0]})
			s.N = n
			require.True(t, tellingApart(s))
			require.Contains(t, told(s.Test()), "POST lamps, POST lamps")
			for _, a := range s.Calls {
				for _, p := range a.Genotype.Params {
					if a.Op == list && !value.IsAbsent(p.Gene.Value()) {
						out[p.Spec.Name] = append(out[p.Spec.Name], a)
					}
				}
			}
		}
		return out
	}
	all := asked()
	assert.Equal(t, []string{"limit", "maxWatts", "offset", "room", "sort"}, slices.Sorted(maps.Keys(all)))
	for name, place := range map[string]string{"room": "/0/place/room", "maxWatts": "/0/watts"} {
		claim := action.Claim{In: "query " + name, From: action.Source{Operation: "GET /lamps", Name: place}}
		assert.True(t, slices.ContainsFunc(all[name], func(c *action.Call) bool {
			return slices.Contains(c.Claims(), claim)
		}), name)
	}
	for _, p := range []string{"limit", "offset", "sort", "room"} {
		list.Targets.OfQuery(200, p, false)
	}
	assert.Equal(t, []string{"maxWatts"}, slices.Collect(maps.Keys(asked())), "the others were told")
	list.Targets.OfQuery(200, "maxWatts", false)
	assert.False(t, tellingApart(begin(rand.New(rand.NewPCG(1, 2)), &c.Source,
		[]*action.Call{c.Kept(c.Ops[1])[0][0]})))
}

// TestUntoldOfUndeclaredBodies: where the schema tells no member of a body, elements are made with one of the texts
// that the program reads, another one in every other try.
func TestUntoldOfUndeclaredBodies(t *testing.T) {
	a := api.New(resttest.Read(t, `
openapi: 3.0.3
info: {title: Kites, version: "1"}
paths:
  /kites:
    get: {parameters: [{name: limit, in: query, schema: {type: integer}}], responses: {"200": {description: all}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
      responses: {"200": {description: made}}
`).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	post := a.Ops[1]
	read :=
		`{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"integer"},"hue":{"type":"string"}}}`
	a.Find(post, genotype.Input{In: genotype.InWhole, Name: "application/json", Type: read})
	call := func(_ *rand.Rand, op *api.Operation) *action.Call { return action.New(op, 0, 0) }
	made := call(nil, post)
	require.True(t, gene.Assign(made.Genotype.Body.Inner(), value.Object{}))
	from := Source{Ops: a.Ops, MaxCalls: 10, New: call, Kept: func(*api.Operation) [][]*action.Call { return nil }}
	for n, want := range map[int]string{0: `{"name":"evoke"}`, 2: `{"hue":"evoke"}`} {
		s := begin(rand.New(rand.NewPCG(1, 2)), &from, []*action.Call{made})
		s.N = n
		require.True(t, tellingApart(s))
		assert.Equal(t, want, string(value.AppendJSON(nil, s.Calls[0].Genotype.Body.Value())))
	}
}

// TestUntoldOfOptionalParts: elements are made as they were kept, and in other tries with all that can be left out.
func TestUntoldOfOptionalParts(t *testing.T) {
	for n, want := range map[int]bool{0: false, 1: true, 2: true} {
		s := taskScene(t, n)
		require.True(t, tellingApart(s))
		made := s.Calls[0].Genotype.Body.Value().(value.Object)
		_, has := made.Get("seen")
		assert.Equal(t, want, has, n)
	}
}
