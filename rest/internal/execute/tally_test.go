package execute

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/sut"
)

// TestRefusalOfTheAdmitted: where some calls are let in, what these are told counts, however
// often others are refused.
func TestRefusalOfTheAdmitted(t *testing.T) {
	said := []refused{{status: 401, times: 11, said: "log in"},
		{status: 404, times: 8, said: "no such book", field: "id"}, {status: 400, times: 2, said: "bad id"}}
	for name, c := range map[string]struct {
		statuses    map[int]int
		want, field string
	}{
		"some get in":  {map[int]int{401: 11, 404: 8, 400: 2}, "no such book", "id"},
		"hardly any":   {map[int]int{401: 30, 404: 8, 400: 2}, "log in", ""},
		"it fails":     {map[int]int{401: 11, 500: 8, 400: 2}, "bad id", ""},
		"bad data too": {map[int]int{401: 11, 400: 10}, "log in", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, field := (&Tally{Statuses: c.statuses, refused: said}).Refusal()
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.field, field)
		})
	}
}

// TestRefusalsOfInvalidCallsAreNotQuoted: they are refused for what is invalid on purpose.
func TestRefusalsOfInvalidCallsAreNotQuoted(t *testing.T) {
	b := newBench(t, Options{})
	says := func(text string) *sut.Response {
		resp := status(400)
		resp.Body = []byte(`{"error": "` + text + `"}`)
		return resp
	}
	c := b.test(auth.Anonymous, "POST /pens")
	b.run(Purpose{}, c, says("no ink is left"))
	c.Actions[0].(*action.Call).Genotype.Invalid = &genotype.Invalid{Param: genotype.InBody}
	for range 3 {
		b.run(Purpose{}, c, says("the body is no object"))
	}
	said, _ := b.Tally[b.api.Named("POST /pens").Index].Refusal()
	assert.Equal(t, "no ink is left", said)
}

// TestRefusalOfTheLastCheck: where calls get past the check that refuses most, the one behind it counts.
func TestRefusalOfTheLastCheck(t *testing.T) {
	for name, c := range map[string]struct {
		times, status int
		want          string
	}{
		"some get past it":     {5, 400, "second: is no code"},
		"hardly any":           {4, 400, "first: is no account"},
		"with another status":  {5, 409, "first: is no account"},
		"more than are caught": {90, 400, "second: is no code"},
	} {
		t.Run(name, func(t *testing.T) {
			tally := &Tally{Statuses: map[int]int{400: 90, 409: 5}, refused: []refused{
				{status: 400, times: 3, said: "no body"}, {status: 400, times: 50, said: "first: is no account"},
				{status: c.status, times: c.times, said: "second: is no code"},
			}}
			got, _ := tally.Refusal()
			assert.Equal(t, c.want, got)
		})
	}
}

// TestRefusalsWithoutAStatement: a body that complains of nothing is told as it is, and the text of a page without
// tags.
func TestRefusalsWithoutAStatement(t *testing.T) {
	for body, want := range map[string]string{
		`{"code": 17}`:                           `{"code": 17}`,
		"{}":                                     "",
		"":                                       "",
		"[" + strings.Repeat("17, ", 400) + "1]": "",
		"<!DOCTYPE html><html><head><title>403</title></head>\n<body><h1>Not from\nhere</h1></body>": "Not from here",
		"a < b": "a < b",
	} {
		tally := Tally{Operation: &openapi.Operation{}, Statuses: map[int]int{}}
		tally.refuse(400, refusal.Read([]byte(body)), []byte(body))
		said, _ := tally.Refusal()
		assert.Equal(t, want, said, body)
	}
}

// TestDemanded: a refusal that asks for an input which the schema does not declare is told apart from the others.
func TestDemanded(t *testing.T) {
	op := &openapi.Operation{Parameters: []*openapi.Parameter{
		{Name: "X-Trace", In: openapi.InHeader}, {Name: "page", In: openapi.InQuery},
	}}
	for said, want := range map[string]string{
		"missing X-Tenant header":                          "header X-Tenant",
		"header X-Tenant is required":                      "header X-Tenant",
		"Required request header 'tenant' is not present":  "header tenant",
		"Request header: Idempotency-Key missing":          "header Idempotency-Key",
		"X-Org-ID must be given":                           "header X-Org-ID",
		"query parameter 'region' is required":             "query parameter region",
		"missing query parameter: region":                  "query parameter region",
		"query param region must not be empty":             "query parameter region",
		"\"region\" is required in the query":              "query parameter region",
		"query region field required":                      "query parameter region",
		"header x-trace is required":                       "",
		"query parameter page is required":                 "",
		"the Content-Type header is missing":               "",
		"missing X-API-Key header":                         "",
		"a required header is missing":                     "",
		"the query parameter is missing":                   "",
		"the query is too long":                            "",
		"name is required":                                 "",
		"the e-mail is required, see the headers for more": "",
	} {
		assert.Equal(t, want, demanded(said, op), said)
	}
}
