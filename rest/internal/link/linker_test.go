package link

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
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// order makes a valid call of an operation with all references followed.
func order(a *api.API, name, body string) *action.Call {
	c := action.New(a.Named(name), 0, 0)
	c.Randomize(rand.New(rand.NewPCG(1, 2)))
	c.Follow.Enabled, c.Follow.Own = true, 0
	if body != "" {
		value, _ := value.ParseJSON([]byte(body))
		gene.Assign(c.Genotype.Body.Contents[0], value)
		c.Genotype.Body.On = true
	}
	return c
}

func TestBodiesReferToEarlierAnswers(t *testing.T) {
	a, m := api.New(resttest.Read(t, resttest.Shop).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{}), &Answers{}
	made := func(step int, name string, resp *sut.Response) { m.Learn(step, a.Named(name), resp) }
	made(0, "POST /v1/customers", answer(201, "", `{"id": "c-1"}`))
	made(1, "POST /v1/customers", answer(201, "/v1/customers/c-2", ""))
	made(2, "POST /v1/categories", answer(201, "", `{"id": 7}`))
	made(3, "POST /v1/categories", answer(201, "", `{"data": {"id": 8}}`))
	c := order(
		a, "POST /v1/orders", `{"orderId": "o", "billingCustomerId": "x", "customerUuid": "y", "lines": `+
			`[{"categoryId": 1}, {"categoryId": 2}]}`,
	)
	var e message.Request
	send := func() string {
		c.Genotype.Encode(c.Op.Spec, &e)
		m.Resolve(c, &e, nil)
		return string(e.Body)
	}
	assert.JSONEq(t, `{"orderId": "o", "billingCustomerId": "c-2", "customerUuid": "c-1", "lines": [{"categoryId": `+
		`8}, {"categoryId": 7}]}`, send())

	c.Keep(action.Taker{Name: "billingCustomerId", Param: genotype.InBody})
	assert.Contains(t, send(), `"billingCustomerId":"x"`, "a value that was given on purpose stays")
	back := action.Follow{Chained: true, Params: c.Op.Following}
	assert.True(t, back.Assign(c.Follow.Value()))
	assert.Equal(t, c.Follow.Own, back.Own)

	c.Genotype.Invalid = &genotype.Invalid{Param: genotype.InBody,
		At: []genotype.Step{{Name: "customerUuid"}}, Value: "bad"}
	assert.Contains(t, send(), `"customerUuid":"bad"`, "so does what is wrong on purpose")
	c.Genotype.Invalid = &genotype.Invalid{Param: genotype.InBody, Whole: genotype.BodyMalformed}
	assert.NotContains(t, send(), "c-2")
	c.Genotype.Invalid, c.Follow.Enabled = nil, false
	assert.Contains(t, send(), `"categoryId":1`)
}

// TestInvalidPathsStayInvalid: an id of an earlier answer does not replace what is wrong on purpose.
func TestInvalidPathsStayInvalid(t *testing.T) {
	a, m := api.New(resttest.Read(t, resttest.Shop).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{}), &Answers{}
	m.Learn(0, a.Named("POST /v1/categories"), answer(201, "", `{"id": 7}`))
	put := order(a, "PUT /v1/categories/{id}", "")
	sent := func() string {
		var e message.Request
		put.Genotype.Encode(put.Op.Spec, &e)
		m.Resolve(put, &e, nil)
		return string(e.Target(nil, ""))
	}
	assert.Equal(t, "/v1/categories/7", sent())
	put.Genotype.Invalid = &genotype.Invalid{Param: 0, Value: "seven"}
	assert.Equal(t, "/v1/categories/seven", sent())
	put.Genotype.Invalid = &genotype.Invalid{Param: 1, Value: "x"}
	assert.Equal(t, "/v1/categories/7", sent(), "another parameter is wrong")
}

func TestNumbersOnlyReferToNumbers(t *testing.T) {
	a, m := api.New(resttest.Read(t, resttest.Shop).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{}), &Answers{}
	m.Learn(0, a.Named("POST /v1/categories"), answer(201, "", `{"id": "seven"}`))
	c := order(a, "POST /v1/categories", `{"title": "t", "parentId": 3}`)
	var e message.Request
	c.Genotype.Encode(c.Op.Spec, &e)
	assert.Empty(t, m.Resolve(c, &e, nil))
	assert.JSONEq(t, `{"title": "t", "parentId": 3}`, string(e.Body))

	m.Learn(1, a.Named("POST /v1/categories"), answer(201, "/v1/categories/12", ""))
	uses := m.Resolve(c, &e, nil)
	require.Len(t, uses, 1)
	assert.True(t, uses[0].Bare)
	assert.JSONEq(t, `{"title": "t", "parentId": 12}`, string(e.Body))
}

// TestAnyNumberMayBeAnID: a member that is declared as a number, and not as an integer, refers to
// what an earlier answer made.
func TestAnyNumberMayBeAnID(t *testing.T) {
	const schema = `{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {
		"/desks": {"post": {"responses": {"201": {"description": "made"}}}},
		"/seats": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties":
			{"deskId": {"type": "number"}, "fee": {"type": "number", "multipleOf": 0.01}}}}}}, "responses": {"201": {"description": "made"}}}}}}`
	a, m := api.New(resttest.Read(t, schema).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}),
		&Answers{}
	c := order(a, "POST /seats", `{"deskId": 2.25, "fee": 0.5}`)
	var e message.Request
	c.Genotype.Encode(c.Op.Spec, &e)
	m.Learn(0, a.Named("POST /desks"), answer(201, "", `{"id": 41}`))
	uses := m.Resolve(c, &e, nil)
	require.Len(t, uses, 1)
	assert.True(t, uses[0].Bare)
	assert.JSONEq(t, `{"deskId": 41, "fee": 0.5}`, string(e.Body))
}

func TestParametersReferToEarlierAnswers(t *testing.T) {
	a, m := api.New(resttest.Read(t, resttest.Shop).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{}), &Answers{}
	tagged := answer(201, "", `{"id": 7}`)
	tagged.Header.Set("Etag", `"v1"`)
	m.Learn(0, a.Named("POST /v1/categories"), tagged)
	m.Learn(1, a.Named("POST /v1/customers"), answer(201, "", `{"id": "c-1"}`))
	m.Learn(2, a.Named("GET /v1/orders"), answer(200, "", `{"nextCursor": "n", "items": []}`))

	put := order(a, "PUT /v1/categories/{id}", "")
	put.Genotype.Params[1].Gene.(*gene.Optional).Set(true)
	var e message.Request
	put.Genotype.Encode(put.Op.Spec, &e)
	m.Resolve(put, &e, nil)
	assert.Equal(t, "/v1/categories/7", string(e.Target(nil, "")))
	assert.Equal(t, `"v1"`, e.Headers[0].Value)

	list := order(a, "GET /v1/orders", "")
	for i := range list.Genotype.Params {
		list.Genotype.Params[i].Gene.(*gene.Optional).Set(true)
	}
	list.Genotype.Encode(list.Op.Spec, &e)
	m.Resolve(list, &e, nil)
	assert.Equal(t, "n", e.Query[0].Value)
	assert.Equal(t, "c-1", e.Query[1].Value)
	assert.NotEqual(t, "n", e.Query[2].Value)
}
