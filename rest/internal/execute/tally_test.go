package execute

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
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
