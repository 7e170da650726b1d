package repeat

import (
	"net/http"
	"strconv"
	"sync"
)

const shelfSchema = `{"openapi": "3.0.3", "info": {"title": "Shelf", "version": "1"}, "paths": {
	"/items": {
		"get": {"parameters": [{"name": "least", "in": "query", "schema": {"type": "integer"}}],
			"responses": {"200": {"description": "all"}, "400": {"description": "no number"}}},
		"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["name", "size"],
			"properties": {"name": {"type": "string", "maxLength": 12}, "size": {"type": "integer", "maximum": 50}}}}}},
			"responses": {"201": {"description": "made"}, "400": {"description": "bad"}, "409": {"description": "full"}, "422": {"description": "refused"}}}},
	"/items/{name}": {
		"get": {"parameters": [{"name": "name", "in": "path", "required": true, "schema": {"type": "string"}}],
			"responses": {"200": {"description": "one"}, "404": {"description": "none"}}},
		"delete": {"parameters": [{"name": "name", "in": "path", "required": true, "schema": {"type": "string"}}],
			"responses": {"204": {"description": "gone"}, "404": {"description": "none"}}}}}}`

type item struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

type shelf struct {
	mutex sync.Mutex
	items map[string]item
}

// NewShelf keeps items in a map and lists them as the map gives them.
func NewShelf() http.Handler {
	s := &shelf{items: map[string]item{"atlas": {"atlas", 3}, "novel": {"novel", 1}, "poems": {"poems", 1}}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items", s.list)
	mux.HandleFunc("POST /items", s.add)
	mux.HandleFunc("GET /items/{name}", s.get)
	mux.HandleFunc("DELETE /items/{name}", s.remove)
	return mux
}

func (s *shelf) list(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	least := 0
	if text := r.URL.Query().Get("least"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			refuse(w, http.StatusBadRequest, "least is no number")
			return
		}
		least = n
	}
	found := []item{}
	for _, i := range s.items {
		if i.Size >= least {
			found = append(found, i)
		}
	}
	answer(w, http.StatusOK, found)
}

func (s *shelf) add(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var i item
	if !read(w, r, &i) {
		return
	}
	if i.Name == "" || i.Size < 1 {
		refuse(w, http.StatusUnprocessableEntity, "an item has a name and a size")
		return
	}
	room := 60
	for name, other := range s.items {
		if room -= other.Size; room < i.Size {
			refuse(w, http.StatusConflict, "no room beside "+name)
			return
		}
	}
	s.items[i.Name] = i
	answer(w, http.StatusCreated, i)
}

func (s *shelf) get(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	i, ok := s.items[r.PathValue("name")]
	if !ok {
		refuse(w, http.StatusNotFound, "no such item")
		return
	}
	answer(w, http.StatusOK, i)
}

func (s *shelf) remove(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for name := range s.items {
		if name == r.PathValue("name") {
			delete(s.items, name)
			w.WriteHeader(http.StatusNoContent)
			return
		}
	}
	refuse(w, http.StatusNotFound, "no such item")
}
