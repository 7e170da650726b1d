package derive

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const trips = `
openapi: 3.0.3
info: {title: Trips, version: "1"}
paths:
  /trips:
    post:
      parameters: [{name: page_size, in: query, schema: {type: integer}}]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [CustomerID, start, end, price]
              properties:
                CustomerID: {type: string}
                start: {type: string}
                end: {type: string}
                price: {type: number}
                paid: {type: boolean}
                stops: {type: array, items: {type: object, required: [name], properties: {name: {type: string}}}}
                guide: {type: object, properties: {name: {type: string}, home: {type: object, properties: {town: {type: string}}}}}
                marks: {type: array, items: {type: object, required: [mark], properties: {mark: {type: string}}}}
      responses: {"201": {description: made}}
`

// trip is a call with known values.
func trip(t *testing.T) *action.Call {
	a := api.New(resttest.Read(t, trips).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	c := action.New(a.Ops[0], 0, 0)
	c.Genotype.Randomize(rand.New(rand.NewPCG(1, 2)))
	body, err := value.ParseExact([]byte(
		`{"CustomerID":"ab","start":"2024-02-03","end":"2024-01-01","price":2.5,"stops":[{"name":"x"},{"name":"yz"}]}`,
	))
	require.NoError(t, err)
	require.True(t, assign(c.Genotype.Body.Inner(), body))
	require.True(t, assign(c.Genotype.Params[0].Gene, int64(3)))
	return c
}

// applyCases are complaints, and what becomes of the call.
var applyCases = []struct {
	name      string
	complaint refusal.Complaint
	want      string // a pattern of the query and the body
}{
	{"required", refusal.Complaint{Field: "guide", Kind: refusal.Required}, `"guide":\{`},
	{"required in what is not there", refusal.Complaint{Field: "guide/home/town", Kind: refusal.Required},
		`"guide":\{.*"home":\{.*"town":"`},
	{"an element's part in an empty list",
		refusal.Complaint{Field: "marks/mark", Kind: refusal.OneOf, Values: []string{"K"}}, `"marks":\[\{"mark":"K"\}`},
	{"unwanted", refusal.Complaint{Field: "stops", Kind: refusal.Unwanted}, `"price":2.5\}$`},
	{"least", refusal.Complaint{Field: "page_size", Kind: refusal.Least, Values: []string{"40"}}, `^40 `},
	{"above", refusal.Complaint{Field: "price", Kind: refusal.Above, Values: []string{"7"}}, `"price":8`},
	{"below", refusal.Complaint{Field: "price", Kind: refusal.Below, Values: []string{"1"}}, `"price":0`},
	{"most is met", refusal.Complaint{Field: "price", Kind: refusal.Most, Values: []string{"7"}}, `"price":2.5`},
	{"the name of the Go field", refusal.Complaint{Field: "customer_id", Kind: refusal.Long, Values: []string{"5"}},
		`"CustomerID":"ab[a-z]{3}"`},
	{"elements of a list", refusal.Complaint{Field: "stops/name", Kind: refusal.Short, Values: []string{"1"}},
		`"stops":\[\{"name":"x"\},\{"name":"y"\}\]`},
	{"elements, not another of the name", refusal.Complaint{Field: "stops/name", Kind: refusal.OneOf,
		Values: []string{"q"}}, `"stops":\[\{"name":"q"\},\{"name":"q"\}\]`},
	{"length of a list", refusal.Complaint{Field: "stops", Kind: refusal.Short, Values: []string{"1"}},
		`"stops":\[\{"name":"x"\}\]`},
	{"longer list", refusal.Complaint{Field: "stops", Kind: refusal.Long, Values: []string{"3"}},
		`"stops":\[(\{[^}]*\},?){3}\]`},
	{"pattern", refusal.Complaint{Field: "CustomerID", Kind: refusal.Pattern, Values: []string{"^[0-9]{4}$"}},
		`"CustomerID":"\d{4}"`},
	{"format", refusal.Complaint{Field: "CustomerID", Kind: refusal.Format, Values: []string{"email"}},
		`"CustomerID":"[a-z]+@example.org"`},
	{"layout", refusal.Complaint{Given: "2024-02-03", Kind: refusal.Format,
		Values: []string{"2006-01-02T15:04:05Z07:00"}}, `"start":"[-0-9]+T[:0-9]+Z"`},
	{"after", refusal.Complaint{Field: "end", Kind: refusal.After, Values: []string{"start"}},
		`"end":"2024-02-0[4-8]"`},
	{"after a moment", refusal.Complaint{Field: "end", Kind: refusal.After, Values: []string{"now"}}, `"end":"2099-`},
	{"before", refusal.Complaint{Field: "start", Kind: refusal.Before, Values: []string{"end"}}, `"start":"2023-12-`},
	{"a least year", refusal.Complaint{Field: "start", Kind: refusal.Least, Values: []string{"2030"}},
		`"start":"2030-02-03"`},
	{"a greatest year", refusal.Complaint{Field: "end", Kind: refusal.Below, Values: []string{"2020"}},
		`"end":"2019-01-01"`},
	{"a year that is met", refusal.Complaint{Field: "end", Kind: refusal.Most, Values: []string{"2099"}},
		`"end":"2024-01-01"`},
	{"equal", refusal.Complaint{Field: "end", Kind: refusal.Equal, Values: []string{"start"}}, `"end":"2024-02-03"`},
	{"type", refusal.Complaint{Field: "CustomerID", Kind: refusal.Type, Values: []string{"integer"}},
		`"CustomerID":"\d"`},
	{"a type that the schema does not have",
		refusal.Complaint{Field: "stops", Kind: refusal.Type, Values: []string{"string"}}, `"price":2.5\}$`},
	{"anything about what is not there", refusal.Complaint{Field: "marks", Kind: refusal.Other},
		`"marks":\[\{"mark":"`},
	{"other", refusal.Complaint{Field: "CustomerID", Kind: refusal.Other}, `"CustomerID":"[a-z]{8}"`},
	{"nothing of that name", refusal.Complaint{Field: "colour", Kind: refusal.Required},
		`^3 \{"CustomerID":"ab","start":"2024-02-03","end":"2024-01-01","price":2.5,"stops":\[\{"name":"x"\},` +
			`\{"name":"yz"\}\]\}$`},
}

func TestApply(t *testing.T) {
	for _, tt := range applyCases {
		t.Run(tt.name, func(t *testing.T) {
			c := trip(t)
			Apply(rand.New(rand.NewPCG(3, 4)), c, []refusal.Complaint{tt.complaint})
			assert.Regexp(t, tt.want,
				fmt.Sprint(c.Genotype.Value(0), " ", string(value.AppendJSON(nil, c.Genotype.WholeBody()))))
		})
	}
}

// refused plays the answers to the repairs of a test until nothing waits.
func refused(t *testing.T, p *Repairs, answer func(n int) (status int, body string)) (made int) {
	r := rand.New(rand.NewPCG(1, 2))
	for c := (&testcase.Case{Actions: []testcase.Action{trip(t)}}); c != nil; c = p.Next(r) {
		status, body := answer(made)
		if status/100 == 2 {
			p.Succeeded(c, 0)
		} else {
			said := refusal.Read([]byte(body))
			p.Refused(c, 0, status, said, false, nil)
		}
		p.End()
		require.Less(t, made, 100)
		made++
	}
	return made - 1
}

// TestWhatHelpsIsKept: a complaint that is gone was met; one that comes again and again
// is given up.
func TestWhatHelpsIsKept(t *testing.T) {
	p := NewRepairs()
	made := refused(t, p, func(n int) (int, string) {
		if n == 0 {
			return 400, "page_size must be at least 50; price is unsupported"
		}
		return 400, "price is unsupported"
	})
	assert.Equal(t, maxTries, made)
	require.Len(t, p.kept[0], 1)
	assert.Equal(t, "page_size", p.kept[0][0].Field)

	fresh := trip(t)
	for range 20 {
		p.Remind(rand.New(rand.NewPCG(1, 2)), fresh)
	}
	assert.Equal(t, int64(50), fresh.Genotype.Value(0))
}

// TestFormsLeaveIDsAlone: a new call meets what an id has to look like, and takes it from an earlier answer all the
// same. A value that was told stays.
func TestFormsLeaveIDsAlone(t *testing.T) {
	const doc = `
openapi: 3.0.3
info: {title: Trips, version: "1"}
paths:
  /trips: {post: {responses: {"201": {description: made}}}}
  /trips/{trip}: {get: {parameters: [{name: trip, in: path, required: true, schema: {type: string}}], responses: {"200": {description: one}}}}
`
	a := api.New(resttest.Read(t, doc).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	for kind, follows := range map[refusal.Kind]bool{refusal.Pattern: true, refusal.OneOf: false} {
		p := NewRepairs()
		p.keep(1, &refusal.Complaint{Field: "trip", Kind: kind, Values: []string{"KKKKKK"}})
		r, reminded := rand.New(rand.NewPCG(5, 6)), 0
		for range 20 {
			c := action.New(a.Ops[1], 0, 0)
			c.Randomize(r)
			c.Follow.Enabled, c.Follow.Own = true, 0
			if p.Remind(r, c); fmt.Sprint(c.Genotype.Value(0)) == "KKKKKK" {
				reminded++
				assert.Equal(t, follows, c.Follow.On(0), "%v", kind)
			}
		}
		assert.Greater(t, reminded, 10)
	}
}

// TestRepairsThatSucceed keep all that they met.
func TestRepairsThatSucceed(t *testing.T) {
	p := NewRepairs()
	made := refused(t, p, func(n int) (int, string) {
		return []int{422, 201}[n],
			`{"errors": {"price": ["must be greater than 9"], "customer_id": ["is too short (minimum is 5 ` +
				`characters)"]}}`
	})
	assert.Equal(t, 1, made)
	assert.Len(t, p.kept[0], 2)
}

// TestRepairsThatDoNotPay: answers that are about users or routes are not repaired, nor
// calls that are invalid on purpose, and a complaint that is never met is given up.
func TestRepairsThatDoNotPay(t *testing.T) {
	for _, status := range []int{401, 403, 404, 405, 406, 429, 302} {
		assert.Zero(t, refused(t, NewRepairs(), func(int) (int, string) {
			return status, "price must be greater than 9"
		}), status)
	}
	assert.Zero(t, refused(t, NewRepairs(), func(int) (int, string) { return 400, "no such thing" }))
	made := refused(t, NewRepairs(), func(int) (int, string) { return 400, "price must be greater than 10" })
	assert.LessOrEqual(t, made, maxTries)

	var nobody *Repairs
	assert.Zero(t, refused(t, nobody, func(int) (int, string) { return 400, "price must be greater than 9" }))
}

// placeless has texts of which one has to be a URL.
const placeless = `
openapi: 3.0.3
info: {title: Cards, version: "1"}
paths:
  /cards/{id}:
    post:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title, owner_email, day, kind, goal]
              properties:
                title: {type: string}
                owner_email: {type: string}
                day: {type: string, example: "2024-02-03"}
                kind: {type: string, enum: [a, b]}
                more: {type: object, properties: {note: {type: string}}}
                goal: {type: string}
      responses: {"201": {description: made}}
`

// TestComplaintsWithoutAPart are about each text in turn that no name and no value says to be of another kind. The one
// that helped is known from then on.
func TestComplaintsWithoutAPart(t *testing.T) {
	a := api.New(resttest.Read(t, placeless).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	card := func() *action.Call {
		c := action.New(a.Ops[0], 0, 0)
		c.Genotype.Randomize(rand.New(rand.NewPCG(1, 2)))
		body, err := value.ParseExact(
			[]byte(`{"title":"ab","owner_email":"cd","day":"2024-02-03","kind":"a","goal":"ef"}`),
		)
		require.NoError(t, err)
		require.True(t, assign(c.Genotype.Body.Inner(), body))
		return c
	}
	for _, text := range []string{"URL is not valid.", "must be a valid URL", `{"error": "Invalid url"}`} {
		p, r := NewRepairs(), rand.New(rand.NewPCG(1, 2))
		tried := 0
		for c := (&testcase.Case{Actions: []testcase.Action{card()}}); c != nil; c = p.Next(r) {
			body, _ := c.Actions[0].(*action.Call).Genotype.WholeBody().(value.Object)
			goal, _ := body.Get("goal")
			if said := refusal.Read([]byte(text)); familyOfText(fmt.Sprint(goal)) == "url" {
				p.Succeeded(c, 0)
			} else {
				p.Refused(c, 0, 400, said, false, nil)
			}
			p.End()
			owner, _ := body.Get("owner_email")
			day, _ := body.Get("day")
			assert.Equal(t, []any{"cd", "2024-02-03"}, []any{owner, day})
			require.Less(t, tried, 10, text)
			tried++
		}
		assert.LessOrEqual(t, tried, 4, text)
		require.Len(t, p.kept[0], 1, text)
		assert.Equal(t, "goal", p.kept[0][0].Field)
		assert.Equal(t, refusal.Format, p.kept[0][0].Kind)
	}
	p, said := NewRepairs(), refusal.Read([]byte("URL is not valid."))
	p.Refused(&testcase.Case{Actions: []testcase.Action{card()}}, 0, 400, said, true, nil)
	assert.Nil(t, p.Next(rand.New(rand.NewPCG(1, 2))), "the operation succeeded before")
}

// BenchmarkRemind has a call meet what it meets already, as most new calls do.
func BenchmarkRemind(b *testing.B) {
	a := api.New(resttest.Read(b, trips).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	r, c, p := rand.New(rand.NewPCG(1, 2)), action.New(a.Ops[0], 0, 0), NewRepairs()
	c.Genotype.Randomize(r)
	for _, field := range []string{"page_size", "guide/home/town", "customer_id", "stops/name"} {
		p.keep(0, &refusal.Complaint{Field: field, Kind: refusal.Required})
	}
	b.ReportAllocs()
	for b.Loop() {
		p.Remind(r, c)
	}
}
