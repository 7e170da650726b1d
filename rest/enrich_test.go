package rest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// echoes has members that an answer shows, and a member that none shows.
const echoes = `
openapi: 3.0.3
info: {title: Echoes, version: "1"}
paths:
  /echoes:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties: {text: {type: string}, size: {type: integer}, hidden: {type: string}}
      responses: {"201": {description: made}, "400": {description: refused}}
`

func echo(g *glass) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		sent := map[string]any{}
		if json.NewDecoder(r.Body).Decode(&sent) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		g.reach("made", 1)
		delete(sent, "hidden")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(sent)
	}
}

// TestSuccessesSendMembersThatAnswersShow: nothing but the members makes a test of a success notice that one of them is
// lost. What no answer shows is left out.
func TestSuccessesSendMembersThatAnswersShow(t *testing.T) {
	ctx := context.Background()
	g := newGlass(echo, sut.HandlerOptions{})
	doc, err := openapi.Read([]byte(echoes), openapi.Options{})
	require.NoError(t, err)
	_, err = g.Start(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Stop(ctx)) })
	p, err := rest.New(doc, g, g.registry, rest.Options{})
	require.NoError(t, err)
	out, _, err := p.Suite(ctx, searchOn(t, g, p, 300).Archive(), problem.Harvest{})
	require.NoError(t, err)
	var bodies []string
	for _, test := range out.Tests {
		last := test.Steps[len(test.Steps)-1].Call
		if last.Expect.Status == http.StatusCreated && last.Request.Body != nil {
			bodies = append(bodies, last.Request.Body.Text.String())
		}
	}
	assert.Equal(t, []string{`{"text":"text","size":3}`}, bodies)
}
