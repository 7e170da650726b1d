// Package web serves the box office over HTTP.
package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/office"
)

type server struct{ office *office.Office }

// Routes returns the routes of the office.
func Routes(o *office.Office) http.Handler {
	s := &server{o}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /members", s.join)
	mux.HandleFunc("GET /members", s.members)
	mux.HandleFunc("GET /members/{id}", s.member)
	mux.HandleFunc("PATCH /members/{id}", s.rename)
	mux.HandleFunc("DELETE /members/{id}", s.leave)
	mux.HandleFunc("GET /members/{id}/orders", s.ordersOf)
	mux.HandleFunc("POST /shows", s.announce)
	mux.HandleFunc("GET /shows", s.shows)
	mux.HandleFunc("GET /shows/{id}", s.show)
	mux.HandleFunc("POST /shows/{id}/performances", s.plan)
	mux.HandleFunc("GET /shows/{id}/performances", s.performances)
	mux.HandleFunc("GET /performances/{id}", s.performance)
	mux.HandleFunc("POST /performances/{id}/sale", s.startSale)
	mux.HandleFunc("POST /performances/{id}/cancellation", s.cancel)
	mux.HandleFunc("GET /performances/{id}/quote", s.quote)
	mux.HandleFunc("POST /orders", s.order)
	mux.HandleFunc("GET /orders/{id}", s.find)
	mux.HandleFunc("POST /orders/{id}/payment", s.pay)
	mux.HandleFunc("DELETE /orders/{id}", s.drop)
	mux.HandleFunc("POST /orders/{id}/refund", s.refund)
	mux.HandleFunc("GET /promoters/{id}/statements/{month}", s.statement)
	mux.HandleFunc("GET /reports/refunds", s.batches)
	mux.HandleFunc("GET /reports/regulars", s.regulars)
	return mux
}

// write answers a call with a status and a body, or with why it is refused.
func write(w http.ResponseWriter, status int, body any, err error) {
	var refusal *office.Refusal
	switch {
	case errors.As(err, &refusal):
		status, body = refusal.Status, refusal
	case err != nil:
		status = http.StatusInternalServerError
		body = office.Refusal{Problem: "internal", Message: "the database failed"}
	case status == http.StatusNoContent:
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client is gone
}

// refused answers a call that cannot be read.
func refused(w http.ResponseWriter, message string) {
	write(w, http.StatusBadRequest, office.Refusal{Problem: "malformed", Message: message}, nil)
}

// id reads the id of the path. It answers the call if there is none.
func id(w http.ResponseWriter, r *http.Request) (int64, bool) {
	n, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		refused(w, "the id is no number")
	}
	return n, err == nil
}

// decode reads the body of a call. It answers the call if that cannot be read.
func decode(w http.ResponseWriter, r *http.Request, into any) bool {
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(into)
	if err != nil {
		refused(w, "the body cannot be read")
	}
	return err == nil
}

// number reads a number of the query, or the given one if there is none. It answers the call if it is no number.
func number(w http.ResponseWriter, r *http.Request, name string, otherwise int) (int, bool) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, true
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		refused(w, name+" is no number")
	}
	return int(n), err == nil
}

// each makes views of rows.
func each[Row, View any](rows []Row, view func(Row) View) []View {
	out := make([]View, 0, len(rows))
	for _, row := range rows {
		out = append(out, view(row))
	}
	return out
}
