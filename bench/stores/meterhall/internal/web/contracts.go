package web

import (
	"net/http"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/desk"
)

func (s *server) sign(r *http.Request) (int, any, error) {
	var in struct {
		CustomerID               uint
		Serial, Tariff, StartsOn string
		Deposit                  bool
	}
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	starts, err := day(in.StartsOn, today())
	if err != nil {
		return 0, nil, err
	}
	c, err := s.desk.Sign(r.Context(), desk.Order{
		Customer: in.CustomerID, Serial: in.Serial, Tariff: in.Tariff, StartsOn: starts, Deposit: in.Deposit,
	})
	return http.StatusCreated, viewContract(c), err
}

func (s *server) contract(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	c, err := s.desk.Contract(r.Context(), n)
	return http.StatusOK, viewContract(c), err
}

func (s *server) terminate(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	var in struct{ On string }
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	on, err := day(in.On, today())
	if err != nil {
		return 0, nil, err
	}
	c, err := s.desk.Terminate(r.Context(), n, on)
	return http.StatusOK, viewContract(c), err
}

func (s *server) switchTariff(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	var in struct{ Code string }
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	c, err := s.desk.Switch(r.Context(), n, in.Code)
	return http.StatusOK, viewContract(c), err
}

func (s *server) redeem(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	var in struct{ Code string }
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	c, err := s.desk.Redeem(r.Context(), n, in.Code)
	return http.StatusOK, viewContract(c), err
}

func (s *server) invoices(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	found, err := s.desk.Invoices(r.Context(), n, r.URL.Query().Get("state"))
	return http.StatusOK, each(found, viewBill), err
}

func (s *server) invoice(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	b, err := s.desk.Invoice(r.Context(), n)
	return http.StatusOK, viewBill(b), err
}

func (s *server) pay(r *http.Request) (int, any, error) {
	n, err := id(r)
	if err != nil {
		return 0, nil, err
	}
	var in struct{ Cents int }
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	b, err := s.desk.Pay(r.Context(), n, in.Cents)
	return http.StatusOK, viewBill(b), err
}
