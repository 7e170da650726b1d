package facet

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// TestNamesOthers: a refusal of what another user made is told apart from one of what nobody has.
func TestNamesOthers(t *testing.T) {
	path := func(in string) []link.Use {
		return []link.Use{{In: in, Text: []link.Piece{{Literal: "a-"}, {Origin: &link.Origin{Step: 0}}}}}
	}
	made := func(user string, status int) []*oracle.Exchange {
		return []*oracle.Exchange{{User: user, Response: &sut.Response{Status: status}}}
	}
	for name, c := range map[string]struct {
		user   string
		uses   []link.Use
		before []*oracle.Exchange
		want   bool
	}{
		"made by another": {"bob", path(openapi.InPath), made("ann", 201), true},
		"made by itself":  {"ann", path(openapi.InPath), made("ann", 201), false},
		"made by nobody":  {"bob", path(openapi.InPath), made("", 201), false},
		"not made":        {"bob", path(openapi.InPath), made("ann", 409), false},
		"of nobody":       {"", path(openapi.InPath), made("ann", 201), false},
		"in the query":    {"bob", path(openapi.InQuery), made("ann", 201), false},
		"names nothing":   {"bob", nil, made("ann", 201), false},
	} {
		s := &execute.Step{
			Exchange: &link.Exchange{Uses: c.uses}, About: &oracle.Exchange{User: c.user, Before: c.before},
		}
		assert.Equal(t, c.want, namesOthers(s), name)
	}
}

const pens = `
openapi: 3.0.3
info: {title: Pens, version: "1"}
paths:
  /pens:
    post:
      responses:
        "201":
          description: made
          content: {application/json: {schema: {type: object}}, text/plain: {schema: {type: string}}}
        "4XX": {description: refused}
        default: {description: else}
`

// status returns an answer with a status and headers, given as names and values in turns.
func status(code int, headers ...string) *sut.Response {
	r := &sut.Response{Status: code, Header: http.Header{}}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// TestScoresOfAnswers is the whole table of what an answer is worth.
func TestScoresOfAnswers(t *testing.T) {
	const post = "POST /pens "
	for name, tt := range map[string]struct {
		answer   *sut.Response
		classes  [3]float64
		status   string
		response string
	}{
		"made": {status(201), [3]float64{1, 0.1, 0.5}, "201", "201"},
		"made, in JSON": {status(201, "Content-Type", "application/json; charset=utf-8"), [3]float64{1, 0.1, 0.5},
			"201", "201 application/json"},
		"made, as text":  {status(201, "Content-Type", "text/plain"), [3]float64{1, 0.1, 0.5}, "201", "201 text/plain"},
		"made, as other": {status(201, "Content-Type", "image/png"), [3]float64{1, 0.1, 0.5}, "201", "201"},
		"moved":          {status(302), [3]float64{0.3, 0.1, 0.1}, "302", "default"},
		"multiple":       {status(300), [3]float64{0.3, 0.1, 0.1}, "300", "default"},
		"last success":   {status(299), [3]float64{1, 0.1, 0.5}, "299", "default"},
		"refused":        {status(400), [3]float64{0.13, 1, 0.1}, "400", "4XX"},
		"last refusal":   {status(499), [3]float64{0.15, 1, 0.1}, "499", "4XX"},
		"unknown":        {status(401), [3]float64{0.05, 1, 0.05}, "401", "4XX"},
		"forbidden":      {status(403), [3]float64{0.07, 1, 0.07}, "403", "4XX"},
		"error":          {status(500), [3]float64{0.5, 0.5, 1}, "500", "default"},
		"panic": {&sut.Response{Outcome: sut.Panicked, Panic: &sut.Panic{}},
			[3]float64{0.5, 0.5, 1}, "500", ""},
		"no answer": {&sut.Response{Outcome: sut.TimedOut}, [3]float64{}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var registry fitness.Registry
			var board fitness.Board
			a := api.New(resttest.Read(t, pens).Operations, genotype.NewBuilder(genotype.Options{}), &registry)
			Statuses{}.Score(&execute.Step{
				Exchange: &link.Exchange{Call: action.New(a.Ops[0], 1, 0), Answer: tt.answer},
				About:    &oracle.Exchange{}, Reader: &refusal.Reader{},
			}, &board)
			got := map[string]float64{}
			for _, s := range board.Take() {
				target := registry.Target(s.ID)
				got[fmt.Sprintf("%d %s %s", s.Action, target.Kind, target.Name)] = float64(s.Value)
			}
			want := map[string]float64{}
			for i, class := range []string{"2xx", "4xx", "5xx"} {
				if tt.classes[i] > 0 {
					want["0 class "+post+class] = tt.classes[i]
				}
			}
			if tt.status != "" {
				want["0 status "+post+tt.status] = 1
			}
			if tt.response != "" {
				want["0 response "+post+tt.response] = 1
			}
			require.Len(t, got, len(want), "%v", got)
			for target, value := range want {
				assert.InDelta(t, value, got[target], 1e-6, target)
			}
		})
	}
}
