package repeat

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

const auditSchema = `{"openapi": "3.0.3", "info": {"title": "Audit", "version": "1"}, "paths": {
	"/events": {
		"get": {"parameters": [{"name": "since", "in": "query", "schema": {"type": "string", "format": "date-time"}}],
			"responses": {"200": {"description": "all"}, "400": {"description": "no time"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["what"],
			"properties": {"what": {"type": "string"}, "due": {"type": "string", "format": "date"}}}}}},
			"responses": {"201": {"description": "noted"}, "400": {"description": "bad"}, "422": {"description": "refused"}}}},
	"/events/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
		"responses": {"200": {"description": "one"}, "404": {"description": "none"}}}}}}`

type event struct {
	ID   string    `json:"id"`
	What string    `json:"what"`
	At   time.Time `json:"at"`
	Late bool      `json:"late"`
	Even bool      `json:"even"`
}

type audit struct {
	mutex  sync.Mutex
	events []event
}

// NewAudit notes times and makes ids of them.
func NewAudit() http.Handler {
	a := &audit{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /events", a.list)
	mux.HandleFunc("POST /events", a.add)
	mux.HandleFunc("GET /events/{id}", a.get)
	return mux
}

func (a *audit) list(w http.ResponseWriter, r *http.Request) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	since := time.Now().Add(-time.Hour)
	if text := r.URL.Query().Get("since"); text != "" {
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			refuse(w, http.StatusBadRequest, "since is no time")
			return
		}
		since = t
	}
	found := []event{}
	for _, e := range a.events {
		if e.At.After(since) {
			found = append(found, e)
		}
	}
	answer(w, http.StatusOK, found)
}

func (a *audit) add(w http.ResponseWriter, r *http.Request) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	var wish struct {
		What string `json:"what"`
		Due  string `json:"due"`
	}
	if !read(w, r, &wish) {
		return
	}
	if wish.What == "" {
		refuse(w, http.StatusUnprocessableEntity, "an event says what happened")
		return
	}
	now := time.Now().UTC()
	e := event{ID: fmt.Sprintf("%s-%d", now.Format("20060102"), now.UnixNano()), What: wish.What, At: now,
		Even: now.UnixMilli()%2 == 0}
	if wish.Due != "" {
		due, err := time.Parse(time.DateOnly, wish.Due)
		if err != nil {
			refuse(w, http.StatusUnprocessableEntity, "due is no date")
			return
		}
		e.Late = time.Until(due) < 0
	}
	a.events = append(a.events, e)
	answer(w, http.StatusCreated, e)
}

func (a *audit) get(w http.ResponseWriter, r *http.Request) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for _, e := range a.events {
		if e.ID == r.PathValue("id") {
			answer(w, http.StatusOK, e)
			return
		}
	}
	refuse(w, http.StatusNotFound, "no such event")
}
