// Package clinic is a service that keeps the appointments of patients, on chi,
// with its data in SQLite. The reception keeps patients and books, doctors see
// their own appointments and write notes, the manager may do all. Package silent
// tells of the bugs that it may have.
package clinic

import (
	"database/sql"
	_ "embed"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/go-chi/chi/v5"
	_ "github.com/mattn/go-sqlite3" // the driver

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// tables make the database. The texts that are ids are made of n, which is never
// given twice.
const tables = `
CREATE TABLE patients (n INTEGER PRIMARY KEY AUTOINCREMENT, first_name TEXT, last_name TEXT, email TEXT,
	phone TEXT, born TEXT, city TEXT, insured INTEGER, gone INTEGER DEFAULT 0);
CREATE TABLE appointments (n INTEGER PRIMARY KEY AUTOINCREMENT, patient INTEGER, doctor TEXT, date TEXT,
	hour INTEGER, reason TEXT, status TEXT);
CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, appointment INTEGER, author TEXT, text TEXT);`

// role is what a user may do.
type role string

const (
	manager   role = "manager"
	reception role = "reception"
	doctor    role = "doctor"
)

// user is who may call.
type user struct {
	name string
	role role
}

func (u *user) token() string { return u.name + "-of-the-clinic" }

// people are all users, in a fixed order.
func people() []*user {
	return []*user{{"ruth", manager}, {"rosa", reception}, {"dan", doctor}, {"eve", doctor}}
}

func doctors() []string { return []string{"dan", "eve"} }

// Users returns the users for a run: ruth manages, rosa is at the reception, dan
// and eve are doctors.
func Users() []auth.User {
	var out []auth.User
	for _, u := range people() {
		out = append(out, auth.Bearer(u.name, u.token()))
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

// With returns the service without patients, healthy but for some bugs. It is a
// bench.Resetter and an io.Closer. It panics if there is no memory for it.
func With(bugs ...kit.Bug) http.Handler {
	db, err := kit.Memory(tables)
	if err != nil {
		panic(fmt.Errorf("clinic: %w", err))
	}
	s := &service{bugs: kit.Set(bugs...), db: db}
	s.Handler = s.routes()
	return s
}

func (s *service) routes() http.Handler {
	all, office, notes := []role{manager, reception, doctor}, []role{manager, reception}, []role{manager, doctor}
	deleting := office
	if s.bugs.Has(DeletedByDoctors) {
		deleting = all
	}
	router := chi.NewRouter()
	router.NotFound(kit.Handler(func(http.ResponseWriter, *http.Request) error {
		return kit.Refuse(http.StatusNotFound, "no such page")
	}))
	router.Get("/patients", s.as(all, s.listPatients))
	router.Post("/patients", s.as(office, s.createPatient))
	router.Get("/patients/{patient}", s.as(all, s.getPatient))
	router.Patch("/patients/{patient}", s.as(office, s.patchPatient))
	router.Delete("/patients/{patient}", s.as(deleting, s.deletePatient))
	router.Get("/patients/{patient}/appointments", s.as(all, s.appointmentsOfPatient))
	router.Get("/appointments", s.as(all, s.listAppointments))
	router.Post("/appointments", s.as(all, s.createAppointment))
	router.Get("/appointments/{appointment}", s.as(all, s.getAppointment))
	router.Patch("/appointments/{appointment}", s.as(all, s.patchAppointment))
	router.Post("/appointments/{appointment}/check-in", s.as(office, s.checkIn))
	router.Post("/appointments/{appointment}/complete", s.as(all, s.complete))
	router.Post("/appointments/{appointment}/cancel", s.as(all, s.cancel))
	router.Get("/appointments/{appointment}/notes", s.as(notes, s.listNotes))
	router.Post("/appointments/{appointment}/notes", s.as(notes, s.createNote))
	router.Get("/appointments/{appointment}/notes/{note}", s.as(notes, s.getNote))
	router.Delete("/appointments/{appointment}/notes/{note}", s.as(notes, s.deleteNote))
	router.Get("/summary", s.as([]role{manager}, s.summary))
	return router
}

// Reset empties all tables.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.exec("DELETE FROM patients; DELETE FROM appointments; DELETE FROM notes; DELETE FROM sqlite_sequence")
}

// Close closes the database.
func (s *service) Close() error { return s.db.Close() }

// exec executes a statement that has no result.
func (s *service) exec(statement string, args ...any) error {
	_, err := s.db.Exec(statement, args...)
	return err
}

// call is one request of a user.
type call struct {
	http.ResponseWriter
	*http.Request
	user *user
}

func (c *call) path(name string) string { return chi.URLParam(c.Request, name) }

func (c *call) answer(status int, v any) error { return kit.JSON(c.ResponseWriter, status, v) }

// as lets only requests of some roles through, one at a time.
func (s *service) as(roles []role, do func(*call) error) http.HandlerFunc {
	everybody := people()
	return kit.Handler(func(w http.ResponseWriter, r *http.Request) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		by, err := kit.Caller(r, everybody, (*user).token, "a token is needed")
		if err != nil {
			return err
		}
		if !slices.Contains(roles, by.role) {
			return kit.Refuse(http.StatusForbidden, "your role may not do this")
		}
		return do(&call{w, r, by})
	})
}

// meta tells of a whole list, and which part of it is shown.
type meta struct {
	Total  int `json:"total"`
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
}

// list is a part of a list.
type list[T any] struct {
	Data []T  `json:"data"`
	Meta meta `json:"meta"`
}

// part reads which part of a list is asked for.
func part(q *kit.Query) meta {
	return meta{Limit: q.Int("limit", 20, 1, 100), Offset: q.Int("offset", 0, 0, 10000)}
}

// find returns the part of the rows that a clause finds in a table.
func find[T any](
	db *sql.DB, scan func(kit.Row, *T) error, m meta, columns, clause, order string, args []any,
) (list[T], error) {
	out := list[T]{Meta: m}
	var err error
	if out.Meta.Total, err = kit.Number(db, "SELECT count(*) FROM "+clause, args...); err != nil {
		return out, err
	}
	query := "SELECT " + columns + " FROM " + clause + " ORDER BY " + order + " LIMIT ? OFFSET ?"
	out.Data, err = kit.All(db, scan, query, append(args, m.Limit, m.Offset)...)
	return out, err
}
