package web

import (
	"net/http"
	"strconv"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/store"
)

func (s *server) register(r *http.Request) (int, any, error) {
	var in struct{ Name, Email, Segment string }
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	c, err := s.desk.Register(r.Context(), in.Name, in.Email, in.Segment)
	return http.StatusCreated, viewCustomer(c), err
}

func (s *server) customers(r *http.Request) (int, any, error) {
	q := r.URL.Query()
	f := store.CustomerFilter{Name: q.Get("name"), Status: q.Get("status"), Segment: q.Get("segment")}
	f.Risky = q.Get("risky") == "true"
	found, err := s.desk.Customers(r.Context(), f)
	return http.StatusOK, each(found, viewCustomer), err
}

func (s *server) customer(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	c, err := s.desk.Customer(r.Context(), n)
	return http.StatusOK, viewCustomer(c), err
}

func (s *server) rename(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	var in struct{ Name string }
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	c, err := s.desk.Rename(r.Context(), n, in.Name)
	return http.StatusOK, viewCustomer(c), err
}

func (s *server) remove(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, s.desk.Remove(r.Context(), n)
}

func (s *server) offers(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	offers, err := s.desk.Offers(r.Context(), n)
	return http.StatusOK, each(offers, viewOffer), err
}

func (s *server) debtors(r *http.Request) (int, any, error) {
	least := 1
	if given := r.URL.Query().Get("least"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 {
			return 0, nil, bad("least is a number from 1 on")
		}
		least = n
	}
	debts, err := s.desk.Debts(r.Context(), least)
	return http.StatusOK, each(debts, viewDebt), err
}
