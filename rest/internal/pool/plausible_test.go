package pool

import (
	"math/rand/v2"
	"testing"
	"time"

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

const trips = `
openapi: 3.0.3
info: {title: Trips, version: "1"}
paths:
  /trips:
    get:
      parameters:
        - {name: min_price, in: query, required: true, schema: {type: integer, minimum: 0, maximum: 900}}
        - {name: max_price, in: query, required: true, schema: {type: integer, minimum: 0, maximum: 900}}
      responses: {"200": {description: some}}
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [start, end, stops, legs]
              properties:
                start: {type: string, format: date}
                end: {type: string, format: date}
                stops: {type: array, minItems: 2, maxItems: 3, items: {type: object, required: [id, label], properties: {id: {type: string}, label: {type: string}}}}
                legs: {type: array, minItems: 1, maxItems: 2, items: {type: object, required: [from, to], properties: {from: {type: string}, to: {type: string}}}}
      responses: {"201": {description: made}}
`

// tripsCall is a call of an operation of trips.
func tripsCall(t *testing.T, method string, r *rand.Rand) *action.Call {
	t.Helper()
	ops := api.New(resttest.Read(t, trips).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}).Ops
	for _, op := range ops {
		if op.Spec.Method == method {
			c := action.New(op, 0, 0)
			c.Randomize(r)
			return c
		}
	}
	require.Fail(t, "no such operation")
	return nil
}

// TestEnds: what differs between two names says that they are ends of one span.
func TestEnds(t *testing.T) {
	for _, names := range [][2]string{
		{"from", "to"}, {"startDate", "endDate"}, {"min_price", "max_price"}, {"check_in", "check_out"},
		{"checkInDate", "checkOutDate"},
		{"valid_from", "valid_to"}, {"validFrom", "validUntil"}, {"since", "until"}, {"priceMin", "priceMax"},
		{"notBefore", "notAfter"}, {"checkin", "checkout"},
	} {
		assert.True(t, ends(names[0], names[1]), names)
		assert.False(t, ends(names[1], names[0]), names)
	}
	for _, names := range [][2]string{{"from", "from"}, {"startDate", "endTime"}, {"firstName", "lastName"},
		{"in", "out"}, {"", ""}, {"total", "form"}} {
		assert.False(t, ends(names[0], names[1]), names)
	}
}

// TestSpansAreOrdered: the beginning of a span lies before its end, whatever both were.
func TestSpansAreOrdered(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	get, post := tripsCall(t, "GET", r), tripsCall(t, "POST", r)
	wrong := 0
	for range 200 {
		get.Randomize(r)
		post.Randomize(r)
		if get.Genotype.Value(0).(int64) >= get.Genotype.Value(1).(int64) {
			wrong++
		}
		Order(r, get)
		Order(r, post)
		assert.Less(t, get.Genotype.Value(0), get.Genotype.Value(1))
		body := post.Genotype.Body.Value().(value.Object)
		assert.Less(t, body[0].Value, body[1].Value)
		assert.False(t, Order(r, get), "it is in order")
	}
	assert.Greater(t, wrong, 50)
}

// TestMomentsHoldForYears: the dates of a call lie close together, and never near the
// present.
func TestMomentsHoldForYears(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c, sides := tripsCall(t, "POST", r), map[bool]int{}
	for range 200 {
		c.Randomize(r)
		a := newArrangement(r, c)
		a.moments()
		body := c.Genotype.Body.Value().(value.Object)
		start, _, ok := parse(body[0].Value)
		require.True(t, ok)
		end, _, _ := parse(body[1].Value)
		assert.LessOrEqual(t, start.Sub(end).Abs(), maxApart*24*time.Hour)
		future := start.Year() >= firstFuture
		assert.True(t, future || start.Year() <= firstPast+pastYears)
		sides[future]++
	}
	assert.Greater(t, sides[true], 60)
	assert.Greater(t, sides[false], 60)
}

// TestElementsReferToEachOther: the ends of a leg are mostly ids of different stops, which
// differ.
func TestElementsReferToEachOther(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c, refers := tripsCall(t, "POST", r), 0
	for range 200 {
		c.Randomize(r)
		a := newArrangement(r, c)
		a.refer()
		body := c.Genotype.Body.Value().(value.Object)
		ids := map[any]bool{}
		for _, stop := range body[2].Value.([]any) {
			ids[stop.(value.Object)[0].Value] = true
		}
		assert.Len(t, ids, len(body[2].Value.([]any)))
		leg := body[3].Value.([]any)[0].(value.Object)
		if ids[leg[0].Value] && ids[leg[1].Value] && leg[0].Value != leg[1].Value {
			refers++
		}
	}
	assert.Greater(t, refers, 80)
}

// TestInvalidCallsStay: what is invalid on purpose is not arranged, and what a call cannot
// take it does not get.
func TestInvalidCallsStay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := tripsCall(t, "GET", r)
	require.True(t, gene.Assign(c.Genotype.Params[0].Gene, int64(900)))
	require.True(t, gene.Assign(c.Genotype.Params[1].Gene, int64(0)))
	assert.True(t, Order(r, c), "where limits leave no room on either side they change places")
	assert.Equal(t, []any{int64(0), int64(900)}, []any{c.Genotype.Value(0), c.Genotype.Value(1)})
	require.True(t, gene.Assign(c.Genotype.Params[0].Gene, int64(900)))
	require.True(t, gene.Assign(c.Genotype.Params[1].Gene, int64(100)))
	c.Genotype.MakeInvalid(r)
	assert.False(t, Order(r, c))
	assert.False(t, Arrange(r, c))
	c.Genotype.MakeValid()
	assert.True(t, Order(r, c))
	assert.Equal(t, "from", wordsOf("From")[0])
}
