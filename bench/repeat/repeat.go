// Package repeat holds ten small services. Each has another source of disorder:
// maps, channels, goroutines, random numbers or the clock. Searches with the same
// seed have to lead to the same suite nevertheless.
package repeat

import (
	"encoding/json"
	"net/http"
	"time"
)

// Service is a service with its schema.
type Service struct {
	// Name names the service.
	Name string
	// Schema is the OpenAPI document.
	Schema string
	// New makes the handler with fresh state.
	New func() http.Handler
	// Clock is the time that a search fixes, if the service answers with times.
	Clock time.Time
}

// Services returns the services.
func Services() []Service {
	return []Service{
		{Name: "shelf", Schema: shelfSchema, New: NewShelf},
		{Name: "seats", Schema: seatsSchema, New: NewSeats},
		{Name: "feed", Schema: feedSchema, New: NewFeed},
		{Name: "crew", Schema: crewSchema, New: NewCrew},
		{Name: "cache", Schema: cacheSchema, New: NewCache},
		{Name: "tickets", Schema: ticketsSchema, New: NewTickets},
		{Name: "lottery", Schema: lotterySchema, New: NewLottery},
		{Name: "audit", Schema: auditSchema, New: NewAudit, Clock: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		{Name: "tags", Schema: tagsSchema, New: NewTags},
		{Name: "forms", Schema: formsSchema, New: NewForms},
	}
}

// answer writes an answer in JSON.
func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// refuse writes an answer that says what is wrong.
func refuse(w http.ResponseWriter, status int, why string) {
	answer(w, status, map[string]string{"error": why})
}

// read decodes the body of a call, and refuses the call where it cannot.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	if err := json.NewDecoder(r.Body).Decode(into); err != nil {
		refuse(w, http.StatusBadRequest, "the body is no JSON of this form")
		return false
	}
	return true
}
