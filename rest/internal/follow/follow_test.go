package follow

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
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
    get:
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 200}}
        - {name: offset, in: query, schema: {type: integer}}
        - {name: sort, in: query, schema: {type: string}}
        - {name: room, in: query, schema: {type: string}}
        - {name: maxWatts, in: query, schema: {type: integer}}
      responses: {"200": {description: a page}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [watts], properties: {watts: {type: integer, minimum: 1}, room: {type: string, maxLength: 9}}}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}, owner: {type: string}, watts: {type: integer}}}}}}}
  /lamps/{lampId}:
    parameters: [{name: lampId, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: a lamp}}}
    put:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [watts], properties: {watts: {type: integer, minimum: 1}, room: {type: string, maxLength: 9}}}}}}
      responses: {"200": {description: changed}}
    patch:
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {watts: {type: integer, minimum: 1}, room: {type: string, maxLength: 9}}}}}}
      responses: {"200": {description: changed}}
    delete: {responses: {"204": {description: gone}}}
  /lamps/{lampId}/bulbs:
    parameters: [{name: lampId, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: all}}}
    post: {responses: {"201": {description: made}}}
`

// checksOf returns checks of lamps of which each operation succeeded, after a lamp was made by
// the user 0.
func checksOf(t *testing.T, users int) *Checks {
	t.Helper()
	return checksOn(t, lampsOf(t).Ops, users)
}

func lampsOf(t *testing.T) *api.API {
	return api.New(resttest.Read(t, lamps).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
}

// checksOn is checksOf with given operations.
func checksOn(t *testing.T, ops []*api.Operation, users int) *Checks {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	call := func(op *api.Operation) *action.Call {
		c := action.New(op, users, 0)
		c.Randomize(r)
		c.User.Index = min(0, users-1)
		if c.Genotype.Body != nil {
			require.True(t, gene.Assign(c.Genotype.Body.Inner(), value.Object{{Name: "watts", Value: int64(40)},
				{Name: "room", Value: "hall"}}))
		}
		return c
	}
	var made *action.Call
	kept := map[*api.Operation][][]*action.Call{}
	for _, op := range ops {
		if op.Spec.Name() == "POST /lamps" {
			made = call(op)
		}
	}
	for _, op := range ops {
		kept[op] = [][]*action.Call{{made, call(op)}}
	}
	kept[made.Op] = [][]*action.Call{{made}}
	return New(Source{
		Ops: ops, MaxCalls: 10, Users: users, Blind: true,
		Kept:    func(op *api.Operation) [][]*action.Call { return kept[op] },
		Refused: func(op *api.Operation) [][]*action.Call { return kept[op] },
		New:     func(_ *rand.Rand, op *api.Operation) *action.Call { return call(op) },
	})
}

// told shows the calls of a test in short: "POST lamps, GET lamp by 1".
func told(c *testcase.Case) string {
	var out []string
	for _, a := range c.Actions {
		call := a.(*action.Call)
		text := strings.NewReplacer("/lamps/{lampId}", "lamp", "/lamps", "lamps").Replace(call.Op.Spec.Name())
		if call.User.Index != 0 {
			text += " by " + strconv.Itoa(call.User.Index)
		}
		if call.Genotype.IsInvalid() {
			text += " wrong"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// always is a rate at which there is a test as long as any is left.
const always = maxTries

// TestPatterns: each pattern makes the acts that it is for, with the reads that observe them.
func TestPatterns(t *testing.T) {
	seen := map[string]map[string]bool{}
	ops := api.New(resttest.Read(t, lamps+`
  /lamps.csv: {get: {responses: {"200": {description: all}}}}
  /count: {get: {responses: {"200": {description: how many}}}}
