package repeat

import (
	"net/http"
	"sync"
)

const seatsSchema = `{"openapi": "3.0.3", "info": {"title": "Seats", "version": "1"}, "paths": {
	"/bookings": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["guest"],
		"properties": {"guest": {"type": "string"}, "window": {"type": "boolean"}}}}}},
		"responses": {"201": {"description": "booked"}, "400": {"description": "bad"}, "409": {"description": "full"}, "422": {"description": "refused"}}}},
	"/seats/{seat}": {
		"get": {"parameters": [{"name": "seat", "in": "path", "required": true, "schema": {"type": "string", "pattern": "^[A-D][0-9]$"}}],
			"responses": {"200": {"description": "one"}, "404": {"description": "none"}}},
		"delete": {"parameters": [{"name": "seat", "in": "path", "required": true, "schema": {"type": "string", "pattern": "^[A-D][0-9]$"}}],
			"responses": {"204": {"description": "free again"}, "404": {"description": "none"}, "409": {"description": "was free"}}}}}}`

// place is where a seat is.
type place struct {
	row    byte
	number int
}

func (p place) String() string { return string(p.row) + string(rune('0'+p.number)) }

type seats struct {
	mutex  sync.Mutex
	guests map[place]string // "" for a free seat
}

// NewSeats gives each guest any free seat, which is the first that a map gives.
func NewSeats() http.Handler {
	s := &seats{guests: map[place]string{}}
	for row := byte('A'); row <= 'D'; row++ {
		for number := range 4 {
			s.guests[place{row, number}] = ""
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /bookings", s.book)
	mux.HandleFunc("GET /seats/{seat}", s.get)
	mux.HandleFunc("DELETE /seats/{seat}", s.free)
	return mux
}

func (s *seats) book(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var wish struct {
		Guest  string `json:"guest"`
		Window bool   `json:"window"`
	}
	if !read(w, r, &wish) {
		return
	}
	if wish.Guest == "" {
		refuse(w, http.StatusUnprocessableEntity, "a guest has a name")
		return
	}
	for p, guest := range s.guests {
		if guest == "" && (!wish.Window || p.number == 0) {
			s.guests[p] = wish.Guest
			answer(w, http.StatusCreated,
				map[string]any{"seat": p.String(), "guest": wish.Guest, "front": p.row == 'A'})
			return
		}
	}
	refuse(w, http.StatusConflict, "no such seat is free")
}

// find returns the seat of a call.
func (s *seats) find(w http.ResponseWriter, r *http.Request) (place, bool) {
	for p := range s.guests {
		if p.String() == r.PathValue("seat") {
			return p, true
		}
	}
	refuse(w, http.StatusNotFound, "no such seat")
	return place{}, false
}

func (s *seats) get(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if p, ok := s.find(w, r); ok {
		answer(w, http.StatusOK, map[string]any{"seat": p.String(), "guest": s.guests[p], "free": s.guests[p] == ""})
	}
}

func (s *seats) free(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	p, ok := s.find(w, r)
	if !ok {
		return
	}
	if s.guests[p] == "" {
		refuse(w, http.StatusConflict, "the seat was free")
		return
	}
	s.guests[p] = ""
	w.WriteHeader(http.StatusNoContent)
}
