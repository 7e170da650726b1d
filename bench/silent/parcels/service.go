// Package parcels is a service that follows parcels from the merchants who send
// them to their recipients, on echo with SQLite in memory. Merchants keep an
// address book and shipments of their own, couriers scan what they carry, a
// dispatcher may do all, and everybody tracks a parcel by its number. Package
// silent tells of the bugs that it may have.
package parcels

import (
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"
	_ "github.com/mattn/go-sqlite3" // the driver

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

const tables = `
CREATE TABLE addresses (id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT, label TEXT, name TEXT, street TEXT,
	postcode TEXT, city TEXT, country TEXT, phone TEXT, is_default INTEGER);
CREATE TABLE shipments (n INTEGER PRIMARY KEY AUTOINCREMENT, merchant TEXT, address INTEGER, name TEXT, street TEXT,
	postcode TEXT, city TEXT, country TEXT, weight INTEGER, service TEXT, fragile INTEGER, insured INTEGER,
	reference TEXT, status TEXT, courier TEXT, attempts INTEGER DEFAULT 0, price INTEGER, gone INTEGER DEFAULT 0);
CREATE TABLE events (n INTEGER PRIMARY KEY AUTOINCREMENT, shipment INTEGER, type TEXT, place TEXT, note TEXT);`

// role is what a user may do.
type role string

const (
	dispatcher role = "dispatcher"
	merchant   role = "merchant"
	courier    role = "courier"
)

// user is who has a key.
type user struct {
	name string
	role role
}

func (u *user) key() string { return "key-of-" + u.name }

// people are all users, in a fixed order.
func people() []*user {
	return []*user{{"dee", dispatcher}, {"max", merchant}, {"nia", merchant}, {"kim", courier}, {"lou", courier}}
}

func couriers() []string { return []string{"kim", "lou"} }

// Users returns the users for a run: dee is the dispatcher, max and nia are
// merchants, kim and lou couriers.
func Users() []auth.User {
	var out []auth.User
	for _, u := range people() {
		out = append(out, auth.APIKey(u.name, auth.InHeader, "X-API-Key", u.key()))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	http.Handler
	bugs kit.Bugs
	mu   sync.Mutex // lets one request at a time through
	db   *sql.DB
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns the service without shipments, healthy but for some bugs. It is a
// bench.Resetter and an io.Closer. It panics if there is no memory for it.
func With(bugs ...kit.Bug) http.Handler {
	db, err := kit.Memory(tables)
	if err != nil {
		panic(fmt.Errorf("parcels: %w", err))
	}
	s := &service{bugs: kit.Set(bugs...), db: db}
	s.Handler = s.routes()
	return s
}

func (s *service) routes() http.Handler {
	all, senders, scanners := []role{dispatcher, merchant, courier}, []role{dispatcher, merchant},
		[]role{dispatcher, courier}
	if s.bugs.Has(MerchantScans) {
		scanners = all
	}
	e := echo.New()
	e.HTTPErrorHandler = fail
	e.GET("/addresses", s.as(senders, s.listAddresses))
	e.POST("/addresses", s.as(senders, s.createAddress))
	e.GET("/addresses/:address", s.as(senders, s.getAddress))
	e.PUT("/addresses/:address", s.as(senders, s.putAddress))
	e.DELETE("/addresses/:address", s.as(senders, s.deleteAddress))
	e.GET("/shipments", s.as(all, s.listShipments))
	e.POST("/shipments", s.as(senders, s.createShipment))
	e.GET("/shipments/:number", s.as(all, s.getShipment))
	e.PATCH("/shipments/:number", s.as(senders, s.patchShipment))
	e.DELETE("/shipments/:number", s.as(senders, s.deleteShipment))
	e.POST("/shipments/:number/cancel", s.as(senders, s.cancel))
	e.PUT("/shipments/:number/courier", s.as([]role{dispatcher}, s.assign))
	e.GET("/shipments/:number/events", s.as(all, s.listEvents))
	e.POST("/shipments/:number/events", s.as(scanners, s.scan))
	e.GET("/summary", s.as(all, s.summary))
	e.POST("/quote", s.open(s.quote))
	e.GET("/track/:number", s.open(s.track))
	return e
}

// Reset empties all tables.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.exec("DELETE FROM addresses; DELETE FROM shipments; DELETE FROM events; DELETE FROM sqlite_sequence")
}

// Close closes the database.
func (s *service) Close() error { return s.db.Close() }

// exec executes a statement that has no result.
func (s *service) exec(statement string, args ...any) error {
	_, err := s.db.Exec(statement, args...)
	return err
}

// fail answers with the problem that an error of a handler or of echo is (RFC 9457).
func fail(err error, c echo.Context) {
	var routing *echo.HTTPError
	if errors.As(err, &routing) {
		err = kit.Refuse(routing.Code, "%v", routing.Message)
	}
	refusal := kit.Refused(err)
	if refusal.Status == http.StatusUnauthorized {
		c.Response().Header().Set("WWW-Authenticate", "X-API-Key")
	}
	problem, err := json.Marshal(map[string]any{
		"type": "about:blank", "title": http.StatusText(refusal.Status), "status": refusal.Status,
		"detail": refusal.Reason,
	})
	if err == nil {
		_ = c.Blob(refusal.Status, "application/problem+json", problem) // the client is gone when this fails
	}
}

// call is one request of a user, nil for anybody.
type call struct {
	echo.Context
	user *user
}

// open lets all requests through, one at a time.
func (s *service) open(do func(*call) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		return do(&call{c, nil})
	}
}

// as lets only requests of some roles through.
func (s *service) as(roles []role, do func(*call) error) echo.HandlerFunc {
	everybody := people()
	return s.open(func(c *call) error {
		key := c.Request().Header.Get("X-API-Key")
		i := slices.IndexFunc(everybody, func(u *user) bool { return u.key() == key })
		if i < 0 {
			return kit.Refuse(http.StatusUnauthorized, "a key is needed")
		}
		if c.user = everybody[i]; !slices.Contains(roles, c.user.role) {
			return kit.Refuse(http.StatusForbidden, "your role may not do this")
		}
		return do(c)
	})
}

// page is a part of a list.
type page[T any] struct {
	Count    int     `json:"count"` // of all pages
	Next     *string `json:"next"`
	Previous *string `json:"previous"`
	Results  []T     `json:"results"`
}

// part is which page of a list is asked for.
type part struct{ number, size int }

func readPart(q *kit.Query) part {
	return part{q.Int("page", 1, 1, 1000), q.Int("page_size", 20, 1, 100)}
}

// rows are those of a table that a list is of.
type rows struct {
	columns, table, order string
	clause                string
	args                  []any
}

// where asks for one thing more of the rows.
func (r *rows) where(condition string, args ...any) {
	r.clause, r.args = r.clause+" AND "+condition, append(r.args, args...)
}

// find answers with a page of rows. A link to another page has the query of the call.
func find[T any](s *service, c *call, scan func(kit.Row, *T) error, r rows, p part) (page[T], error) {
	out := page[T]{}
	var err error
	if out.Count, err = kit.Number(s.db, "SELECT count(*) FROM "+r.table+" WHERE TRUE"+r.clause,
		r.args...); err != nil {
		return out, err
	}
	query := "SELECT " + r.columns + " FROM " + r.table + " WHERE TRUE" + r.clause + " ORDER BY " +
		r.order + " LIMIT ? OFFSET ?"
	// One more than are shown tells that there is a next page.
	out.Results, err = kit.All(s.db, scan, query, append(slices.Clone(r.args), p.size+1, (p.number-1)*p.size)...)
	if len(out.Results) > p.size {
		out.Results, out.Next = out.Results[:p.size], s.link(c, p, p.number+1)
	}
	if p.number > 1 {
		out.Previous = s.link(c, p, p.number-1)
	}
	return out, err
}

// link returns where another page of the list of a call is.
func (s *service) link(c *call, p part, number int) *string {
	query := c.Request().URL.Query()
	if s.bugs.Has(NextDropsFilters) {
		query = url.Values{"page_size": {strconv.Itoa(p.size)}}
	}
	query.Set("page", strconv.Itoa(number))
	out := c.Request().URL.Path + "?" + query.Encode()
	return &out
}
