// Package vinolog is a REST service which keeps the fermentation log of a
// winery: vessels, lots, readings, additions, blends and bottlings.
package vinolog

import (
	"net/http"

	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/repo"
	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/service"
	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/web"
)

// Options of a service. Ids and tokens are random, but the same for a seed.
type Options struct {
	Bug  int
	Seed uint64
}

// New gives a service with an empty log.
func New() http.Handler { return NewWithOptions(Options{}) }

// NewWithBug gives a service with bug n of BUGS.md, 0 for none.
func NewWithBug(n int) http.Handler { return NewWithOptions(Options{Bug: n}) }

// NewWithOptions wires the layers.
func NewWithOptions(o Options) http.Handler {
	return web.Router(service.New(repo.New(o.Seed), o.Bug))
}
