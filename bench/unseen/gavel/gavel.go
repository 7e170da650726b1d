// Package gavel is the service of an auction house: the clerk draws up sales and lots, bidders register for a sale and
// bid while it is open, and after the close each buyer gets a statement.
package gavel

import (
	_ "embed" // the document
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

type account struct{ name, role string }

// accounts are those who may call, by key.
var accounts = map[string]account{
	"gv-clerk-8100": {"house", "clerk"},
	"gv-blue-2217":  {"blue", "bidder"},
	"gv-green-2218": {"green", "bidder"},
	"gv-oak-3309":   {"oak", "consignor"},
	"gv-elm-3310":   {"elm", "consignor"},
}

// house has all data.
type house struct {
	mu         sync.Mutex
	bug        int
	sales      []*Sale
	statements []*Statement
	bids       int
	sent       map[sentKey]*Bid   // by idempotency key
	watched    map[string][]lotID // by account
}

type sentKey struct{ account, key string }

type lotID struct {
	sale string
	no   int
}

// New returns an auction house without sales, with one of the bugs of BUGS.md, 0 for none.
func New(bug int) http.Handler {
	h := &house{bug: bug, sent: map[sentKey]*Bid{}, watched: map[string][]lotID{}}
	mux := http.NewServeMux()
	for _, e := range []struct {
		pattern, roles string
		do             action
	}{
		{"GET /api/sales", "clerk bidder consignor", h.listSales},
		{"POST /api/sales", "clerk", h.newSale},
		{"GET /api/sales/{saleRef}", "clerk bidder consignor", h.getSale},
		{"POST /api/sales/{saleRef}/open", "clerk", h.openSale},
		{"POST /api/sales/{saleRef}/close", "clerk", h.closeSale},
		{"POST /api/sales/{saleRef}/lots", "clerk", h.newLot},
		{"POST /api/sales/{saleRef}/lots/batch", "clerk", h.newLots},
		{"GET /api/sales/{saleRef}/lots/{lotNo}", "clerk bidder consignor", h.getLot},
		{"PATCH /api/sales/{saleRef}/lots/{lotNo}", "clerk", h.patchLot},
		{"POST /api/sales/{saleRef}/lots/{lotNo}/withdrawal", "clerk", h.withdrawLot},
		{"GET /api/sales/{saleRef}/lots/{lotNo}/bids", "clerk bidder", h.listBids},
		{"POST /api/sales/{saleRef}/lots/{lotNo}/bids", "bidder", h.placeBid},
		{"POST /api/sales/{saleRef}/registrations", "bidder", h.register},
		{"GET /api/sales/{saleRef}/registrations/{paddle}", "clerk bidder", h.getRegistration},
		{"GET /api/lots", "clerk bidder consignor", h.searchLots},
		{"GET /api/watchlist", "bidder", h.listWatched},
		{"PUT /api/watchlist/{saleRef}/{lotNo}", "bidder", h.watch},
		{"DELETE /api/watchlist/{saleRef}/{lotNo}", "bidder", h.unwatch},
		{"GET /api/statements", "clerk bidder", h.listStatements},
		{"GET /api/statements/{statementNo}", "clerk bidder", h.getStatement},
		{"POST /api/statements/{statementNo}/payments", "clerk", h.pay},
	} {
		mux.Handle(e.pattern, h.serve(strings.Fields(e.roles), e.do))
	}
	return mux
}

// call is a request of somebody who is known.
type call struct {
	*http.Request
	account
}

// reply is an answer that is no error; without a body it is 204.
type reply struct {
	status int
	body   any
}

func ok(body any) (reply, error)      { return reply{http.StatusOK, body}, nil }
func created(body any) (reply, error) { return reply{http.StatusCreated, body}, nil }
func none() (reply, error)            { return reply{status: http.StatusNoContent}, nil }

type action func(c *call) (reply, error)

// refusal is an answer that is an error.
type refusal struct {
	status               int
	code, message, field string
}

func (r *refusal) Error() string { return r.message }

func missing(what string) (reply, error) {
	return reply{}, &refusal{http.StatusNotFound, "not_found", "there is no such " + what, ""}
}

func conflict(code, why string) (reply, error) {
	return reply{}, &refusal{http.StatusConflict, code, why, ""}
}

// serve answers one request after the other.
func (h *house) serve(roles []string, do action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		defer h.mu.Unlock()
		who, known := accounts[r.Header.Get("X-Api-Key")]
		var out reply
		var err error
		switch {
		case !known:
			err = &refusal{http.StatusUnauthorized, "unauthorized", "send a key as X-Api-Key", ""}
		case !slices.Contains(roles, who.role):
			err = &refusal{http.StatusForbidden, "forbidden", "not for a " + who.role, ""}
		default:
			out, err = do(&call{r, who})
		}
		if err != nil {
			out = explain(err)
		}
		if out.body == nil {
			w.WriteHeader(out.status)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(out.status)
		_ = json.NewEncoder(w).Encode(out.body) // nobody is left to tell
	})
}

// explain writes an error as the answer of the API.
func explain(err error) reply {
	var r *refusal
	var in *input.Error
	switch {
	case errors.As(err, &r):
	case errors.As(err, &in) && in.Syntax:
		r = &refusal{http.StatusBadRequest, "malformed", in.Message, ""}
	case errors.As(err, &in):
		r = &refusal{http.StatusUnprocessableEntity, "invalid", in.Error(), in.Field}
	default:
		r = &refusal{http.StatusInternalServerError, "internal", err.Error(), ""}
	}
	text := map[string]any{"code": r.code, "message": r.message}
	if r.field != "" {
		text["field"] = r.field
	}
	return reply{r.status, map[string]any{"error": text}}
}

// list is an answer with some things, [] without any.
func list[T any](items []T) (reply, error) {
	if items == nil {
		items = []T{}
	}
	return ok(map[string]any{"items": items})
}
