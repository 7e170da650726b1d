package web

import (
	"net/http"
	"time"

	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/office"
	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/store"
)

type memberView struct {
	ID           int64      `json:"id"`
	Name         string     `json:"name"`
	Email        string     `json:"email"`
	Tier         string     `json:"tier"`
	Points       int        `json:"points"`
	BlockedUntil *time.Time `json:"blockedUntil,omitempty"`
}

func viewMember(m store.Member) memberView {
	v := memberView{ID: m.ID, Name: m.Name, Email: m.Email, Tier: m.Tier, Points: m.Points}
	if m.BlockedUntil.Valid {
		v.BlockedUntil = &m.BlockedUntil.Time
	}
	return v
}

func (s *server) join(w http.ResponseWriter, r *http.Request) {
	var in struct{ Name, Email string }
	if !decode(w, r, &in) {
		return
	}
	m, err := s.office.Join(r.Context(), in.Name, in.Email)
	write(w, http.StatusCreated, viewMember(m), err)
}

func (s *server) members(w http.ResponseWriter, r *http.Request) {
	found, err := s.office.Members(r.Context(), r.URL.Query().Get("text"), r.URL.Query().Get("tier"))
	write(w, http.StatusOK, each(found, viewMember), err)
}

func (s *server) member(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	m, err := s.office.Member(r.Context(), n)
	write(w, http.StatusOK, viewMember(m), err)
}

func (s *server) rename(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	var in struct{ Name string }
	if !decode(w, r, &in) {
		return
	}
	m, err := s.office.Rename(r.Context(), n, in.Name)
	write(w, http.StatusOK, viewMember(m), err)
}

func (s *server) leave(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	write(w, http.StatusNoContent, nil, s.office.Leave(r.Context(), n))
}

func (s *server) ordersOf(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	found, err := s.office.OrdersOf(r.Context(), n)
	write(w, http.StatusOK, each(found, viewOrder), err)
}

type regularView struct {
	memberView
	Shows  int64  `json:"shows"`
	Seats  int64  `json:"seats"`
	Cents  int64  `json:"cents"`
	Thanks string `json:"thanks"`
}

func (s *server) regulars(w http.ResponseWriter, r *http.Request) {
	least, ok := number(w, r, "least", 1)
	if !ok {
		return
	}
	found, err := s.office.Regulars(r.Context(), least)
	write(w, http.StatusOK, each(found, func(g office.Regular) regularView {
		return regularView{viewMember(g.Member), g.Shows, g.Seats, g.Cents, g.Thanks}
	}), err)
}
