// Package school is a service that enrols students in evening courses, on chi
// with all its data in memory. Teachers keep the courses and give grades,
// students enrol and wait for a seat where a course is full.
package school

import (
	_ "embed"
	"net/http"
	"sync"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// user is who may log in.
type user struct {
	Username string `json:"username"`
	Role     string `json:"role"`
	Name     string `json:"name"`
	// Reminders says whether the user wants mail before a course.
	Reminders bool `json:"reminders"`

	password string
}

func (u *user) token() string { return "session-of-" + u.Username + "-at-school" }
func (u *user) teaches() bool { return u.Role == "teacher" }

// people are all users, in a fixed order.
func people() []*user {
	return []*user{
		{"ines", "teacher", "Ines Berg", true, "ines-secret"},
		{"jon", "student", "Jon Dahl", true, "jon-secret"},
		{"kim", "student", "Kim Ek", true, "kim-secret"},
	}
}

// Users returns the users for a run: ines teaches, jon and kim are students.
func Users() []auth.User {
	var out []auth.User
	for _, u := range people() {
		out = append(out, kit.LogIn("username", u.Username, u.password))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	http.Handler
	bugs kit.Bugs

	mu         sync.Mutex // guards what follows
	people     []*user
	courses    map[string]*course
	enrolments []*enrolment          // in the order of their ids
	left       map[string]*enrolment // withdrawn ones by student and course, for GradeSurvives
	last       int                   // the id of the latest enrolment
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns a service with some bugs and without courses. It is a
// bench.Resetter.
func With(bugs ...kit.Bug) http.Handler {
	s := &service{bugs: kit.Set(bugs...)}
	s.clear()
	router := chi.NewRouter()
	router.NotFound(kit.Handler(func(http.ResponseWriter, *http.Request) error {
		return kit.Refuse(http.StatusNotFound, "there is no such page")
	}))
	router.Post("/login", kit.Handler(s.login))
	router.Get("/me", s.as(s.getMe))
	router.Patch("/me", s.as(s.patchMe))
	router.Get("/courses", s.as(s.listCourses))
	router.Post("/courses", s.as(s.createCourse))
	router.Get("/courses/{course}", s.as(s.getCourse))
	router.Put("/courses/{course}", s.as(s.putCourse))
	router.Delete("/courses/{course}", s.as(s.deleteCourse))
	router.Get("/courses/{course}/enrolments", s.as(s.roster))
	router.Post("/courses/{course}/enrolments", s.as(s.enrol))
	router.Get("/enrolments", s.as(s.listEnrolments))
	router.Get("/enrolments/{id}", s.as(s.getEnrolment))
	router.Delete("/enrolments/{id}", s.as(s.withdraw))
	router.Put("/enrolments/{id}/grade", s.as(s.grade))
	s.Handler = router
	return s
}

// Reset forgets all courses and enrolments, and what users changed of themselves.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return nil
}

func (s *service) clear() {
	s.people, s.courses = people(), map[string]*course{}
	s.enrolments, s.left, s.last = nil, map[string]*enrolment{}, 0
}

// call is one request of a user.
type call struct {
	http.ResponseWriter
	*http.Request
	user *user
}

// as lets only requests with a token through, one at a time.
func (s *service) as(do func(c *call) error) http.HandlerFunc {
	return kit.Handler(func(w http.ResponseWriter, r *http.Request) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		by, err := kit.Caller(r, s.people, (*user).token, "who are you?")
		if err != nil {
			return err
		}
		return do(&call{w, r, by})
	})
}

// teaching refuses who is no teacher.
func (c *call) teaching() error {
	if !c.user.teaches() {
		return kit.Refuse(http.StatusForbidden, "this is for teachers")
	}
	return nil
}

func (c *call) answer(status int, v any) error { return kit.JSON(c.ResponseWriter, status, v) }

// login answers with the token of a user.
func (s *service) login(w http.ResponseWriter, r *http.Request) error {
	name, password, err := kit.Credentials(r, "username")
	if err != nil {
		return err
	}
	for _, u := range people() {
		if u.Username == name && u.password == password {
			return kit.JSON(w, http.StatusOK, map[string]string{"token": u.token()})
		}
	}
	return kit.Refuse(http.StatusUnauthorized, "the name or the password is wrong")
}
