package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
)

// locked has a document that is looked at only with a key and a lock that another
// operation answers.
const locked = `
openapi: 3.0.3
info: {title: Locked, version: "1"}
paths:
  /keys:
    get: {responses: {"200": {description: keys}}}
  /boxes:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [key, lock, a, b, c, d, e]
              properties:
                key: {type: string}
                lock: {type: string}
                a: {type: integer}
                b: {type: string}
                c: {type: boolean}
                d: {type: array, items: {type: string}}
                e: {type: object, required: [f], properties: {f: {type: number}}}
      responses: {"201": {description: made}, "400": {description: refused}}
`

// wrongs are the parts of a box. Each has a status of its own for being wrong, from 460 on.
var wrongs = []string{"a", "b", "c", "d", "e"}

func newLocked() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string][]string{"keys": {"K-20931"}, "locks": {"L-77104", "L-55518"}})
	})
	m.HandleFunc("POST /boxes", func(w http.ResponseWriter, r *http.Request) {
		var box map[string]any
		if json.NewDecoder(r.Body).Decode(&box) != nil || box["key"] != "K-20931" ||
			box["lock"] != "L-77104" && box["lock"] != "L-55518" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		for i, name := range wrongs {
			ok := false
			switch v := box[name].(type) {
			case float64:
				ok = name == "a"
			case string:
				ok = name == "b"
			case bool:
				ok = name == "c"
			case []any:
				ok = name == "d"
			case map[string]any:
				ok = name == "e" && v["f"] != nil
			}
			if !ok {
				w.WriteHeader(460 + i)
				return
			}
		}
		w.WriteHeader(http.StatusCreated)
	})
	return m
}

// TestOneThingIsWrong: each part of what was accepted is broken on its own, which chance
// rarely does.
func TestOneThingIsWrong(t *testing.T) {
	for seed := range uint64(5) {
		p := searched(t, locked, Options{}, newLocked, 2500, seed)
		for i := range p.executor.Tally {
			if tally := &p.executor.Tally[i]; tally.Operation.Name() == "POST /boxes" {
				for n, name := range wrongs {
					assert.NotZero(t, tally.Statuses[460+n],
						fmt.Sprint("seed ", seed, ": ", name, " was never wrong alone"))
				}
			}
		}
	}
}

// formed filters by a day, and has no use for a day that comes as several.
const formed = `
openapi: 3.0.3
info: {title: Formed, version: "1"}
paths:
  /weather:
    get:
      parameters: [{name: day, in: query, schema: {type: string}}, {name: town, in: query, schema: {type: array, items: {type: string}}}]
      responses: {"200": {description: weather}}
`

func newFormed() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		switch {
		case len(q["day"]) > 1:
			w.WriteHeader(460)
		case q.Has("day[toString]"):
			w.WriteHeader(461)
		}
	})
}

// TestOneValueInTheFormOfSeveral: a parameter that has one value comes twice and as an object.
func TestOneValueInTheFormOfSeveral(t *testing.T) {
	for seed := range uint64(3) {
		p := searchedUntil(t, formed, Options{}, newFormed, 1000, seed, func(p *Problem) bool {
			return p.executor.Tally[0].Statuses[460] > 0 && p.executor.Tally[0].Statuses[461] > 0
		})
		assert.NotZero(t, p.executor.Tally[0].Statuses[460], "twice, seed %d", seed)
		assert.NotZero(t, p.executor.Tally[0].Statuses[461], "as an object, seed %d", seed)
	}
}
