package repeat

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"

	"github.com/google/uuid"
)

const ticketsSchema = `{"openapi": "3.0.3", "info": {"title": "Tickets", "version": "1"}, "paths": {
	"/tickets": {
		"get": {"responses": {"200": {"description": "all"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["title"],
			"properties": {"title": {"type": "string"}, "secret": {"type": "boolean"}}}}}},
			"responses": {"201": {"description": "made"}, "400": {"description": "bad"}, "422": {"description": "refused"}}}},
	"/tickets/{id}": {
		"get": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string", "format": "uuid"}}],
			"responses": {"200": {"description": "one"}, "400": {"description": "no id"}, "404": {"description": "none"}}},
		"delete": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string", "format": "uuid"}}],
			"responses": {"204": {"description": "gone"}, "400": {"description": "no id"}, "404": {"description": "none"}}}}}}`

type ticket struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Code  string `json:"code,omitempty"`
}

type tickets struct {
	mutex sync.Mutex
	byID  map[uuid.UUID]*ticket
}

// NewTickets draws ids and codes from crypto/rand.
func NewTickets() http.Handler {
	t := &tickets{byID: map[uuid.UUID]*ticket{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tickets", t.list)
	mux.HandleFunc("POST /tickets", t.add)
	mux.HandleFunc("GET /tickets/{id}", t.get)
	mux.HandleFunc("DELETE /tickets/{id}", t.remove)
	return mux
}

func (t *tickets) list(w http.ResponseWriter, _ *http.Request) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	all := []*ticket{}
	for _, one := range t.byID {
		all = append(all, one)
	}
	answer(w, http.StatusOK, all)
}

func (t *tickets) add(w http.ResponseWriter, r *http.Request) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var wish struct {
		Title  string `json:"title"`
		Secret bool   `json:"secret"`
	}
	if !read(w, r, &wish) {
		return
	}
	if wish.Title == "" {
		refuse(w, http.StatusUnprocessableEntity, "a ticket has a title")
		return
	}
	id := uuid.New()
	one := &ticket{ID: id.String(), Title: wish.Title}
	if wish.Secret {
		code := make([]byte, 4)
		_, _ = rand.Read(code)
		one.Code = fmt.Sprintf("%x", code)
	}
	t.byID[id] = one
	answer(w, http.StatusCreated, one)
}

// find returns the ticket of a call, with the lock held.
func (t *tickets) find(w http.ResponseWriter, r *http.Request) (uuid.UUID, *ticket) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		refuse(w, http.StatusBadRequest, "that is no id")
		return id, nil
	}
	one := t.byID[id]
	if one == nil {
		refuse(w, http.StatusNotFound, "no such ticket")
	}
	return id, one
}

func (t *tickets) get(w http.ResponseWriter, r *http.Request) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if _, one := t.find(w, r); one != nil {
		answer(w, http.StatusOK, one)
	}
}

func (t *tickets) remove(w http.ResponseWriter, r *http.Request) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if id, one := t.find(w, r); one != nil {
		delete(t.byID, id)
		w.WriteHeader(http.StatusNoContent)
	}
}
