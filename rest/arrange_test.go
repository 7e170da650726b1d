package rest

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"
)

// stays has bookings whose rules are in no schema, and graphs whose edges join nodes of
// the same body. No refusal says why.
const stays = `
openapi: 3.0.3
info: {title: Stays, version: "1"}
paths:
  /bookings:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [check_in, check_out, min_rooms, max_rooms, arrival]
              properties:
                check_in: {type: string, format: date}
                check_out: {type: string, format: date}
                min_rooms: {type: integer}
                max_rooms: {type: integer}
                arrival: {type: object, required: [earliest, latest], properties: {earliest: {type: string}, latest: {type: string}}}
      responses: {"201": {description: made}, "422": {description: refused}}
  /graphs:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [nodes, edges]
              properties:
                nodes: {type: array, items: {type: object, required: [id], properties: {id: {type: string, minLength: 1}, label: {type: string}}}}
                edges: {type: array, items: {type: object, required: [from, to], properties: {from: {type: string}, to: {type: string}, weight: {type: number}}}}
      responses: {"201": {description: made}, "422": {description: refused}}
`

// newStays takes stays of at most three weeks in some years, with a latest arrival after
// the earliest and more than the least rooms, and graphs with edges that lead from one
// node to another.
func newStays() http.Handler {
	refused := func(w http.ResponseWriter, ok bool) {
		if ok {
			w.WriteHeader(http.StatusCreated)
		} else {
			w.WriteHeader(http.StatusUnprocessableEntity)
		}
	}
	m := http.NewServeMux()
	m.HandleFunc("POST /bookings", func(w http.ResponseWriter, r *http.Request) {
		var b struct {
			In      string `json:"check_in"`
			Out     string `json:"check_out"`
			Min     int    `json:"min_rooms"`
			Max     int    `json:"max_rooms"`
			Arrival struct{ Earliest, Latest string }
		}
		_ = json.NewDecoder(r.Body).Decode(&b)
		in, err := time.Parse(time.DateOnly, b.In)
		out, other := time.Parse(time.DateOnly, b.Out)
		days := out.Sub(in).Hours() / 24
		stay := err == nil && other == nil && in.Year() > 2040 && days >= 1 && days <= 21
		refused(w, stay && b.Min < b.Max && before(b.Arrival.Earliest, b.Arrival.Latest))
	})
	m.HandleFunc("POST /graphs", func(w http.ResponseWriter, r *http.Request) {
		var g struct {
			Nodes []struct{ ID string }
			Edges []struct{ From, To string }
		}
		if json.NewDecoder(r.Body).Decode(&g) != nil || len(g.Nodes) < 2 || len(g.Edges) < 2 {
			refused(w, false)
			return
		}
		known := map[string]bool{}
		for _, n := range g.Nodes {
			if known[n.ID] {
				refused(w, false)
				return
			}
			known[n.ID] = true
		}
		for _, e := range g.Edges {
			if !known[e.From] || !known[e.To] || e.From == e.To {
				refused(w, false)
				return
			}
		}
		refused(w, true)
	})
	return m
}

// before reports whether two texts are days, the first one before the second one.
func before(earliest, latest string) bool {
	a, err := time.Parse(time.DateOnly, earliest)
	b, other := time.Parse(time.DateOnly, latest)
	return err == nil && other == nil && a.Before(b)
}

// TestValuesFitTogether: ends of a span lie in order and near each other, and elements of
// a body refer to each other.
func TestValuesFitTogether(t *testing.T) {
	seldom{stays, newStays, 2500, []string{"POST /bookings", "POST /graphs"}}.holds(t)
}
