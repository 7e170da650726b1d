// Package groundstation is a REST service which plans the passes of
// satellites over the antennas of a ground-station network.
package groundstation

import (
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

type caller struct{ Name, Role, Mission string }

var apiKeys = map[string]caller{
	"gs-view-0001":    {"Visitor desk", "viewer", ""},
	"gs-aurora-2207":  {"Aurora team", "mission", "AUR"},
	"gs-boreal-3318":  {"Boreal team", "mission", "BOR"},
	"gs-operate-4410": {"Shift operator", "operator", ""},
	"gs-plan-9001":    {"Network planner", "planner", ""},
}

// DefaultNow is the time of the service unless another clock is given.
var DefaultNow = time.Date(2031, 3, 1, 0, 0, 0, 0, time.UTC)

type server struct{ st *store }

type handler func(r *http.Request, c caller) (int, any, error)

// New gives a service with no antennas, satellites or passes.
func New() http.Handler { return NewWithBug(0) }

// NewWithBug gives a service with bug n of BUGS.md, 0 for none.
func NewWithBug(n int) http.Handler {
	return NewWithClock(n, func() time.Time { return DefaultNow })
}

// NewWithClock is NewWithBug with a clock of the caller's.
func NewWithClock(n int, now func() time.Time) http.Handler {
	s := &server{st: newStore(now, n)}
	mux := http.NewServeMux()
	handle := func(pattern string, h handler, roles ...string) { mux.HandleFunc(pattern, s.wrap(h, roles)) }

	handle("GET /v1/antennas", s.listAntennas)
	handle("POST /v1/antennas", s.createAntenna, "planner")
	handle("GET /v1/antennas/{code}", s.getAntenna)
	handle("PATCH /v1/antennas/{code}", s.patchAntenna, "planner")
	handle("GET /v1/antennas/{code}/outages", s.listOutages)
	handle("POST /v1/antennas/{code}/outages", s.createOutage, "planner")
	handle("GET /v1/antennas/{code}/schedule", s.getSchedule)
	handle("GET /v1/satellites", s.listSatellites)
	handle("POST /v1/satellites", s.createSatellite, "mission", "planner")
	handle("GET /v1/satellites/{norad}", s.getSatellite)
	handle("PUT /v1/satellites/{norad}/tle", s.putTLE, "mission", "planner")
	handle("GET /v1/passes", s.listPasses)
	handle("POST /v1/passes", s.createPass, "mission", "planner")
	handle("GET /v1/passes/{id}", s.getPass)
	handle("PATCH /v1/passes/{id}", s.patchPass, "mission", "planner")
	handle("POST /v1/passes/{id}/transitions", s.transition, "mission", "operator", "planner")
	handle("GET /v1/missions/{code}/usage", s.getUsage)
	return mux
}

// wrap does authentication, roles, locking, panics and JSON.
func (s *server) wrap(h handler, roles []string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				log.Printf("panic in %s %s: %v", r.Method, r.URL.Path, p)
				writeJSON(w, 500, &Error{Code: "internal", Message: "internal error"})
			}
		}()
		c, ok := apiKeys[r.Header.Get("X-Api-Key")]
		if !ok {
			writeJSON(w, 401, &Error{Code: "unauthorized", Message: "X-Api-Key is missing or unknown"})
			return
		}
		if len(roles) > 0 && !slices.Contains(roles, c.Role) {
			writeJSON(w, 403, forbidden("role "+c.Role+" may not do this"))
			return
		}
		s.st.mu.Lock()
		defer s.st.mu.Unlock()
		status, body, err := h(r, c)
		var e *Error
		if errors.As(err, &e) {
			status, body = e.HTTP, e
		}
		writeJSON(w, status, body)
	}
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func decode(r *http.Request, v any) error {
	if err := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<16)).Decode(v); err != nil {
		return &Error{HTTP: 400, Code: "bad_json", Message: err.Error()}
	}
	return nil
}

// query reads query parameters and keeps the first error.
type query struct {
	v   url.Values
	err error
}

func (q *query) fail(name, msg string) {
	if q.err == nil {
		q.err = invalid(name, msg)
	}
}

func (q *query) int(name string, def, lo, hi int) int {
	if !q.v.Has(name) {
		return def
	}
	n, err := strconv.Atoi(q.v.Get(name))
	if err != nil || n < lo || n > hi {
		q.fail(name, "is out of range")
	}
	return n
}

func (q *query) time(name, layout string) (t time.Time) {
	if q.v.Has(name) {
		var err error
		if t, err = time.Parse(layout, q.v.Get(name)); err != nil {
			q.fail(name, "must look like "+layout)
		}
	}
	return t
}

func (q *query) enum(name string, allowed ...string) string {
	v := q.v.Get(name)
	if v != "" && !slices.Contains(allowed, v) {
		q.fail(name, "has an unknown value")
	}
	return v
}

func paginate[T any](q *query, all []T) (int, any, error) {
	limit, offset := q.int("limit", 20, 1, 50), q.int("offset", 0, 0, 1<<30)
	if q.err != nil {
		return 0, nil, q.err
	}
	lo := min(offset, len(all))
	hi := min(lo+limit, len(all))
	return 200, map[string]any{"items": all[lo:hi], "total": len(all), "limit": limit, "offset": offset}, nil
}

// ---- antennas ----

func (s *server) listAntennas(r *http.Request, _ caller) (int, any, error) {
	q := &query{v: r.URL.Query()}
	list := s.st.listAntennas(q.enum("band", allBands...), q.enum("status", "active", "maintenance", "retired"))
	return 200, map[string]any{"items": list}, q.err
}