`).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}).Ops
	for seed := range uint64(8) {
		c, r := checksOn(t, ops, 2), rand.New(rand.NewPCG(seed, 4))
		for _, in := range []*ring{&c.untold, &c.plain, &c.further} {
			for i := range in.looks {
				l := &in.looks[i]
				for n := range maxTries {
					kept := c.Kept(l.op)
					s := begin(r, &c.Source, kept[0])
					s.N = n
					if l.pattern.play(s) && s.Fits() {
						require.LessOrEqual(t, len(s.Calls), c.MaxCalls)
						add(seen, l.pattern.name, told(s.Test()))
					}
				}
			}
		}
	}
	for _, tt := range []struct{ pattern, calls string }{
		{"once", "GET lamps, POST lamps, GET lamp, GET lamps, GET lamp/bulbs"},
		{"once", "POST lamps, GET lamp, GET lamps, GET lamp/bulbs, PUT lamp, GET lamp, GET lamps, GET lamp/bulbs"},
		{"again", "POST lamps, GET lamp, PATCH lamp, GET lamp, PUT lamp, GET lamp, PATCH lamp, GET lamp"},
		{"left out", "POST lamps, GET lamp, GET lamps, PUT lamp, GET lamp, GET lamps, PUT lamp, GET lamp, GET lamps"},
		{"emptied", "POST lamps, GET lamp, GET lamps, PATCH lamp, GET lamp, GET lamps, " +
			"PATCH lamp, GET lamp, GET lamps"},
		{"deleted", "POST lamps, POST lamp/bulbs, GET lamp/bulbs, GET lamps, DELETE lamp, GET lamp/bulbs, GET lamps, " +
			"PUT lamp, GET lamp/bulbs, GET lamps"},
		{"refused", "POST lamps, GET lamp, PUT lamp wrong, GET lamp, PUT lamp wrong, GET lamp, " +
			"PUT lamp wrong, GET lamp, PUT lamp wrong, GET lamp"},
		{"reads only", "POST lamps, GET lamp, GET lamps, GET lamp/bulbs, GET lamp"},
		{"counted", "GET /count, POST lamps, GET /count, POST lamp/bulbs, GET /count"},
		{"siblings", "POST lamps, POST lamps, GET lamp, GET lamp, GET lamps, PUT lamp, GET lamp, GET lamp, GET lamps"},
		{"back", "GET lamps, POST lamps, GET lamp, GET lamps, DELETE lamp, GET lamp, GET lamps"},
		{"back", "POST lamps, GET lamp, PATCH lamp, GET lamp, PUT lamp, GET lamp, PATCH lamp, GET lamp"},
		{"after the end", "POST lamps, GET lamp, GET lamps, DELETE lamp, GET lamp, GET lamps, " +
			"POST lamp/bulbs, GET lamp, GET lamps"},
		{"full", "POST lamps, GET lamp, POST lamp/bulbs, GET lamp, POST lamp/bulbs, GET lamp, " +
			"POST lamp/bulbs, GET lamp"},
		{"other", "POST lamps, GET lamp, GET lamp by -1, GET lamps, GET lamps by -1, PATCH lamp by -1, " +
			"POST lamp/bulbs by -1, DELETE lamp by -1, GET lamp"},
		{"estranged", "POST lamps, POST lamp/bulbs, GET lamp, GET lamp by 1, PUT lamp by 1, PATCH lamp by 1, " +
			"GET lamp/bulbs by 1, DELETE lamp by 1, GET lamp"},
		{"other on all routes", "POST lamps, GET lamp by 1, GET lamps by 1, GET lamp/bulbs by 1, " +
			"GET lamp/bulbs by 1, GET lamps.csv by 1, GET /count by 1"},
		{"questions", "POST lamps, POST lamps, POST lamps, PUT lamp, GET lamps, GET lamps, GET lamps, GET lamps, " +
			"GET lamps, GET lamps"},
	} {
		assert.True(t, seen[tt.pattern][tt.calls], "%s: %s of %s", tt.pattern, tt.calls,
			strings.Join(slices.Sorted(maps.Keys(seen[tt.pattern])), "\n"))
	}
}

// TestTheFirstOfTwoElements: an act on the first of two elements names it, and so does the read that observes it.
func TestTheFirstOfTwoElements(t *testing.T) {
	c := checksOf(t, 1)
	patch := c.Ops[4]
	require.Equal(t, "PATCH /lamps/{lampId}", patch.Spec.Name())
	s := begin(rand.New(rand.NewPCG(1, 2)), &c.Source, c.Kept(patch)[0])
	require.True(t, played(siblings)(s))
	assert.Equal(t, "POST lamps, POST lamps, GET lamp, GET lamp, GET lamps, PATCH lamp, GET lamp, GET lamp, GET lamps",
		told(s.Test()))
	named := []int{}
	for _, call := range s.Calls {
		for _, k := range call.Claims() {
			assert.Equal(t, "/lamps", k.From.Collection)
			named = append(named, k.From.Made)
		}
	}
	assert.Equal(t, []int{1, 2, 2, 1, 2}, named, "both are read, and the act is on the first one")
}

func add(seen map[string]map[string]bool, op, calls string) {
	if seen[op] == nil {
		seen[op] = map[string]bool{}
	}
	seen[op][calls] = true
}

// TestFurtherPatternsComeLater: the further patterns begin once each other one had a turn, and take what it no longer
// takes. With a tracer they wait until the search stands still.
func TestFurtherPatternsComeLater(t *testing.T) {
	c, r := checksOf(t, 2), rand.New(rand.NewPCG(1, 4))
	tried := func(l look) bool { return l.tries > 0 }
	for !slices.ContainsFunc(c.further.looks, tried) {
		require.NotNil(t, c.Next(r, 0))
	}
	for _, l := range c.plain.looks {
		assert.Positive(t, l.tries, "%s", l.op.Spec.Name())
	}
	for range 2000 {
		c.Next(r, 0)
	}
	for _, l := range c.further.looks {
		assert.Positive(t, l.tries, "%s", l.op.Spec.Name())
	}
	c.Blind = false
	seeing := New(c.Source)
	for range 2000 {
		seeing.Next(r, 0)
	}
	assert.False(t, slices.ContainsFunc(seeing.further.looks, tried), "others are worth more")
	for range 200 {
		seeing.Next(r, 0.9)
	}
	assert.True(t, slices.ContainsFunc(seeing.further.looks, tried), "the search stands still")
}

// TestTheSameResource: calls that follow a call are about its resource.
func TestTheSameResource(t *testing.T) {
	c := checksOf(t, 0)
	op := c.Ops[2]
	require.Equal(t, "GET /lamps/{lampId}", op.Spec.Name())
	s := begin(rand.New(rand.NewPCG(1, 2)), &c.Source, []*action.Call{c.Kept(c.Ops[3])[0][1]})
	require.True(t, gene.Assign(s.About.Genotype.Params[0].Gene, "l7"))
	got := s.On(op)
	assert.Equal(t, "l7", got.Genotype.Params[0].Gene.Value())
	assert.Equal(t, s.About.User.Index, got.User.Index)
	assert.True(t, got.Follow.Enabled)
}

// TestBodiesLeftOut: every pattern for a call that sends no body makes a test or none.
func TestBodiesLeftOut(t *testing.T) {
	c := checksOf(t, 2)
	for _, op := range c.Ops {
		for _, calls := range c.Kept(op) {
			if body := calls[len(calls)-1].Genotype.Body; body != nil {
				body.On = false
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	made := 0
	for next := c.at(r, always, 0); next != nil; next = c.at(r, always, 0) {
		made++
	}
	assert.Positive(t, made)
}

// TestCallsFitTemplatesThatGrew: calls that were kept before inputs were found are the base of every pattern.
func TestCallsFitTemplatesThatGrew(t *testing.T) {
	a := lampsOf(t)
	c := checksOn(t, a.Ops, 2)
	before := map[*api.Operation]int{}
	for _, op := range a.Ops {
		before[op] = len(op.Template.Params)
		for _, name := range []string{"hue", "order_by", "page_size", "since"} {
			a.Find(op, genotype.Input{In: "query", Name: name})
		}
		require.Len(t, op.Template.Params, before[op]+4)
	}
	r := rand.New(rand.NewPCG(1, 2))
	sent := 0
	for range 3000 {
		test := c.Next(r, 0)
		if test == nil {
			continue
		}
		for _, action := range test.Actions {
			call := asCall(action)
			require.Len(t, call.Genotype.Params, len(call.Op.Template.Params))
			for _, p := range call.Genotype.Params[before[call.Op]:] {
				if !value.IsAbsent(p.Gene.Value()) {
					sent++
				}
			}
		}
	}
	assert.Positive(t, sent, "some of them ask by what was found")
}

func asCall(a testcase.Action) *action.Call { return a.(*action.Call) }

// TestNoChecks: nil makes none, and so do operations that never succeeded.
func TestNoChecks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var none *Checks
	none.Adopt([]string{"ann"}, nil)
	assert.Nil(t, none.Next(r, 0))
	c := checksOf(t, 0)
	c.Kept = func(*api.Operation) [][]*action.Call { return nil }
	c.Refused = c.Kept
	assert.Nil(t, c.Next(r, 0))
	assert.Nil(t, checksOf(t, 0).at(r, 0, 0))
}
