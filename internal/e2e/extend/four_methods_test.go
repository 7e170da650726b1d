package extend_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
)

// badge is a gene with the four methods that every gene needs, and no other.
type badge struct{ number int }

func (b *badge) Clone() gene.Gene               { return &badge{b.number} }
func (b *badge) Randomize(r *rand.Rand)         { b.number = r.IntN(1_000_000) }
func (b *badge) Mutate(r *rand.Rand, _ float64) { b.number = (b.number + 1 + r.IntN(999)) % 1_000_000 }
func (b *badge) Value() any                     { return fmt.Sprintf("%06d-%d", b.number, b.number%7) }

const badgeSchema = `
openapi: 3.0.3
info: {title: Badges, version: "1"}
paths:
  /doors:
    get:
      parameters: [{name: badge, in: query, schema: {type: string, format: badge}}]
      responses: {"204": {description: open}, "403": {description: shut}}
  /doors/{badge}:
    get:
      parameters: [{name: badge, in: path, required: true, schema: {type: string, format: badge}}]
      responses: {"204": {description: open}, "403": {description: shut}}
  /teams:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [lead, members]
              properties:
                lead: {type: string, format: badge}
                members: {type: array, minItems: 1, items: {type: string, format: badge}}
      responses: {"204": {description: open}, "403": {description: shut}}
`

func badgeHandler() http.Handler {
	answer := func(w http.ResponseWriter, badges ...string) {
		for _, b := range badges {
			var number, rest int
			if _, err := fmt.Sscanf(b, "%06d-%d", &number, &rest); err != nil || number%7 != rest {
				w.WriteHeader(http.StatusForbidden)
				return
			}
		}
		w.WriteHeader(http.StatusNoContent)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /doors", func(w http.ResponseWriter, r *http.Request) { answer(w, r.FormValue("badge")) })
	mux.HandleFunc("GET /doors/{badge}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, r.PathValue("badge"))
	})
	mux.HandleFunc("POST /teams", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Lead    string
			Members []string
		}
		if json.NewDecoder(r.Body).Decode(&in) != nil {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		answer(w, append(in.Members, in.Lead)...)
	})
	return mux
}

// TestGenesOfFourMethods: four methods are enough for a gene. Its values come through to the process that makes the
// suite and to those that try it, wherever the gene stands.
func TestGenesOfFourMethods(t *testing.T) {
	c := evoke.Config{Schema: badgeSchema, Handler: badgeHandler, Budget: evoke.Budget{Calls: 200}}
	c.WhiteBox.Cover = []string{"none"}
	newBadge := func(*openapi.Schema) gene.Gene { return &badge{} }
	c.REST.Formats = map[string]func(*openapi.Schema) gene.Gene{"badge": newBadge}
	r, err := evoke.Run(t.Context(), c)
	require.NoError(t, err)
	assert.NotContains(t, strings.Join(r.Report.Warnings, "\n"), "fresh process")
	shown := map[string]bool{}
	for i := range r.Suite.Tests {
		for _, step := range r.Suite.Tests[i].Steps {
			shown[step.Operation] = shown[step.Operation] || step.Call.Expect.Status == http.StatusNoContent
		}
	}
	assert.Equal(t, map[string]bool{"GET /doors": true, "GET /doors/{badge}": true, "POST /teams": true}, shown)
}