func (s *server) createAntenna(r *http.Request, _ caller) (int, any, error) {
	var in Antenna
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	a, err := s.st.addAntenna(in)
	return 201, a, err
}

func (s *server) getAntenna(r *http.Request, _ caller) (int, any, error) {
	a, err := s.st.antenna(r.PathValue("code"))
	return 200, a, err
}

func (s *server) patchAntenna(r *http.Request, _ caller) (int, any, error) {
	a, err := s.st.antenna(r.PathValue("code"))
	if err != nil {
		return 0, nil, err
	}
	var in antennaPatch
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	return 200, a, s.st.patchAntenna(a, in)
}

func (s *server) listOutages(r *http.Request, _ caller) (int, any, error) {
	list, err := s.st.listOutages(r.PathValue("code"))
	return 200, map[string]any{"items": list}, err
}

func (s *server) createOutage(r *http.Request, _ caller) (int, any, error) {
	var in outageInput
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	o, bumped, err := s.st.addOutage(r.PathValue("code"), in)
	return 201, map[string]any{"outage": o, "bumped": bumped}, err
}

func (s *server) getSchedule(r *http.Request, _ caller) (int, any, error) {
	q := &query{v: r.URL.Query()}
	day := q.time("day", time.DateOnly)
	if q.err != nil || day.IsZero() {
		return 0, nil, invalid("day", "must be a date such as 2031-03-02")
	}
	out, err := s.st.schedule(r.PathValue("code"), day)
	return 200, out, err
}

// ---- satellites ----

func (s *server) listSatellites(r *http.Request, _ caller) (int, any, error) {
	q := &query{v: r.URL.Query()}
	return paginate(q, s.st.listSatellites(q.v.Get("mission"), q.enum("sort", "norad", "-norad", "name")))
}

func (s *server) createSatellite(r *http.Request, c caller) (int, any, error) {
	in := Satellite{DailyLimitMinutes: 60}
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	if c.Role == "mission" && in.Mission != c.Mission {
		return 0, nil, forbidden("mission teams register their own satellites only")
	}
	x, err := s.st.addSatellite(in)
	return 201, x, err
}

func (s *server) satellite(r *http.Request) (*Satellite, error) {
	n, _ := strconv.Atoi(r.PathValue("norad"))
	if x := s.st.satellites[n]; x != nil {
		return x, nil
	}
	return nil, notFound("satellite")
}

func (s *server) getSatellite(r *http.Request, _ caller) (int, any, error) {
	x, err := s.satellite(r)
	return 200, x, err
}

func (s *server) putTLE(r *http.Request, c caller) (int, any, error) {
	x, err := s.satellite(r)
	if err != nil {
		return 0, nil, err
	}
	if c.Role == "mission" && x.Mission != c.Mission {
		return 0, nil, forbidden("satellite belongs to another mission")
	}
	var in struct {
		TLELine1 string `json:"tle_line1"`
	}
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	return 200, x, s.st.replaceTLE(x, in.TLELine1)
}

// ---- passes ----

func (s *server) listPasses(r *http.Request, c caller) (int, any, error) {
	q := &query{v: r.URL.Query()}
	return paginate(q, s.st.listPasses(passFilter{
		Antenna:   q.v.Get("antenna"),
		Satellite: q.int("satellite", 0, 1, 99999),
		Status:    q.enum("status", Requested, Confirmed, Running, Completed, Failed, Cancelled),
		From:      q.time("from", time.RFC3339),
		To:        q.time("to", time.RFC3339),
		Sort:      q.enum("sort", "id", "-id", "start", "-start", "priority", "-priority", "duration", "-duration"),
	}, c))
}

func (s *server) createPass(r *http.Request, c caller) (int, any, error) {
	var in passInput
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	p, err := s.st.addPass(in, c)
	return 201, p, err
}

func (s *server) pass(r *http.Request, c caller) (*Pass, error) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	return s.st.pass(id, c)
}

func (s *server) getPass(r *http.Request, c caller) (int, any, error) {
	p, err := s.pass(r, c)
	return 200, p, err
}

func (s *server) patchPass(r *http.Request, c caller) (int, any, error) {
	scope := c
	if s.st.bug == 5 {
		scope = caller{}
	}
	p, err := s.pass(r, scope)
	if err != nil {
		return 0, nil, err
	}
	var in passPatch
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	return 200, p, s.st.patchPass(p, in, c)
}

var allowedActions = map[string][]string{
	"confirm": {"planner"}, "start": {"operator", "planner"}, "complete": {"operator", "planner"},
	"fail": {"operator", "planner"}, "cancel": {"mission", "planner"}}

func (s *server) transition(r *http.Request, c caller) (int, any, error) {
	p, err := s.pass(r, c)
	if err != nil {
		return 0, nil, err
	}
	var in transition
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	roles, ok := allowedActions[in.Action]
	if !ok {
		return 0, nil, invalid("action", "must be confirm, start, complete, fail or cancel")
	}
	if !slices.Contains(roles, c.Role) {
		return 0, nil, forbidden("role " + c.Role + " may not " + in.Action + " a pass")
	}
	return 200, p, s.st.apply(p, in)
}

func (s *server) getUsage(r *http.Request, c caller) (int, any, error) {
	code := r.PathValue("code")
	if !slices.Contains(missions, code) {
		return 0, nil, notFound("mission")
	}
	if c.Role == "mission" && c.Mission != code {
		return 0, nil, forbidden("usage of another mission")
	}
	return 200, s.st.usage(code), nil
}
