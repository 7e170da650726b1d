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

// TestUntold: each parameter of a list that has not shown its effect is asked for alone, after the whole list of
// elements of two users: by what the list says of an element where that fits, else by one element and the one behind.
func TestUntold(t *testing.T) {
	c := checksOf(t, 2)
	c.Listed = func(*api.Operation) []action.Given {
		return []action.Given{
			{Name: "/0/id", Value: "l7"}, {Name: "/0/place/room", Value: "hall"}, {Name: "/0/watts", Value: int64(40)},
		}
	}
	list := c.Ops[0]
	require.Equal(t, "GET /lamps", list.Spec.Name())
	first := func() (*scene.Scene, string) {
		s := begin(rand.New(rand.NewPCG(1, 2)), &c.Source, []*action.Call{c.Kept(c.Ops[1])[0][0]})
		require.True(t, tellingApart(s))
		return s, told(s.Test())
	}
	s, calls := first()
	assert.Equal(t, "POST lamps, POST lamps by 1, "+strings.TrimSuffix(strings.Repeat("GET lamps, ", 8), ", "), calls)
	asked := map[string]*action.Call{}
	for _, a := range s.Calls[3:] {
		for _, p := range asCall(a).Genotype.Params {
			if !value.IsAbsent(p.Gene.Value()) {
				asked[p.Spec.Name] = asCall(a)
			}
		}
	}
	assert.Contains(t, asked, "offset")
	assert.Contains(t, asked, "sort")
	from := func(name, place string) []action.Claim {
		return []action.Claim{{In: "query " + name, From: action.Source{Operation: "GET /lamps", Name: place}}}
	}
	assert.Equal(t, from("room", "/0/place/room"), asked["room"].Claims())
	assert.Equal(t, from("maxWatts", "/0/watts"), asked["maxWatts"].Claims())

	for _, p := range []string{"limit", "offset", "sort", "room"} {
		list.Targets.OfQuery(200, p, false)
	}
	_, calls = first()
	assert.Equal(t, "POST lamps, POST lamps by 1, GET lamps, GET lamps", calls, "the others were told")
	list.Targets.OfQuery(200, "maxWatts", false)
	assert.False(t, tellingApart(s))
}

// TestUntoldOfUndeclaredBodies: where the schema tells no member of a body, elements are made with one of the texts
// that the program reads, another one in every other try, and as they are in the tries between.
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
	for n, want := range []string{`{"name":"evoke"}`, `{}`, `{"hue":"evoke"}`, `{}`} {
		s := begin(rand.New(rand.NewPCG(1, 2)), &from, []*action.Call{made})
		s.N = n
		require.True(t, tellingApart(s))
		assert.Equal(t, want, string(value.AppendJSON(nil, s.Calls[0].Genotype.Body.Value())))
	}
}

// TestUntoldOfOptionalParts: in every other try elements are made with all that can be left out.
func TestUntoldOfOptionalParts(t *testing.T) {
	for n, want := range []bool{false, true, false, true} {
		s := taskScene(t, n)
		require.True(t, tellingApart(s))
		made := s.Calls[0].Genotype.Body.Value().(value.Object)
		_, has := made.Get("seen")
		assert.Equal(t, want, has, n)
	}
}
