// Package stations is a service that keeps what weather stations measure, on
// gorilla/mux with all its data in maps. Everybody may do everything.
package stations

import (
	_ "embed"
	"net/http"
	"regexp"
	"sync"

	"github.com/gorilla/mux"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// Users returns the users for a run, which are none.
func Users() []auth.User { return nil }

// service is the handler.
type service struct {
	router *mux.Router
	bugs   kit.Bugs
	code   *regexp.Regexp

	mu          sync.Mutex // guards what follows
	stations    map[string]*station
	readings    map[string][]*reading // by code, in the order of their time
	alarms      map[string]*alarm     // by code
	changes     int                   // of stations, since the last reset
	lastReading int
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns a service with some bugs and without stations. It is a
// bench.Resetter.
func With(bugs ...kit.Bug) http.Handler {
	s := &service{router: mux.NewRouter(), bugs: kit.Set(bugs...), code: regexp.MustCompile(`^[A-Z]{3}-[0-9]{4}$`)}
	s.clear()
	s.router.SkipClean(true)
	s.router.HandleFunc("/stations", s.locked(s.list)).Methods("GET")
	s.router.HandleFunc("/stations", s.locked(s.create)).Methods("POST")
	s.router.HandleFunc("/alarms", s.locked(s.firing)).Methods("GET")
	one := s.router.PathPrefix("/stations/{code}").Subrouter()
	one.HandleFunc("", s.locked(s.get)).Methods("GET")
	one.HandleFunc("", s.locked(s.put)).Methods("PUT")
	one.HandleFunc("", s.locked(s.patch)).Methods("PATCH")
	one.HandleFunc("", s.locked(s.remove)).Methods("DELETE")
	one.HandleFunc("/readings", s.locked(s.listReadings)).Methods("GET")
	one.HandleFunc("/readings", s.locked(s.measure)).Methods("POST")
	one.HandleFunc("/readings/import", s.locked(s.takeOver)).Methods("POST")
	one.HandleFunc("/readings/{id}", s.locked(s.getReading)).Methods("GET")
	one.HandleFunc("/readings/{id}", s.locked(s.removeReading)).Methods("DELETE")
	one.HandleFunc("/summary", s.locked(s.summary)).Methods("GET")
	one.HandleFunc("/alarm", s.locked(s.getAlarm)).Methods("GET")
	one.HandleFunc("/alarm", s.locked(s.putAlarm)).Methods("PUT")
	one.HandleFunc("/alarm", s.locked(s.removeAlarm)).Methods("DELETE")
	return s
}

// Reset forgets all stations and what belongs to them.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return nil
}

func (s *service) clear() {
	s.stations, s.readings, s.alarms = map[string]*station{}, map[string][]*reading{}, map[string]*alarm{}
	s.changes, s.lastReading = 0, 0
}

// ServeHTTP answers a request. What the router would redirect is not found.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kit.Exact(w, r, s.router)
}

// locked lets one request at a time through.
func (s *service) locked(do func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return kit.Handler(func(w http.ResponseWriter, r *http.Request) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		return do(w, r)
	})
}

// named returns the code of the path, which has to be well formed.
func (s *service) named(r *http.Request) (string, error) {
	code := mux.Vars(r)["code"]
	if !s.code.MatchString(code) {
		return "", kit.Refuse(http.StatusBadRequest, "the code has to be like ABC-1234")
	}
	return code, nil
}

// station returns the station of the path.
func (s *service) station(r *http.Request) (*station, error) {
	code, err := s.named(r)
	if err != nil {
		return nil, err
	}
	found := s.stations[code]
	if found == nil {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such station")
	}
	return found, nil
}
