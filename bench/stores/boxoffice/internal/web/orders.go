package web

import (
	"net/http"
	"time"

	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/office"
	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/store"
)

type orderView struct {
	ID            int64     `json:"id"`
	PerformanceID int64     `json:"performanceId"`
	MemberID      *int64    `json:"memberId,omitempty"`
	Email         string    `json:"email"`
	Seats         int       `json:"seats"`
	Cents         int       `json:"cents"`
	Voucher       *string   `json:"voucher,omitempty"`
	State         string    `json:"state"`
	ReservedUntil time.Time `json:"reservedUntil"`
}

func viewOrder(o store.Order) orderView {
	v := orderView{ID: o.ID, PerformanceID: o.PerformanceID, Email: o.Email, Seats: o.Seats, Cents: o.Cents,
		State: o.State, ReservedUntil: o.ReservedUntil}
	if o.MemberID.Valid {
		v.MemberID = &o.MemberID.Int64
	}
	if o.Voucher.Valid {
		v.Voucher = &o.Voucher.String
	}
	return v
}

func (s *server) quote(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	seats, ok := number(w, r, "seats", 1)
	if !ok {
		return
	}
	member, ok := number(w, r, "memberId", 0)
	if !ok {
		return
	}
	q, err := s.office.Quote(r.Context(), office.Wish{
		Performance: n, Member: int64(member), Seats: seats, Voucher: r.URL.Query().Get("voucher"),
	})
	write(w, http.StatusOK, struct {
		Cents int `json:"cents"`
		Full  int `json:"full"`
	}{q.Cents, q.Full}, err)
}

func (s *server) order(w http.ResponseWriter, r *http.Request) {
	var in struct {
		PerformanceID, MemberID int64
		Seats                   int
		Email, Voucher          string
	}
	if !decode(w, r, &in) {
		return
	}
	o, err := s.office.Order(r.Context(), office.Wish{
		Performance: in.PerformanceID, Member: in.MemberID, Seats: in.Seats, Email: in.Email, Voucher: in.Voucher,
	})
	write(w, http.StatusCreated, viewOrder(o), err)
}

func (s *server) find(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	o, err := s.office.Find(r.Context(), n)
	write(w, http.StatusOK, viewOrder(o), err)
}

func (s *server) pay(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	var in struct{ Cents int }
	if !decode(w, r, &in) {
		return
	}
	o, err := s.office.Pay(r.Context(), n, in.Cents)
	write(w, http.StatusOK, viewOrder(o), err)
}

func (s *server) drop(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	write(w, http.StatusNoContent, nil, s.office.Drop(r.Context(), n))
}

func (s *server) refund(w http.ResponseWriter, r *http.Request) {
	n, ok := id(w, r)
	if !ok {
		return
	}
	o, err := s.office.Refund(r.Context(), n)
	write(w, http.StatusOK, viewOrder(o), err)
}
