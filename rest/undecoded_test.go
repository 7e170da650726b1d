package rest

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/value"
)

// barrels has a schema that is mistaken about one part: the service reads an object where it declares a list.
const barrels = `
openapi: 3.0.3
info: {title: Crates, version: "1"}
paths:
  /crates:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [items]
              properties:
                items:
                  type: array
                  minItems: 3
                  items:
                    type: object
                    required: [name]
                    properties:
                      name: {type: string, example: tea}
                      label: {type: array, minItems: 1, items: {type: string, example: up}}
                      seal: {type: string, example: red}
      responses: {"201": {description: made}}
`

// newBarrels answers 500 to a body that it cannot read.
func newBarrels() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("POST /crates", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Items []struct {
				Name, Seal string
				Label      *struct{ Text string }
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			_ = json.NewEncoder(w).Encode(map[string]string{"error": err.Error()})
			return
		}
		w.WriteHeader(http.StatusCreated)
	})
	return m
}

// TestWhatIsNotDecodedIsLeftOut: a part that the service reads as another type is left out of new calls, whatever the
// status that says so. By chance it is in none of the items of one call in eight.
func TestWhatIsNotDecodedIsLeftOut(t *testing.T) {
	const draws = 200
	for seed := range uint64(3) {
		p := searched(t, barrels, Options{}, newBarrels, 300, seed)
		r := rand.New(rand.NewPCG(seed, 2))
		without := 0
		for range draws {
			c := p.sampler.drafts.call(r, p.api.Ops[0])
			c.Genotype.MakeValid()
			if !strings.Contains(string(value.AppendJSON(nil, c.Genotype.Body.Value())), `"label"`) {
				without++
			}
		}
		assert.Greater(t, without, draws/2, "seed %d", seed)
	}
}
