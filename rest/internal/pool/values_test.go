package pool

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
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

const boats = `
openapi: 3.0.3
info: {title: Boats, version: "1"}
paths:
  /boats:
    post:
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Boat"}}}}
      responses: {"201": {description: made}}
    get:
      parameters: [{name: sail_number, in: query, schema: {type: string}}]
      responses: {"200": {description: some}}
  /boats/{boatId}:
    parameters: [{name: boatId, in: path, required: true, schema: {type: string}}]
    put:
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Boat"}}}}
      responses: {"204": {description: changed}}
  /weather:
    get: {responses: {"200": {description: some}}}
components:
  schemas:
    Boat:
      type: object
      properties:
        id: {type: string}
        sailNumber: {type: string}
        length: {type: integer, minimum: 2, maximum: 90}
        ports: {type: array, items: {type: string}}
`

// boatsAPI returns the operations of boats, a library of them, and what it takes for
// successes.
func boatsAPI(t *testing.T) (ops []*api.Operation, l *Values, kept map[*api.Operation][][]*action.Call) {
	t.Helper()
	ops = api.New(resttest.Read(t, boats).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}).Ops
	kept = map[*api.Operation][][]*action.Call{}
	return ops, newValues(ops, func(op *api.Operation) [][]*action.Call { return kept[op] }), kept
}

func named(ops []*api.Operation, name string) *api.Operation {
	for _, op := range ops {
		if op.Spec.Name() == name {
			return op
		}
	}
	return nil
}

// call is a call with a body, or without one.
func call(t *testing.T, op *api.Operation, body value.Object) *action.Call {
	t.Helper()
	c := action.New(op, 0, 0)
	c.Randomize(rand.New(rand.NewPCG(1, 2)))
	if body != nil {
		require.True(t, gene.Assign(c.Genotype.Body.Inner(), body))
	}
	return c
}

// TestAcceptedCallsAreLent: what one operation accepted is lent to others, as a whole to
// those with the same schema and by name to inputs elsewhere, and with where it is from.
func TestAcceptedCallsAreLent(t *testing.T) {
	ops, l, kept := boatsAPI(t)
	post, get, put := named(ops, "POST /boats"), named(ops, "GET /boats"), named(ops, "PUT /boats/{boatId}")
	body := value.Object{{Name: "sailNumber", Value: "GER 4711"}, {Name: "length", Value: int64(17)},
		{Name: "ports", Value: []any{"Kiel"}}}
	made := call(t, post, body)
	l.Succeeded(made)
	kept[post] = [][]*action.Call{{made}}
	assert.Equal(t, []Value{{"GER 4711", post, false}}, l.Named("sail_number"))

	r := rand.New(rand.NewPCG(3, 4))
	whole, query, echoed, own := 0, 0, 0, 0
	for range 1000 {
		c := call(t, put, value.Object{})
		l.Lend(r, c)
		if now, ok := c.Genotype.Body.Value().(value.Object); ok {
			number, _ := now.Get("sailNumber")
			ports, _ := now.Get("ports")
			if number == "GER 4711" && fmt.Sprint(ports) == "[Kiel]" {
				whole++
			}
		}
		for _, k := range c.Claims() {
			if k.From.Name == "boatId" && k.At == "/id" {
				echoed++
			}
		}
		c = call(t, get, nil)
		l.Lend(r, c)
		if c.Genotype.Value(0) == "GER 4711" {
			query++
		}
		c = call(t, post, value.Object{})
		l.Lend(r, c)
		own += len(c.Claims())
	}
	assert.InDelta(t, 500, whole, 100)
	assert.Greater(t, query, 500)
	assert.InDelta(t, 450, echoed, 100)
	assert.Zero(t, own, "there is nothing in the path")
}

// TestAnswersAreLent: members are known by their names, and the elements of a list by
// the name of what the operation lists.
func TestAnswersAreLent(t *testing.T) {
	ops, l, _ := boatsAPI(t)
	get := named(ops, "GET /boats")
	answer := func(body string) { l.Answered(get, &sut.Response{Status: 200, Body: []byte(body)}) }
	answer(`["Alba", "Bora"]`)
	answer(`{"data": [{"sailNumbers": ["F 7"], "length": 3, "fast": true, "none": null}]}`)
	answer(`no JSON`)
	texts := func(name string) (out []any) {
		for _, v := range l.Named(name) {
			assert.True(t, v.Answered)
			assert.Same(t, get, v.From)
			out = append(out, v.Plain)
		}
		return out
	}
	assert.Equal(t, []any{"Alba", "Bora"}, texts("boat"))
	assert.Equal(t, []any{"F 7"}, texts("sail-number"))
	assert.Equal(t, []any{int64(3)}, texts("length"))
	assert.Empty(t, texts("fast"))
	assert.Empty(t, texts("none"))
}

// TestALibraryIsBounded: a name has the first values and the latest ones, there are so
// many names, and late successes are looked at seldom.
func TestALibraryIsBounded(t *testing.T) {
	ops, l, _ := boatsAPI(t)
	for i := range 100 {
		l.add("length", Value{int64(i), ops[0], false})
	}
	var all []any
	for _, v := range l.Named("length") {
		all = append(all, v.Plain)
	}
	assert.Len(t, all, maxValues)
	assert.Equal(t, []any{int64(0), int64(1), int64(2), int64(3), int64(4), int64(5)}, all[:lasting])
	assert.Contains(t, all, any(int64(99)))
	for i := range 2 * maxNames {
		l.add(fmt.Sprint("name", i), Value{int64(1), ops[0], false})
	}
	assert.Len(t, l.shelves, maxNames)
	looked := 0
	for range 1 << 12 {
		if due(l.calls, ops[0]) {
			looked++
		}
	}
	assert.Equal(t, always+7, looked, "each of the first, and 64, 128, and so on")
	var none *Values
	none.Succeeded(nil)
	none.Answered(nil, nil)
	assert.False(t, none.Lend(nil, nil))
	assert.Empty(t, none.Named("length"))
}

// TestRelatedValues: an input is made equal to another one of its kind, or like it.
func TestRelatedValues(t *testing.T) {
	r, seen := rand.New(rand.NewPCG(1, 2)), map[any]bool{}
	for range 500 {
		for _, from := range []any{int64(7), 1.5, "abcd", "2024-02-29"} {
			v, ok := near(r, from, from)
			require.True(t, ok)
			seen[v] = true
		}
		_, ok := near(r, "abcd", int64(7))
		require.False(t, ok)
	}
	for _, want := range []any{int64(6), int64(7), int64(8), 0.5, 1.5, 2.5, "abcd", "ab", "abcda", "abce", "dcba",
		"2024-02-29", "2024-03-01", "2024-02-24"} {
		assert.True(t, seen[want], want)
	}
	ops, _, _ := boatsAPI(t)
	c := call(t, named(ops, "POST /boats"), value.Object{{Name: "id", Value: "x1"}, {Name: "sailNumber", Value: "y2"}})
	assert.True(t, Relate(r, c))
	assert.False(t, Relate(r, call(t, named(ops, "GET /weather"), nil)))
}
