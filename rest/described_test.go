package rest

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
)

// notices name their kinds and the notation of their dates in words only.
const notices = `
openapi: 3.0.3
info: {title: Notices, version: "1"}
paths:
  /notices:
    post:
      parameters: [{name: channel, in: query, required: true, description: "One of: tower-7, tower-9 or lamp-2", schema: {type: string}}]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [kind, code, day]
              properties:
                kind: {type: string, description: "QRX - wait|QSL - received|QTH - place"}
                code: {type: integer, description: "0410 and up are ours. Valid values: 7301, 7302, 9155"}
                day: {type: string, description: "The day (format YYMMDD)"}
      responses: {"201": {description: made}, "422": {description: refused}}
`

func newNotices() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("POST /notices", func(w http.ResponseWriter, r *http.Request) {
		var n struct {
			Kind, Day string
			Code      int
		}
		ok := json.NewDecoder(r.Body).Decode(&n) == nil && slices.Contains([]string{"QRX", "QSL", "QTH"}, n.Kind) &&
			slices.Contains([]int{7301, 7302, 9155}, n.Code)
		if !ok || len(n.Day) != 6 || n.Day[2:4] > "12" ||
			!slices.Contains([]string{"tower-7", "tower-9", "lamp-2"}, r.FormValue("channel")) {
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		w.WriteHeader(http.StatusCreated)
	})
	return m
}

// TestValuesOfDescriptions: what a description lists is tried.
func TestValuesOfDescriptions(t *testing.T) {
	for seed := range uint64(5) {
		p := searchedUntil(t, notices, Options{}, newNotices, 1500, seed, func(p *Problem) bool {
			return answered(p, "POST /notices")
		})
		if !slices.Contains(succeeded(p), "POST /notices") {
			t.Errorf("seed %d: the notice never succeeded", seed)
		}
	}
}
