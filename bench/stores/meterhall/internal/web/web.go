// Package web serves the customer desk over HTTP.
package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/desk"
)

type server struct{ desk *desk.Desk }

// action returns a status and what to answer.
type action func(r *http.Request) (int, any, error)

// Routes returns the routes of the desk.
func Routes(d *desk.Desk) http.Handler {
	s := &server{d}
	mux := http.NewServeMux()
	for pattern, do := range map[string]action{
		"POST /customers":                s.register,
		"GET /customers":                 s.customers,
		"GET /customers/{id}":            s.customer,
		"PATCH /customers/{id}":          s.rename,
		"DELETE /customers/{id}":         s.remove,
		"GET /customers/{id}/offers":     s.offers,
		"POST /meters":                   s.addMeter,
		"GET /meters":                    s.meters,
		"GET /meters/{serial}":           s.meter,
		"POST /meters/{serial}/readings": s.read,
		"GET /meters/{serial}/readings":  s.readings,
		"GET /meters/{serial}/usage":     s.usage,
		"GET /tariffs":                   s.tariffs,
		"POST /contracts":                s.sign,
		"GET /contracts/{id}":            s.contract,
		"POST /contracts/{id}/terminate": s.terminate,
		"PUT /contracts/{id}/tariff":     s.switchTariff,
		"POST /contracts/{id}/vouchers":  s.redeem,
		"GET /contracts/{id}/invoices":   s.invoices,
		"GET /invoices/{id}":             s.invoice,
		"POST /invoices/{id}/payments":   s.pay,
		"GET /outages":                   s.outages,
		"GET /reports/imports":           s.imports,
		"GET /reports/debtors":           s.debtors,
	} {
		mux.Handle(pattern, do)
	}
	return mux
}

func (a action) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, body, err := a(r)
	var refusal desk.Refusal
	switch {
	case errors.As(err, &refusal):
		status, body = refusal.Status, refusal
	case err != nil:
		status, body = http.StatusInternalServerError, desk.Refusal{Code: "internal", Detail: "the database failed"}
	}
	if body == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client is gone
}

func bad(detail string) error {
	return desk.Refusal{Status: http.StatusBadRequest, Code: "malformed", Detail: detail}
}

// decode reads the body of a call.
func decode(r *http.Request, into any) error {
	if err := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<16)).Decode(into); err != nil {
		return bad("the body cannot be read")
	}
	return nil
}

func id(r *http.Request) (uint, error) {
	n, err := strconv.ParseUint(r.PathValue("id"), 10, 31)
	if err != nil {
		return 0, bad("the id is no number")
	}
	return uint(n), nil
}

// day reads a day, or the given one if there is none.
func day(text string, otherwise time.Time) (time.Time, error) {
	if text == "" {
		return otherwise, nil
	}
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return t, bad("a day is written 2006-01-02")
	}
	return t, nil
}

func today() time.Time { return time.Now().UTC().Truncate(24 * time.Hour) }

// each makes views of rows.
func each[Row, View any](rows []Row, view func(Row) View) []View {
	out := make([]View, 0, len(rows))
	for _, row := range rows {
		out = append(out, view(row))
	}
	return out
}

func text(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := t.Format(time.DateOnly)
	return &s
}
